// The tournament beside the tables: who sits where, and the standings, page by page.

import { fitted } from "../shared/controls.js";
import { findElement, h, show } from "../shared/dom.js";
import { language, t } from "../shared/words.js";
import { wholeTournament, withHandicap } from "./tournament_parts.js";

const LINES = 12; // of a page: readable from five metres
const LINES_JOINING = 6; // beside a code that must be visible from afar
const PAGE_S = 8;

/** Draw the tournament, if any; without one the tables have all the room. @param {HubPage} page */
export function drawSide({ hall, draw }) {
  const box = findElement("#side");
  const tournament = wholeTournament(hall, draw);
  box.hidden = !tournament;
  document.body.classList.toggle("with-side", !box.hidden);
  if (!tournament) return;
  const joins = Boolean(hall?.cup?.joins);
  box.classList.toggle("joins", joins);
  const pages = joins ? joiningPages(tournament) : allPages(tournament);
  const page = pages[Math.floor(Date.now() / 1000 / PAGE_S) % pages.length];
  show(box, [language(), page, joins], () => drawPage(page, t(joins ? "join.scan" : "tournament.phone")));
}

/** The list so far, while guests enter themselves. @param {Tournament} tournament @returns {SidePage[]} */
function joiningPages(tournament) {
  const pages = inPages(t("join.title"), tournament.players.map((one) => [one.name, ""]), LINES_JOINING);
  return pages.length ? pages : [{ title: t("join.title"), lines: [], at: 1, of: 1 }];
}

/** @param {Tournament} tournament */
function allPages(tournament) {
  const seats = tournament.seats.map((seat) => [withHandicap(seat.name, seat.handicap), t("hub.table", { n: seat.table })]);
  const rows = tournament.standings.map((row) => [`${row.place}. ${row.name}`, row.points]);
  const here = tournament.ended || tournament.podium.length ? [] : inPages(t("tournament.who_sits", { round: tournament.round }), seats);
  const level = tournament.deciders.map((due) => [due.players.join(" – "), t("hub.table", { n: due.table })]);
  return [...inPages(t("decider.title"), level), ...here, ...inPages(t("tournament.standings"), rows)];
}

/** @param {string} title @param {string[][]} lines @param {number} [most] */
function inPages(title, lines, most = LINES) {
  /** @type {SidePage[]} */
  const pages = [];
  const of = Math.ceil(lines.length / most);
  for (let at = 1; at <= of; at += 1) pages.push({ title, lines: lines.slice((at - 1) * most, at * most), at, of });
  return pages;
}

/** @param {SidePage} page @param {string} words */
function drawPage(page, words) {
  const lines = page.lines.map(([name, said]) => h("li", {}, fitted("span", { class: "name", "data-whole": true }, name), fitted("strong", { class: "said", "data-whole": true }, said)));
  const title = page.of > 1 ? `${page.title} ${page.at}/${page.of}` : page.title;
  const code = h("p", { class: "code" }, h("img", { src: "/qr.svg", alt: "" }), fitted("span", {}, words));
  return [fitted("h2", {}, title), h("ol", {}, lines), code];
}

// The bracket of a knock-out, and the winners: on the television, on phones and at the referee's desk.

import { h, s } from "../shared/dom.js";
import { language, t, tn } from "../shared/words.js";

const MOST_LINES = 26; // a taller round continues in a second column: readable from five metres
const MOST_COLUMNS = 5; // of the rounds on a television: more would be too narrow for a name
const TABLE_LINES = 1.9; // a table's heading and its distance to the next

/**
 * The whole bracket of `rounds`, with headings of a `level`; it is scrolled sideways where there is no room for it.
 * @param {BracketRound[]} rounds
 * @param {"h2" | "h3"} [level]
 */
export function drawBracket(rounds, level = "h3") {
  const columns = rounds.map(columnsOf);
  const box = h("div", { class: "bracket", role: "region", tabindex: 0, "aria-label": t("bracket.title") }, h("ol", { class: "bracket-rounds" }, rounds.map((round) => drawRound(round, rounds, level))));
  box.style.setProperty("--columns", String(columnsIn(rounds)));
  box.style.setProperty("--lines", String(Math.max(...rounds.map((round, place) => linesOf(round) / columns[place])) + 3));
  const seen = new ResizeObserver(() => {
    join(box);
    const present = presentColumn(box);
    // Only once: afterwards whoever looks scrolls. A round that is in sight anyway would only cut off the one before it.
    if (!box.dataset.seen && present.offsetLeft + present.offsetWidth > box.clientWidth) box.scrollLeft = present.offsetLeft;
    box.dataset.seen = "";
  });
  seen.observe(box.children[0]);
  return box;
}

/** @param {BracketRound} round */
const linesOf = (round) => round.tables.reduce((sum, table) => sum + table.places + TABLE_LINES, 0) + round.byes.length;
/** @param {BracketRound} round */
const columnsOf = (round) => Math.ceil(linesOf(round) / MOST_LINES);
/** @param {BracketRound[]} rounds */
const columnsIn = (rounds) => rounds.reduce((sum, round) => sum + columnsOf(round), 0);

/**
 * Return the present round, the one before it and those to come, as far as there is room; at the end the last three.
 * @param {BracketRound[]} rounds
 */
export function roundsNow(rounds) {
  const present = Math.max(0, rounds.findLastIndex((round) => round.tables.some((table) => table.match)));
  /** @param {number} from @param {number} end */
  const fits = (from, end) => from >= 0 && end <= rounds.length && columnsIn(rounds.slice(from, end)) <= MOST_COLUMNS;
  let [first, end] = [present, present + 1];
  if (fits(first - 1, end)) first -= 1;
  while (fits(first, end + 1)) end += 1;
  while (end === rounds.length && end - first < 3 && fits(first - 1, end)) first -= 1;
  return rounds.slice(first, end);
}

/** @param {BracketRound} round @param {BracketRound[]} rounds @param {"h2" | "h3"} level */
function drawRound(round, rounds, level) {
  const byes = round.byes.length ? h("li", { class: "bracket-table byes" }, h("p", {}, t("bracket.byes")), h("ol", {}, round.byes.map((name) => h("li", { class: "seat on", "data-name": name }, h("span", {}, name))))) : null;
  const tables = h("ol", { class: "bracket-tables" }, round.tables.map((table) => drawTable(table, round, rounds)), byes);
  const column = h("li", { class: "bracket-round" }, h(level, {}, roundWords(round)), tables);
  column.style.setProperty("--across", String(columnsOf(round)));
  return column;
}

/** @param {BracketRound} round */
function roundWords(round) {
  /** @type {Record<string, string>} */
  const words = { final: t("bracket.final"), semifinal: t("bracket.semifinal"), quarterfinal: t("bracket.quarterfinal") };
  return words[round.name] ?? t("round", { n: round.round });
}

/** @param {BracketTable} table @param {BracketRound} round @param {BracketRound[]} rounds */
function drawTable(table, round, rounds) {
  const where = table.table ? t("hub.table", { n: table.table }) : tn("bracket.places", table.places);
  const sitting = rounds.some((one) => one.tables.some((other) => other.sitting > 1)) && table.table ? `, ${t("tournament.sitting", { n: table.sitting })}` : "";
  const open = Array.from({ length: table.seats.length ? 0 : table.places }, () => h("li", { class: "seat open" }, h("span", {}, "\u2013")));
  return h("li", { class: table.match ? "bracket-table" : "bracket-table open" }, h("p", {}, `${where}${sitting}`), h("ol", {}, table.seats.map((seat) => drawSeat(seat, round)), open));
}

/** @param {BracketSeat} seat @param {BracketRound} round */
function drawSeat(seat, round) {
  const isFinal = round.name === "final";
  const isOut = seat.away || (seat.goes_on === false && !isFinal); // in the final nobody is out: there are places
  const state = seat.goes_on ? (isFinal ? "won" : "on") : isOut ? "out" : "level";
  const words = /** @type {Record<string, string>} */ ({ won: t("bracket.won"), on: t("bracket.on"), out: t("bracket.out") })[state];
  const name = seat.sits ? `${seat.sits} (${seat.name})` : seat.name;
  return h("li", { class: `seat ${state}`, "data-name": seat.name }, h("span", {}, name), words ? h("span", { class: "unseen" }, words) : null, h("b", {}, seat.points ?? ""));
}

/** @param {HTMLElement} box @returns {HTMLElement} */
const presentColumn = (box) => [...box.querySelectorAll(".bracket-round")].findLast((round) => round.querySelector("[data-name]")) ?? /** @type {HTMLElement} */ (box.firstChild);

/**
 * Draw a line from everybody who goes on to his place in the next round; not across tables that stand beside each other.
 * @param {HTMLElement} box
 */
function join(box) {
  const list = /** @type {HTMLElement} */ (box.firstChild);
  list.querySelector("svg")?.remove();
  const at = list.getBoundingClientRect();
  const rounds = /** @type {HTMLElement[]} */ ([...list.children]);
  /** @param {HTMLElement} round */
  const isSplit = (round) => getComputedStyle(/** @type {HTMLElement} */ (round.lastChild)).gridTemplateColumns.includes(" ");
  const lines = rounds.slice(0, -1).flatMap((round, place) => isSplit(round) || isSplit(rounds[place + 1]) ? [] : [...round.querySelectorAll(".seat.on")].map((seat) => line(seat, rounds[place + 1], at)));
  const drawn = lines.filter(Boolean).map((path) => s("path", { d: path }));
  if (drawn.length) list.append(s("svg", { class: "bracket-lines", width: at.width, height: at.height, "aria-hidden": "true" }, drawn));
}

/** @param {HTMLElement} seat @param {HTMLElement} next @param {DOMRect} at */
function line(seat, next, at) {
  const there = [...next.querySelectorAll(".seat")].find((one) => one.dataset.name === seat.dataset.name);
  if (!there) return null;
  const [from, to] = [seat.getBoundingClientRect(), there.getBoundingClientRect()];
  const [x1, y1, x2, y2] = [from.right - at.left, from.top + from.height / 2 - at.top, to.left - at.left, to.top + to.height / 2 - at.top];
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1} C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
}

/** Honour who has won, and the next places below. @param {Tournament} tournament */
export function drawPodium(tournament) {
  const winners = tournament.podium.filter((one) => one.place === 1);
  const others = tournament.podium.filter((one) => one.place > 1);
  const names = new Intl.ListFormat(language()).format(winners.map((one) => one.name));
  return h("section", { class: "podium" }, h("p", { class: "podium-title" }, tournament.title), h("p", { class: "winner" }, names), h("p", { class: "wins" }, tn("podium.wins", winners.length)), h("ol", {}, others.map((one) => h("li", {}, h("b", {}, `${one.place}.`), " ", one.name))));
}

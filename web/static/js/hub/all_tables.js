// The television of a pub or a hall: all tables at a glance, the latest event in front.

import { fitted } from "../shared/controls.js";
import { findElement, h, show } from "../shared/dom.js";
import { language, t } from "../shared/words.js";
import { drawBracket, drawPodium, roundsNow } from "./bracket.js";
import { wholeTournament } from "./tournament_parts.js";
import { drawSide } from "./tournament_side.js";
import { follow } from "./follow.js";
import { stateOf, tableName, tile } from "./tile.js";

const GRIDS = [1, 2, 4, 6, 9, 12, 16, 20, 25, 30, 36, 49, 64];
const LIT_S = 12; // seconds that an event stays in front
const SCENE_S = 12; // seconds that the tables, the bracket or the winners are shown
/** @type {number | null} */
let clockOff = null; // the hub's clock minus this device's

/** @param {HubPage} page */
function drawTop({ hall }) {
  const playing = hall?.tables.filter((row) => ["plays", "asks"].includes(stateOf(row))).length ?? 0;
  const words = hall?.tables.length ? t("hub.playing_of", { n: playing, of: hall.tables.length }) : t("hub.no_tables");
  const latest = news(hall);
  const key = [language(), hall?.title, words, latest, hall?.cup];
  show(findElement("#top"), key, () => [
    fitted("strong", { class: "brand", role: "heading", "aria-level": 1 }, hall?.cup?.title || hall?.title || t("brand")),
    hall && latest ? fitted("span", { class: "news" }, newsWords(hall, latest)) : fitted("span", { class: "facts" }, hall?.cup ? tournamentWords(hall.cup) : words),
  ]);
}

/** @param {TournamentBrief} tournament */
function tournamentWords(tournament) {
  if (!tournament.round) return t(tournament.joins ? "join.open_now" : "tournament.not_drawn");
  return tournament.ended ? t("hub.tournament_over") : t("hub.tournament_round", { n: tournament.round, done: tournament.done, of: tournament.of });
}

/** Return the latest event while it is new. @param {Hall | null} hall */
function news(hall) {
  const last = hall?.news.at(-1);
  if (!last) return null;
  clockOff ??= last.at - Date.now() / 1000; // a television's own clock may be wrong: treat the first event as new
  return Date.now() / 1000 + clockOff - last.at < LIT_S ? last : null;
}

/** @param {Hall} hall @param {HubNews} one */
function newsWords(hall, one) {
  const row = hall.tables.find((other) => other.table === one.table);
  const where = row ? tableName(row) : t("hub.table", { n: one.table });
  return `${where}: ${t(`hub_news.${one.kind}`, { player: one.player })}`;
}

/** @param {HubPage} page */
function drawStrips({ hall, link }) {
  /** @type {string[]} */
  const words = [];
  if (link === "lost") words.push(t("hub.lost"));
  else if (hall && hall.reaches === false) words.push(t("hub.deaf"));
  if (hall?.tables.some((row) => row.last_orders)) words.push(t("hub.last_orders"));
  show(findElement("#strips"), [language(), words], () => words.map((one) => h("p", { class: "strip" }, one)));
}

/** @param {HubPage} page */
function drawTiles({ hall }) {
  const rows = hall?.tables ?? [];
  const latest = news(hall);
  const box = findElement("#tiles");
  box.dataset.grid = String(GRIDS.find((most) => rows.length <= most) ?? 64);
  const key = [language(), rows, latest?.table];
  show(box, key, () => (rows.length ? rows.map((row) => tile(row, rows.length, latest?.table === row.table)) : [nobody()]));
}

/** Show by turns the tables, twice as long as the bracket, and at the end the winners. @param {HubPage} page */
function drawScene({ hall, draw }) {
  const tournament = wholeTournament(hall, draw);
  const scenes = scenesOf(hall, tournament);
  const scene = scenes[Math.floor(Date.now() / 1000 / SCENE_S) % scenes.length];
  const box = findElement("#scene");
  document.body.dataset.scene = scene;
  show(box, [language(), scene, tournament?.bracket, tournament?.podium], () => (!tournament || scene === "tables" ? [] : scene === "podium" ? drawPodium(tournament) : drawBracket(roundsNow(tournament.bracket), "h2")));
}

/** @param {Hall | null} hall @param {Tournament | null} tournament */
function scenesOf(hall, tournament) {
  const plays = hall?.tables.some((row) => ["plays", "asks"].includes(stateOf(row)));
  const scenes = tournament?.podium.length ? ["podium", "podium"] : [];
  if (!scenes.length || plays) scenes.push("tables", "tables");
  if (tournament?.bracket.length) scenes.push("bracket");
  return scenes;
}

function nobody() {
  return h("section", { class: "nobody" }, h("h1", {}, t("hub.no_tables")), h("p", {}, t("hub.how_found")));
}

const parts = [drawTop, drawStrips, drawTiles, drawScene, drawSide];
/** @type {HubPage | null} */
let shown = null;
await follow([...parts, (page) => (shown = page)]);
setInterval(() => {
  if (shown) for (const part of parts) part(shown); // remove expired news
}, 1000);

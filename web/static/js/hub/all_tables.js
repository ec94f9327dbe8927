// The television of a pub or a hall: all tables at a glance, and between them the tournament; the latest event at the foot.

import { findElement, h, show, drawRows } from "../shared/dom.js";
import { moveWords } from "../shared/phrases.js";
import { language, t, inGame } from "../shared/words.js";
import { drawColumns, drawPodium, pagesOf } from "./bracket.js";
import { follow } from "./follow.js";
import { stateOf, tableName, tile } from "./tile.js";
import { wholeTournament, withHandicap } from "./tournament_parts.js";

if (matchMedia("(max-width: 599px)").matches) document.documentElement.className = "ph"; // a phone scrolls

const AT_ONCE = 6; // tables that can be read from five metres
const ROWS = 9; // of a column below its title, readable from five metres
const COLUMNS = 2; // of a list, beside the code
const SCENE_S = 12; // seconds that the tables, the bracket, a list or the winners are shown

/** @param {HubPage} page */
function drawTop({ hall }) {
  const playing = hall?.tables.filter(isPlaying).length ?? 0;
  const cup = hall?.cup;
  const round = !cup?.round ? t(cup?.joins ? "join.open_now" : "tournament.not_drawn") : cup.ended ? t("hub.tournament_over") : t("hub.tournament_round", { n: cup.round, done: cup.done, of: cup.of });
  const words = cup ? round : hall?.tables.length ? t("hub.playing_of", { n: playing, of: hall.tables.length }) : t("hub.no_tables");
  const name = hall?.cup?.title || hall?.title || t("brand");
  show(findElement("#top"), [language(), name, words], () => [h("p", {}, h("b", { class: "cut", role: "heading", "aria-level": 1 }, name), h("span", {}, words)), h("nav", {}, h("span", {}, t("brand")))]);
}

/** @param {TableRow} row */
const isPlaying = (row) => ["plays", "asks"].includes(stateOf(row));

/** What nobody may miss, or the latest event. @param {HubPage} page */
function drawFoot({ hall, link }) {
  const last = hall?.news.at(-1);
  const warning = link === "lost" ? t("hub.lost") : null;
  const orders = hall?.tables.some((row) => row.last_orders) ? t("hub.last_orders") : null;
  show(findElement("#foot"), [language(), warning, orders, last, hall?.tables], () => [
    h("p", { class: "say" }, warning ? h("b", { class: "loses" }, warning) : hall && last ? newsParts(hall, last) : null),
    orders ? h("b", {}, orders) : null,
  ]);
}

/** @param {Hall} hall @param {HubNews} one */
function newsParts(hall, one) {
  const row = hall.tables.find((other) => other.table === one.table);
  const moves = () => t("hub.round_moved", { n: one.round, moves: moveWords({ moves: one.moves ?? [] }).join(", ") });
  const words = one.kind === "round" ? inGame(null, moves, one.counter) : t(`hub_news.${one.kind}`, { player: one.player });
  return [h("span", { class: "past" }, row ? tableName(row) : t("hub.table", { n: one.table })), h("span", { class: "cut" }, words)];
}

/** Every second scene shows tables. @param {HubPage} page */
function drawScene({ hall, draw }) {
  const tournament = wholeTournament(hall, draw);
  const scenes = scenesOf(hall, tournament);
  const scene = scenes[Math.floor(Date.now() / 1000 / SCENE_S) % scenes.length];
  document.body.dataset.scene = scene.name;
  show(findElement("#scene"), [language(), scene.name, scene.key], scene.make);
}

/** @param {Hall | null} hall @param {Tournament | null} tournament @returns {Scene[]} */
function scenesOf(hall, tournament) {
  const rows = hall?.tables ?? [];
  /** @type {Scene[]} */
  const others = [];
  if (tournament?.podium.length) others.push({ name: "podium", key: tournament.podium, make: () => drawPodium(tournament) });
  if (tournament) {
    others.push(...pagesOf(tournament.bracket).map((columns) => ({ name: "bracket", key: columns, make: () => drawColumns(columns) })));
    others.push(...listScenes(tournament, Boolean(hall?.cup?.joins)));
  }
  const isIdle = others.length && (tournament?.podium.length || hall?.cup?.joins) && !rows.some(isPlaying);
  const tables = isIdle ? [] : tableScenes(rows);
  if (!others.length) return tables;
  return others.flatMap((one, place) => (tables.length ? [tables[place % tables.length], one] : [one]));
}

/** @param {TableRow[]} rows @returns {Scene[]} */
function tableScenes(rows) {
  const pages = Math.ceil(rows.length / AT_ONCE);
  const each = Math.ceil(rows.length / pages);
  if (!rows.length) return [{ name: "tables", key: null, make: nobody }];
  return Array.from({ length: pages }, (_, page) => {
    const here = rows.slice(page * each, (page + 1) * each);
    return { name: "tables", key: here, make: () => h("div", { class: "tables", "data-count": here.length }, here.map((row) => tile(row, here.length))) };
  });
}

function nobody() {
  return h("section", { class: "nobody" }, h("h1", { class: "t4" }, t("hub.no_tables")), h("p", { class: "past" }, t("hub.how_found")));
}

/** Return the tournament's lists; while guests enter themselves only the list so far. @param {Tournament} tournament @param {boolean} joins @returns {Scene[]} */
function listScenes(tournament, joins) {
  if (joins) return listPages(t("join.title"), tournament.players.map(({ name }) => ({ name, said: "" })), t("join.scan"));
  const seats = tournament.seats.map((seat) => ({ name: withHandicap(seat.name, seat.handicap), said: t("hub.table", { n: seat.table }) }));
  const rows = tournament.standings.map((row) => ({ name: `${row.place}. ${row.name}`, said: row.points }));
  const level = tournament.deciders.map((due) => ({ name: due.players.join(" \u2013 "), said: t("hub.table", { n: due.table }) }));
  const here = tournament.ended || tournament.podium.length ? [] : seats;
  return [
    ...(level.length ? listPages(t("decider.title"), level) : []),
    ...(here.length ? listPages(t("tournament.who_sits", { round: tournament.round }), here) : []),
    ...(rows.length ? listPages(t("tournament.standings"), rows) : []),
  ];
}

/** @param {string} title @param {SceneLine[]} lines @param {string} [words] @returns {Scene[]} */
function listPages(title, lines, words = t("tournament.phone")) {
  const most = ROWS * COLUMNS;
  const of = Math.max(1, Math.ceil(lines.length / most));
  return Array.from({ length: of }, (_, page) => {
    const here = lines.slice(page * most, (page + 1) * most);
    const columns = [here.slice(0, ROWS), here.slice(ROWS)];
    const heading = of > 1 ? `${title} ${page + 1}/${of}` : title;
    const code = h("div", { class: "code" }, h("img", { src: "/qr.svg", alt: "" }), h("p", {}, words));
    return { name: "list", key: [heading, here, words], make: () => h("section", { class: "lines" }, h("h2", {}, heading), columns.map((column) => drawRows("c-line many", [{ kind: "name cut", cell: (line) => line.name }, { kind: "num b", cell: (line) => line.said }], column)), code) };
  });
}

const parts = [drawTop, drawScene, drawFoot];
/** @type {HubPage | null} */
let shown = null;
await follow([...parts, (page) => (shown = page)]);
setInterval(() => shown && drawScene(shown), 1000);

// The television of a pub or a hall: all tables at a glance, and between them the tournament; the latest event at the
// foot.

import { findElement, h, drawRows, redraw } from "../shared/dom.js";
import { followLive } from "../shared/live.js";
import { moveWords } from "../shared/phrases.js";
import { t, inGame } from "../shared/words.js";
import { drawColumns, drawPodium, pagesOf } from "./bracket.js";
import { stateOf, tableName, tile } from "./tile.js";
import { wholeTournament, withHandicap } from "./tournament_parts.js";

if (matchMedia("(max-width: 599px)").matches) document.documentElement.className = "ph"; // a phone scrolls

const AT_ONCE = 6; // tables that can be read from five metres
const ROWS = 9; // of a column below its title, readable from five metres
const COLUMNS = 2; // of a list, beside the code
const SCENE_S = 12; // seconds that the tables, the bracket, a list or the winners are shown

/** @type {HubPage} */
const page = { hall: null, link: "live", draw };

function draw() {
  document.title = t("hub.title");
  document.body.dataset.link = page.link;
  drawTop();
  drawScene();
  drawFoot();
}

function drawTop() {
  const { tables = [], title = "", cup = null } = page.hall ?? {};
  const round = !cup?.round ? t(cup?.joins ? "join.open_now" : "tournament.not_drawn") : cup.ended
    ? t("hub.tournament_over") : t("hub.tournament_round", { n: cup.round, done: cup.done, of: cup.of });
  const words = cup ? round : tables.length
    ? t("hub.playing_of", { n: tables.filter(isPlaying).length, of: tables.length }) : t("hub.no_tables");
  const name = cup?.title || title || t("brand");
  redraw(findElement("#top"), [h("p", h("b.cut", { role: "heading", "aria-level": 1 }, name), h("span", words)),
    h("nav", h("span", t("brand")))]);
}

/** @param {TableRow} row */
const isPlaying = (row) => ["plays", "asks"].includes(stateOf(row));

function drawFoot() {
  const { hall, link } = page;
  const last = hall?.news.at(-1);
  const warning = link === "lost" ? t("hub.lost") : null;
  const orders = hall?.tables.some((row) => row.last_orders) ? t("hub.last_orders") : null;
  redraw(findElement("#foot"), [
    h("p.say", warning ? h("b.loses", warning) : hall && last ? newsParts(hall, last) : null),
    orders ? h("b", orders) : null,
  ]);
}

/** @param {Hall} hall @param {HubNews} one */
function newsParts(hall, one) {
  const row = hall.tables.find((other) => other.table === one.table);
  const moves = () => t("hub.round_moved", { n: one.round, moves: moveWords({ moves: one.moves ?? [] }).join(", ") });
  const words = one.kind === "round" ? inGame(null, moves, one.counter)
    : t(`hub_news.${one.kind}`, { player: one.player });
  return [h("span.past", row ? tableName(row) : t("hub.table", { n: one.table })), h("span.cut", words)];
}

/** Every second scene shows tables. */
function drawScene() {
  const scenes = scenesOf(page.hall, wholeTournament(page.hall, draw));
  const scene = scenes[Math.floor(Date.now() / 1000 / SCENE_S) % scenes.length];
  document.body.dataset.scene = scene.name;
  redraw(findElement("#scene"), scene.make());
}

/** @param {Hall | null} hall @param {Tournament | null} tournament @returns {Scene[]} */
function scenesOf(hall, tournament) {
  const rows = hall?.tables ?? [];
  const joins = Boolean(hall?.cup?.joins);
  const others = tournament ? cupScenes(tournament, joins) : [];
  const isIdle = others.length && (tournament?.podium.length || joins) && !rows.some(isPlaying);
  const tables = inPages(rows, Math.ceil(rows.length / Math.ceil(rows.length / AT_ONCE)))
    .map((here) => ({ name: "tables",
      make: () => h("div.tables", { "data-count": here.length }, here.map((row) => tile(row, here.length))) }));
  const nobody = { name: "tables",
    make: () => h("section.nobody", h("h1.t4", t("hub.no_tables")), h("p.past", t("hub.how_found"))) };
  const shown = isIdle ? [] : tables.length ? tables : [nobody];
  return others.length ? others.flatMap((one, place) => (shown.length ? [shown[place % shown.length], one] : [one]))
    : shown;
}

/** @template T @param {T[]} items @param {number} each */
const inPages = (items, each) => Array.from({ length: Math.ceil(items.length / each) || 0 },
  (_, place) => items.slice(place * each, (place + 1) * each));

/** @param {Tournament} tournament @param {boolean} joins @returns {Scene[]} */
function cupScenes(tournament, joins) {
  const { podium, bracket, players, seats, standings, deciders, round, ended } = tournament;
  const first = [
    ...(podium.length ? [{ name: "podium", make: () => drawPodium(tournament) }] : []),
    ...pagesOf(bracket).map((columns) => ({ name: "bracket", make: () => drawColumns(columns) })),
  ];
  if (joins) {
    return [...first,
      ...listPages(t("join.title"), players.map(({ name }) => ({ name, said: "" })), t("join.scan"), 1)];
  }
  const here = ended || podium.length ? [] : seats;
  const last = Math.max(...here.map((seat) => seat.sitting));
  // one after another at the same tables
  const sittings = last > 1 ? Array.from({ length: last }, (_, at) => at + 1) : [0];
  const who = t("tournament.who_sits", { round });
  return [
    ...first,
    ...listPages(t("decider.title"),
      deciders.map((due) => ({ name: due.players.join(" \u2013 "), said: t("hub.table", { n: due.table }) }))),
    ...sittings.flatMap((n) =>
      listPages(n ? `${who}, ${t("tournament.sitting", { n })}` : who, here.filter((seat) => !n || seat.sitting === n)
        .map((seat) => ({ name: withHandicap(seat.name, seat.handicap), said: t("hub.table", { n: seat.table }) })))),
    ...listPages(t("tournament.standings"), standings.flatMap((row, at) => [...(row.round
      === (standings[at - 1] ?? row).round ? [] : [{ name: t("round", { n: row.round ?? 1 }), said: "" }]),
      { name: `${row.place}. ${row.name}`, said: row.points }])),
  ];
}

/** @param {string} title @param {SceneLine[]} lines @param {string} [words] @param {number} [least]
 * @returns {Scene[]} */
function listPages(title, lines, words = t("tournament.phone"), least = 0) {
  const pages = inPages(lines, ROWS * COLUMNS);
  if (pages.length < least) pages.push([]);
  return pages.map((here, place) => {
    const heading = pages.length > 1 ? `${title} ${place + 1}/${pages.length}` : title;
    const code = h("div.code", h("img", { src: "/qr.svg", alt: "" }), h("p", words));
    const columns = () => [here.slice(0, ROWS), here.slice(ROWS)].map((column) => drawRows("c-line many",
      [{ kind: "name cut", cell: (line) => line.name }, { kind: "num b", cell: (line) => line.said }], column));
    return { name: "list", make: () => h("section.lines", h("h2", heading), columns(), code) };
  });
}

await followLive(page, "hall");
setInterval(drawScene, 1000);

// One table among many: whose turn it is, what is to be beaten with which dice, and each player's count.

import { drawDice } from "../shared/dice.js";
import { h, drawRows } from "../shared/dom.js";
import { gameName, shortWords } from "../shared/phrases.js";
import { clockTime, t } from "../shared/words.js";

const WHOLE = 2; // up to this many tables every player has a row
const PHASE = 4; // up to this many there is room for the phase
const ROWS = 5; // of players in one column
const MOST = [9, 6]; // players of a small tile, to four tables and beyond
const MARKS = 9;

/** A table's state in one word, the most urgent first. @param {TableRow} row */
export function stateOf(row) {
  if (row.status === "offline" || row.status === "unheard") return "away";
  if (row.question) return "asks";
  if (row.over) return "over";
  return row.playing ? "plays" : "free";
}

/** Return a table's name. @param {TableRow} row */
export function tableName(row) {
  return row.name || t("hub.table", { n: row.table });
}

/** Draw a table; `count`: how many are beside it. @param {TableRow} row @param {number} count */
export function tile(row, count) {
  const state = stateOf(row);
  const [who, said, kind] = nowWords(row, state);
  const head = h("div", { class: "top" }, h("b", { class: "cut" }, row.name ? `${row.table} ${row.name}` : tableName(row)), h("span", { class: "t1 past cut" }, whatWords(row, state, count)));
  const now = h("div", { class: "who" }, h("h2", { class: `${count > WHOLE ? "t3" : "t4"} cut ${kind}` }, who), h("p", { class: count > WHOLE ? "t1" : "" }, said));
  const beat = state === "plays" || state === "asks" ? toBeat(row, count) : null;
  return h("article", { class: `table ${state}`, "data-table": row.table, "aria-label": tableName(row) }, head, now, beat, people(row, state, count));
}

/** What is played there, and where there is room how far it is. @param {TableRow} row @param {string} state @param {number} count */
function whatWords(row, state, count) {
  if (state === "away" || !row.variant) return row.status === "safe" ? t("hub.safe") : "";
  const phase = ["half1", "half2", "final"].includes(String(row.phase)) ? t(`phase.${row.phase}`) : row.round ? t("round", { n: row.round }) : null;
  return [row.status === "safe" ? t("hub.safe") : null, gameName(row.variant), state === "over" || count > PHASE ? null : phase].filter(Boolean).join(", ");
}

/** Who acts, what happens, and the colour of the name. @param {TableRow} row @param {string} state @returns {[string, string, string]} */
function nowWords(row, state) {
  const next = row.match?.decider ? t("decider.title") : row.match ? t("hub.plays_next", { n: row.match.round }) : "";
  if (state === "away") return [t("hub.away"), next || (row.since ? t("hub.since", { time: clockTime(row.since) }) : t("hub.never")), "past"];
  if (state === "asks") return [row.to_act ?? t("hub.look"), t("hub.asks"), "turn"];
  if (state === "over") return row.loser ? [row.loser, t("hub.has_lost"), "loses"] : [t("hub.finished"), "", "past"];
  if (state === "plays") return [row.to_act ?? t("hub.playing"), throwWords(row), "turn"];
  return [t("hub.free"), next, "past"];
}

/** @param {TableRow} row */
function throwWords(row) {
  /** @type {Record<string, string>} */
  const words = { reveal: t("doing.reveal"), naming: t("doing.naming"), roll_off: t("doing.roll_off") };
  if (row.stage && words[row.stage]) return words[row.stage];
  return row.throws?.limit ? t("hub.throw", { n: Math.min(row.throws.made + 1, row.throws.limit), of: row.throws.limit }) : "";
}

/** The number to beat beside the dice that set it. @param {TableRow} row @param {number} count */
function toBeat({ beat }, count) {
  if (!beat) return h("div", { class: "sum" }, h("p", { class: "cap t1" }, h("span", {}, t("beat.label")), h("span", {}, t("beat.open"))));
  const on = [null, t("hub.on_one"), t("hub.on_two"), t("hub.on_three")][beat.throws];
  return h("div", { class: "sum" }, h("p", { class: "cap t1" }, h("span", {}, t("beat.label")), h("span", { class: "cut" }, h("b", { class: "fact" }, beat.player), on ? `, ${on}` : null)), beat.dice ? drawDice(beat.dice) : h("span"), h("p", { class: `worth num ${count > WHOLE ? "t3" : "t4"}` }, shortWords(beat)));
}

/** Every player with this round's result and the count, or who plays there next. @param {TableRow} row @param {string} state @param {number} count */
function people(row, state, count) {
  if (row.match && (state === "away" || state === "free")) return h("p", { class: "next" }, row.match.players.join(", "));
  if (state === "away" || !row.players.length) return null;
  const name = { kind: "name cut", cell: (/** @type {TilePerson} */ one) => one.name };
  const counter = { cell: (/** @type {TilePerson} */ one) => matOf(one, row, count) };
  const mark = { cell: (/** @type {TilePerson} */ one) => h("i", { class: `mk k${(one.colour % MARKS) + 1}` }) };
  const result = { cell: (/** @type {TilePerson} */ one) => resultOf(one, row) };
  const few = count <= WHOLE && row.players.length <= ROWS;
  const kind = !few ? "c-two" : row.players.length === ROWS ? "c-tile tight" : "c-tile";
  const ranked = [...row.players].sort((one, other) => Number(other.name === row.to_act) - Number(one.name === row.to_act) || other.count - one.count);
  const chosen = ranked.slice(0, MOST[count > PHASE ? 1 : 0]); // the thrower, and those who have the most
  const shown = count > WHOLE ? row.players.filter((one) => chosen.includes(one)) : row.players;
  const list = drawRows(kind, few ? [mark, name, result, counter] : [mark, name, counter], shown, (one) => ({ "data-player": one.name, kind: one.name === row.to_act ? "now" : one.out ? "past" : null }));
  if (few && row.stack) list.append(h("li", { class: "r" }, h("span"), h("span", { class: "t1 past" }, t("stack.in")), h("span"), h("span", { class: "mat pile" }, String(row.stack))));
  return list;
}

/** @param {TilePerson} one @param {TableRow} row @param {number} count */
function matOf(one, row, count) {
  if (one.out) return h("span", { class: "t1 past num" }, count > WHOLE ? "\u2013" : t("hub.out"));
  return h("span", { class: one.count ? `mat${row.loser === one.name ? " took" : ""}` : "mat zero" }, String(one.count));
}

/** @param {TilePerson} one @param {TableRow} row */
function resultOf({ name, result }, row) {
  if (name === row.to_act && !result) return h("span", { class: "num b turn" }, t("hub.throws"));
  if (!result) return h("span", { class: "num dim" }, "\u2013");
  const isLow = row.beat?.player === name && row.players.filter((one) => one.result).length > 1;
  return h("span", { class: `num ${result.kind === "points" ? "pts" : "b"} ${isLow ? "loses" : ""}` }, shortWords(result));
}

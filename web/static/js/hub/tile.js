// One table among many: its number, its present event, and each player's count.

import { fitted } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { clockTime, t } from "../shared/words.js";

const FEW = 6; // up to this many tables every player has a line of his own
const MANY = 12; // up to this many six players are shown
const MORE = 20; // up to this many a line is as wide as its table, so that names can be read

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

/**
 * Draw a table; `count`: the number of tables, `lit`: something has just happened there.
 * @param {TableRow} row
 * @param {number} count
 * @param {boolean} lit
 */
export function tile(row, count, lit) {
  const state = stateOf(row);
  const kind = `tile ${state}${lit ? " lit" : ""}`;
  return h("article", { class: kind, "aria-label": tableName(row) }, head(row, count, state), now(row, state), players(row, count, state));
}

/** @param {TableRow} row @param {number} count @param {string} state */
function head(row, count, state) {
  return h("header", {}, fitted("strong", { class: "number" }, String(row.table)), fitted("span", { class: "what" }, whatWords(row, count, state)));
}

/**
 * Return a table's name and what is played there; at many tables only what there is room for.
 * @param {TableRow} row
 * @param {number} count
 * @param {string} state
 */
function whatWords(row, count, state) {
  const words = [row.name || null];
  if (row.name && count > FEW && row.status !== "safe") return row.name;
  if (row.status === "safe") words.push(t("hub.safe"));
  else if (state !== "away" && row.variant) words.push(t(`variant.${row.variant}`));
  if (count <= MANY && (state === "plays" || state === "asks")) words.push(phaseWords(row));
  return words.filter(Boolean).join(" · ") || t("hub.table", { n: row.table });
}

/** @param {TableRow} row */
function phaseWords(row) {
  if (row.phase === "half1" || row.phase === "half2" || row.phase === "final") return t(`phase.${row.phase}`);
  return row.round ? t("round", { n: row.round }) : null;
}

/** Describe the present event, as large as there is room for. @param {TableRow} row @param {string} state */
function now(row, state) {
  const [small, large] = nowWords(row, state);
  return h("div", { class: "now" }, fitted("span", { class: "small" }, small), fitted("span", { class: "large" }, large));
}

/** @param {TableRow} row @param {string} state */
function nowWords(row, state) {
  if (state === "away" && row.match) return [t("hub.plays_next", { n: row.match.round }), t("hub.away")];
  if (state === "away") {
    return [row.since ? t("hub.since", { time: clockTime(row.since) }) : t("hub.never"), t("hub.away")];
  }
  if (state === "asks") return [row.to_act ? t("hub.turn", { player: row.to_act }) : t("hub.look"), t("hub.asks")];
  if (state === "over") return [t("hub.finished"), row.loser ? t("hub.over_lost", { player: row.loser }) : t("hub.over")];
  if (state === "plays") return [t("hub.acts"), row.to_act ?? t("hub.playing")];
  if (row.match) return [t("hub.free"), t("hub.plays_next", { n: row.match.round })];
  return [t("hub.waits"), t("hub.free")];
}

/**
 * Every player with his count, or who plays there next; with many tables only those with the most.
 * @param {TableRow} row
 * @param {number} count
 * @param {string} state
 */
function players(row, count, state) {
  const people = peopleAt(row, state);
  if (!people.length) return h("ol", { class: "players none" });
  const most = count <= FEW ? people.length : count <= MANY ? 6 : 4;
  const chosen = people.length <= most ? people : theMost(people, most - 1);
  const left = people.length - chosen.length;
  const lines = chosen.map((one) => line(one, row));
  if (left) lines.push(h("li", { class: "more" }, fitted("span", { class: "name" }, t("hub.more", { n: left }))));
  const list = h("ol", { class: "players" }, lines);
  const columns = lines.length > (count > MORE ? 1 : 6) ? 2 : 1;
  list.style.setProperty("--columns", String(columns));
  list.style.setProperty("--rows", String(Math.max(Math.ceil(lines.length / columns), count > FEW ? 4 : 2)));
  return list;
}

/** @param {TableRow} row @param {string} state @returns {TilePerson[]} */
function peopleAt(row, state) {
  if (row.match && (state === "away" || state === "free")) return row.match.players.map((name) => ({ name, count: "", out: false }));
  return state === "away" ? [] : row.players;
}

/** @param {TilePerson[]} everybody @param {number} most */
function theMost(everybody, most) {
  const by = [...everybody].sort((one, other) => /** @type {number} */ (other.count) - /** @type {number} */ (one.count)).slice(0, most);
  return everybody.filter((one) => by.includes(one));
}

/** @param {TilePerson} one @param {TableRow} row */
function line(one, row) {
  const kind = [one.name === row.to_act ? "acts" : "", one.out ? "out" : ""].join(" ").trim();
  return h(
    "li",
    { class: kind || null },
    fitted("span", { class: "name", "data-whole": true }, one.name),
    fitted("span", { class: "count", "data-whole": true }, one.out ? t("hub.out") : String(one.count)),
  );
}

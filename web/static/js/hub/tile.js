// One table among many: whose turn it is, what is to be beaten with which dice, and each player's count.

import { drawDice } from "../shared/dice.js";
import { h, drawRows } from "../shared/dom.js";
import { drawMark } from "../shared/ladder.js";
import { nextStep, throwWords } from "../shared/next_step.js";
import { gameName, shortWords } from "../shared/phrases.js";
import { clockTime, phaseWords, t } from "../shared/words.js";

const WHOLE = 2; // up to this many tables every player has a row
const PHASE = 4; // up to this many there is room for the phase
const ROWS = 5; // of players in one column
const MOST = [9, 6]; // players of a small tile, to four tables and beyond

/** A table's state in one word, the most urgent first. @param {TableRow} row */
export function stateOf(row) {
  if (["offline", "unheard", "refused"].includes(row.status)) return "away";
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
  const small = count > WHOLE;
  const phase = typeof row.phase === "string" ? phaseWords(row.phase) : row.round ? t("round", { n: row.round }) : null;
  // where there is room how far it is
  const game = state === "away" || !row.variant ? []
    : [gameName(row.variant), state === "over" || count > PHASE ? null : phase];
  const what = [row.status === "safe" ? t("hub.safe") : null, ...game].filter(Boolean).join(", ");
  const head =
    h("div.top", h("b.cut", row.name ? `${row.table} ${row.name}` : tableName(row)), h("span.t1.past.cut", what));
  const now = h("div.who", h("h2", { class: `${small ? "t3" : "t4"} cut ${kind}` }, who),
    h("p", { class: small ? "t1" : "b fact" }, said));
  const beat = state === "plays" || state === "asks" ? toBeat(row, small) : null;
  return h("article", { class: `table ${state}`, "data-table": row.table, "aria-label": tableName(row) }, head, now,
    beat, people(row, state, count));
}

/** @param {TableRow} row @param {string} state @returns {[string, string, string]} */
function nowWords(row, state) {
  const { match, since, to_act: acts, loser } = row;
  const next = match?.decider ? t("decider.title") : match ? t("hub.plays_next", { n: match.round }) : "";
  if (state === "away") {
    return [t("hub.away"),
      next || (since ? t("hub.since", { time: clockTime(since) }) : t("hub.never")), "past"];
  }
  if (state === "asks") return [acts ?? t("hub.look"), t("hub.asks"), "turn"];
  if (state === "over") return loser ? [loser, t("hub.has_lost"), "loses"] : [t("hub.finished"), "", "past"];
  if (state === "free") return [t("hub.free"), next, "past"];
  const step = nextStep(row);
  if (!step) return [acts ?? t("hub.playing"), "", "turn"];
  const throws = throwWords(row, row.next?.order === "place");
  return [step.who ?? t("hub.playing"), [step.words, throws].filter(Boolean).join(", "), "turn"];
}

/** @param {TableRow} row @param {boolean} small */
function toBeat({ beat }, small) {
  const on = beat && [null, t("hub.on_one"), t("hub.on_two"), t("hub.on_three")][beat.throws];
  const said = beat ? h("span.cut", h("b.fact", beat.player), on ? `, ${on}` : null) : h("span", t("beat.open"));
  return h("div.sum", h("p.cap.t1", h("span", t("beat.label")), said), beat ? [beat.dice ? drawDice(beat.dice)
    : h("span"), h("p", { class: `worth num ${small ? "t3" : "t4"}` }, shortWords(beat))] : null);
}

/** @param {TableRow} row @param {string} state @param {number} count */
function people(row, state, count) {
  const { players, to_act: acts, beat, loser, stack } = row;
  if (row.match && (state === "away" || state === "free")) return h("p.next", row.match.players.join(", "));
  if (state === "away" || !players.length) return null;
  const few = count <= WHOLE && players.length <= ROWS;
  const several = players.filter((one) => one.result).length > 1;
  /** @type {Array<Column<TilePerson>>} */
  const wide = [{ cell: (one) => drawMark(one.colour) }, { kind: "name cut", cell: (one) => one.name }];
  /** @type {Column<TilePerson>} */
  const thrown = {
    cell: ({ name, result }) => {
      if (!result) return name === acts ? h("span.num.b.turn", t("hub.throws")) : h("span.num.dim", "\u2013");
      return h("span",
        { class: `num ${result.kind === "points" ? "pts" : "b"} ${several && beat?.player === name ? "loses" : ""}` },
        shortWords(result));
    },
  };
  /** @type {Column<TilePerson>} */
  const counted = {
    cell: (one) => {
      if (one.out) return h("span.t1.past.num", count > WHOLE ? "\u2013" : t("hub.out"));
      return h("span", { class: one.count ? `mat${loser === one.name ? " took" : ""}` : "mat zero" },
        String(one.count));
    },
  };
  const kind = !few ? "c-two" : players.length === ROWS ? "c-tile tight" : "c-tile";
  const ranked = [...players]
    .sort((one, other) => Number(other.name === acts) - Number(one.name === acts) || other.count - one.count);
  const chosen = ranked.slice(0, MOST[count > PHASE ? 1 : 0]); // the thrower, and those who have the most
  const shown = count > WHOLE ? players.filter((one) => chosen.includes(one)) : players;
  const list = drawRows(kind, [...wide, ...(few ? [thrown] : []), counted], shown,
    (one) => ({ "data-player": one.name, kind: one.name === acts ? "now" : one.out ? "past" : null }));
  if (few && stack) {
    list.append(
      h("li.r", h("span"), h("span.t1.past", t("stack.in")), h("span"), h("span.mat.pile", String(stack))));
  }
  return list;
}

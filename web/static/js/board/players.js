// Draws the list: for each player a mark, the name, this round's result, and the mats as a number on a mat, or the
// points of a game of cards; below it the stack.

import { gainWords, handWords, playerNotes } from "../shared/poker_words.js";
import { hasGame, isCards } from "../shared/cards.js";
import { drawDice } from "../shared/dice.js";
import { findElement, h, redraw } from "../shared/dom.js";
import { drawLadder, markOf, matOf, matsPlayed, nameCell, notesOf } from "../shared/ladder.js";
import { howWords, outWords, resultWords, rollOffResults, shortWords } from "../shared/phrases.js";
import { counterWords, has, t } from "../shared/words.js";

const ROWS = 12;
/** @type {ShownResult} */
const NONE = { kind: "none", value: null, dice: null };

/** @param {Page} page */
export function drawTable(page) {
  const { snapshot } = page;
  const box = findElement("#table");
  box.hidden = !snapshot?.state || document.body.dataset.round === "ended" || Boolean(snapshot.question);
  redraw(box, hasGame(page) ? drawPlayers(page.snapshot) : []);
}

/** @param {Played} snapshot */
function drawPlayers(snapshot) {
  const { state, rules } = snapshot;
  const players = atTable(state);
  const cards = isCards(state);
  const asked = state.to_act ? [state.to_act] : cards ? state.among : [];
  const list = drawLadder(
    cards ? "c-points" : "c-turn",
    [{ cell: (player) => markOf(snapshot, player) }, ...(cards ? pointColumns(snapshot) : diceColumns(snapshot))],
    players,
    (player) => ({
      kind: asked.includes(player) ? "now" : null,
      "data-player": player,
      "data-points": cards ? state.points[player] : null,
      "aria-current": asked.includes(player) ? "true" : null,
    }),
  );
  /** @param {string} id @param {string} words @param {Child} [mat] */
  const below = (id, words, mat) =>
    list.append(h("li.r.one", { id }, h("span"), h("span.t2.past.cut", words), mat ? [h("span"), mat] : null));
  // where a number of them ends the game
  const emptied = Object.values(state.owes?.glasses ?? {}).reduce((sum, count) => sum + count, 0);
  if (!cards && matsPlayed(state)) below("stack", t("stack.in"), h("span.mat.pile", String(state.stack)));
  if (rules?.glasses_goal) below("goal", t("glasses.goal", { n: emptied, goal: Number(rules.glasses_goal) }));
  if (state.last_hand) {
    below("round",
      `${t("poker.hand", { n: state.last_hand.hand })}: ${handWords(state.last_hand.scored).join(" · ")}`);
  }
  document.body.dataset.rows = players.length > 4 ? "many" : "few"; // a television has room for its code beside few
  return list;
}

/** @param {Played} snapshot @returns {Array<Column<string>>} */
function diceColumns(snapshot) {
  const { state } = snapshot;
  const rolls = rollOffResults(snapshot);
  /** @param {string} player */
  const resultOf = (player) => (rolls.length ? rolls : state.results).findLast((one) => one.player === player) ?? null;
  return [
    { cell: (player) => nameCell(player, notesOf(player, state, howWords(snapshot, resultOf(player) ?? NONE))) },
    { head: t("round", { n: state.round }), kind: "num",
      cell: (player) => resultCell(snapshot, player, resultOf(player)) },
    { head: counterWords(), right: true, cell: (player) => matOf(player, state) },
  ];
}

/** This hand's call or gains, and all points; who deals, who may not exchange. @param {Played} snapshot
 * @returns {Array<Column<string>>} */
function pointColumns(snapshot) {
  const { state } = snapshot;
  /** @param {string} player */
  const notes = (player) =>
    [...playerNotes(player, snapshot), ...(state.out[player] ? [outWords(state.out[player])] : [])].join(", ");
  /** @param {string} player */
  const said = (player) => {
    const turn = `turn.${state.stage}`;
    const acts = player === state.to_act && has(turn);
    return h("span", { class: `t2 b ${acts ? "turn" : "result"}` }, acts ? t(turn) : gainWords(state, player));
  };
  return [
    { cell: (player) => nameCell(player, notes(player)) },
    { head: t("poker.hand", { n: state.hand }), kind: "num", cell: said },
    { head: t("poker.points.head"), right: true, kind: "num pts", cell: (player) => state.points[player] },
  ];
}

/** Those with a row: all; with more than twelve players, first without those who left, then without those who are out.
 * @param {State} state */
function atTable({ players, out }) {
  const spare =
    [...players.filter((one) => out[one] === "left"), ...players.filter((one) => out[one] && out[one] !== "left")];
  const dropped = new Set(spare.slice(0, Math.max(0, players.length - ROWS)));
  return players.filter((one) => !dropped.has(one));
}

/** What the player in turn does: the first line says how. @param {Played} snapshot */
function turnOf({ state: { stage, declaration, results }, next }) {
  if (has(`turn.${next?.order}`)) return next?.order;
  return stage !== "play" ? stage : declaration || results.length ? "throws" : "leads";
}

/** @param {Played} snapshot @param {string} player @param {ShownResult | null} result */
function resultCell(snapshot, player, result) {
  const { state, standing } = snapshot;
  const out = state.out[player];
  if (!result && player === state.to_act) return h("span.t2.b.turn", t(`turn.${turnOf(snapshot)}`));
  if (!result && out) return h("span", { class: out === "left" ? "t2 past" : "t2 b safe" }, outWords(out));
  if (!result) return h("span.pts.dim", "–");
  if (result.kind === "covered" && result.held?.length) {
    return [drawDice(result.held),
      h("span.unseen", resultWords(result))];
  }
  if (result.value === null && result.kind === "points") return drawDice(result.dice ?? []);
  const number = result.kind === "points" || result.kind === "house"; // the others are words
  const loses = standing?.low?.player === player && standing.low.player !== standing.high?.player ? " loses" : "";
  return h("span", { class: (number ? "pts result" : "t2 b result") + loses },
    number ? resultWords(result) : shortWords(result));
}

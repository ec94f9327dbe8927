// What takes the whole board: a round that has ended, until somebody throws in the next one, and a game that is over.

import { endWords } from "../poker/poker_words.js";
import { isCards } from "../shared/cards.js";
import { drawDice } from "../shared/dice.js";
import { h, drawRows } from "../shared/dom.js";
import { listKind, markOf, matOf, matsPlayed, nameCell, notesOf } from "../board/players.js";
import { costWords, decisionWords, howWords, overWords, owesWords, rankResults, resultWords } from "../shared/phrases.js";
import { phaseWords, t, tn, counterWords } from "../shared/words.js";

const LAST = 3; // rows of the last round at the end of a game: what decided it
const FILLING = 5; // from so many players on, a list of results fills the screen

/** Which round's end a snapshot shows: "go on" puts that one aside on this tablet. @param {Played} snapshot */
export function roundOf({ boot, game, state }) {
  return `${boot}:${game}:${state.last_round?.round ?? 0}`;
}

/** Whether the foot names the stack after a round, since the list of its results fills the screen. @param {LastRound} last */
export function isStackInFoot({ results }) {
  return new Set(results.map((one) => one.player)).size >= FILLING;
}

/** The verdict of a round and everybody's dice in order of worth; `correct` opens the correction of its last throw. @param {Played} snapshot @param {LastRound} last @param {(() => unknown) | null} correct */
export function drawRoundEnd(snapshot, last, correct) {
  const { state } = snapshot;
  const ranked = rankResults(last, snapshot.last_ranking);
  /** Whether a player takes something, and so is red; the worst one is not where only the best gives something away. @param {string} player */
  const isOut = (player) => (last.moves.length ? last.moves.some(([, to]) => to === player) : last.worst === player);
  /** @param {string} player */
  const moved = (player) => last.moves.reduce((sum, [from, to, count]) => sum + (to === player ? count : 0) - (from === player ? count : 0), 0);
  /** @param {Result} one */
  const dice = (one) => (correct ? h("button", { class: "touch", "data-focus": `end ${one.player}`, "aria-label": t("correct"), onclick: correct }, drawDice(one.dice ?? [])) : drawDice(one.dice ?? []));
  /** @param {number} mats */
  const news = (mats) => h("span", { class: `num t2 b ${mats > 0 ? "loses" : "safe"}` }, mats ? (mats > 0 ? `+${mats}` : `\u2212${-mats}`) : "");
  const list = drawRows(
    listKind(ranked.length, "c-end"),
    [
      { kind: "t2 past", cell: (one) => ranked.indexOf(one) + 1 },
      { cell: (one) => markOf(snapshot, one.player) },
      { head: nextWords(snapshot, last).join(". "), cell: (one) => h("span", { class: "pair" }, nameCell(one.player, notesOf(one.player, state, howWords(snapshot, one, "at_once_last"))), dice(one)) },
      { head: t("worth.head"), right: true, cell: (one) => h("span", { class: `num${isOut(one.player) ? " loses" : ""} ${one.kind === "points" || one.kind === "house" ? "pts" : "t2 b"}` }, resultWords(one)) },
      { head: t("new"), right: true, cell: (one) => news(moved(one.player)) },
      { head: counterWords(), right: true, cell: (one) => matOf(one.player, state, moved(one.player) > 0 ? "took" : "") },
    ],
    ranked,
    (one) => ({ kind: isOut(one.player) ? "out" : null, "data-player": one.player }),
  );
  if (matsPlayed(state) && !isStackInFoot(last)) list.append(h("li", { class: "r one", id: "stack" }, h("span", {}), h("span", {}), h("span", { class: "pair" }, h("span", { class: "t2 past" }, t("stack.in")), h("span", {})), h("span", {}), h("span", {}), h("span", { class: "mat pile" }, String(state.stack))));
  const [why, cost] = [decisionWords(last, ranked), costWords(last).join(", ")];
  const kind = ranked.some((one) => isOut(one.player)) ? "loses" : "safe";
  return h("div", { class: "verdict" }, h("h1", { class: "t4" }, why ? h("span", {}, cost ? `${why}:` : why) : null, " ", cost ? h("span", { class: kind }, cost) : null), list);
}

/** Return what begins after the round, and who lost the half that ended with it. @param {Played} snapshot @param {LastRound} last */
function nextWords({ state, acts }, { worst }) {
  const before = acts.at(-1)?.phase;
  if (before === undefined || before === state.phase || !phaseWords(state.phase)) return [];
  const lost = worst && `${before}`.startsWith("half") && state.lost[worst] ? owesWords({ lost: { [worst]: state.lost[worst] }, phase: state.phase }, worst) : [];
  return [...lost.map(({ words }) => t("moment.owes", { player: worst, owed: words })), t("verdict.next", { phase: phaseWords(state.phase) })];
}

/** A game that is over: who pays, the last round, the best throw and the worst luck, and the ranking with what each owes. @param {Played} snapshot */
export function drawEnd(snapshot) {
  const { state, ended } = snapshot;
  const player = state.winner ?? state.loser;
  const [before, after] = player ? overWords(state).split(player) : [overWords(state)];
  const headline = [before, player ? [h("bdi", { class: "over-who" }, player), h("span", { class: state.winner ? "safe" : "loses" }, after)] : null];
  const last = isCards(state) ? null : state.last_round;
  const ranked = last ? rankResults(last, snapshot.last_ranking) : [];
  const shown = ranked.length > LAST ? [...ranked.slice(0, 1), ...ranked.slice(1 - LAST)] : ranked;
  const { best, unlucky } = ended ?? {};
  /** @param {string} head @param {Result[]} results @param {(one: Result) => boolean} [loses] */
  const throws = (head, results, loses = () => false) =>
    drawRows(
      "c-last",
      [
        { cell: (one) => markOf(snapshot, one.player) },
        { head, cell: (one) => h("span", { class: "pair" }, nameCell(one.player, ""), drawDice(one.dice ?? [])) },
        { head: t("worth.head"), kind: "num", cell: (one) => h("span", { class: `${one.kind === "points" ? "pts" : "t2 b"}${loses(one) ? " loses" : ""}` }, resultWords(one)) },
      ],
      results,
      (one) => ({ kind: loses(one) ? "out" : null }),
    );
  const bad = unlucky ? drawRows("c-last", [{ cell: () => markOf(snapshot, unlucky.player) }, { head: t("finale.unlucky"), cell: () => h("span", { class: "pair" }, nameCell(unlucky.player, ""), h("span", {})) }, { kind: "num t2 b", cell: () => tn("finale.worst", unlucky.count, { n: unlucky.count }) }], [unlucky], () => ({ kind: "one" })) : null;
  const left = [last && shown.length ? throws(t("last_round"), shown, (one) => one.player === last.worst) : null, best ? throws(t("finale.best"), [best]) : null, bad];
  /** @type {Rank[]} */
  const ranking = ended?.ranking ?? state.players.map((one) => ({ player: one, place: "" }));
  /** What a player owes, as the bill counts it; else a lost half, or the round that brought safety. @param {Rank} one */
  const debts = ({ player: who, items = {}, halves = 0, safe = null }) => {
    if (isCards(state)) return endWords(snapshot, who);
    return Object.entries(items).map(([kind, count]) => tn(`bill_of.${kind}`, count, { n: count })).join(", ") || (halves ? tn("owes.lost_halves", halves, { n: halves }) : safe ? h("span", { class: "safe" }, t("rank.safe", { n: safe })) : "–");
  };
  const right = drawRows(
    listKind(ranking.length, "c-rank"),
    [
      { kind: "t2 past", cell: (one) => one.place },
      { cell: (one) => markOf(snapshot, one.player) },
      { head: t("rank"), cell: (one) => nameCell(one.player, "") },
      { head: t("owes.head"), kind: "num t2", cell: debts },
    ],
    ranking,
    (one) => ({ kind: state.loser === one.player ? "out pays" : null, "data-player": one.player }),
  );
  return h("div", { class: "over two" }, h("h1", { class: "full t4" }, headline), h("div", { class: "col" }, left), h("div", { class: "col" }, right));
}

// A game that is over: who pays, the last round, the best throw and the worst luck, and the ranking with what each owes.

import { ending } from "../poker/poker_points.js";
import { isCards } from "../shared/cards.js";
import { drawDice } from "../shared/dice.js";
import { h, drawRows } from "../shared/dom.js";
import { listKind, markOf, nameCell } from "../board/players.js";
import { overWords, resultWords } from "../shared/phrases.js";
import { rankResults } from "./round_words.js";
import { t, tn } from "../shared/words.js";

const LAST = 3; // rows of the last round: what decided it

/** @param {Played} snapshot */
export function drawEnd(snapshot) {
  const { state, ended } = snapshot;
  const player = state.winner ?? state.loser;
  const [before, after] = player ? overWords(state).split(player) : [overWords(state)];
  const headline = [before, player ? [h("bdi", { class: "over-who" }, player), h("span", { class: state.winner ? "safe" : "loses" }, after)] : null];
  const last = isCards(state) ? null : state.last_round;
  const ranked = last ? rankResults(last, snapshot.last_ranking) : [];
  const shown = ranked.length > LAST ? [...ranked.slice(0, 1), ...ranked.slice(1 - LAST)] : ranked;
  const { best, unlucky } = ended ?? {};
  const bad = unlucky ? drawRows("c-last", [{ cell: () => markOf(snapshot, unlucky.player) }, { head: t("finale.unlucky"), cell: () => h("span", { class: "pair" }, nameCell(unlucky.player, ""), h("span", {})) }, { kind: "num t2 b", cell: () => tn("finale.worst", unlucky.count, { n: unlucky.count }) }], [unlucky], () => ({ kind: "one" })) : null;
  const left = [last && shown.length ? throwList(snapshot, t("last_round"), shown, (one) => one.player === last.worst) : null, best ? throwList(snapshot, t("finale.best"), [best]) : null, bad];
  return h("div", { class: "over two" }, h("h1", { class: "full t4" }, headline), h("div", { class: "col" }, left), h("div", { class: "col" }, rankingOf(snapshot)));
}

/** Rows of throws below a heading. @param {Played} snapshot @param {string} head @param {Result[]} results @param {(one: Result) => boolean} [loses] */
function throwList(snapshot, head, results, loses = () => false) {
  return drawRows(
    "c-last",
    [
      { cell: (one) => markOf(snapshot, one.player) },
      { head, cell: (one) => h("span", { class: "pair" }, nameCell(one.player, ""), drawDice(one.dice ?? [])) },
      { head: t("worth.head"), kind: "num", cell: (one) => h("span", { class: `${one.kind === "points" ? "pts" : "t2 b"}${loses(one) ? " loses" : ""}` }, resultWords(one)) },
    ],
    results,
    (one) => ({ kind: loses(one) ? "out" : null }),
  );
}

/** Everybody's place, and what each owes, as the bill counts it; else a lost half, or the round that brought safety. @param {Played} snapshot */
function rankingOf(snapshot) {
  const { state, ended } = snapshot;
  /** @type {Rank[]} */
  const ranking = ended?.ranking ?? state.players.map((player) => ({ player, place: "" }));
  /** @param {Rank} one */
  const debts = ({ player, items = {}, halves = 0, safe = null }) => {
    if (isCards(state)) return ending(snapshot, player);
    return Object.entries(items).map(([kind, count]) => tn(`bill_of.${kind}`, count, { n: count })).join(", ") || (halves ? tn("owes.lost_halves", halves, { n: halves }) : safe ? h("span", { class: "safe" }, t("rank.safe", { n: safe })) : "–");
  };
  return drawRows(
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
}

// The end of a round, which stays until somebody throws in the next one: the verdict, and everybody's dice in order of worth.

import { drawDice } from "../shared/dice.js";
import { h, drawRows } from "../shared/dom.js";
import { listKind, markOf, matOf, matsPlayed, nameCell, notesOf } from "../board/players.js";
import { howWords, resultWords } from "../shared/phrases.js";
import { costWords, decisionWords, isStackInFoot, rankResults, turnWords } from "./round_words.js";
import { t, counterWords } from "../shared/words.js";

/** Draw a round that has ended; `correct` opens the correction of its last throw, null where nobody may correct. @param {Played} snapshot @param {LastRound} last @param {(() => unknown) | null} correct */
export function drawRoundEnd(snapshot, last, correct) {
  const { state } = snapshot;
  const ranked = rankResults(last, snapshot.last_ranking);
  /** @param {Result} one */
  const dice = (one) => (correct ? h("button", { class: "touch", "data-focus": `end ${one.player}`, "aria-label": t("correct"), onclick: correct }, drawDice(one.dice ?? [])) : drawDice(one.dice ?? []));
  const list = drawRows(
    listKind(ranked.length, "c-end"),
    [
      { kind: "t2 past", cell: (one) => ranked.indexOf(one) + 1 },
      { cell: (one) => markOf(snapshot, one.player) },
      { head: turnWords(snapshot, last).join(". "), cell: (one) => h("span", { class: "pair" }, nameCell(one.player, notesOf(one.player, state, howWords(snapshot, one, "at_once_last"))), dice(one)) },
      { head: t("worth.head"), right: true, cell: (one) => h("span", { class: `num${isOut(one.player, last) ? " loses" : ""} ${one.kind === "points" || one.kind === "house" ? "pts" : "t2 b"}` }, resultWords(one)) },
      { head: t("new"), right: true, cell: (one) => newCell(change(one.player, last)) },
      { head: counterWords(), right: true, cell: (one) => matOf(one.player, state, change(one.player, last) > 0 ? "took" : "") },
    ],
    ranked,
    (one) => ({ kind: isOut(one.player, last) ? "out" : null, "data-player": one.player }),
  );
  if (matsPlayed(state) && !isStackInFoot(last)) list.append(h("li", { class: "r one", id: "stack" }, h("span", {}), h("span", {}), h("span", { class: "pair" }, h("span", { class: "t2 past" }, t("stack.in")), h("span", {})), h("span", {}), h("span", {}), h("span", { class: "mat pile" }, String(state.stack))));
  const [why, cost] = [decisionWords(last, ranked), costWords(last).join(", ")];
  const kind = ranked.some((one) => isOut(one.player, last)) ? "loses" : "safe";
  return h("div", { class: "verdict" }, h("h1", { class: "t4" }, why ? h("span", {}, cost ? `${why}:` : why) : null, " ", cost ? h("span", { class: kind }, cost) : null), list);
}

/** A player who takes something in this round is red; the worst one is not where only the best gives something away. @param {string} player @param {LastRound} last */
function isOut(player, last) {
  return last.moves.length ? last.moves.some(([, to]) => to === player) : last.worst === player;
}

/** How many a player took or gave away. @param {string} player @param {LastRound} last */
function change(player, last) {
  return last.moves.reduce((sum, [from, to, count]) => sum + (to === player ? count : 0) - (from === player ? count : 0), 0);
}

/** @param {number} moved */
function newCell(moved) {
  return h("span", { class: `num t2 b ${moved > 0 ? "loses" : "safe"}` }, moved ? (moved > 0 ? `+${moved}` : `\u2212${-moved}`) : "");
}

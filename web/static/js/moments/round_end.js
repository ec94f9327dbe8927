// The end of a round, which stays until somebody throws in the next one: everybody's dice in order of worth, best and worst marked.

import { fitted } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { sign } from "../shared/icons.js";
import { mat, row } from "../shared/dice.js";
import { mainCountOf } from "../board/players.js";
import { howWords, resultWords } from "../shared/phrases.js";
import { rankResults, turnWords, verdictWords } from "./round_words.js";
import { t } from "../shared/words.js";
import { rankingList, rankingLine } from "./finale.js";

const MARKS = { best: () => sign("high", t("verdict.best"), "high"), worst: () => sign("low", t("verdict.worst"), "low") };

/** Draw the verdict on a round. @param {Played} snapshot @param {LastRound} last */
export function drawVerdict(snapshot, last) {
  const words = [verdictWords(last, rankResults(last, snapshot.last_ranking)), ...turnWords(snapshot, last)].filter(Boolean);
  return h("div", { class: "target" }, fitted("div", { class: "label" }, t("round", { n: last.round })), fitted("div", { class: "verdict" }, h("b", {}, words.join(". "))));
}

/**
 * Draw a round's results; `correct` opens the correction of its last throw, null where nobody may correct.
 * @param {Played} snapshot
 * @param {LastRound} last
 * @param {(() => unknown) | null} correct
 */
export function drawRoundEnd(snapshot, last, correct) {
  const ranked = rankResults(last, snapshot.last_ranking);
  const lines = ranked.map((result, place) => {
    const how = ranked.length > 4 ? "" : howWords(snapshot, result, "at_once_last");
    const kind = last.worst === result.player ? "worst" : place ? "" : "best";
    const line = rankingLine(kind, kind ? MARKS[kind]() : null, result.player, [row(result.dice ?? []), " ", h("b", {}, resultWords(result)), how]);
    const { number, words } = mainCountOf(result.player, snapshot.state);
    return { ...line, boxes: [...line.boxes, h("span", { class: number ? "mats" : "mats none", role: "img", "aria-label": words }, mat(number))] };
  });
  return h("div", { class: "finale ended" }, rankingList(lines, correct));
}

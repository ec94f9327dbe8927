// Draws an ended turn with its possible choices and their chances.

import { drawDice } from "../shared/dice.js";
import { h, s } from "../shared/dom.js";
import { choiceWords, reachedWords, silentWords, taskWords, verdictOf, worthWords } from "./odds_words.js";
import { resultWords } from "../shared/phrases.js";
import { numberWord, speakOf, t } from "../shared/words.js";

/** Draw the newest turn, the one large thing of the page. @param {Turn} turn */
export function newestTurn(turn) {
  speakOf(turn.variant);
  const how = turn.known ? verdictOf(turn) : "none";
  return h(
    "article",
    { class: `turn newest ${how}` },
    h("header", { class: "who" }, h("h2", { class: "t4 cut", title: turn.player }, turn.player), h("p", { class: "task past" }, turn.known ? taskWords(turn) : "")),
    how === "none" ? null : h("p", { class: "verdict b" }, t(`odds_verdict.${how}`)),
    ...drawTurn(turn),
  );
}

/** Draw an older turn: one line, which opens. @param {Turn} turn */
export function olderTurn(turn) {
  speakOf(turn.variant);
  const how = turn.known ? verdictOf(turn) : "none";
  const { result } = turn;
  return h(
    "details",
    { class: `turn ${how}`, name: "turn" },
    h(
      "summary",
      { class: "r c-older" },
      h("span", { class: "stackd" }, h("h2", { class: "name cut" }, turn.player), h("span", { class: "t1 cut verdict" }, how === "none" ? t("odds.no_choice") : t(`odds_verdict.${how}`))),
      result?.dice ? drawDice(result.dice) : h("span"),
      h("span", { class: "num pts" }, result ? resultWords(result) : ""),
    ),
    h("p", { class: "task past" }, turn.known ? taskWords(turn) : ""),
    ...drawTurn(turn),
  );
}

/** @param {Turn} turn */
function drawTurn(turn) {
  if (!turn.known) return [h("p", {}, t("odds.unknown"))];
  return [h("ol", { class: "steps" }, turn.steps.map((step, place) => stepLine(turn, step, place))), h("footer", {}, outcome(turn))];
}

/** @param {Turn} turn @param {TurnStep} step @param {number} place */
function stepLine(turn, step, place) {
  const { thrown, held, chosen } = step;
  const dice = drawDice([...thrown, ...held], (at) => (at < thrown.length ? "" : "held"));
  return h("li", {}, h("p", { class: "thrown" }, h("span", { class: "past" }, t("odds.throw", { n: place + 1 })), dice), chosen ? choices(turn, step, chosen) : null);
}

/** @param {Turn} turn @param {TurnStep} step @param {TurnChoice} chosen */
function choices(turn, step, chosen) {
  const ways = step.as_good ? [drawWay(turn, chosen, t("odds.best"), "right")] : [drawWay(turn, chosen, t("odds.chosen"), "chosen"), step.best && drawWay(turn, step.best, t("odds.better"), "better")];
  return h("ul", { class: "ways" }, ways);
}

/**
 * One choice with a bar as long as its chance.
 * @param {TurnAim} turn
 * @param {TurnChoice} choice
 * @param {string} label
 * @param {string} kind
 */
function drawWay(turn, choice, label, kind) {
  const bar = s("svg", { class: "bar", viewBox: "0 0 100 1", preserveAspectRatio: "none", "aria-hidden": "true" }, s("rect", { width: Math.max(0.5, 100 * choice.chance), height: 1 }));
  return h("li", { class: kind }, h("span", { class: "label t1 past" }, label), h("b", {}, choiceWords(choice)), h("span", { class: "worth" }, worthWords(turn, choice)), bar);
}

/** @param {Turn} turn */
function outcome(turn) {
  const words = reachedWords(turn);
  const { result, reached } = turn;
  return [
    result?.dice ? drawDice(result.dice) : null,
    result ? h("b", { class: "value t3" }, resultWords(result)) : null,
    h("span", { class: "reached" }, words ?? silentWords(turn), words && reached && reached < 1 ? h("small", { class: "t1 past" }, withinWords(turn)) : null),
  ];
}

/** @param {Turn} turn */
function withinWords(turn) {
  const n = turn.throws === 1 ? t("odds.in_one") : t("odds.in_at_most", { n: numberWord(turn.throws) });
  return t("odds.within", { n });
}

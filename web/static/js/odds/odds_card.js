// Draws an ended turn with its possible choices, and a list of choices with their chances.

import { die, row } from "../shared/dice.js";
import { h, s } from "../shared/dom.js";
import { choiceWords, reachedWords, silentWords, taskWords, verdictOf, worthWords } from "./odds_words.js";
import { resultWords } from "../shared/phrases.js";
import { numberWord, speakOf, t } from "../shared/words.js";

/**
 * Draw one turn. `name(player)` says a player's name; `kind` is "newest" for the large one.
 * @param {Turn} turn
 * @param {{ name?: (player: string) => string, kind?: string }} [options]
 */
export function turnCard(turn, { name = (player) => player, kind = "" } = {}) {
  speakOf(turn.variant);
  if (!turn.known) return h("article", { class: `turn ${kind}` }, title(turn, name), h("p", {}, t("odds.unknown")));
  const how = verdictOf(turn);
  return h(
    "article",
    { class: `turn ${kind} ${how}` },
    title(turn, name, taskWords(turn)),
    how === "none" ? null : h("p", { class: "verdict" }, t(`odds_verdict.${how}`)),
    h("ol", { class: "steps" }, turn.steps.map((step, place) => stepLine(turn, step, place))),
    h("footer", {}, outcome(turn)),
  );
}

/** @param {Turn} turn @param {(player: string) => string} name @param {string} [task] */
function title(turn, name, task = "") {
  const who = name(turn.player);
  return h("header", {}, h("h2", { title: who }, who), h("span", { class: "task" }, task));
}

/** @param {Turn} turn @param {TurnStep} step @param {number} place */
function stepLine(turn, step, place) {
  return h(
    "li",
    {},
    h("p", { class: "thrown" }, h("span", { class: "label" }, t("odds.throw", { n: place + 1 })), dice(step)),
    step.chosen ? choices(turn, step, step.chosen) : null,
  );
}

/** @param {TurnStep} step */
function dice(step) {
  const outside = step.held.map((value) => die(value, "mini held"));
  return h("span", { class: "row" }, step.thrown.map((value) => die(value, "mini")), outside);
}

/** @param {Turn} turn @param {TurnStep} step @param {TurnChoice} chosen */
function choices(turn, step, chosen) {
  if (step.as_good) return h("ul", { class: "ways" }, drawWay(turn, chosen, t("odds.best"), "right"));
  return h(
    "ul",
    { class: "ways" },
    drawWay(turn, chosen, t("odds.chosen"), "chosen"),
    drawWay(turn, step.best, t("odds.better"), "better"),
  );
}

/**
 * One choice with a bar as long as its chance.
 * @param {TurnAim} turn
 * @param {TurnChoice} choice
 * @param {string | null} label
 * @param {string} kind
 * @param {Props | null} [button]
 */
function drawWay(turn, choice, label, kind, button = null) {
  const content = [
    label ? h("span", { class: "label" }, label) : null,
    h("b", {}, choiceWords(choice)),
    drawBar(choice.chance.value),
    h("span", { class: "worth" }, worthWords(turn, choice)),
  ];
  return h("li", { class: kind }, button ? h("button", { class: "way", ...button }, content) : h("div", { class: "way" }, content));
}

/** A bar as long as a chance. @param {number} value */
export function drawBar(value) {
  return s(
    "svg",
    { class: "bar", viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect", { width: 100, height: 6, class: "whole" }),
    s("rect", { width: Math.max(0.5, 100 * value), height: 6, class: "part" }),
  );
}

/** @param {Turn} turn */
function outcome(turn) {
  const words = reachedWords(turn);
  const { result, reached } = turn;
  return [
    result?.dice ? row(result.dice, "mini") : null,
    result ? h("b", { class: "value" }, resultWords(result)) : null,
    words
      ? h("span", { class: "reached" }, words, reached && reached.value < 1 ? h("small", {}, withinWords(turn)) : null)
      : h("span", { class: "reached" }, silentWords(turn)),
  ];
}

/** @param {Turn} turn */
function withinWords(turn) {
  const n = turn.throws === 1 ? t("odds.in_one") : t("odds.in_at_most", { n: numberWord(turn.throws) });
  return t("odds.within", { n });
}

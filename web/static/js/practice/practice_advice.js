// Advice before a choice, as buttons that carry it out, and the switch for when to show it.

import { findElement, h, show } from "../shared/dom.js";
import { drawWay } from "../odds/odds_card.js";
import { language, t } from "../shared/words.js";

const WHEN = ["before", "after", "never"];
const SHOWN = 4;

/** @param {PracticePage<DicePractice>} page */
export function drawAdvice(page) {
  const { advice, when, busy } = page.game;
  show(findElement("#advice"), [language(), advice, when, busy], () => [
    advice ? h("ul", { class: "ways" }, worthSaying(advice.choices).slice(0, SHOWN).map((one, place) => choice(page, advice, one, place))) : null,
    drawWhen(page),
  ]);
}

/** The switch for when to show advice. @param {PracticePage<PracticeGame>} page */
export function drawWhen(page) {
  return h("div", { class: "when", role: "group", "aria-label": t("practice.advice") }, h("span", { class: "label" }, t("practice.advice")), WHEN.map((one) => pick(page, one)));
}

/** Drop duplicates: a player who may stop need not put all three aside first. @param {TurnChoice[]} choices */
function worthSaying(choices) {
  const stops = choices.some((one) => one.acts.at(-1)?.act === "pass");
  return stops ? choices.filter((one) => one.acts.at(-1)?.dice?.length !== 3) : choices;
}

/** @param {PracticePage<DicePractice>} page @param {PracticeAdvice} advice @param {TurnChoice} one @param {number} place */
function choice(page, advice, one, place) {
  const best = advice.choices[0];
  const good = best.chips === null ? one.chance.value === best.chance.value : one.chips === best.chips;
  const label = good ? t("practice.best") : null;
  return drawWay(advice, one, label, good ? "right" : "other", { onclick: () => page.play(one.acts), "data-focus": `way${place}` });
}

/** @param {PracticePage<PracticeGame>} page @param {string} when */
function pick(page, when) {
  const pressed = String(page.game.when === when);
  const props = { class: "tool", "aria-pressed": pressed, "data-focus": when, onclick: () => page.advise(when) };
  return h("button", props, t(`practice_when.${when}`));
}

// The settings of practice: a game, the opponents, and when to show advice. One tap each.

import { findElement, h, show } from "../shared/dom.js";
import { language, t, tn } from "../shared/words.js";

const WHEN = ["before", "after", "never"];

/** @param {PracticePage<Practice>} page */
export function drawSetup(page) {
  const { game, mine } = page;
  show(findElement("#setup"), [language(), game.variants, mine.setup], () => {
    const seats = game.variants[mine.setup.variant];
    return [
      group(t("practice.game"), Object.keys(game.variants).map((one) => variant(page, one))),
      group(t("practice.against"), seats.map((count) => pick(page, "opponents", count, against(count)))),
      group(t("practice.advice"), WHEN.map((one) => pick(page, "advice", one, t(`practice_when.${one}`)))),
      h("button", { class: "big primary go", "data-focus": "go", onclick: page.begin }, t("practice.go")),
    ];
  });
}

/** @param {string} title @param {Child} buttons */
function group(title, buttons) {
  return h("fieldset", { class: "group" }, h("legend", {}, title), h("div", { class: "choices" }, buttons));
}

/** @param {number} count */
function against(count) {
  return count ? tn("practice.opponents", count) : t("practice.alone");
}

/** If another game does not allow this many opponents, take its fewest. @param {PracticePage<Practice>} page @param {string} name */
function variant(page, name) {
  const { game, mine } = page;
  const seats = game.variants[name];
  const opponents = seats.includes(mine.setup.opponents) ? mine.setup.opponents : seats[0];
  return option(page, { variant: name, opponents }, mine.setup.variant === name, t(`variant.${name}`));
}

/** @param {PracticePage<Practice>} page @param {keyof PracticeSetup} key @param {string | number} value @param {string} words */
function pick(page, key, value, words) {
  return option(page, { [key]: value }, page.mine.setup[key] === value, words);
}

/** @param {PracticePage<Practice>} page @param {Partial<PracticeSetup>} change @param {boolean} chosen @param {string} words */
function option(page, change, chosen, words) {
  const tap = () => {
    Object.assign(page.mine.setup, change);
    page.draw();
  };
  return h("button", { class: "big", "aria-pressed": String(chosen), "data-focus": words, onclick: tap }, words);
}

// The games to choose from, the house's own first; and the rules of one as the table enforces them.

import { openSheet } from "../shared/dialog.js";
import { h, show } from "../shared/dom.js";
import { drawLesson, fetchLesson } from "./lesson.js";
import { fetchJson, pub, variantOf } from "./pub.js";
import { errorWords } from "../shared/phrases.js";
import { drawRows } from "../shared/rows.js";
import { has, language, t } from "../shared/words.js";

/** Draw the list, and the chosen game's lines. @param {Form} form */
export function drawGames(form) {
  const { chosen, parts } = form;
  const lesson = fetchLesson({ variant: chosen.variant, options: chosen.options }, form.draw);
  const game = chosen.house ?? variantOf(chosen.variant).title;
  show(parts.lesson, [lesson, game], () => (lesson ? [h("h3", { class: "t1 past" }, t("lesson.title", { game })), drawLesson(lesson)] : []));
  show(parts.games, [language(), pub.variants.length, pub.houses, pub.lately, chosen.variant, chosen.house], () => {
    const choices = [...orderHouses().map(houseChoice), ...pub.variants.map(variantChoice)];
    return drawRows("c-game", columns(form), choices, (one) => ({ kind: isOn(form, one) ? "on" : null }));
  });
}

/** @param {Form} form @returns {Array<Column<GameChoice>>} */
function columns(form) {
  /** @param {GameChoice} one */
  const name = (one) => h("button", { type: "button", class: "name cut across", "aria-pressed": String(isOn(form, one)), "data-focus": `game ${one.name}`, onclick: () => choose(form, one) }, one.name);
  return [
    { cell: () => h("i", { class: "pick" }) },
    { head: t("setup.game"), cell: name },
    { kind: "what past cut", cell: (one) => one.what },
    { head: t("setup.players"), kind: "num", cell: (one) => `${one.least}–${one.most}` },
  ];
}

/** @param {Form} form @param {GameChoice} one */
function isOn({ chosen }, { pick }) {
  return chosen.variant === pick.variant && chosen.house === pick.house;
}

/** @param {Variant} one @returns {GameChoice} */
function variantChoice(one) {
  const { variant, title } = one;
  return { name: title, what: has(`game.${variant}`) ? t(`game.${variant}`) : "", least: one.players_min, most: one.players_max, pick: { variant, house: null, options: {} } };
}

/** @param {House} house @returns {GameChoice} */
function houseChoice({ name, base, options }) {
  const variant = variantOf(base);
  return { name, what: t("setup.house_of", { game: variant.title }), least: Number(options.players_min ?? variant.players_min), most: Number(options.players_max ?? variant.players_max), pick: { variant: base, house: name, options: { ...options } } };
}

/** The house's rules, the last played ones first. */
function orderHouses() {
  /** @param {{ name: string }} options */
  const place = ({ name }) => (pub.lately.includes(name) ? pub.lately.indexOf(name) : pub.lately.length);
  return [...pub.houses].sort((one, other) => place(one) - place(other));
}

/** @param {Form} form @param {GameChoice} choice */
function choose(form, { pick }) {
  Object.assign(form.chosen, pick, { options: { ...pick.options }, counter: null });
  form.tell(null);
}

/**
 * Show the rules of a game as the table enforces them.
 * @param {string} name
 * @param {string} variant
 * @param {Options} options
 */
export async function openRules(name, variant, options) {
  const box = h("div", { class: "told" }, h("p", {}, t("rules.coming")));
  openSheet("rules-sheet", t("rules.of", { game: name }), () => ({ body: box }));
  const asked = new URLSearchParams({ language: language(), ...options });
  try {
    box.replaceChildren(...ruleSections(await fetchJson(`/api/rules/${variant}?${asked}`)));
  } catch (error) {
    const { said } = /** @type {{ said?: Reply }} */ (error);
    box.replaceChildren(h("p", { class: "error b" }, said ? errorWords(said.error) : t("error.away")));
  }
}

/** @param {GameRules} rules */
function ruleSections(rules) {
  /** @param {string} heading @param {string[]} lines */
  const section = (heading, lines) => [h("h3", {}, heading), h("ul", {}, lines.map((line) => h("li", {}, line)))];
  const changed = rules.changed.length ? section(t("rules.changed"), rules.changed) : [];
  return [...changed, ...rules.sections.flatMap((one) => section(one.heading, one.sentences.map((each) => each.text)))];
}

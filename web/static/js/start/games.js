// The games as cards: name, one-line description, number of players; each one's rules are one tap away.

import { openSheet } from "../shared/dialog.js";
import { h, show } from "../shared/dom.js";
import { drawLesson, fetchLesson } from "./lesson.js";
import { fetchJson, pub, variantOf } from "./pub.js";
import { errorWords } from "../shared/phrases.js";
import { language, t } from "../shared/words.js";

/** Draw the cards, and the chosen game's lines, which are longer or shorter and so stand where nothing follows. @param {Form} form */
export function drawGames(form) {
  const { chosen, parts } = form;
  const lesson = fetchLesson({ variant: chosen.variant, options: chosen.options }, form.draw);
  const game = chosen.house ?? variantOf(chosen.variant).title;
  show(parts.lesson, [lesson, game], () => (lesson ? [h("h2", {}, t("lesson.title", { game })), drawLesson(lesson)] : []));
  show(parts.games, [language(), pub.variants.length, pub.houses, pub.lately, chosen.variant, chosen.house], () => [
    h("h2", {}, t("setup.game")),
    h("ul", { class: "cards" }, [...orderHouses().map((one) => houseCard(form, one)), ...pub.variants.map((one) => variantCard(form, one))]),
  ]);
}

/** The house's rules, the last played ones first. */
function orderHouses() {
  /** @param {{ name: string }} options */
  const place = ({ name }) => (pub.lately.includes(name) ? pub.lately.indexOf(name) : pub.lately.length);
  return [...pub.houses].sort((one, other) => place(one) - place(other));
}

/** @param {Form} form @param {Variant} variant */
function variantCard(form, variant) {
  const pick = () => choose(form, { variant: variant.variant, house: null, options: {} });
  const on = form.chosen.variant === variant.variant && form.chosen.house === null;
  return card(form, { name: variant.title, what: null, least: variant.players_min, most: variant.players_max, on, pick, variant, options: {} });
}

/** @param {Form} form @param {House} house */
function houseCard(form, house) {
  const variant = variantOf(house.base);
  const pick = () => choose(form, { variant: house.base, house: house.name, options: { ...house.options } });
  const limits = { least: Number(house.options.players_min ?? variant.players_min), most: Number(house.options.players_max ?? variant.players_max) };
  const what = t("setup.house_of", { game: variant.title });
  return card(form, { name: house.name, what, ...limits, on: form.chosen.house === house.name, pick, variant, options: house.options });
}

/**
 * @param {Form} form
 * @param {{ name: string, what: string | null, least: number, most: number, on: boolean, pick: () => void, variant: Variant, options: Options }} options
 */
function card(form, { name, what, least, most, on, pick, variant, options }) {
  return h(
    "li",
    { class: on ? "card on" : "card" },
    h(
      "button",
      { type: "button", class: "pick", "aria-pressed": String(on), "data-focus": `game ${name}`, onclick: pick },
      h("b", {}, name),
      what ? h("span", {}, what) : null,
      h("small", {}, t("setup.players", { least, most })),
    ),
    h(
      "button",
      { type: "button", class: "tool rules", "data-focus": `rules ${name}`, "aria-label": t("rules.of", { game: name }), onclick: () => openRules(name, variant.variant, options) },
      t("rules"),
    ),
  );
}

/** @param {Form} form @param {Partial<Chosen>} choice */
function choose(form, choice) {
  Object.assign(form.chosen, choice, { counter: null });
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
  openSheet("rules-sheet", t("rules.of", { game: name }), () => box);
  const asked = new URLSearchParams({ language: language(), ...options });
  try {
    box.replaceChildren(...ruleSections(await fetchJson(`/api/rules/${variant}?${asked}`)));
  } catch (error) {
    const { said } = /** @type {{ said?: Reply }} */ (error);
    box.replaceChildren(h("p", { class: "error" }, said ? errorWords(said.error) : t("error.away")));
  }
}

/** @param {GameRules} rules */
function ruleSections(rules) {
  /** @param {string[]} lines */
  const list = (lines) => h("ul", {}, lines.map((line) => h("li", {}, line)));
  const changed = rules.changed.length ? [h("h3", {}, t("rules.changed")), list(rules.changed)] : [];
  const sections = rules.sections.flatMap((one) => [h("h3", {}, one.heading), list(one.sentences.map((each) => each.text))]);
  return [...changed, ...sections];
}

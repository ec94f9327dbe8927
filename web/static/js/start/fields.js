// What else a game begins with: its house rules, who begins, what is counted in, teams, and mats at the start.

import { sheetKey } from "../shared/dialog.js";
import { h, show } from "../shared/dom.js";
import { openHouse } from "./houserules.js";
import { changedOptions, handicapMost, playersOf, pub, teamCounts, variantOf } from "./pub.js";
import { drawRows } from "../shared/rows.js";
import { has, language, t, tn } from "../shared/words.js";

/** @param {Form} form */
export function drawMore(form) {
  const { chosen, parts } = form;
  show(parts.more, [language(), pub.regulars, pub.presets, pub.locked, chosen], () => {
    const variant = variantOf(chosen.variant);
    const fields = listFields(form, variant);
    const formed = Object.keys(playersOf(chosen, variant).teams);
    return [
      drawRows("c-opt", [{ kind: "past", cell: (one) => one.label }, { cell: (one) => drawField(form, one) }, { cell: (one) => one.more }], fields),
      pub.locked ? h("p", { class: "hint past" }, t("house.locked")) : null,
      formed.length ? h("p", { class: "hint past teams" }, formed.join(", ")) : null,
      handicaps(form, variant),
    ];
  });
}

/** The fields of this game, each with its choices; those with only one are left out. @param {Form} form @param {Variant} variant @returns {StartField[]} */
function listFields(form, variant) {
  const { chosen } = form;
  const { players } = playersOf(chosen, variant);
  const counts = teamCounts(chosen, variant);
  const deals = variant.begun_by === "dealer";
  /** @type {StartField[]} */
  const fields = [
    rulesField(form, variant),
    { key: "leader", label: t(deals ? "setup.dealer" : "setup.leader"), now: chosen.leader, choices: [[null, t(deals ? "setup.draw" : "setup.roll_off")], ...players.map((name) => /** @type {[string, string]} */ ([name, name]))] },
    { key: "counter", label: t("setup.counter"), now: chosen.counter ?? variant.counters[0], choices: variant.counters.map((one) => [one, t(`counter.${one}`)]) },
    { key: "teams", label: t("setup.teams"), now: chosen.teams, choices: counts.length ? [[0, t("setup.no_teams")], ...counts.map((count) => /** @type {[number, string]} */ ([count, tn("setup.teams_of", count)]))] : [] },
  ];
  return fields.filter((one) => one.choices.length > 1 || one.more);
}

/**
 * The rules of the game: as in the book, as a region plays it, or as they were changed here.
 * @param {Form} form
 * @param {Variant} variant
 * @returns {StartField}
 */
function rulesField({ chosen, ...form }, variant) {
  const known = [{ name: "", words: has(`preset.${variant.variant}`) ? t(`preset.${variant.variant}`) : t("house.none"), options: {} }, ...pub.presets.filter((one) => one.base === variant.variant).map((one) => ({ ...one, words: t(`preset.${one.name}`) }))];
  const now = known.findIndex((one) => sameOptions(variant, one.options, chosen.options));
  const changed = Object.keys(changedOptions(variant, chosen.options)).length;
  /** @type {StartField["choices"]} */
  const choices = known.map((one, place) => [place, one.words]);
  if (now < 0) choices.push([-1, chosen.house ?? tn("house.changed", changed)]);
  return {
    key: "house",
    label: t("house"),
    now,
    choices: pub.locked ? choices.filter(([place]) => place === now) : choices,
    set: (place) => Object.assign(chosen, { house: null, options: { ...known[Number(place)].options }, counter: null }),
    more: pub.locked ? null : sheetKey(t("house.change"), () => openHouse({ chosen, ...form }, variant), { kind: "key2", focus: "house rules" }),
  };
}

/** @param {Variant} variant @param {Options} one @param {Options} other */
function sameOptions(variant, one, other) {
  const [here, there] = [one, other].map((each) => JSON.stringify(Object.entries(changedOptions(variant, each)).sort()));
  return here === there;
}

/** @param {Form} form @param {StartField} field */
function drawField(form, { key, label, now, choices, set }) {
  /** @type {On<Event>} */
  const pick = ({ target }) => {
    const value = choices[/** @type {HTMLSelectElement} */ (/** @type {unknown} */ (target)).selectedIndex][0];
    if (set) set(value);
    else Object.assign(form.chosen, { [key]: value });
    form.tell(null);
  };
  return h("select", { class: "field b", "aria-label": label, "data-focus": key, onchange: pick }, choices.map(([value, words]) => h("option", { value: String(value), selected: value === now }, words)));
}

/**
 * Each player's mats at the start, if the house rules allow it: a tap adds one, after the most it returns to none.
 * @param {Form} form
 * @param {Variant} variant
 */
function handicaps(form, variant) {
  const most = handicapMost(form.chosen, variant);
  if (!most) return null;
  const given = form.chosen.handicap;
  /** @param {string} name */
  const one = (name) => {
    const more = () => {
      given[name] = ((given[name] ?? 0) + 1) % (most + 1);
      form.tell(null);
    };
    return sheetKey([name, h("b", {}, String(Math.min(given[name] ?? 0, most)))], more, { kind: "key2", focus: `handicap ${name}`, "aria-pressed": String(Boolean(given[name])), "data-repeat": true });
  };
  return h("div", { class: "flow", role: "group", "aria-label": t("setup.handicap") }, h("span", { class: "t1 past" }, t("setup.handicap")), playersOf(form.chosen, variant).players.map(one));
}

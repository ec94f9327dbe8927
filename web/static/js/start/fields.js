// What else a game begins with: its house rules, who begins, what is counted in, teams, and mats at the start.

import { choiceField, smallKey, hint } from "../shared/controls.js";
import { h, redraw, drawRows } from "../shared/dom.js";
import { openHouse } from "./houserules.js";
import { chosen, handicapMost, playersNow, teamCounts } from "./chosen.js";
import { changedOptions, pub, variantOf } from "./pub.js";
import { has, t, tn } from "../shared/words.js";

/** @param {Form} form */
export function drawMore(form) {
  const formed = Object.keys(playersNow().teams);
  const drawField = (/** @type {StartField} */ { key, label, now, choices, set }) => {
    const pick = (/** @type {StartField["choices"][number][0]} */ value) => {
      Object.assign(chosen, set ? set(value) : { [key]: value });
      form.tell(null);
    };
    return choiceField(choices, now, pick, { class: "field b", "aria-label": label, "data-focus": key });
  };
  redraw(form.parts.more, [
    drawRows("c-opt", [{ kind: "past", cell: (one) => one.label }, { cell: drawField }, { cell: (one) => one.more }],
      listFields(form)),
    pub.locked ? hint(t("house.locked")) : null,
    formed.length ? h("p.hint.past.teams", formed.join(", ")) : null,
    handicaps(form),
  ]);
}

/** @param {Form} form */
function listFields(form) {
  const variant = variantOf(chosen.variant);
  const deals = variant.begun_by === "dealer";
  /** @type {StartField[]} */
  const fields = [
    rulesField(form, variant),
    { key: "leader", label: t(deals ? "setup.dealer" : "setup.leader"), now: chosen.leader,
      choices: [[null, t(deals ? "setup.draw" : "setup.roll_off")],
        ...playersNow().players.map((name) => /** @type {[string, string]} */ ([name, name]))] },
    { key: "counter", label: t("setup.counter"), now: chosen.counter ?? variant.counters[0],
      choices: variant.counters.map((one) => [one, t(`counter.${one}`)]) },
    { key: "teams", label: t("setup.teams"), now: chosen.teams, choices: [[0, t("setup.no_teams")],
      ...teamCounts().map((count) => /** @type {[number, string]} */ ([count, tn("setup.teams_of", count)]))] },
  ];
  return fields.filter((one) => one.choices.length > 1 || one.more);
}

/** @param {Form} form @param {Variant} variant @returns {StartField} */
function rulesField(form, variant) {
  const known = [{ name: "", words: has(`preset.${variant.variant}`) ? t(`preset.${variant.variant}`) : t("house.none"),
    options: {} }, ...pub.presets.filter((one) => one.base === variant.variant)
    .map((one) => ({ ...one, words: t(`preset.${one.name}`) }))];
  const changed = (/** @type {Options} */ options) => Object.entries(changedOptions(variant, options)).sort();
  const now =
    known.findIndex((one) => JSON.stringify(changed(one.options)) === JSON.stringify(changed(chosen.options)));
  /** @type {StartField["choices"]} */
  const choices = known.map((one, place) => [place, one.words]);
  if (now < 0) choices.push([-1, chosen.house ?? tn("house.changed", changed(chosen.options).length)]);
  return {
    key: "house",
    label: t("house"),
    now,
    choices: pub.locked ? choices.filter(([place]) => place === now) : choices,
    set: (place) => ({ house: null, options: { ...known[Number(place)].options }, counter: null }),
    more: pub.locked ? null : smallKey(t("house.change"), () => openHouse(form, variant), { focus: "house rules" }),
  };
}

/** Each player's mats at the start, if the house rules allow it: a tap adds one, after the most it returns to none.
 * @param {Form} form */
function handicaps(form) {
  const most = handicapMost();
  if (!most) return null;
  const given = chosen.handicap;
  const keys = playersNow().players.map((name) => {
    const more = () => {
      given[name] = ((given[name] ?? 0) + 1) % (most + 1);
      form.tell(null);
    };
    return smallKey([name, h("b", String(Math.min(given[name] ?? 0, most)))], more,
      { focus: `handicap ${name}`, "aria-pressed": String(Boolean(given[name])), "data-repeat": true });
  });
  return h("div.flow", { role: "group", "aria-label": t("setup.handicap") }, h("span.t1.past", t("setup.handicap")),
    keys);
}

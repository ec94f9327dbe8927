// Who begins, the counter, and the house's own rules: chosen in a list, for this game or saved by name.

import { openSheet } from "../shared/dialog.js";
import { h, show } from "../shared/dom.js";
import { openRules } from "./games.js";
import { LONGEST, MOST_HOUSES, fetchJson, changedOptions, handicapMost, playersOf, pub, saveHouses, seatedGuests, teamCounts, variantOf } from "./pub.js";
import { has, language, t, tn } from "../shared/words.js";

/** @param {Form} form */
export function drawMore(form) {
  const { chosen, parts } = form;
  parts.more.style.minHeight = `${parts.more.offsetHeight}px`; // a column that is scrolled to its end would move if it got shorter
  show(parts.more, [language(), pub.regulars, chosen], () => {
    const variant = variantOf(chosen.variant);
    const house = pub.locked ? h("p", { class: "hint" }, t("house.locked")) : houseButton(form, variant);
    return [house, leaders(form, variant), counters(form, variant), handicaps(form, variant), ...teams(form, variant)]; // what every game has stays where it is
  });
}

/**
 * @param {Form} form
 * @param {string} label
 * @param {"teams" | "leader" | "counter"} key
 * @param {Array<[unknown, string]>} choices
 * @param {unknown} usual
 * @param {{ absent?: unknown[], room?: string[] }} [more] `absent`: choices that keep their places, but cannot be chosen;
 * `room`: lines for which label and first choice have room, so that the others stand in the same places in any game
 */
function chips(form, label, key, choices, usual, { absent = [], room = [] } = {}) {
  /** @param {[unknown, string]} choice */
  const one = ([value, words]) => {
    const on = (form.chosen[key] ?? usual) === value;
    const pick = () => {
      Object.assign(form.chosen, { [key]: value });
      form.tell(null);
    };
    return h("button", { type: "button", class: "chip", "aria-pressed": String(on), "data-focus": `${key} ${value}`, disabled: absent.includes(value), onclick: pick }, h("span", { class: "nick-of", "data-room": value === null ? room[1] : null }, words));
  };
  return h("div", { class: "chips", role: "group", "aria-label": label }, h("span", { class: "label", "data-room": room[0] }, label), choices.map(one));
}

/** A value with its words. @param {unknown} value @param {string} words @returns {[unknown, string]} */
function choiceOf(value, words) {
  return [value, words];
}

/**
 * The number of teams, if the house rules allow some: they sit by turns, and are named below.
 * @param {Form} form
 * @param {Variant} variant
 */
function teams(form, variant) {
  const counts = teamCounts(form.chosen, variant);
  if (!counts.length) return [];
  const formed = Object.keys(playersOf(form.chosen, variant).teams);
  /** @type {Array<[unknown, string]>} */
  const choices = [[0, t("setup.no_teams")], ...counts.map((count) => choiceOf(count, tn("setup.teams_of", count)))];
  return [chips(form, t("setup.teams"), "teams", choices, 0), formed.length ? h("p", { class: "hint teams" }, formed.join(", ")) : null];
}

/** @param {Form} form @param {Variant} variant */
function leaders(form, variant) {
  const deals = variant.begun_by === "dealer";
  const { players, teams: formed } = playersOf(form.chosen, variant);
  const names = Object.keys(formed).length ? players : seatedGuests().map((one) => one.name);
  const room = [`${t("setup.dealer")}\n${t("setup.leader")}`, `${t("setup.draw")}\n${t("setup.roll_off")}`];
  return chips(form, t(deals ? "setup.dealer" : "setup.leader"), "leader", [[null, t(deals ? "setup.draw" : "setup.roll_off")], ...names.map((name) => choiceOf(name, name))], null, { absent: names.filter((name) => !players.includes(name)), room });
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
    return h("button", { type: "button", class: "chip", "aria-pressed": String(Boolean(given[name])), "data-focus": `handicap ${name}`, "data-repeat": true, onclick: more }, h("span", { class: "nick-of" }, name), h("b", {}, String(Math.min(given[name] ?? 0, most))));
  };
  return h("div", { class: "chips", role: "group", "aria-label": t("setup.handicap") }, h("span", { class: "label" }, t("setup.handicap")), playersOf(form.chosen, variant).players.map(one));
}

/** @param {Form} form @param {Variant} variant */
function counters(form, variant) {
  if (variant.counters.length < 2) return null;
  const all = new Set(pub.variants.flatMap((one) => one.counters)); // in one order for all games
  const choices = [...all].filter((one) => variant.counters.includes(one)).map((one) => choiceOf(one, t(`counter.${one}`)));
  return chips(form, t("setup.counter"), "counter", choices, variant.counters[0]);
}

/** @param {Form} form @param {Variant} variant */
function houseButton(form, variant) {
  const changed = Object.keys(changedOptions(variant, form.chosen.options)).length;
  const words = changed ? tn("house.changed", changed) : t("house.none");
  return h(
    "button",
    { type: "button", class: "tool house", "data-focus": "house", onclick: () => openHouse(form, variant) },
    h("b", {}, t("house")),
    h("span", {}, words),
  );
}

/** The options of a variant as a list of choices. @param {Form} form @param {Variant} variant */
function openHouse(form, variant) {
  const options = { ...form.chosen.options };
  const error = h("p", { class: "error", role: "alert" });
  const name = h("input", { type: "text", value: form.chosen.house ?? "", maxlength: LONGEST, autocomplete: "off", "aria-label": t("house.name"), placeholder: t("house.name") });
  openSheet("house-sheet", t("house.title", { game: variant.title }), (close) => {
    /** @param {string | null} house */
    const use = (house) => {
      Object.assign(form.chosen, { house, options: changedOptions(variant, options), counter: null });
      close();
      form.tell(null);
    };
    /** @param {() => unknown} then */
    const tried = (then) => async (/** @type {Event} */ event) => {
      event.preventDefault();
      error.textContent = await contradiction(variant, options);
      if (!error.textContent) await then();
    };
    const keep = async () => {
      const house = { name: name.value.trim().replace(/\s+/gu, " "), base: variant.variant, options: changedOptions(variant, options) };
      error.textContent = await keepHouse(house);
      if (!error.textContent) use(house.name);
    };
    return [
      h("ul", { class: "options-list" }, variant.options.map((one) => choice(variant, one, options))),
      form.chosen.house ? h("button", { type: "button", class: "strike", onclick: () => strikeHouse(form, close) }, t("house.strike", { name: form.chosen.house })) : null,
      h(
        "footer",
        { class: "choices" },
        error,
        h("button", { type: "button", onclick: () => openRules(variant.title, variant.variant, changedOptions(variant, options)) }, t("rules")),
        h("button", { type: "button", class: "primary", onclick: tried(() => use(null)) }, t("house.once")),
        pub.keeps ? h("form", { class: "newcomer", onsubmit: tried(keep) }, name, h("button", { type: "submit" }, t("house.keep"))) : null,
      ),
    ];
  });
}

/** @param {Variant} variant @param {Option} option @param {Options} options */
function choice(variant, option, options) {
  const now = options[option.option] ?? option.value;
  const line = h("li", { class: now === option.value ? null : "changed" });
  /** @type {On<Event>} */
  const pick = (event) => {
    const { value } = option.values[/** @type {HTMLSelectElement} */ (/** @type {unknown} */ (event.target)).selectedIndex];
    options[option.option] = value;
    line.classList.toggle("changed", value !== option.value);
  };
  if (option.longest) return wordingField(option, options, now, line);
  const select = h("select", { onchange: pick, name: option.option }, option.values.map((one, place) => h("option", { value: place, selected: one.value === now }, one.text)));
  line.append(h("label", {}, h("span", {}, option.label), select));
  return line;
}

/**
 * The house's own wording of an option.
 * @param {Option} option
 * @param {Options} options
 * @param {unknown} now
 * @param {HTMLElement} line
 */
function wordingField(option, options, now, line) {
  /** @type {On<Event>} */
  const said = (event) => {
    options[option.option] = event.target.value.trim();
    line.classList.toggle("changed", options[option.option] !== option.value);
  };
  const input = h("input", { type: "text", name: option.option, value: now, maxlength: option.longest, autocomplete: "off", oninput: said });
  line.append(h("label", {}, h("span", {}, option.label), input));
  return line;
}

/**
 * Let the scorer check whether these options go together; returns its sentence, or nothing.
 * @param {Variant} variant
 * @param {Options} options
 */
async function contradiction(variant, options) {
  try {
    await fetchJson(`/api/rules/${variant.variant}?${new URLSearchParams({ language: language(), ...changedOptions(variant, options) })}`);
    return "";
  } catch (error) {
    return t(/** @type {{ said?: Reply }} */ (error).said ? "house.wrong" : "error.away");
  }
}

/** Save house rules by their name; those of the same name are replaced. Returns the error. @param {House} house */
async function keepHouse(house) {
  if (!house.name) return t("house.nameless");
  const others = pub.houses.filter((one) => one.name.toLowerCase() !== house.name.toLowerCase());
  if (others.length >= MOST_HOUSES) return t("house.full", { n: MOST_HOUSES });
  pub.houses = [...others, house];
  const reply = await saveHouses();
  return reply.ok ? "" : t(has(`error.${reply.error.code}`) ? `error.${reply.error.code}` : "setup.not_kept");
}

/** @param {Form} form @param {() => void} close */
async function strikeHouse(form, close) {
  pub.houses = pub.houses.filter((one) => one.name !== form.chosen.house);
  Object.assign(form.chosen, { house: null, options: {}, counter: null });
  close();
  form.tell(null);
  const reply = await saveHouses();
  if (!reply.ok) form.tell(t("setup.not_kept"));
}

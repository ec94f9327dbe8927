// The house's own rules: each option with the sentence that it means, for this game or kept by name.

import { button, openSheet, formOf, smallKey } from "../shared/controls.js";
import { drawDice } from "../shared/dice.js";
import { h, redraw } from "../shared/dom.js";
import { chosen } from "./chosen.js";
import { openRules } from "./games.js";
import { LONGEST, MOST_HOUSES, change, changedOptions, fetchJson, pub } from "./pub.js";
import { has, language, t } from "../shared/words.js";

/** @typedef {{ variant: Variant, options: Options, texts: OptionWords[] | null, asked: string, error: HTMLElement,
 * list: HTMLElement, code: HTMLElement }} HouseForm */

/** The options of a variant, with the keys to play by them. @param {Form} form @param {Variant} variant */
export function openHouse(form, variant) {
  const { house } = chosen;
  const name = h("input.field", { type: "text", value: house ?? "", maxlength: LONGEST, autocomplete: "off",
    "aria-label": t("house.name"), placeholder: t("house.name") });
  /** @type {HouseForm} */
  const sheet = { variant, options: { ...chosen.options }, texts: null, asked: "",
    error: h("p.error.b", { role: "alert" }), list: h("ul.options-list"), code: h("div") };
  const changed = () => changedOptions(variant, sheet.options);
  const typed = () => name.value.trim().replace(/\s+/gu, " ");
  openSheet("house-sheet", t("house.title", { game: variant.title }), (close) => {
    /** @param {string | null} own @param {Options} options */
    const use = (own, options) => {
      Object.assign(chosen, { house: own, options, counter: null });
      close();
      form.tell(null);
    };
    const once = async () => (await readOptions(sheet)) && use(null, changed());
    const keep = async () => {
      if (!(await readOptions(sheet))) return;
      sheet.error.textContent = await keepHouse({ name: typed(), base: variant.variant, options: changed() });
      if (!sheet.error.textContent) use(typed(), changed());
    };
    const strike = async () => {
      const struck = change("houses", (now) => now.filter((one) => one.name !== house));
      use(null, {});
      if (!(await struck).ok) form.tell(t("setup.not_kept"));
    };
    readOptions(sheet);
    return {
      body: [ // the keys come first: what an option says never moves them
        pub.keeps ? formOf(keep, { class: "newcomer" }, name,
          h("button.key2", { type: "submit", "data-focus": "keep" }, t("house.keep"))) : null,
        smallKey(t("house.share"), () => showCode(sheet, typed()), { focus: "share" }),
        house ? smallKey(t("house.strike", { name: house }), strike, { focus: "strike" }) : null,
        sheet.code,
        sheet.error,
        sheet.list,
      ],
      foot: [button(t("rules"), () => openRules(variant.title, variant.variant, changed()), { focus: "rules" }),
        button(t("house.once"), once, { kind: "go", focus: "once" })],
    };
  });
}

/** Show the chosen rules as a code: scanned, it opens them at another table. @param {HouseForm} sheet
 * @param {string} name */
function showCode({ code, variant, options }, name) {
  const asked = new URLSearchParams({ ...changedOptions(variant, options), ...(name ? { house: name } : {}) });
  const hint = t("house.share_hint");
  code.replaceChildren(h("img",
    { src: `/rules-code/${variant.variant}.svg?${asked}`, alt: hint, width: 260, height: 260 }), h("p.t1.past", hint));
  code.scrollIntoView({ block: "end" });
}

/**
 * Ask the table what the options mean as they are chosen now, and draw them. Returns whether they go together; if not,
 * what was drawn stays, with a sentence below.
 * @param {HouseForm} sheet
 */
async function readOptions(sheet) {
  const { variant, options, error } = sheet;
  const set = new URLSearchParams({ language: language(), ...changedOptions(variant, options) });
  const asked = `/api/rules/${variant.variant}/options?${set}`;
  sheet.asked = asked;
  sheet.code.replaceChildren(); // it was that of other options
  try {
    const texts = await fetchJson(asked);
    if (sheet.asked !== asked) return false; // another choice was made meanwhile
    sheet.texts = texts.options;
    error.textContent = "";
  } catch (failed) {
    error.textContent = t(/** @type {{ said?: Reply }} */ (failed).said ? "house.wrong" : "error.away");
  }
  redraw(sheet.list, sheet.texts?.map((one) => drawOption(sheet, one)));
  return !error.textContent;
}

/** @param {HouseForm} sheet @param {OptionWords} words */
function drawOption(sheet, { option, usual, values, longest, label }) {
  const { options } = sheet;
  const now = options[option] ?? usual;
  const { says, dice } = values.find((one) => String(one.value) === String(now)) ?? { says: [], dice: [] };
  const set = (/** @type {Options[string]} */ value) => {
    options[option] = value;
    readOptions(sheet);
  };
  const props = { class: "field", name: option, "data-focus": `option ${option}` };
  const choices = h("select", { ...props, onchange: ({ target }) => set(values[target.selectedIndex].value) },
    values.map((one, place) =>
      h("option", { value: place, selected: String(one.value) === String(now), disabled: !one.fits }, one.text)));
  const field = longest ? h("input", { ...props, type: "text", value: now, maxlength: longest, autocomplete: "off",
    onchange: ({ target }) => set(target.value.trim()) }) : choices;
  return h("li", { class: String(now) === String(usual) ? null : "changed" }, h("label", h("span.past", label), field),
    h("p.says", says.join(" ")), dice.length ? drawDice(dice) : null);
}

/** Save house rules by their name; those of the same name are replaced. Returns the error. @param {House} house */
async function keepHouse(house) {
  if (!house.name) return t("house.nameless");
  const isOther = (/** @type {House} */ one) => one.name.toLowerCase() !== house.name.toLowerCase();
  if (pub.houses.filter(isOther).length >= MOST_HOUSES) return t("house.full", { n: MOST_HOUSES });
  const reply = await change("houses", (now) => [...now.filter(isOther), house]);
  return reply.ok ? "" : t(has(`error.${reply.error.code}`) ? `error.${reply.error.code}` : "setup.not_kept");
}

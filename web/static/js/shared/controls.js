// Buttons, switches, and fields that keep what was typed.

import { h } from "./dom.js";
import { t } from "./words.js";

/**
 * A large button; of the kind `go` it is the expected act, of `may` its equal alternative.
 * @param {string} kind
 * @param {Child} words
 * @param {() => unknown} onclick
 * @param {{ disabled?: boolean, focus?: Child }} [options]
 */
export function button(kind, words, onclick, { disabled = false, focus = words } = {}) {
  return h("button", { class: `btn ${kind}`.trim(), "data-focus": focus, onclick, disabled }, words);
}

/**
 * A switch with two choices, [words, whether it is on]; a tap anywhere on it selects the other one.
 * @param {Array<[string, boolean]>} choices
 * @param {() => unknown} onclick
 * @param {string} focus
 */
export function twoWay(choices, onclick, focus) {
  const halves = choices.map(([words, on]) => h("span", { class: on ? "half on" : "half" }, words));
  const now = choices.find(([, on]) => on)?.[0] ?? "";
  return h("button", { class: "switch", "aria-label": now, "data-focus": focus, onclick }, halves);
}

/** A small button at the foot. @param {string} focus @param {string} words @param {() => unknown} onclick @param {Props} [props] */
export function chip(focus, words, onclick, props = {}) {
  return h("button", { class: "key2", "data-focus": focus, onclick, ...props }, words);
}

/** Half-typed text by the field's name: it outlives every redraw until it is sent. @type {Map<string, string>} */
const drafts = new Map();

/**
 * A field that keeps half-typed text. `name`: unique on its page; `value`: its text before anybody types.
 * @param {string} name
 * @param {string} value
 * @param {Props} [props]
 * @param {"input" | "textarea"} [tag]
 */
export function draftField(name, value, props = {}, tag = "input") {
  const kind = tag === "input" ? { type: "text", autocomplete: "off" } : {};
  const field = /** @type {HTMLInputElement} */ (h(tag, { ...kind, ...props, value: drafts.get(name) ?? value, "data-focus": name }));
  field.addEventListener("input", () => {
    if (field.value === value) drafts.delete(name);
    else drafts.set(name, field.value);
  });
  return field;
}

/** Forget what was typed into a field: it was sent. @param {string} name */
export function forgetDraft(name) {
  drafts.delete(name);
}

/** The way back to the table, on pages beside the board: a guest's phone only looks on there. */
export function wayBack() {
  return h("a", { class: "way-back", "data-focus": "back", href: "/" }, h("span", { "aria-hidden": "true" }, "←"), " ", t("page.back"));
}

/** Open a sheet over the board, or show its next step; null closes it. @param {Page} page @param {Sheet | null} sheet */
export function setSheet(page, sheet) {
  page.mine.sheet = sheet;
  page.draw();
}

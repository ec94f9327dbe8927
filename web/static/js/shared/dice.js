// Draws dice and the cup. The pips are in the style sheet: no file, no font, any size.

import { h, s } from "./dom.js";
import { t } from "./words.js";
import { icon } from "./icons.js";

/** Draw one die of design.css; null draws the place of one that is not thrown yet. @param {number | null | undefined} value @param {string} [kind] */
export function drawDie(value, kind = "") {
  return h("i", { class: `die d${value ?? 0} ${kind}`.trim(), role: "img", "aria-label": value ? t("die", { value }) : t("die.empty"), "data-value": value ?? "" });
}

/**
 * Draw a die that may be tapped; `pressed` where the tap chooses it.
 * @param {number} value
 * @param {{ kind?: string, label: string, focus: string, pressed?: boolean | null, onclick: () => unknown }} options
 */
export function drawTouch(value, { kind = "", label, focus, pressed = null, onclick }) {
  return h("button", { class: "touch", "aria-pressed": pressed === null ? null : String(pressed), "aria-label": label, "data-focus": focus, onclick }, drawDie(value, kind));
}

/** Draw dice of one size side by side, as `design.css` knows them; `kindOf` may add a class to one ("held"). @param {number[]} values @param {(place: number) => string} [kindOf] */
export function drawDice(values, kindOf = () => "") {
  const each = values.map((value, place) => h("i", { class: `die d${value} ${kindOf(place)}`.trim(), "data-value": value }));
  return h("span", each.length ? { class: "dice", role: "img", "aria-label": values.join(" ") } : {}, each);
}

/**
 * Show the camera's own picture of a die. A missing picture leaves its place empty.
 * @param {string} url
 * @param {number} size
 * @param {string | null} [kind]
 */
export function crop(url, size, kind = null) {
  /** @param {MouseEvent} event */
  /** @type {On<Event>} */
  const gone = (event) => {
    event.currentTarget.style.visibility = "hidden";
  };
  return h("img", { class: kind, src: url, alt: t("crop"), width: size, height: size, onerror: gone });
}

/** Draw the cup, standing mouth down on the table. */
export function cup() {
  return s(
    "svg",
    { class: "cup", viewBox: "0 0 120 130", role: "img", "aria-label": t("cup") },
    s("ellipse", { cx: 60, cy: 116, rx: 54, ry: 11, class: "shade" }),
    s("path", { d: "M26 18 Q60 6 94 18 L108 112 Q60 126 12 112 Z", class: "leather" }),
    s("ellipse", { cx: 60, cy: 18, rx: 34, ry: 8, class: "bottom" }),
    s("path", { d: "M16 88 Q60 102 104 88 L106 98 Q60 112 14 98 Z", class: "band" }),
  );
}

/**
 * Draw six keys, one a face; `tap(value)` receives the value. `back` deletes the last die, null with none.
 * @param {(value: number) => void} tap
 * @param {{ off?: boolean, back?: (() => void) | null }} [options]
 */
export function drawFaces(tap, { off = false, back } = {}) {
  return h(
    "div",
    { class: back === undefined ? "keys faces six" : "keys faces" },
    [1, 2, 3, 4, 5, 6].map((value) =>
      h(
        "button",
        { class: "key face", "aria-label": t("die", { value }), "data-face": value, "data-focus": `face${value}`, "data-repeat": true, disabled: off, onclick: () => tap(value) }, // two equal dice are two quick taps
        drawDie(value),
      ),
    ),
    back === undefined ? null : h("button", { class: "key past t2", "aria-label": t("hand.clear"), title: t("hand.clear"), "data-focus": "clear", disabled: !back, onclick: back ?? (() => {}) }, icon("clear")),
  );
}

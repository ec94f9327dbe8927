// Draws dice and the cup. The pips are in the style sheet: no file, no font, any size.

import { h, s } from "./dom.js";
import { t } from "./words.js";
import { icon } from "./icons.js";

/** Draw one die of design.css; null draws the outline of one that is in the cup. @param {number | null | undefined} value @param {string} [kind] */
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

/** The cup on its felt, by its parts: [tag, attributes]. @type {Array<["ellipse" | "path" | "rect", Props]>} */
const CUP = [
  ["path", { d: "M58 34 76 182c0 10 88 10 88 0l18-148z", fill: "#7a4a2b" }],
  ["path", { d: "M134 44h44l-16 138c0 5-14 8-30 8z", fill: "#5f3820" }],
  ["path", { d: "M61 60c10 13 108 13 118 0l-2 14c-12 12-102 12-114 0z", fill: "#4a2b18" }],
  ["ellipse", { cx: 120, cy: 34, rx: 62, ry: 18, fill: "#9a6340" }],
  ["ellipse", { cx: 120, cy: 35, rx: 54, ry: 14, fill: "#2a170d" }],
  ["path", { d: "M79 21l31-10 8 25-30 10c-6-2-9-4-11-9z", fill: "#f7f1e1" }],
  ["path", { d: "M134 8l32 8-8 30c-10 2-22 3-32 2z", fill: "#f7f1e1" }],
  ["path", { d: "M97 46l26-27 26 27c-18 4-36 4-52 0z", fill: "#e7dfc8" }],
  ["ellipse", { cx: 95, cy: 27, rx: 4, ry: 4, fill: "#c2281f" }],
  ["path", { d: "M66 66c16 10 92 10 108 0", fill: "none", stroke: "#c79a6e", "stroke-width": 2, "stroke-dasharray": "5 5" }],
];

/** Draw the cup with the dice in it. It tilts now and then where motion is wanted. */
export function drawCup() {
  return s(
    "svg",
    { class: "cup waits", viewBox: "0 0 240 220", role: "img", "aria-label": t("cup") },
    s("ellipse", { cx: 120, cy: 186, rx: 116, ry: 30, fill: "#1c4a39", stroke: "#2d6b52", "stroke-width": 3 }),
    s("ellipse", { cx: 120, cy: 190, rx: 74, ry: 15, fill: "#0d1512", opacity: 0.45 }),
    s("g", { class: "tilts" }, CUP.map(([tag, props]) => s(tag, props))),
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

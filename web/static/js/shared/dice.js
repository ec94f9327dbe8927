// Draws dice and the cup. The pips are in the style sheet: no file, no font, any size.

import { h } from "./dom.js";
import { t } from "./words.js";
import { icon } from "./icons.js";

/** Draw one die of design.css; null draws the outline of one that is in the cup.
 * @param {number | null | undefined} value @param {string} [kind] */
export function drawDie(value, kind = "") {
  return h("i", { class: `die d${value ?? 0} ${kind}`.trim(), role: "img",
    "aria-label": value ? t("die", { value }) : t("die.empty"), "data-value": value ?? "" });
}

/**
 * Draw a die that may be tapped; `pressed` where the tap chooses it.
 * @param {number} value
 * @param {{ kind?: string, label: string, focus: string, pressed?: boolean | null, onclick: () => unknown }} options
 */
export function drawTouch(value, { kind = "", label, focus, pressed = null, onclick }) {
  return h("button.touch", { "aria-pressed": pressed === null ? null : String(pressed), "aria-label": label,
    "data-focus": focus, onclick }, drawDie(value, kind));
}

/** Draw dice of one size side by side, as `design.css` knows them; `kindOf` may add a class to one ("held").
 * @param {number[]} values @param {(place: number) => string} [kindOf] */
export function drawDice(values, kindOf = () => "") {
  const each =
    values.map((value, place) => h("i", { class: `die d${value} ${kindOf(place)}`.trim(), "data-value": value }));
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

/** Draw the cup with the dice in it, on its felt. It tilts now and then where motion is wanted. */
export const drawCup = () => h("span.cup", { role: "img", "aria-label": t("cup") }, h("i"));

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
        "button.key.face",
        // two equal dice are two quick taps
        { "aria-label": t("die", { value }), "data-face": value, "data-focus": `face${value}`, "data-repeat": true,
          disabled: off, onclick: () => tap(value) },
        drawDie(value),
      ),
    ),
    back === undefined ? null : h("button.key.past.t2", { "aria-label": t("hand.clear"), title: t("hand.clear"),
      "data-focus": "clear", disabled: !back, onclick: back ?? (() => {}) }, icon("clear")),
  );
}

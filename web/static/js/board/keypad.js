// Six faces to tap.

import { drawDie } from "../shared/dice.js";
import { h } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { t } from "../shared/words.js";

/**
 * Draw six keys, one a face; `tap(value)` receives the value. `likely` values come first; `back` deletes the last die, null with none.
 * @param {(value: number) => void} tap
 * @param {{ off?: boolean, likely?: number[], back?: (() => void) | null }} [options]
 */
export function drawFaces(tap, { off = false, likely = [], back } = {}) {
  const order = [...new Set([...likely, 1, 2, 3, 4, 5, 6])];
  return h(
    "div",
    { class: back === undefined ? "keys faces six" : "keys faces" },
    order.map((value) =>
      h(
        "button",
        { class: "key face", "aria-label": t("die", { value }), "data-face": value, "data-focus": `face${value}`, "data-repeat": true, disabled: off, onclick: () => tap(value) }, // two equal dice are two quick taps
        drawDie(value),
      ),
    ),
    back === undefined ? null : h("button", { class: "key past t2", "aria-label": t("hand.clear"), title: t("hand.clear"), "data-focus": "clear", disabled: !back, onclick: back ?? (() => {}) }, icon("clear")),
  );
}

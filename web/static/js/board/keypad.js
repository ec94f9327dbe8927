// Six faces to tap.

import { die } from "../shared/dice.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";

/**
 * Draw six buttons, one a face; `tap(value)` receives the value. `likely` values come first and larger.
 * @param {(value: number) => void} tap
 * @param {{ off?: boolean, likely?: number[] }} [options]
 */
export function drawFaces(tap, { off = false, likely = [] } = {}) {
  const first = likely.filter((value, place) => likely.indexOf(value) === place);
  const order = [...first, ...[1, 2, 3, 4, 5, 6].filter((value) => !first.includes(value))];
  return h(
    "div",
    { class: "faces" },
    order.map((value) =>
      h(
        "button",
        {
          class: first.includes(value) ? "face likely" : "face",
          "aria-label": t("die", { value }),
          "data-face": value,
          "data-focus": `face${value}`,
          "data-repeat": true, // two equal dice are two quick taps
          disabled: off,
          onclick: () => tap(value),
        },
        die(value),
      ),
    ),
  );
}

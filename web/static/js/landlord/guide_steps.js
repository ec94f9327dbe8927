// The steps from the box to the first throw, as a list: what is done, where one is, what is left.

import { h } from "../shared/dom.js";
import { drawRows } from "../shared/rows.js";
import { t } from "../shared/words.js";

export const STEPS = ["language", "pin", "camera", "board", "light", "buttons", "tablet", "throw"];

/**
 * Draw the list beside the step `now`. `done` are the steps that are done; `open` goes to another one, where that is possible.
 * @param {string[]} steps
 * @param {string} now
 * @param {string[]} done
 * @param {((step: string) => unknown) | null} [open]
 */
export function stepList(steps, now, done, open = null) {
  /** @param {string} step */
  const state = (step) => (done.includes(step) ? h("span", { class: "safe" }, `✓ ${t("guide.done")}`) : h("span", { class: "past" }, step === now ? t("guide.now") : t("guide.left")));
  /** @type {Array<Column<string>>} */
  const columns = [
    { cell: (step) => h("button", { class: "name cut", disabled: !open || step === now, "data-focus": step, onclick: () => open?.(step) }, t(`guide_step.${step}`)) },
    { cell: state },
  ];
  return h("section", { class: "card" }, h("h2", {}, t("guide.title")), drawRows("c-said c-steps", columns, steps, (step) => ({ kind: step === now ? "now" : null, "aria-current": step === now ? "step" : null })));
}

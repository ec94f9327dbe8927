// The leader's three switches, as on the panel: each shows both of its choices, and the active one.

import { twoWay } from "../shared/controls.js";
import { handOn } from "./frame.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";

/** Whether the leader declares on this page: while he throws there is nothing to beat, and the switches stand in its place. @param {Page} page */
export function showsSwitches(page) {
  const { snapshot } = page;
  return Boolean(snapshot?.declaring && page.role === "table" && (snapshot.panel.status !== "ok" || handOn(page)));
}

/** @param {Page} page */
export function drawSwitches(page) {
  const { ones, sixes, direction } = /** @type {Snapshot} */ (page.snapshot).declare;
  /** @param {NonNullable<Command["button"]>} name */
  const press = (name) => () => page.order({ do: "press", button: name });
  return h(
    "div",
    { class: "switches" },
    twoWay([100, 1].map((value) => [`1 = ${value}`, value === ones]), press("ones"), "ones"),
    twoWay([60, 6].map((value) => [`6 = ${value}`, value === sixes]), press("sixes"), "sixes"),
    twoWay(["high", "low"].map((way) => [t(`direction.${way}`), way === direction]), press("direction"), "direction"),
  );
}

// The keys of a turn on the phone of its player, whose dice the table throws.

import { choiceKeys, declareSwitches, ofTurn, placeOf } from "../shared/choices.js";
import { button } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { t, tn } from "../shared/words.js";

const MANY = 4; // keys in a row

/** @param {GamePage} page */
export function drawDecisions(page) {
  const { due } = page.snapshot;
  const now = ofTurn(page.snapshot);
  const throws = due || now.some(({ key }) => key === "cover");
  const keys = throws
    ? [button(due ? tn("seat.throw", due, { n: due }) : t("seat.cover"), () => page.play([]),
      { kind: "go", focus: "throw" })]
    : choiceKeys(page, now, ({ act }) => page.play([act]));
  if (keys.length) {
    return [declareSwitches(page),
      h("div", { class: keys.length > MANY ? "choices seat-names" : "choices acts" }, keys)];
  }
  return page.snapshot.choices.some(({ act }) => placeOf(act)) ? h("p.say.turn.b", t("seat.place")) : null;
}

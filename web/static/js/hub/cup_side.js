// The tournament beside the tables: who sits where, and the standings, by turns.

import { show } from "../shared/dom.js";

/** Draw what there is of a tournament; without one the tables have all the room. */
export function drawSide({ hall }) {
  const box = document.getElementById("side");
  box.hidden = !hall?.cup;
  document.body.classList.toggle("with-side", !box.hidden);
  show(box, hall?.cup ?? null, () => []);
}

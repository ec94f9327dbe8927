// What every page watches from its start on: which taps can have been meant, and which boxes go on below their edge.

import { watchScrolling } from "./below.js";
import { watchTaps } from "../shared/taps.js";

/** Watch the whole page. `about`: the subject of its controls if no game gives one. @param {string} [about] */
export function watchPage(about) {
  watchTaps(about);
  watchScrolling();
}

// Reports are plain pages; only printing needs a script, which also shows its button and unfolds the games.

import { watchTaps } from "../shared/taps.js";

const button = document.getElementById("print");
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
/** Paper has no folds. */
addEventListener("beforeprint", () => {
  for (const game of document.querySelectorAll("details.game")) game.setAttribute("open", "");
});
watchTaps("report");

// Reports are plain pages; only printing needs a script, so its button shows itself with one.

import { watchTaps } from "../shared/taps.js";

const button = document.getElementById("print");
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
watchTaps("report");

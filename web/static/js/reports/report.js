// Reports are plain pages; only printing needs a script, which also shows its button.

import { watchTaps } from "../shared/taps.js";

const button = document.getElementById("print");
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
watchTaps("report");

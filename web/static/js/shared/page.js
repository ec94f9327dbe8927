// Shared by pages beside the board: the way back.

import { h } from "./dom.js";
import { t } from "./words.js";

/** Draw the way back to the previous page; without one, to the board. */
export function backButton() {
  const back = () => (history.length > 1 ? history.back() : location.assign("/watch"));
  return h("button", { class: "tool back", "data-focus": "back", onclick: back }, t("page.back"));
}

// What pages beside the board share: the way back.

import { h } from "./dom.js";
import { t } from "./words.js";

/** Draw the way back to where one came from; who came from nowhere gets the board to look at. */
export function backButton() {
  const back = () => (history.length > 1 ? history.back() : location.assign("/watch"));
  return h("button", { class: "tool back", "data-focus": "back", onclick: back }, t("page.back"));
}

// Shared by pages beside the board: the way back.

import { h } from "./dom.js";
import { t } from "./words.js";

/** Draw the way back to the table: a guest's phone only looks on there. */
export function wayBack() {
  return h("a", { class: "way-back", "data-focus": "back", href: "/" }, h("span", { "aria-hidden": "true" }, "←"), " ", t("page.back"));
}

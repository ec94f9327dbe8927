// What pages beside the board share: words before anything is drawn, and the way back.

import { h } from "./dom.js";
import { loadWords, t } from "./words.js";

const AGAIN_MS = 2000;

/** Wait until the words are there: without them there is nothing to show. */
export async function untilWords() {
  for (;;) {
    try {
      return await loadWords(document.body.dataset.assets);
    } catch {
      await new Promise((later) => setTimeout(later, AGAIN_MS));
    }
  }
}

/** Draw the way back to where one came from; who came from nowhere gets the board to look at. */
export function backButton() {
  const back = () => (history.length > 1 ? history.back() : location.assign("/watch"));
  return h("button", { class: "tool back", "data-focus": "back", onclick: back }, t("page.back"));
}

// The first line of every screen: who does what, and of a great throw, what it is.

import { hasGame } from "../shared/cards.js";
import { findElement, h, redraw } from "../shared/dom.js";
import { greatWords, nextStep } from "../shared/next_step.js";
import { isPlaying, seatOf } from "../phone/seat.js";
import { t } from "../shared/words.js";

/** @param {Page} page @param {boolean} whole @param {Result | null} great */
export function drawNext(page, whole, great) {
  const { snapshot, role } = page;
  const box = findElement("#next");
  const asks = Boolean(snapshot?.question) && role === "table";
  box.hidden = whole || asks || (!hasGame(page) && role === "table");
  redraw(box, hasGame(page) ? nextParts(page, great) : snapshot ? h("h1", t("no_game")) : []);
}

/** @param {GamePage} page @param {Result | null} great */
function nextParts(page, great) {
  const { state, next } = page.snapshot;
  /** @param {string} name */
  const named = (name) => h("bdi.n.cut", { title: name }, name);
  if (great) {
    const who = h("b.fact", named(great.player), ":");
    return h("h1", who, " ", h("span.order", greatWords(great, state)));
  }
  const throws = isPlaying(page) && next?.order === "enter"; // the table throws then
  const step = nextStep({ next: throws ? { ...next, order: "cup" } : next });
  if (!step) return [];
  const who = step.who ? h("b", named(step.who === seatOf() ? t("next.you") : step.who), ":") : null;
  const line = h("h1", who, who ? " " : null, h("span.order", step.words));
  return [line, state.throwing ? h("p.t1.past.cut", t("team.for", { team: state.to_act })) : null];
}

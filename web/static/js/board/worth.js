// Says the present worth of the dice on the board: "67: reicht nicht, 39 fehlen", "203: führt", "Schock 4".

import { fitted } from "../shared/controls.js";
import { findElement, h, show } from "../shared/dom.js";
import { resultWords } from "../shared/phrases.js";
import { language, t, tn } from "../shared/words.js";

/** @param {Page} page */
export function drawWorth(page) {
  const { snapshot } = page;
  const told = snapshot?.question || snapshot?.worth?.past; // the list shows the worth of a finished turn
  const worth = told ? null : (snapshot?.worth ?? null);
  const low = snapshot?.state?.declaration?.direction === "low";
  const box = findElement("#worth");
  show(box, [language(), worth, low, snapshot?.declare, snapshot?.variant], () =>
    worthLines(worth, snapshot?.declare, low).filter(Boolean).map((one) => fitted("div", {}, one)),
  );
  box.hidden = !worth;
  box.dataset.standing = worth?.counts[0].standing ?? "";
}

/**
 * Return the lines of worth: the one that counts, and for a leader those of his other declarations. `low`: fewer points are
 * better.
 * @param {Worth | null} worth
 * @param {Declare | null | undefined} declare
 * @param {boolean} low
 */
function worthLines(worth, declare, low) {
  if (!worth) return [];
  const [now, ...others] = orderCounts(worth, declare);
  /** @param {Count} one @param {number} place */
  const under = (one, place) => h("span", { "data-together": true }, t("worth.under", { ...one.declare }), " ", h("b", {}, valueWords(worth, one)), place < others.length - 1 ? ";" : "");
  return [h("strong", { class: "now" }, line(worth, now, low)), others.length ? h("small", { class: "under" }, others.flatMap((one, place) => [under(one, place), " "])) : null];
}

/**
 * What counts under the switches as they stand, then what the others would make of it; what is equal is said once.
 * @param {Worth} worth
 * @param {Declare | null | undefined} declare
 */
function orderCounts(worth, declare) {
  /** @param {Count} one */
  const same = (one) => one.declare?.ones === declare?.ones && one.declare?.sixes === declare?.sixes;
  const now = worth.counts.find(same) ?? worth.counts[0];
  const others = worth.counts.filter((one, place, all) => place === all.findIndex((each) => each.value === one.value));
  return [now, ...others.filter((one) => one.value !== now.value)];
}

/** @param {Worth} worth @param {Count} one @param {boolean} low */
function line(worth, one, low) {
  const value = valueWords(worth, one);
  if (one.standing === "short" && one.missing !== null) {
    const fill = { value, count: one.missing };
    return low ? tn("worth.over", one.missing, fill) : tn("worth.missing", one.missing, fill);
  }
  return t(`worth.${one.standing ?? "plain"}`, { value });
}

/** @param {Worth} worth @param {Count} one */
function valueWords(worth, one) {
  return resultWords({ ...one, dice: worth.dice });
}

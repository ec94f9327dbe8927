// Says what the dice on the board are worth now, and whether that is enough: "98 fehlen", "führt".

import { h } from "../shared/dom.js";
import { resultWords } from "../shared/phrases.js";
import { t, tn } from "../shared/words.js";

/**
 * The present worth, as a result: what counts under the switches as they stand; null where the list says it already.
 * @param {Snapshot} snapshot
 */
export function worthNow(snapshot) {
  const { declare, worth, question } = snapshot;
  if (question || !worth || worth.past) return null;
  const count = worth.counts.find((one) => one.declare?.ones === declare?.ones && one.declare?.sixes === declare?.sixes);
  return { ...(count ?? worth.counts[0]), dice: worth.dice };
}

/**
 * Return in short how the worth stands, or what a leader's other declarations would make of the dice.
 * @param {Snapshot} snapshot
 * @param {Count} now
 */
export function shortStanding(snapshot, now) {
  const others = (snapshot.worth?.counts ?? []).filter((one, place, all) => one.value !== now.value && place === all.findIndex((each) => each.value === one.value));
  if (others.length) return h("span", { class: "t1 past cut" }, others.map((one) => `${t("worth.under", { ...one.declare })} ${resultWords({ ...one, dice: null })}`).join("; "));
  const { standing, missing } = now;
  if (standing === "short" && missing !== null) {
    const low = snapshot.state?.declaration?.direction === "low";
    return h("span", { class: "loses", "data-standing": standing }, tn(low ? "worth.over" : "worth.missing", missing, { count: missing }));
  }
  return standing ? h("span", { class: standing === "short" ? "loses" : "fact", "data-standing": standing }, t(`worth.${standing}`)) : null;
}

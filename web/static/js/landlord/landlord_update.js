// The outcome of the device's last update, on the landlord's page; nothing if there was none.

import { h } from "../shared/dom.js";
import { shortDay, t } from "../shared/words.js";

/** Return the sentences; null if there was no update, or it is unknown. */
export async function lastUpdate() {
  const reply = await fetch("/api/landlord/update").catch(/** @returns {null} */ () => null);
  const { update } = reply?.ok ? await reply.json() : { update: null };
  if (!update) return null;
  const day = shortDay(update.at);
  const { old, new: to } = update;
  return [h("p", {}, t(`update.${update.result}`, { day, old, new: to }))];
}

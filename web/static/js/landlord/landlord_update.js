// How the last update of the device ended, on the landlord's page; nothing as long as there was none.

import { h } from "../shared/dom.js";
import { language, t } from "../shared/words.js";

/** Return the sentences, or null: there was no update, or the table does not tell. */
export async function lastUpdate() {
  const reply = await fetch("/api/landlord/update").catch(() => null);
  const { update } = reply?.ok ? await reply.json() : { update: null };
  if (!update) return null;
  const day = new Date(update.at * 1000).toLocaleDateString(language(), { day: "numeric", month: "numeric", year: "numeric" });
  const { old, new: to } = update;
  return [h("p", {}, t(`update.${update.result}`, { day, old, new: to }))];
}

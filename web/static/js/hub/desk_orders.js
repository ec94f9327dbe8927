// What the referee orders on any card, and what comes of it.

import { forgetDraft } from "../shared/controls.js";
import { act, say } from "../landlord/page_parts.js";

/**
 * The card of the last action, the last PIN handed out until the next act, and what draws the page again.
 * @type {{ at: HTMLElement | null, given: Fill | null, look: () => Promise<unknown> }}
 */
export const desk = { at: null, given: null, look: async () => {} };

/**
 * Carry out a change, and say so in these words. Returns false if it was refused.
 * @param {string} url
 * @param {ChangeOptions} [options]
 * @param {string} [words]
 */
export async function done(url, options, words = "") {
  const { at } = desk;
  const reply = await act(url, options);
  if (!reply) return false;
  say(words);
  desk.given = reply.pin ? /** @type {Fill} */ (/** @type {unknown} */ (reply)) : null;
  if (at) at.dataset.done = ""; // its typed or unfolded content is finished
  for (const typed of at?.querySelectorAll("[data-focus]") ?? []) forgetDraft(typed.dataset.focus ?? "");
  await desk.look();
  return true;
}

/** A decision of the referee. @param {Record<string, unknown>} body @param {string} [words] */
export const referee = (body, words) => done("/api/referee", { body }, words);

/** An event of the tournament. @param {string} kind @param {Record<string, unknown>} [said] */
export const note = (kind, said = {}) => referee({ do: "note", kind, ...said });

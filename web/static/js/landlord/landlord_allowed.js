// What the landlord allows guests' phones and the television: one switch each.

import { ask } from "../shared/commands.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { act, line, lines } from "./page_parts.js";

const WHERE = "/api/landlord/allowed";

/** Return the card's content; null if the house keeps nothing. */
export async function allowed() {
  const [told, board] = await Promise.all([ask(WHERE), ask("/api/board")]);
  if (!told) return null;
  /** @param {[string, boolean]} entry */
  const one = ([name, on]) => {
    /** @type {HTMLInputElement} */
    const box = h("input", { type: "checkbox", class: "tick", role: "switch", checked: on, "aria-label": t(`allowed.${name}`), onchange: flip });
    async function flip() {
      if (!(await act(WHERE, { method: "PUT", body: { [name]: box.checked } }))) box.checked = !box.checked;
    }
    return line(t(`allowed.${name}`), null, box);
  };
  return [h("p", {}, t("landlord.allowed_why")), lines(Object.entries(told.allowed).map(one)), board?.house?.voice ? null : h("p", { class: "hint" }, t("allowed.no_voice"))];
}

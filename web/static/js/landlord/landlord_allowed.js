// What the landlord allows guests' phones and the television: one switch each.

import { ask } from "../shared/commands.js";
import { h } from "../shared/dom.js";
import { sendChange } from "../shared/device.js";
import { t } from "../shared/words.js";

const WHERE = "/api/landlord/allowed";

/** Return the card's content; null if the house keeps nothing. `say` shows a refusal. @param {Say} say */
export async function allowed(say) {
  const box = h("div", { class: "evening" });
  const draw = async () => {
    const [told, board] = await Promise.all([ask(WHERE), ask("/api/board")]);
    if (!told) return false;
    /** @param {string} name @param {boolean} on */
    const flip = (name, on) => async () => {
      const reply = await sendChange(WHERE, { method: "PUT", body: { [name]: !on } });
      say(reply.ok ? "" : t("landlord.failed", { message: reply.error.message }));
      await draw();
    };
    /** @param {[string, boolean]} entry */
    const one = ([name, on]) => h("p", {}, h("button", { class: "big switch", id: `allow-${name}`, role: "switch", "aria-checked": String(on), onclick: flip(name, on) }, h("span", {}, t(`allowed.${name}`)), h("b", {}, t(on ? "caller.on" : "caller.off"))));
    box.replaceChildren(h("p", {}, t("landlord.allowed_why")), ...Object.entries(told.allowed).map(one), board?.house?.voice ? "" : h("p", { class: "hint" }, t("allowed.no_voice")));
    return true;
  };
  return (await draw()) ? [box] : null;
}

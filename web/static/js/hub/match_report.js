// A match report on paper needs no script; signing on the referee's device does: a tap on one's name, then one's PIN.

import { sendChange, fetchMe } from "../shared/commands.js";
import { formOf, smallKey } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { watchTaps } from "../shared/taps.js";
import { loadWords, t } from "../shared/words.js";
import { field, whyNot } from "../landlord/page_parts.js";

async function begin() {
  const print = document.getElementById("print");
  if (print) {
    print.hidden = false;
    print.addEventListener("click", () => window.print());
  }
  watchTaps("report");
  const box = document.getElementById("sign");
  if (!box) return;
  await loadWords();
  const { role } = await fetchMe().catch(() => ({ role: "viewer" }));
  if (role === "table" || role === "landlord") choose(box);
}

/** @param {HTMLElement} box @param {string} [said] */
function choose(box, said = "") {
  const { to = "", round, body, signers = "[]" } = box.dataset;
  const open = /** @type {Signer[]} */ (JSON.parse(signers)).filter((one) => one.name && !one.signed);
  const names = open.map(({ name, role }) => {
    const pin = h("input.field", { type: "password", inputmode: "numeric", pattern: "[0-9]{6}", maxlength: 6,
      required: true, autocomplete: "off" });
    const sign = async () => {
      const reply = await sendChange(to, { body: { do: "sign", round: Number(round), role, pin: pin.value, body } });
      if (reply.ok) location.reload();
      else choose(box, reply.error.code === "away" ? t("hub.lost") : whyNot(reply.error));
    };
    const type = () => {
      box.replaceChildren(
        formOf(sign, {}, field(t("match_report.pin_of", { name }), pin), h("button.key2.go", { type: "submit" },
          t("match_report.sign")), smallKey(t("landlord.no"), () => choose(box))));
      pin.focus();
    };
    return smallKey(t("match_report.sign_as", { name }), type);
  });
  box.replaceChildren(...names, h("p.said.loses", { role: "alert" }, said));
}

begin();

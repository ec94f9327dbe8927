// The landlord's card for the phone that is the camera: who it is, an invitation for another one, its end.

import { ask } from "../shared/commands.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { act } from "./page_parts.js";

const WHERE = "/api/landlord/eye";

/** Return what the card holds; `ended` is called once no phone is the eye any more. @param {() => unknown} ended */
export async function phoneEye(ended) {
  const place = h("div", { class: "parts" });
  /** @param {string} [code] */
  const draw = async (code) => {
    /** @type {Eye | null} */
    const eye = await ask(WHERE);
    if (!eye) return false;
    const invite = async () => {
      const reply = await act(WHERE);
      if (reply) draw(reply.invitation);
    };
    const end = async () => {
      if (await act(WHERE, { method: "DELETE" })) ended();
    };
    place.replaceChildren(
      h("p", {}, state(eye)),
      ...(code ? scan(code) : []),
      h("div", { class: "row-of" }, h("button", { class: "key2", id: "invite-eye", onclick: invite }, t("eye.card_invite")), eye.name ? h("button", { class: "key2", id: "end-eye", onclick: end }, t("eye.card_end")) : null),
    );
    return true;
  };
  return (await draw()) ? [h("p", {}, t("eye.card_why")), place] : null;
}

/** @param {Eye} eye */
function state({ name, here, pictures }) {
  if (!name) return t("eye.card_none");
  return here ? t("eye.card_here", { name, pictures }) : t("eye.card_away", { name });
}

/** @param {string} invitation each one has a code of its own, whatever the browser keeps */
function scan(invitation) {
  const code = h("img", { class: "code", src: `${WHERE}.svg?${encodeURIComponent(invitation.slice(-8))}`, alt: t("eye.qr") });
  return [h("p", {}, t("eye.card_scan")), code];
}

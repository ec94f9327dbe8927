// The landlord's card for the phone that is the eye: who it is, an invitation for another one, its end.

import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";

const WHERE = "/api/landlord/eye";

/**
 * Return what the card holds.
 * @param {CarryOut} act carries out a change
 * @param {() => void} again draws the landlord's page again
 */
export async function phoneEye(act, again) {
  const answer = await fetch(WHERE);
  if (!answer.ok) return null;
  const place = h("div", {});
  /** @param {Eye} eye @param {string} code */
  const draw = (eye, code) => place.replaceChildren(h("p", {}, state(eye)), ...(code ? scan(code) : []), invite(), ...(eye.name ? [end()] : []));
  const invite = () => h("button", { class: "big", id: "invite-eye", onclick: () => act(WHERE, show) }, t("eye.card_invite"));
  const end = () => h("button", { class: "big", id: "end-eye", onclick: () => act(WHERE, again, { method: "DELETE" }) }, t("eye.card_end"));
  /** @param {LandlordReply} reply */
  const show = async ({ invitation = "" }) => draw(await (await fetch(WHERE)).json(), invitation);
  draw(await answer.json(), "");
  return [h("p", {}, t("eye.card_why")), place];
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

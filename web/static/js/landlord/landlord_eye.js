// The landlord's card for the phone that is the camera: who it is, an invitation for another one, its end.

import { ask } from "../shared/commands.js";
import { smallKey } from "../shared/controls.js";
import { h, redraw } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { acting } from "./page_parts.js";

const WHERE = "/api/landlord/eye";
const EACH_MS = 1000;
const COMES_MS = 60 * 1000; // from the scan to "Allow"

/** Return what the card holds, which follows an invited phone; `ended` is called once no phone is the eye any more.
 * @param {() => unknown} ended */
export async function phoneEye(ended) {
  const place = h("div.parts");
  let until = 0;
  const draw = async () => {
    /** @type {Eye | null} */
    const eye = await ask(WHERE);
    if (!eye) return false;
    redraw(place, [
      h("p", !eye.name ? t("eye.card_none")
        : t(eye.here ? "eye.card_here" : "eye.card_away", { name: eye.name, pictures: eye.pictures })),
      // Each invitation has a code of its own, whatever the browser keeps.
      eye.invitation ? [h("p", t("eye.card_scan")), h("img.code",
        { src: `${WHERE}.svg?${encodeURIComponent(eye.invitation.slice(-8))}`, alt: t("eye.qr") })] : null,
      h("div.row-of", smallKey(t("eye.card_invite"), acting(WHERE, {}, draw), { id: "invite-eye", focus: "invite" }),
        eye.name ? smallKey(t("eye.card_end"), acting(WHERE, { method: "DELETE" }, ended), { id: "end-eye" }) : null),
    ]);
    if (eye.invitation) until = Date.now() + COMES_MS;
    else if (eye.here) until = 0;
    if (Date.now() < until) setTimeout(() => place.isConnected && draw(), EACH_MS);
    return true;
  };
  return (await draw()) ? [h("p", t("eye.card_why")), place] : null;
}

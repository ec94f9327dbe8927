// The landlord's card for sounds of his own: a file for a moment, and those that are kept.

import { playFrom, wakeSound } from "../caller/sounds.js";
import { ask } from "../shared/commands.js";
import { choiceField, smallKey } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { act, acting, field, line, lines, say, twice } from "./page_parts.js";

const WHERE = "/api/landlord/sounds";
const LARGEST = 1024 * 1024; // of a file, as the table accepts it

/** Return what the card holds; `again` draws it again. @param {() => unknown} again */
export async function ownSounds(again) {
  /** @type {{ sounds: Record<string, string | null> } | null} */
  const told = await ask(WHERE);
  if (!told) return null;
  const moments = Object.keys(told.sounds);
  let [moment] = moments;
  const choice = choiceField(moments.map((one) => [one, t(`sound.${one}`)]), moment, (one) => (moment = one),
    { "aria-label": t("sounds.moment") });
  /** @type {On<Event>} */
  const send = async ({ target }) => {
    const [file] = target.files ?? [];
    target.value = "";
    if (file?.size > LARGEST) say(t("sounds.too_long"));
    else if (file
      && (await act(`${WHERE}/${moment}`, { method: "PUT", body: file, type: "application/octet-stream" }))) again();
  };
  const input =
    h("input.t1", { type: "file", id: "sound-file", accept: ".wav,.mp3,audio/wav,audio/mpeg", onchange: send });
  /** @param {string} one @param {string} version */
  const play = (one, version) => () => {
    wakeSound();
    playFrom(`/api/sounds/${one}?${version}`);
  };
  const kept = Object.entries(told.sounds).map(([one, version]) => version && line(t(`sound.${one}`), null, [
    smallKey(t("sounds.play"), play(one, version)),
    twice(t("landlord.remove"), t("landlord.remove_sure"), acting(`${WHERE}/${one}`, { method: "DELETE" }, again)),
  ]));
  return [h("p", t("sounds.why")), h("form", field(t("sounds.moment"), choice), field(t("sounds.file"), input)),
    lines(kept)];
}

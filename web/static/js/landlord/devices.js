// Paired devices, and a new PIN: on the landlord's page of a table and of a hub.

import { lineForm, smallKey } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { pinWords } from "./number_pad.js";
import { act, acting, fold, line, lines, twice } from "./page_parts.js";

const WHERE = "/api/landlord";

/** Whether this device is paired, in these words, and a button that does it; `again` draws the page again.
 * @param {Me} who @param {{ is: string, not: string, make: string }} words @param {() => unknown} again */
export function thisDevice(who, { is, not, make }, again) {
  return who.paired ? h("p", is)
    : [h("p", not), smallKey(make, acting(`${WHERE}/devices`, {}, () => again()), { id: "pair" })];
}

/**
 * The paired devices; `more` returns what else is said of one, and what is seldom done with it.
 * @param {Me} who
 * @param {PairedDevice[]} devices
 * @param {(said?: string) => unknown} again
 * @param {(one: PairedDevice) => { said?: string, folded?: Child }} [more]
 */
export function deviceList(who, devices, again, more = () => ({})) {
  if (!devices.length) return h("p", t("landlord.none"));
  return lines(devices.map((one) => {
    const { said, folded } = more(one);
    const words = [one.device === who.device ? t("landlord.here") : null, said].filter(Boolean).join(" · ");
    return line(one.name === "?" ? t("landlord.unknown") : one.name, words, twice(t("landlord.remove"),
      t("landlord.remove_sure"), acting(urlOf(one), { method: "DELETE" }, () => again())), { folded });
  }));
}

/** @param {PairedDevice} one */
const urlOf = (one) => `${WHERE}/devices/${encodeURIComponent(one.device)}`;

/** A name of the landlord's own for a device: "Tablet am Stammtisch". @param {PairedDevice} one
 * @param {(said: string) => unknown} again */
export function renaming(one, again) {
  const words = t("landlord.device_name");
  const send = async (/** @type {string} */ name) => (await act(urlOf(one), { method: "PUT", body: { name } })) !== null
    && again(t("landlord.device_named"));
  return fold(t("landlord.device_rename"), lineForm({ name: one.device, value: one.name === "?" ? "" : one.name, words,
    label: words, maxlength: 40, required: true, key: t("landlord.device_keep"), send }));
}

/** A new PIN, which counts once it is written down. @param {string} why @param {(said: string) => unknown} again */
export function newPin(why, again) {
  const place = h("div.parts");
  const adopt = acting(`${WHERE}/pin/noted`, {}, () => {
    delete place.closest("main")?.dataset.heard;
    again(t("landlord.new_pin_done"));
  });
  const make = acting(`${WHERE}/pin`, {}, ({ pin }) => pin
    && place.replaceChildren(pinWords(pin), smallKey(t("landlord.new_pin_noted"), adopt, { kind: "may" })));
  place.append(smallKey(t("landlord.new_pin_make"), make));
  return [h("p", why), place];
}

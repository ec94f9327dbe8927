// The landlord turns the secure connection on and off; it counts at once, at the same address.

import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";

const WHERE = "/api/landlord/https";

/** @typedef {(url: string, done: () => unknown, options: { method: string, body: unknown }) => unknown} Change */
/** @typedef {(words: string, sure: string, go: () => unknown) => HTMLElement} Twice */

/**
 * Return the card's content. `act` carries out a change, `twice` makes a button that asks back.
 * @param {boolean} on
 * @param {Change} act
 * @param {Twice} twice
 */
export function secureConnection(on, act, twice) {
  /** @param {boolean} wanted @param {string} next */
  const turn = (wanted, next) => () => act(WHERE, () => location.assign(next), { method: "PUT", body: { on: wanted } });
  if (on) return [h("p", {}, t("secure.card_on")), twice(t("secure.turn_off"), t("secure.turn_off_sure"), turn(false, `http://${location.host}/landlord`))];
  return [h("p", {}, t("secure.card_off")), h("button", { class: "big", id: "https-on", onclick: turn(true, "/secure") }, t("secure.turn_on"))];
}

// The landlord's evening: the last round, the bill with its ticks, prices if the house has any; and the house rules.

import { billParts, GOES_ON } from "../sheets/bill.js";
import { ask } from "../shared/commands.js";
import { draftField, forgetDraft, formOf } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { language, t } from "../shared/words.js";
import { act, field, fold, ownPart, say } from "./page_parts.js";

/** The last round, and the bill; null if the table keeps none. */
export function evening() {
  let query = "";
  return ownPart(async (draw) => {
    /** @type {LandlordBill | null} */
    const told = await ask(`/api/bill${query}`);
    const goOn = () => {
      query = GOES_ON;
      return draw();
    };
    /** @param {string} player @param {boolean} paid */
    const tick = async (player, paid) => {
      await act("/api/commands", { body: { do: "settle", player, paid } });
      await draw();
    };
    const announce = async () => (await act("/api/landlord/last-orders", { body: { on: !told?.last_orders } })) && draw();
    return told && [
      h("button", { class: "key2", id: "last-orders", "aria-pressed": String(told.last_orders), onclick: announce }, t(told.last_orders ? "last_orders.back" : "last_orders.say")),
      billParts(told, tick, goOn),
      h("a", { class: "key2", href: `/bill.csv${query}`, download: "" }, t("bill.csv")),
      prices(told, draw),
    ];
  });
}

/** House rules: locked or open, and a card of each to share. Nothing if the house keeps none. */
export function houseRules() {
  return ownPart(async (draw) => {
    /** @type {{ house_rules: House[], locked: boolean } | null} */
    const told = await ask("/api/house-rules");
    const set = async () => (await act("/api/landlord/rules-lock", { body: { on: !told?.locked } })) && draw();
    return told && [
      h("p", {}, t(told.locked ? "house.is_locked" : "house.is_open")),
      h("button", { class: "key2", id: "rules-lock", "aria-pressed": String(told.locked), onclick: set }, t(told.locked ? "house.open" : "house.lock")),
      h("div", { class: "row-of" }, told.house_rules.map((one) => h("a", { class: "key2", href: `/house-rules?name=${encodeURIComponent(one.name)}` }, one.name))),
    ];
  });
}

/**
 * A price for each kind, in euros; an empty field has none.
 * @param {LandlordBill} told
 * @param {() => unknown} draw
 */
function prices(told, draw) {
  /** @type {Array<[string, HTMLInputElement]>} */
  const fields = told.kinds.map((kind) => [kind, draftField(`price ${kind}`, euros(told.prices[kind]), { class: "field", inputmode: "decimal", size: 6, name: kind })]);
  const keep = async () => {
    const found = fields.map(([kind, input]) => [kind, cents(input.value)]).filter(([, one]) => one !== null);
    if (found.some(([, one]) => Number.isNaN(one))) return say(t("error.bad_price"));
    if (!(await act("/api/landlord/prices", { method: "PUT", body: { prices: Object.fromEntries(found) } }))) return;
    for (const [kind] of fields) forgetDraft(`price ${kind}`);
    await draw();
  };
  const form = formOf(keep, {}, fields.map(([kind, input]) => field(t(`bill_kind.${kind}`), input)), h("button", { class: "key2", type: "submit", id: "keep-prices" }, t("bill.prices_keep")));
  return fold(t("bill.prices"), h("p", { class: "hint" }, t("bill.prices_why")), form);
}

/** @param {number | undefined} price */
function euros(price) {
  return price === undefined ? "" : (price / 100).toLocaleString(language(), { minimumFractionDigits: 2, useGrouping: false });
}

/** Read a price as people type it: "2,50", "2.5", "3"; null for nothing, NaN for an invalid one. @param {string} text */
export function cents(text) {
  const plain = text.replace("€", "").trim().replace(",", ".");
  if (!plain) return null;
  return /^\d{1,4}(\.\d{1,2})?$/u.test(plain) ? Math.round(Number(plain) * 100) : Number.NaN;
}

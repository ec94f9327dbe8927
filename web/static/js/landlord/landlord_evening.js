// The landlord's evening: the last round, the bill with its ticks, and prices if the house has any.

import { billParts } from "../sheets/bill.js";
import { ask } from "../shared/commands.js";
import { draftField, forgetDraft } from "../shared/controls.js";
import { flatten, h } from "../shared/dom.js";
import { sendChange } from "../shared/device.js";
import { language, t } from "../shared/words.js";

/** Return the card's content; null if the table keeps no bill. `say` shows a result or a refusal. @param {Say} say */
export async function evening(say) {
  const box = h("div", { class: "evening" });
  const draw = async () => {
    /** @type {LandlordBill | null} */
    const told = await ask("/api/bill");
    if (!told) return false;
    /** @param {string} player @param {boolean} paid */
    const tick = async (player, paid) => {
      await send(say, "/api/commands", { body: { do: "settle", player, paid } });
      await draw();
    };
    box.replaceChildren(lastOrders(told, say, draw), ...flatten(billParts(told, tick)), h("p", { class: "take" }, h("a", { href: "/bill.csv", download: "" }, t("bill.csv"))), prices(told, say, draw));
    return true;
  };
  return (await draw()) ? [box] : null;
}

/** House rules: locked or open, and a card of each to share. Nothing if the house keeps none. @param {Say} say */
export async function houseRules(say) {
  const box = h("div", { class: "evening" });
  const draw = async () => {
    /** @type {{ house_rules: House[], locked: boolean } | null} */
    const told = await ask("/api/house-rules");
    if (!told) return false;
    const set = async () => {
      if (await send(say, "/api/landlord/rules-lock", { body: { on: !told.locked } })) await draw();
    };
    const cards = told.house_rules.map((one, place) => h("li", {}, h("a", { href: `/house-rules/${place + 1}` }, one.name)));
    box.replaceChildren(
      h("p", {}, t(told.locked ? "house.is_locked" : "house.is_open")),
      h("p", {}, h("button", { class: "big", id: "rules-lock", "aria-pressed": String(told.locked), onclick: set }, t(told.locked ? "house.open" : "house.lock"))),
      cards.length ? h("ul", { class: "take" }, cards) : "",
    );
    return true;
  };
  return (await draw()) ? [box] : null;
}

/** @param {Say} say @param {string} url @param {ChangeOptions} options */
async function send(say, url, options) {
  const reply = await sendChange(url, options);
  say(reply.ok ? "" : t("landlord.failed", { message: reply.error.message }));
  return reply.ok;
}

/** @param {LandlordBill} told @param {Say} say @param {() => unknown} draw */
function lastOrders(told, say, draw) {
  const set = async () => {
    if (await send(say, "/api/landlord/last-orders", { body: { on: !told.last_orders } })) await draw();
  };
  return h("p", {}, h("button", { class: "big", id: "last-orders", "aria-pressed": String(told.last_orders), onclick: set }, t(told.last_orders ? "last_orders.back" : "last_orders.say")));
}

/**
 * A price for each kind, in euros; an empty field has none.
 * @param {LandlordBill} told
 * @param {Say} say
 * @param {() => unknown} draw
 */
function prices(told, say, draw) {
  /** @type {Array<[string, HTMLInputElement]>} */
  const fields = told.kinds.map((kind) => [kind, draftField(`price ${kind}`, euros(told.prices[kind]), { inputmode: "decimal", size: 6, name: kind })]);
  /** @param {Event} event */
  const keep = async (event) => {
    event.preventDefault();
    const found = fields.map(([kind, input]) => [kind, cents(input.value)]).filter(([, one]) => one !== null);
    if (found.some(([, one]) => Number.isNaN(one))) return say(t("error.bad_price"));
    if (!(await send(say, "/api/landlord/prices", { method: "PUT", body: { prices: Object.fromEntries(found) } }))) return;
    for (const [kind] of fields) forgetDraft(`price ${kind}`);
    await draw();
  };
  return h(
    "details",
    { class: "prices" },
    h("summary", {}, t("bill.prices")),
    h("p", { class: "hint" }, t("bill.prices_why")),
    h("form", { onsubmit: keep }, fields.map(([kind, input]) => h("label", {}, h("span", {}, t(`bill_kind.${kind}`)), input)), h("button", { class: "big", type: "submit", id: "keep-prices" }, t("bill.prices_keep"))),
  );
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

// The evening's bill: what each lost in all games, with ticks for paid items, and prices if there are any.

import { ask } from "../shared/commands.js";
import { h } from "../shared/dom.js";
import { language, numberWord, t, tn } from "../shared/words.js";

/**
 * The sheet of the bill. `sheet`: {bill, head}; requested again whenever the game has gone on.
 * @param {BoardPage} page
 * @param {Sheet} sheet
 */
export function billSheet(page, sheet) {
  if (sheet.head !== page.snapshot.head) load(page, sheet);
  /** @type {((player: string, paid: boolean) => unknown) | null} */
  const tick = page.role === "table" ? (player, paid) => page.order({ do: "settle", player, paid }) : null;
  return {
    title: t("bill.title"),
    key: [sheet.bill, page.role],
    busy: sheet.bill === undefined,
    make: () => (sheet.bill ? [...billParts(sheet.bill, tick), h("p", { class: "take" }, h("a", { href: "/bill.csv", download: "" }, t("bill.csv")))] : h("p", {}, t("bill.away"))),
  };
}

/** @param {BoardPage} page @param {Sheet} sheet */
async function load(page, sheet) {
  sheet.head = page.snapshot.head;
  const bill = await ask("/api/bill");
  if (page.mine.sheet?.kind !== "bill") return;
  page.mine.sheet = { ...page.mine.sheet, bill };
  page.draw();
}

/**
 * Return the bill's heads and its sum; `tick(player, paid)` for a viewer who may tick, null otherwise.
 * @param {Bill} bill
 * @param {((player: string, paid: boolean) => unknown) | null} tick
 */
export function billParts(bill, tick) {
  if (!bill.heads.length) return [h("p", {}, t("bill.empty"))];
  return [
    h("ul", { class: "bill-heads" }, bill.heads.map((head) => headRow(head, tick))),
    bill.open === null ? null : h("p", { class: "sum" }, t("bill.sum"), " ", h("b", {}, formatMoney(bill.open)), rest(bill.unpriced)),
  ];
}

/** Name what is open without a price: the sum does not contain it. @param {Record<string, number>} unpriced */
function rest(unpriced) {
  const kinds = Object.entries(unpriced);
  return kinds.length ? h("small", {}, t("bill.unpriced", { what: kinds.map(([kind, count]) => tn(`bill_of.${kind}`, count)).join(", ") })) : null;
}

/** @param {BillHead} head @param {((player: string, paid: boolean) => unknown) | null} tick */
function headRow(head, tick) {
  return h(
    "li",
    { class: head.settled ? "settled" : null, "data-player": head.player },
    h("b", { class: "nick-of" }, head.player),
    head.items.length ? h("ul", { class: "items" }, head.items.map((item) => h("li", {}, itemWords(item)))) : h("span", { class: "none" }, t("bill.nothing")),
    head.open ? h("b", { class: "money" }, formatMoney(head.open)) : null,
    head.items.length ? paidTick(head, tick) : null,
  );
}

/** @param {BillHead} head @param {((player: string, paid: boolean) => unknown) | null} tick */
function paidTick(head, tick) {
  if (!tick) return head.settled ? h("em", { class: "badge" }, t("bill.settled")) : null;
  /** @type {HTMLInputElement} */
  const box = h("input", { type: "checkbox", checked: head.settled, "data-focus": `paid ${head.player}`, onchange: () => tick(head.player, box.checked) });
  return h("label", { class: "paid" }, box, " ", t("bill.settled"));
}

/** Return one item: "zwei verlorene Spiele", and the part already paid. @param {BillItem} item */
function itemWords(item) {
  const words = tn(`bill_of.${item.kind}`, item.count);
  return item.paid && item.paid !== item.count ? `${words} (${t("bill.partly", { n: numberWord(item.paid) })})` : words;
}

/** @param {number} cents */
export function formatMoney(cents) {
  return (cents / 100).toLocaleString(language(), { style: "currency", currency: "EUR" });
}

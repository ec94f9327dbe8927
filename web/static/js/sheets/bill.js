// The evening's bill: what each lost in all games, with ticks for paid items, and amounts where there are prices.

import { button, loadSheet } from "../shared/controls.js";
import { h, drawRows } from "../shared/dom.js";
import { language, t, tn } from "../shared/words.js";

/** What asks for the bill of the evening before the table was off: somebody says that it is still on. */
export const GOES_ON = "?goes_on=true";

/** @type {string[]} Names as the bill was opened, who owes first: no line moves under a finger. */
let order = [];

/** @typedef {((player: string, paid: boolean) => unknown) | null} Ticking */

/**
 * The sheet of the bill. `sheet`: {bill, head, query}; requested again whenever the game has gone on.
 * @param {BoardPage} page
 * @param {Sheet} sheet
 */
export function billSheet(page, sheet) {
  if (sheet.head !== page.snapshot.head) load(page, sheet, sheet.query);
  /** @type {Ticking} */
  const tick = page.role === "table" ? (player, paid) => page.order({ do: "settle", player, paid }) : null;
  const goOn = () => load(page, sheet, GOES_ON);
  const { bill, query = "" } = sheet;
  // the sum does not contain it
  const unpriced = Object.entries(bill?.unpriced ?? {}).map(([kind, n]) => tn(`bill_of.${kind}`, n, { n }));
  return {
    title: t("bill.title"),
    busy: bill === undefined,
    body: bill ? billParts(bill, tick, goOn) : bill === null ? h("p", t("bill.away")) : null,
    foot: bill?.heads.length
      ? [h("p.say", h("span.t1.past", unpriced.length ? t("bill.unpriced", { what: unpriced.join(", ") }) : null)),
        h("a.btn", { href: `/bill.csv${query}`, download: "" }, t("bill.csv"))] : null,
  };
}

/** @param {BoardPage} page @param {Sheet} sheet @param {string} [query] */
function load(page, sheet, query = "") {
  const { head } = page.snapshot;
  sheet.head = head;
  loadSheet(page, `/api/bill${query}`, (bill) => ({ bill, head, query }));
}

/** @param {BillHead} head */
const paidOf = (head) => head.items.reduce((sum, one) => sum + one.paid * (one.price ?? 0), 0);

/**
 * The lines of the bill and its sums; `tick(player, paid)` for whoever may tick, null otherwise. `goOn` is called when
 * somebody says that the evening before the table was off is still on.
 * @param {Bill} bill
 * @param {Ticking} tick
 * @param {() => unknown} goOn
 */
export function billParts({ unsure, heads, open }, tick, goOn) {
  if (unsure) return [h("p", t("evening.unsure")), h("p", button(t("evening.same"), goOn))];
  if (!heads.length) return [h("p", t("bill.empty"))];
  const priced = open !== null;
  const box = (/** @type {BillHead} */ { player, settled }) =>
    h("input.tick", { type: "checkbox", checked: settled, "aria-label": `${player}: ${t("bill.settled")}`,
      "data-focus": `paid ${player}`, onchange: ({ target }) => tick?.(player, target.checked) });
  /** What a line is worth: what is open and what of it was paid; once all of it is paid, that.
   * @param {BillHead} head */
  const amounts = (head) => {
    const paid = paidOf(head);
    if (head.settled) return h("b.pts", { "data-paid": paid }, formatMoney(paid));
    return [h("b.pts", { "data-open": head.open }, formatMoney(head.open ?? 0)),
      paid ? h("small.t1.past", { "data-paid": paid }, t("bill.of_it_paid", { money: formatMoney(paid) })) : null];
  };
  /** @type {Array<Column<BillHead>>} */
  const columns = [
    { kind: "name cut", cell: (head) => head.player },
    { kind: "items", cell: (head) => head.items.map((item) => itemWords(item, head.settled)).join(", ") },
    { kind: "num money", head: priced ? t("bill.euro") : "", cell: (head) => (priced ? amounts(head) : null) },
    { head: t("bill.settled"),
      cell: (head) => (tick ? box(head) : h("span.num.safe", head.settled ? t("bill.settled") : "")) },
  ];
  if (!document.querySelector(".c-bill")) {
    order = [...heads]
      .sort((one, other) => Number(one.settled) - Number(other.settled)).map((head) => head.player);
  }
  const owing = heads.filter((head) => head.items.length)
    .sort((one, other) => order.indexOf(one.player) - order.indexOf(other.player));
  const free = heads.filter((head) => !head.items.length).map((head) => head.player);
  const done = owing.length > 0 && owing.every((head) => head.settled);
  const paid = heads.reduce((sum, head) => sum + paidOf(head), 0);
  const sums = [
    ...(done ? [{ words: t("bill.all_paid"), cents: null, kind: "sum safe" }] : priced
      ? [{ words: t("bill.sum"), cents: formatMoney(open), kind: "sum open" }] : []),
    ...(priced && paid ? [{ words: t("bill.sum_paid"), cents: formatMoney(paid), kind: "sum paid" }] : []),
  ];
  return [
    sums.length
      ? drawRows("c-sum", [{ kind: "b", cell: ({ words }) => words }, { kind: "num pts", cell: ({ cents }) => cents }],
        sums, ({ kind }) => ({ kind }))
      : null,
    owing.length ? drawRows("c-bill", columns, owing,
      (head) => ({ kind: head.settled ? "settled" : null, "data-player": head.player })) : null,
    free.length ? h("p.past", t("bill.nothing", { names: free.join(", ") })) : null,
  ];
}

/** Return one item: "2 verlorene Spiele", and what of it is paid already; a settled line says so once.
 * @param {BillItem} item @param {boolean} settled */
function itemWords({ kind, count, paid }, settled) {
  const words = tn(`bill_of.${kind}`, count, { n: count });
  if (!paid || settled) return words;
  if (paid > count) return `${words} (${t("bill.too_much", { n: paid - count })})`;
  return `${words} (${paid === count ? t("bill.settled") : t("bill.partly", { n: paid })})`;
}

/** @param {number} cents */
const formatMoney = (cents) =>
  (cents / 100).toLocaleString(language(), { minimumFractionDigits: 2, maximumFractionDigits: 2 });

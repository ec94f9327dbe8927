// The hub's landlord: which table needs help, names and numbers of the tables, devices, a new PIN.

import { findElement, h } from "../shared/dom.js";
import { ask } from "../shared/commands.js";
import { draftField, forgetDraft } from "../shared/controls.js";
import { fetchMe } from "../shared/device.js";
import { clockTime, language, t, tn } from "../shared/words.js";
import { deviceList, newPin, thisDevice } from "../landlord/devices.js";
import { leaveByBack, openRoom } from "../landlord/number_pad.js";
import { act, card, field, fold, line, lines, twice } from "../landlord/page_parts.js";
import { stateOf, tableName } from "./tile.js";

const WHERE = "/api/landlord";
const LOOK_MS = 3000;
const box = findElement("#landlord");

async function room(said = "") {
  const who = await fetchMe({ refresh: true });
  const devices = who.role === "landlord" ? await ask(`${WHERE}/devices`) : null;
  if (!devices) return;
  const tables = h("div");
  box.replaceChildren(
    h("p", { class: "said", role: "status" }, said),
    h("div", { class: "cards" }, [
      card("tables", t("hub.tables"), tables),
      card("evening", t("landlord.evening"), await evening()),
      card("cup", t("tournament.title"), h("p", {}, t("tournament.at_desk")), h("a", { class: "key2", href: "/desk", id: "to-desk" }, t("tournament.desk"))),
      card("this", t("landlord.this"), thisDevice(who, { is: t("hub.is_desk"), not: t("hub.no_desk"), make: t("hub.make_desk") }, room)),
      card("devices", t("hub.devices"), deviceList(who, devices.devices, room)),
      card("new_pin", t("landlord.new_pin"), newPin(t("landlord.new_pin_why"), room)),
    ]),
    h("p", { class: "hint" }, t("landlord.logs_out")),
  );
  look(tables);
}

/** Draw the tables, and again after each change; not under somebody's finger. @param {HTMLElement} place */
async function look(place) {
  let last = null;
  while (place.isConnected) {
    /** @type {{ tables: ListedTable[] } | null} */
    const told = await ask(`${WHERE}/tables`);
    const key = JSON.stringify([told, language()]);
    if (told && key !== last && !place.contains(document.activeElement) && !place.querySelector(".danger, details[open]")) {
      last = key;
      place.replaceChildren(told.tables.length ? lines(told.tables.map(table)) : h("p", {}, t("hub.how_found")));
    }
    await new Promise((later) => setTimeout(later, LOOK_MS));
  }
}

/** @param {ListedTable} row */
function table(row) {
  const url = `${WHERE}/tables/${row.table}`;
  const help = row.help.filter((why) => why !== "offline").map((why) => t(`hub_help.${why}`)).join(", ");
  const page = row.address ? h("a", { class: "key2", href: row.address }, t("hub.open_table")) : null;
  const said = [stateWords(row), help ? h("b", { class: "loses" }, ` · ${help}`) : null];
  const folded = fold(t("landlord.device_rename"), naming(url, row), renumbering(url, row), forget(url));
  return line(row.name ? `${row.table} ${row.name}` : tableName(row), said, page, { kind: row.help.length ? "help" : null, folded });
}

/** @param {ListedTable} row */
function stateWords(row) {
  const state = stateOf(row);
  if (state === "away") return row.since ? t("hub.away_since", { time: clockTime(row.since) }) : t("hub.never");
  return `${t(`hub_state.${state}`)} · ${row.source ?? ""}`;
}

/** @param {string} url @param {ListedTable} row */
function naming(url, row) {
  const input = draftField(`name ${row.table}`, row.name, { class: "field", maxlength: 40, enterkeyhint: "done", "aria-label": t("hub.table_name") });
  /** @param {Event} event */
  const keep = async (event) => {
    event.preventDefault();
    if (!(await act(url, { method: "PUT", body: { name: input.value.trim() } }))) return;
    forgetDraft(`name ${row.table}`);
    room(t("hub.table_named"));
  };
  return h("form", { onsubmit: keep }, field(t("hub.table_name"), input), h("button", { class: "key2", type: "submit" }, t("landlord.device_keep")));
}

/** @param {string} url @param {ListedTable} row */
function renumbering(url, row) {
  const input = draftField(`number ${row.table}`, String(row.table), { class: "field", inputmode: "numeric", maxlength: 2, size: 3, "aria-label": t("hub.table_number") });
  /** @param {Event} event */
  const keep = async (event) => {
    event.preventDefault();
    if (!(await act(url, { method: "PUT", body: { number: Number(input.value) } }))) return;
    forgetDraft(`number ${row.table}`);
    room(t("hub.table_numbered"));
  };
  return h("form", { onsubmit: keep }, field(t("hub.table_number"), input), h("button", { class: "key2", type: "submit" }, t("landlord.device_keep")));
}

/** @param {string} url */
function forget(url) {
  const go = async () => {
    if (await act(url, { method: "DELETE" })) room();
  };
  return twice(t("landlord.remove"), t("landlord.remove_sure"), go);
}

/** The bill of each table, and the last round for all. */
async function evening() {
  /** @type {{ bills: Array<{ table: number, bill: { heads: BillHead[] } }>, last_orders: boolean }} */
  const told = (await ask(`${WHERE}/bills`)) ?? { bills: [], last_orders: false };
  const set = async () => {
    if (await act(`${WHERE}/last-orders`, { body: { on: !told.last_orders } })) room();
  };
  const button = h("button", { class: "key2", id: "last-orders", "aria-pressed": String(told.last_orders), onclick: set }, told.last_orders ? t("hub.last_orders_back") : t("hub.last_orders_say"));
  const owing = told.bills.flatMap(({ table: number, bill }) => bill.heads.filter((head) => head.items.some((item) => item.count > item.paid)).map((head) => owes(number, head)));
  return [h("p", {}, button), owing.length ? lines(owing) : h("p", {}, t("hub.nobody_owes"))];
}

/** @param {number} number @param {BillHead} head */
function owes(number, head) {
  const items = head.items.filter((item) => item.count > item.paid).map((item) => tn(`bill_of.${item.kind}`, item.count - item.paid));
  const money = head.open ? ` · ${(head.open / 100).toLocaleString(language(), { style: "currency", currency: "EUR" })}` : "";
  return line(head.player, `${t("hub.table", { n: number })}: ${items.join(", ")}${money}`);
}

leaveByBack();
openRoom(box, "hub.landlord", room);

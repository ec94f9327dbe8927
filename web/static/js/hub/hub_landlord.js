// The hub's landlord: which table needs help, names and numbers of the tables, devices, a new PIN.

import { findElement, h } from "../shared/dom.js";
import { ask, fetchMe } from "../shared/commands.js";
import { lineForm } from "../shared/controls.js";
import { clockTime, language, t, tn } from "../shared/words.js";
import { deviceList, newPin, thisDevice } from "../landlord/devices.js";
import { leaveByBack, openRoom } from "../landlord/number_pad.js";
import { act, card, fold, line, lines, twice } from "../landlord/page_parts.js";
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
  const forget = async () => {
    if (await act(url, { method: "DELETE" })) room();
  };
  const page = row.address ? h("a", { class: "key2", href: row.address }, t("hub.open_table")) : null;
  const state = stateOf(row);
  const words = state !== "away" ? `${t(`hub_state.${state}`)} · ${row.source ?? ""}` : row.since ? t("hub.away_since", { time: clockTime(row.since) }) : t("hub.never");
  const said = [words, help ? h("b", { class: "loses" }, ` · ${help}`) : null];
  const folded = fold(t("landlord.device_rename"), changing(url, row), twice(t("landlord.remove"), t("landlord.remove_sure"), forget));
  return line(row.name ? `${row.table} ${row.name}` : tableName(row), said, page, { kind: row.help.length ? "help" : null, folded });
}

/** Another name or number for a table. @param {string} url @param {ListedTable} row */
function changing(url, row) {
  /** @param {string} said @param {(text: string) => Record<string, unknown>} body */
  const put = (said, body) => async (/** @type {string} */ text) => {
    if (!(await act(url, { method: "PUT", body: body(text) }))) return false;
    return room(said);
  };
  const [name, number] = [t("hub.table_name"), t("hub.table_number")];
  return [
    lineForm({ name: `name ${row.table}`, value: row.name, words: name, label: name, maxlength: 40, key: t("landlord.device_keep"), send: put(t("hub.table_named"), (text) => ({ name: text })) }),
    lineForm({ name: `number ${row.table}`, value: String(row.table), words: number, label: number, inputmode: "numeric", maxlength: 2, size: 3, key: t("landlord.device_keep"), send: put(t("hub.table_numbered"), (text) => ({ number: Number(text) })) }),
  ];
}

/** The bill of each table, and the last round for all. */
async function evening() {
  /** @type {{ bills: Array<{ table: number, bill: { heads: BillHead[] } }>, last_orders: boolean }} */
  const told = (await ask(`${WHERE}/bills`)) ?? { bills: [], last_orders: false };
  const set = async () => {
    if (await act(`${WHERE}/last-orders`, { body: { on: !told.last_orders } })) room();
  };
  const button = h("button", { class: "key2", id: "last-orders", "aria-pressed": String(told.last_orders), onclick: set }, told.last_orders ? t("hub.last_orders_back") : t("hub.last_orders_say"));
  const owing = told.bills.flatMap(({ table: n, bill }) => bill.heads.flatMap(({ player, items, open }) => {
    const owed = items.filter((item) => item.count > item.paid).map((item) => tn(`bill_of.${item.kind}`, item.count - item.paid));
    const money = open ? ` · ${(open / 100).toLocaleString(language(), { style: "currency", currency: "EUR" })}` : "";
    return owed.length ? [line(player, `${t("hub.table", { n })}: ${owed.join(", ")}${money}`)] : [];
  }));
  return [h("p", {}, button), owing.length ? lines(owing) : h("p", {}, t("hub.nobody_owes"))];
}

leaveByBack();
openRoom(box, "hub.landlord", room);

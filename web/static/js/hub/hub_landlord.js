// The hub's landlord: which table needs help, names and numbers of the tables, devices, a new PIN.

import { findElement, h, show } from "../shared/dom.js";
import { ask, fetchMe } from "../shared/commands.js";
import { lineForm, smallKey } from "../shared/controls.js";
import { clockTime, language, t, tn } from "../shared/words.js";
import { deviceList, newPin, thisDevice } from "../landlord/devices.js";
import { leaveByBack, openRoom } from "../landlord/number_pad.js";
import { act, acting, drawRoom, fold, line, lines, twice } from "../landlord/page_parts.js";
import { stateOf, tableName } from "./tile.js";

const WHERE = "/api/landlord";
const LOOK_MS = 3000;
const box = findElement("#landlord");

async function room(said = "") {
  const who = await fetchMe({ refresh: true });
  const devices = who.role === "landlord" ? await ask(`${WHERE}/devices`) : null;
  if (!devices) return;
  const tables = h("div");
  drawRoom(box, said, [
    ["tables", t("hub.tables"), tables],
    ["evening", t("landlord.evening"), await evening()],
    ["cup", t("tournament.title"),
      [h("p", t("tournament.at_desk")), h("a.key2", { href: "/desk", id: "to-desk" }, t("tournament.desk"))]],
    ["this", t("landlord.this"),
      thisDevice(who, { is: t("hub.is_desk"), not: t("hub.no_desk"), make: t("hub.make_desk") }, room)],
    ["devices", t("hub.devices"), deviceList(who, devices.devices, room)],
    ["new_pin", t("landlord.new_pin"), newPin(t("landlord.new_pin_why"), room)],
  ]);
  look(tables);
}

/** Draw the tables, and again after each change; not under somebody's finger. @param {HTMLElement} place */
async function look(place) {
  while (place.isConnected) {
    /** @type {{ tables: ListedTable[] } | null} */
    const told = await ask(`${WHERE}/tables`);
    if (told && !place.contains(document.activeElement) && !place.querySelector(".danger, details[open]")) {
      show(place, h("div", told.tables.length ? lines(told.tables.map(table)) : h("p", t("hub.how_found"))));
    }
    await new Promise((later) => setTimeout(later, LOOK_MS));
  }
}

/** @param {ListedTable} row */
function table(row) {
  const url = `${WHERE}/tables/${row.table}`;
  const help = row.help.filter((why) => why !== "offline").map((why) => t(`hub_help.${why}`)).join(", ");
  const state = stateOf(row);
  const words = state !== "away" ? `${t(`hub_state.${state}`)} · ${row.source ?? ""}` : row.since
    ? t("hub.away_since", { time: clockTime(row.since) }) : t("hub.never");
  /** @param {string} name @param {string} value @param {string} label @param {string} done
   * @param {(text: string) => Record<string, unknown>} body @param {Props} props */
  const changing = (name, value, label, done, body, props) =>
    lineForm({ name: `${name} ${row.table}`, value, words: label, label, key: t("landlord.device_keep"),
      send: async (text) => (await act(url, { method: "PUT", body: body(text) })) !== null && room(done), ...props });
  const folded = fold(
    t("landlord.device_rename"),
    changing("name", row.name, t("hub.table_name"), t("hub.table_named"), (text) => ({ name: text }),
      { maxlength: 40 }),
    changing("number", String(row.table), t("hub.table_number"), t("hub.table_numbered"),
      (text) => ({ number: Number(text) }), { inputmode: "numeric", maxlength: 2, size: 3 }),
    twice(t("landlord.remove"), t("landlord.remove_sure"), acting(url, { method: "DELETE" }, () => room())),
  );
  const page = row.address ? h("a.key2", { href: row.address }, t("hub.open_table")) : null;
  return line(row.name ? `${row.table} ${row.name}` : tableName(row), [
    words, help ? h("b.loses", ` · ${help}`) : null],
    page, { kind: row.help.length ? "help" : null, folded });
}

async function evening() {
  /** @type {{ bills: Array<{ table: number, bill: { heads: BillHead[] } }>, last_orders: boolean }} */
  const { bills, last_orders: last } = (await ask(`${WHERE}/bills`)) ?? { bills: [], last_orders: false };
  const announce = acting(`${WHERE}/last-orders`, { body: { on: !last } }, () => room());
  const owing = bills.flatMap(({ table: n, bill }) => bill.heads.flatMap(({ player, items, open }) => {
    const owed = items.filter((item) => item.count > item.paid)
      .map((item) => tn(`bill_of.${item.kind}`, item.count - item.paid));
    const money = open ? ` · ${(open / 100).toLocaleString(language(), { style: "currency", currency: "EUR" })}` : "";
    return owed.length ? [line(player, `${t("hub.table", { n })}: ${owed.join(", ")}${money}`)] : [];
  }));
  return [h("p", smallKey(last ? t("hub.last_orders_back") : t("hub.last_orders_say"), announce,
    { id: "last-orders", "aria-pressed": String(last) })), owing.length ? lines(owing) : h("p", t("hub.nobody_owes"))];
}

leaveByBack();
openRoom(box, "hub.landlord", room);

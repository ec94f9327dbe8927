// The landlord's page: the evening's bill, house rules, what guests may do, devices, PIN, connection, camera, copies,
// the switch.

import { billParts, GOES_ON } from "../sheets/bill.js";
import { ask, fetchMe } from "../shared/commands.js";
import { draftField, forgetDraft, formOf, smallKey, hint } from "../shared/controls.js";
import { findElement, flatten, h } from "../shared/dom.js";
import { language, shortDay, t } from "../shared/words.js";
import { deviceList, newPin, renaming, thisDevice } from "./devices.js";
import { phoneEye } from "./landlord_eye.js";
import { leaveByBack, openRoom } from "./number_pad.js";
import { ownSounds } from "./own_sounds.js";
import { act, acting, drawRoom, field, fold, line, lines, say, twice } from "./page_parts.js";

const box = findElement("#landlord");
const connection = findElement(".foot");
const { offers = "", secure } = box.dataset;
const WHERE = "/api/landlord";
const SQLITE = "application/vnd.sqlite3";
const PIECE = 512 * 1024; // of a copy: the table accepts no long ones

async function room(said = "") {
  const who = await fetchMe({ refresh: true });
  const devices = who.role === "landlord" ? await ask(`${WHERE}/devices`) : null;
  if (!devices?.devices) return;
  const { update = null } = (await ask(`${WHERE}/update`)) ?? {};
  // over plain http anyone in the network could hear it
  const heard = box.dataset.heard === "true" && secure === "on" ? t("landlord.pin_heard") : "";
  const pairing = { is: t("landlord.is_table"), not: t(who.everyone ? "landlord.everyone" : "landlord.no_table"),
    make: t("landlord.pair") };
  const seen = (/** @type {PairedDevice} */ one) => (
    { said: t("landlord.since", { day: shortDay(one.since), seen: shortDay(one.seen) }), folded: renaming(one, room) });
  /** @param {string} what @param {string} done */
  const turn = (what, done) => acting(`${WHERE}/${what}`, {}, () => say(done));
  connection.hidden = Boolean(secure); // its card says it
  drawRoom(box, said || heard, [
    ["evening", t("landlord.evening"), await ownPart(evening())],
    ["rules", t("house"), await ownPart(houseRules)],
    ["allowed", t("landlord.allowed"), await allowed()],
    ["sounds", t("sounds.title"), await ownPart(ownSounds)],
    ["this", t("landlord.this"), thisDevice(who, pairing, () => room(t("role.playing")))],
    ["devices", t("landlord.devices"), deviceList(who, devices.devices, room, seen)],
    ["new_pin", t("landlord.new_pin"), newPin(heard || t("landlord.new_pin_why"), room)],
    ["secure", t("secure.title"), secure && secureConnection()],
    ["wifi", t("wifi.title"), offers.includes("wifi") && (await ownWifi())],
    ["eye", t("eye.card"), offers.includes("door") && (await phoneEye(() => room(t("eye.card_ended"))))],
    ["camera", t("landlord.camera"), offers.includes("calibration") && [h("p", t("landlord.camera_why")), h(
      "div.row-of", h("a.key2", { id: "to-camera", href: "/landlord/calibrate" }, t("landlord.camera_open")),
        h("a.key2", { href: "/landlord/guide" }, t("guide.open")),
        h("a.key2", { href: `${WHERE}/board.pdf`, download: "" }, t("landlord.board")))]],
    ["copy", t("landlord.copy"), offers.includes("backup") && copies()],
    ["report", t("landlord.report"), offers.includes("report") && [h("p", t("landlord.report_why")),
      h("a.key2", { href: `${WHERE}/report`, download: "" }, t("landlord.report_take"))]],
    ["update", t("update.title"),
      update && h("p", t(`update.${update.result}`, { day: shortDay(update.at), old: update.old, new: update.new }))],
    ["power", t("landlord.power"), offers.includes("power") && [h("p", t("landlord.power_why")),
      h("div.row-of", twice(t("landlord.off"), t("landlord.off_sure"), turn("off", t("landlord.off_done"))),
        twice(t("landlord.restart"), t("landlord.restart_sure"), turn("restart", t("landlord.restart_done"))))]],
  ]);
}

/** A part that draws itself again: `make(again)` returns what it holds. Null if that is nothing.
 * @param {(again: () => Promise<boolean>) => Promise<Child>} make */
async function ownPart(make) {
  const place = h("div.parts");
  const draw = async () => {
    const made = flatten(await make(draw));
    if (made.length) place.replaceChildren(...made);
    return made.length > 0;
  };
  return (await draw()) ? place : null;
}

function evening() {
  let query = "";
  return async (/** @type {() => Promise<boolean>} */ draw) => {
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
    return told && [
      smallKey(t(told.last_orders ? "last_orders.back" : "last_orders.say"), acting(`${WHERE}/last-orders`,
        { body: { on: !told.last_orders } }, draw), { id: "last-orders", "aria-pressed": String(told.last_orders) }),
      billParts(told, tick, goOn),
      h("a.key2", { href: `/bill.csv${query}`, download: "" }, t("bill.csv")),
      prices(told, draw),
    ];
  };
}

/** @param {LandlordBill} told @param {() => unknown} draw */
function prices(told, draw) {
  const euros = (/** @type {number | undefined} */ price) => (price === undefined ? ""
    : (price / 100).toLocaleString(language(), { minimumFractionDigits: 2, useGrouping: false }));
  const fields = told.kinds.map((kind) => ({ kind, input: draftField(`price ${kind}`, euros(told.prices[kind]),
    { class: "field", inputmode: "decimal", size: 6, name: kind }) }));
  const keep = async () => {
    // "2,50", "2.5", "3"
    const typed = fields.map(({ kind, input }) =>
      ({ kind, text: input.value.replace("€", "").trim().replace(",", ".") })).filter(({ text }) => text);
    if (!typed.every(({ text }) => /^\d{1,4}(\.\d{1,2})?$/u.test(text))) return say(t("error.bad_price"));
    const kept = Object.fromEntries(typed.map(({ kind, text }) => [kind, Math.round(Number(text) * 100)]));
    if (!(await act(`${WHERE}/prices`, { method: "PUT", body: { prices: kept } }))) return;
    for (const { kind } of fields) forgetDraft(`price ${kind}`);
    await draw();
  };
  const form = formOf(keep, {}, fields.map(({ kind, input }) => field(t(`bill_kind.${kind}`), input)),
    h("button.key2", { type: "submit", id: "keep-prices" }, t("bill.prices_keep")));
  return fold(t("bill.prices"), hint(t("bill.prices_why")), form);
}

/** @param {() => Promise<boolean>} draw */
async function houseRules(draw) {
  /** @type {{ house_rules: House[], locked: boolean } | null} */
  const told = await ask("/api/house-rules");
  return told && [
    h("p", t(told.locked ? "house.is_locked" : "house.is_open")),
    smallKey(t(told.locked ? "house.open" : "house.lock"), acting(`${WHERE}/rules-lock`, { body: { on: !told.locked } },
      draw), { id: "rules-lock", "aria-pressed": String(told.locked) }),
    h("div.row-of", told.house_rules.map((one) =>
      h("a.key2", { href: `/house-rules?name=${encodeURIComponent(one.name)}` }, one.name))),
  ];
}

async function allowed() {
  const [told, board] = await Promise.all([ask(`${WHERE}/allowed`), ask("/api/board")]);
  if (!told) return null;
  const list = Object.entries(told.allowed).map(([name, on]) => {
    /** @type {On<Event>} */
    const flip = async ({ target: tick }) => {
      if (!(await act(`${WHERE}/allowed`, { method: "PUT", body: { [name]: tick.checked } }))) {
        tick.checked =
          !tick.checked;
      }
    };
    return line(t(`allowed.${name}`), null, h("input.tick",
      { type: "checkbox", role: "switch", checked: on, "aria-label": t(`allowed.${name}`), onchange: flip }));
  });
  return [h("p", t("landlord.allowed_why")), lines(list), board?.house?.voice ? null : hint(t("allowed.no_voice"))];
}

function secureConnection() {
  /** @param {boolean} on @param {string} next */
  const turn = (on, next) => acting(`${WHERE}/https`, { method: "PUT", body: { on } }, () => location.assign(next));
  if (secure === "on") {
    return [h("p", t("secure.card_on")),
      twice(t("secure.turn_off"), t("secure.turn_off_sure"), turn(false, `http://${location.host}/landlord`))];
  }
  return [h("p", t("secure.card_off")), smallKey(t("secure.turn_on"), turn(true, "/secure"), { id: "https-on" })];
}

async function ownWifi() {
  const { name, password } = (await ask(`${WHERE}/wifi`)) ?? {};
  const turn = (/** @type {boolean} */ on) =>
    acting(`${WHERE}/wifi`, { method: "PUT", body: { on } }, () => room(t(on ? "wifi.made" : "wifi.ended")));
  if (!password) return [h("p", t("wifi.why")), smallKey(t("wifi.make"), turn(true))];
  return [h("p", t("wifi.join", { name, password, address: location.origin.replace(location.hostname, "10.42.0.1") })),
    h("img.code", { src: `${WHERE}/wifi.svg`, alt: t("wifi.scan") }),
    twice(t("wifi.end"), t("wifi.end_sure"), turn(false))];
}

/** A copy of the journal to save, and to bring back: it goes in pieces, and the last one replaces the journal. */
function copies() {
  const sure = h("div.row-of");
  const input = h("input.t1", { type: "file", id: "copy-file", accept: `.sqlite,${SQLITE}`, onchange: askBack });
  const calm = () => {
    input.value = "";
    sure.replaceChildren();
  };
  function askBack() {
    const [file] = input.files ?? [];
    const send = async () => {
      calm();
      for (let more = true, offset = 0; more; offset += PIECE) {
        more = offset + PIECE < file.size;
        const reply = await act(`${WHERE}/restore?offset=${offset}&more=${more ? 1 : 0}`,
          { body: file.slice(offset, offset + PIECE), type: SQLITE });
        if (!reply) return;
        if (!more) room(t("landlord.restored", { name: reply.kept }));
      }
    };
    sure.replaceChildren(...(file ? [smallKey(t("landlord.restore_sure", { name: file.name }), send,
      { kind: "danger" }), smallKey(t("landlord.no"), calm)] : []));
  }
  return [
    h("p", t("landlord.copy_why")),
    h("a.key2", { id: "take-copy", href: `${WHERE}/backup`, download: "" }, t("landlord.copy_take")),
    h("form", h("label", h("span", t("landlord.restore")), input)),
    sure,
  ];
}

leaveByBack();
openRoom(box, "landlord.title", room);

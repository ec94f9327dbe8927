// The landlord's page: the evening's bill, house rules, what guests may do, devices, PIN, connection, camera, copies, the switch.

import { ask, fetchMe } from "../shared/commands.js";
import { findElement, h } from "../shared/dom.js";
import { shortDay, t } from "../shared/words.js";
import { copies } from "./copies.js";
import { deviceList, newPin, renaming, thisDevice } from "./devices.js";
import { evening, houseRules } from "./landlord_evening.js";
import { phoneEye } from "./landlord_eye.js";
import { leaveByBack, openRoom } from "./number_pad.js";
import { act, card, say, twice, line, lines } from "./page_parts.js";

const box = findElement("#landlord");
const connection = findElement(".foot");
const { offers = "", secure } = box.dataset;
const WHERE = "/api/landlord";

/** Draw everything the landlord may do; `said` is the last result. */
async function room(said = "") {
  const who = await fetchMe({ refresh: true });
  const devices = who.role === "landlord" ? await ask(`${WHERE}/devices`) : null;
  if (!devices?.devices) return;
  const pairing = { is: t("landlord.is_table"), not: t(who.everyone ? "landlord.everyone" : "landlord.no_table"), make: t("landlord.pair") };
  connection.hidden = Boolean(secure); // its card says it
  /** @type {Array<[string, string, Child]>} */
  const cards = [
    ["evening", t("landlord.evening"), await evening()],
    ["rules", t("house"), await houseRules()],
    ["allowed", t("landlord.allowed"), await allowed()],
    ["this", t("landlord.this"), thisDevice(who, pairing, () => room(t("role.playing")))],
    ["devices", t("landlord.devices"), deviceList(who, devices.devices, room, seen)],
    ["new_pin", t("landlord.new_pin"), newPin(wasHeard() ? t("landlord.pin_heard") : t("landlord.new_pin_why"), room)],
    ["secure", t("secure.title"), secure && secureConnection()],
    ["wifi", t("wifi.title"), offers.includes("wifi") && (await ownWifi())],
    ["eye", t("eye.card"), offers.includes("door") && (await phoneEye(() => room(t("eye.card_ended"))))],
    ["camera", t("landlord.camera"), offers.includes("calibration") && camera()],
    ["copy", t("landlord.copy"), offers.includes("backup") && copies((name) => room(t("landlord.restored", { name })))],
    ["update", t("update.title"), await lastUpdate()],
    ["power", t("landlord.power"), offers.includes("power") && switches()],
  ];
  box.replaceChildren(
    h("p", { class: "said", role: "status" }, said || (wasHeard() ? t("landlord.pin_heard") : null)),
    h("div", { class: "cards" }, cards.map(([name, title, content]) => content && card(name, title, content))),
    h("p", { class: "hint" }, t("landlord.logs_out")),
  );
}

/** When a device was paired and last seen, and a name of the landlord's own for it. @param {PairedDevice} one */
function seen(one) {
  return { said: t("landlord.since", { day: shortDay(one.since), seen: shortDay(one.seen) }), folded: renaming(one, room) };
}

/** Whether the PIN was typed over plain http, where anyone in the network could hear it. */
function wasHeard() {
  return box.dataset.heard === "true" && secure === "on";
}

/** What guests' phones and the television may do: one switch each; null if the house keeps nothing. */
async function allowed() {
  const [told, board] = await Promise.all([ask(`${WHERE}/allowed`), ask("/api/board")]);
  if (!told) return null;
  /** @param {[string, boolean]} entry */
  const one = ([name, on]) => {
    /** @type {HTMLInputElement} */
    const tick = h("input", { type: "checkbox", class: "tick", role: "switch", checked: on, "aria-label": t(`allowed.${name}`), onchange: flip });
    async function flip() {
      if (!(await act(`${WHERE}/allowed`, { method: "PUT", body: { [name]: tick.checked } }))) tick.checked = !tick.checked;
    }
    return line(t(`allowed.${name}`), null, tick);
  };
  return [h("p", {}, t("landlord.allowed_why")), lines(Object.entries(told.allowed).map(one)), board?.house?.voice ? null : h("p", { class: "hint" }, t("allowed.no_voice"))];
}

/** The secure connection counts at once, at the same address. */
function secureConnection() {
  /** @param {boolean} on @param {string} next */
  const turn = (on, next) => async () => {
    if (await act(`${WHERE}/https`, { method: "PUT", body: { on } })) location.assign(next);
  };
  if (secure === "on") return [h("p", {}, t("secure.card_on")), twice(t("secure.turn_off"), t("secure.turn_off_sure"), turn(false, `http://${location.host}/landlord`))];
  return [h("p", {}, t("secure.card_off")), h("button", { class: "key2", id: "https-on", onclick: turn(true, "/secure") }, t("secure.turn_on"))];
}

/** A Wi-Fi of the table's own, for a house without one. */
async function ownWifi() {
  const at = `${WHERE}/wifi`;
  const { name, password } = (await ask(at)) ?? {};
  /** @param {boolean} on */
  const turn = (on) => async () => {
    if (await act(at, { method: "PUT", body: { on } })) room(t(on ? "wifi.made" : "wifi.ended"));
  };
  if (!password) return [h("p", {}, t("wifi.why")), h("button", { class: "key2", onclick: turn(true) }, t("wifi.make"))];
  return [h("p", {}, t("wifi.join", { name, password, address: location.origin.replace(location.hostname, "10.42.0.1") })), h("img", { class: "code", src: `${at}.svg`, alt: t("wifi.scan") }), twice(t("wifi.end"), t("wifi.end_sure"), turn(false))];
}

function camera() {
  return [
    h("p", {}, t("landlord.camera_why")),
    h("div", { class: "row-of" }, [
      h("a", { class: "key2", id: "to-camera", href: "/landlord/calibrate" }, t("landlord.camera_open")),
      h("a", { class: "key2", href: "/landlord/guide" }, t("guide.open")),
    ]),
  ];
}

/** The outcome of the device's last update; nothing if there was none, or it is unknown. */
async function lastUpdate() {
  const { update = null } = (await ask(`${WHERE}/update`)) ?? {};
  if (!update) return null;
  const { result, at, old, new: to } = update;
  return h("p", {}, t(`update.${result}`, { day: shortDay(at), old, new: to }));
}

function switches() {
  /** @param {string} what @param {string} done */
  const turn = (what, done) => async () => {
    if (await act(`${WHERE}/${what}`)) say(done);
  };
  return [
    h("p", {}, t("landlord.power_why")),
    h("div", { class: "row-of" }, [
      twice(t("landlord.off"), t("landlord.off_sure"), turn("off", t("landlord.off_done"))),
      twice(t("landlord.restart"), t("landlord.restart_sure"), turn("restart", t("landlord.restart_done"))),
    ]),
  ];
}

leaveByBack();
openRoom(box, "landlord.title", room);

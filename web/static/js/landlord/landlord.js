// The landlord's page: login by PIN, then devices, a new PIN, copies of the journal, the device's switch.

import { draftField, forgetDraft } from "../shared/controls.js";
import { findElement, h } from "../shared/dom.js";
import { sendChange, fetchMe, onMe } from "../shared/device.js";
import { allowed } from "./landlord_allowed.js";
import { evening, houseRules } from "./landlord_evening.js";
import { phoneEye } from "./landlord_eye.js";
import { secureConnection } from "./landlord_secure.js";
import { lastUpdate } from "./landlord_update.js";
import { drawPad, pinWords } from "./number_pad.js";
import { errorWords } from "../shared/phrases.js";
import { watchPage } from "../scrolling/watch_page.js";
import { loadWords, shortDay, t } from "../shared/words.js";

const box = findElement("#landlord");
const connection = findElement(".connection");
const SURE_MS = 8000; // an unanswered question disappears
const SQLITE = "application/vnd.sqlite3";
const PIECE = 512 * 1024;
const WHERE = "/api/landlord";

let inside = false;

async function begin() {
  findElement("#back").addEventListener("click", leave);
  await loadWords();
  document.title = t("landlord.title");
  watchPage("landlord");
  onMe(({ role }) => {
    if (inside && role !== "landlord") pad(t("landlord.ended"));
  });
  const { role } = await fetchMe().catch(() => ({ role: "viewer" }));
  if (role === "landlord") room();
  else pad();
}

/** @param {string} [said] */
function pad(said) {
  inside = false;
  connection.hidden = false;
  drawPad(box, room, said);
}

/** Draw everything the landlord may do; `said` is the last result. */
async function room(said = "") {
  inside = true;
  connection.hidden = Boolean(box.dataset.secure); // its card says it
  const who = await fetchMe({ refresh: true });
  const devices = who.role === "landlord" ? await (await fetch(`${WHERE}/devices`)).json() : null;
  if (!devices?.devices) return pad();
  const update = await lastUpdate();
  const tonight = await evening((words) => say(words));
  const rules = await houseRules((words) => say(words));
  const guests = await allowed((words) => say(words));
  const eye = box.dataset.eye === "true" ? await phoneEye(act, () => room(t("eye.card_ended"))) : null;
  box.replaceChildren(
    h("p", { class: "said", role: "status" }, said || (wasHeard() ? t("landlord.pin_heard") : null)),
    h("div", { class: "cards" }, [
      tonight ? card("evening", ...tonight) : null,
      rules ? card("rules", ...rules) : null,
      guests ? card("allowed", ...guests) : null,
      card("this", ...thisDevice(who)),
      card("devices", deviceList(who, devices.devices)),
      card("new_pin", ...newPin()),
      box.dataset.secure ? card("secure", ...secureConnection(box.dataset.secure === "on", act, twice)) : null,
      eye ? card("eye", ...eye) : null,
      box.dataset.calibrates === "true" ? card("camera", ...camera()) : null,
      box.dataset.copies === "true" ? card("copy", ...copies()) : null,
      update ? card("update", ...update) : null,
      box.dataset.power === "true" ? card("power", ...power()) : null,
    ]),
    h("p", { class: "hint" }, t("landlord.logs_out")),
  );
}

/** @type {Record<string, () => string>} */
const TITLES = {
  evening: () => t("landlord.evening"),
  rules: () => t("house"),
  allowed: () => t("landlord.allowed"),
  this: () => t("landlord.this"),
  devices: () => t("landlord.devices"),
  new_pin: () => t("landlord.new_pin"),
  secure: () => t("secure.title"),
  eye: () => t("eye.card"),
  camera: () => t("landlord.camera"),
  copy: () => t("landlord.copy"),
  update: () => t("update.title"),
  power: () => t("landlord.power"),
};

/** @param {string} name @param {...Child} content */
function card(name, ...content) {
  return h("section", { class: "card", id: `card-${name}` }, h("h2", {}, TITLES[name]()), content);
}

/** The way back logs the landlord out: guests sit at the table. @param {Event} event */
async function leave(event) {
  if (!inside) return;
  event.preventDefault();
  await sendChange("/api/logout");
  location.assign("/");
}

/** Carry out a change; show what was done, or why not. @type {CarryOut} */
async function act(url, done, options) {
  const reply = await sendChange(url, options);
  if (!inside) return null; // the half hour was over: the pad is shown
  if (!reply.ok) {
    const failed = reply.error.code === "away" ? t("landlord.away") : t("landlord.failed", { message: errorWords(reply.error) });
    say(failed);
    return null;
  }
  await done(reply);
  return reply;
}

/** @param {string} words */
function say(words) {
  const line = findElement(".said", box);
  line.textContent = words;
  line.scrollIntoView({ block: "nearest" });
}

/** A button that asks back: only a second tap does it. @type {Twice} */
function twice(words, sure, go) {
  const place = h("span", { class: "twice" });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const calm = () => {
    clearTimeout(timer);
    place.replaceChildren(h("button", { class: "big", onclick: ask }, words));
  };
  const confirm = () => {
    calm();
    go();
  };
  const ask = () => {
    timer = setTimeout(calm, SURE_MS);
    place.replaceChildren(
      h("button", { class: "big danger", onclick: confirm }, sure),
      h("button", { class: "big", onclick: calm }, t("landlord.no")),
    );
  };
  calm();
  return place;
}

/** @param {Me} who */
function thisDevice(who) {
  if (who.paired) return [h("p", {}, t("landlord.is_table"))];
  const pair = () => act(`${WHERE}/devices`, () => room(t("role.playing")));
  return [
    h("p", {}, t(who.everyone ? "landlord.everyone" : "landlord.no_table")),
    h("button", { class: "big", id: "pair", onclick: pair }, t("landlord.pair")),
  ];
}

/** @param {Me} who @param {PairedDevice[]} devices */
function deviceList(who, devices) {
  if (!devices.length) return h("p", {}, t("landlord.none"));
  return h("ul", { class: "devices" }, devices.map((one) => device(who, one)));
}

/** @param {Me} who @param {PairedDevice} one */
function device(who, one) {
  const url = `${WHERE}/devices/${encodeURIComponent(one.device)}`;
  const remove = () => act(url, () => room(), { method: "DELETE" });
  const name = one.name === "?" ? t("landlord.unknown") : one.name;
  const here = one.device === who.device ? h("b", { class: "here" }, t("landlord.here")) : null;
  return h(
    "li",
    {},
    h("span", {}, h("b", {}, name), " ", here, h("small", {}, t("landlord.since", { day: shortDay(one.since), seen: shortDay(one.seen) }))),
    twice(t("landlord.remove"), t("landlord.remove_sure"), remove),
    naming(url, one.name === "?" ? "" : one.name),
  );
}

/** A name of the landlord's own for a device: "Tablet am Stammtisch". @param {string} url @param {string} now */
function naming(url, now) {
  const input = draftField(url, now, { maxlength: 40, enterkeyhint: "done", "aria-label": t("landlord.device_name") });
  const named = () => {
    forgetDraft(url);
    room(t("landlord.device_named"));
  };
  /** @param {Event} event */
  const keep = (event) => {
    event.preventDefault();
    if (input.value.trim()) act(url, named, { method: "PUT", body: { name: input.value.trim() } });
  };
  return h("details", { class: "naming" }, h("summary", {}, t("landlord.device_rename")), h("form", { class: "newcomer", onsubmit: keep }, input, h("button", { class: "big", type: "submit" }, t("landlord.device_keep"))));
}

/** Whether the PIN was typed over plain http, where anyone in the network could hear it. */
function wasHeard() {
  return box.dataset.heard === "true" && box.dataset.secure === "on";
}

function newPin() {
  const place = h("div", { class: "new" });
  const adopt = () =>
    act(`${WHERE}/pin/noted`, () => {
      delete box.dataset.heard;
      room(t("landlord.new_pin_done"));
    });
  /** @param {LandlordReply} reply */
  const show = ({ pin = "" }) =>
    place.replaceChildren(pinWords(pin), h("button", { class: "big primary", onclick: adopt }, t("landlord.new_pin_noted")));
  place.append(
    h("button", { class: "big", onclick: () => act(`${WHERE}/pin`, show) }, t("landlord.new_pin_make")),
  );
  return [h("p", {}, t(wasHeard() ? "landlord.pin_heard" : "landlord.new_pin_why")), place];
}

function camera() {
  return [
    h("p", {}, t("landlord.camera_why")),
    h("a", { class: "big", id: "to-camera", href: "/landlord/calibrate" }, t("landlord.camera_open")),
  ];
}

function copies() {
  const sure = h("div", { class: "sure" });
  /** @type {HTMLInputElement} */
  const input = h("input", { type: "file", id: "copy-file", accept: `.sqlite,${SQLITE}`, onchange: () => chosen(input, sure) });
  return [
    h("p", {}, t("landlord.copy_why")),
    h("p", { class: "row-of" }, [
      h("a", { class: "big", id: "take-copy", href: `${WHERE}/backup`, download: "" }, t("landlord.copy_take")),
      h("label", { class: "big", for: "copy-file" }, t("landlord.restore"), input),
    ]),
    sure,
  ];
}

/** @param {HTMLInputElement} input @param {HTMLElement} sure */
function chosen(input, sure) {
  const [file] = input.files ?? [];
  if (!file) return sure.replaceChildren();
  const calm = () => {
    input.value = "";
    sure.replaceChildren();
  };
  const go = async () => {
    calm();
    await restore(file);
  };
  sure.replaceChildren(
    h("button", { class: "big danger", onclick: go }, t("landlord.restore_sure", { name: file.name })),
    h("button", { class: "big", onclick: calm }, t("landlord.no")),
  );
}

/** Send a copy in pieces: the table accepts no long ones. The last one replaces the journal. @param {File} file */
async function restore(file) {
  for (let offset = 0; offset === 0 || offset < file.size; offset += PIECE) {
    const more = offset + PIECE < file.size ? 1 : 0;
    const url = `${WHERE}/restore?offset=${offset}&more=${more}`;
    /** @param {LandlordReply} reply */
    const done = (reply) => (more ? null : room(t("landlord.restored", { name: reply.kept })));
    if (!(await act(url, done, { body: file.slice(offset, offset + PIECE), type: SQLITE }))) return;
  }
}

function power() {
  const off = () => act(`${WHERE}/off`, () => say(t("landlord.off_done")));
  const restart = () => act(`${WHERE}/restart`, () => say(t("landlord.restart_done")));
  return [
    h("p", {}, t("landlord.power_why")),
    h("p", { class: "row-of" }, [
      twice(t("landlord.off"), t("landlord.off_sure"), off),
      twice(t("landlord.restart"), t("landlord.restart_sure"), restart),
    ]),
  ];
}

begin();

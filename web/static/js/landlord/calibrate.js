// The landlord sets up the camera: its picture with the findings drawn in, each check with its remedy, two tests by hand. The
// picture is requested only while this page is open, visible, and in use.

import { buttonsTest, checkRow, lensTest, takenLine } from "./calibrate_parts.js";
import { acceptanceTest, diceTest, facesTest, ownConfidence } from "./calibrate_throws.js";
import { findElement, h, show } from "../shared/dom.js";
import { sendChange, fetchMe } from "../shared/device.js";
import { openRoom } from "./number_pad.js";
import { errorWords } from "../shared/phrases.js";
import { clockTime, language, shortDay, t } from "../shared/words.js";

const WHERE = "/api/landlord/calibration";
const EACH_MS = 1000;
const PATIENCE_MS = 10 * 60 * 1000; // without a tap for this long the landlord has gone; the PIN's half hour then runs out

const box = findElement("#calibrate");
/** @type {number | undefined} */
let timer;
let tapped = Date.now();
let pictures = 0;
const said = h("p", { class: "said", role: "status" });
const parts = {
  picture: h("section", { class: "card seen" }),
  checks: h("section", { class: "card checks", "aria-live": "polite" }),
  keep: h("section", { class: "card keep" }),
  dice: h("section", { class: "card", id: "dice-test" }),
  faces: h("section", { class: "card", id: "faces-test" }),
  buttons: h("section", { class: "card", id: "buttons-test" }),
  lens: h("section", { class: "card", id: "lens-test" }),
  acceptance: h("section", { class: "card", id: "acceptance-test" }),
  own: h("section", { class: "card", id: "own-confidence" }),
};

function enter() {
  tapped = Date.now();
  said.textContent = "";
  box.replaceChildren(said, h("div", { class: "cards" }, Object.values(parts)));
  look();
}

/** Request the findings, draw them, and repeat in a second. */
async function look() {
  clearTimeout(timer);
  if (!said.isConnected || document.hidden) return;
  if (Date.now() - tapped > PATIENCE_MS) return paused();
  const found = await ask();
  if (!said.isConnected) return;
  if (found) draw(found);
  else said.textContent = t("calibrate.away");
  timer = setTimeout(look, EACH_MS);
}

/** @returns {Promise<Calibration | null>} */
async function ask() {
  try {
    const answer = await fetch(WHERE, { cache: "no-store" });
    if (answer.status === 403) await fetchMe({ refresh: true });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

function paused() {
  box.replaceChildren(h("p", {}, t("calibrate.paused")), h("button", { class: "btn go", onclick: enter }, t("calibrate.on")));
}

/** @param {Calibration} found */
function draw(found) {
  if (said.textContent === t("calibrate.away")) said.textContent = "";
  drawPicture(found);
  show(parts.checks, [language(), found.findings, found.taken, found.kept?.glare], () => [
    h("ul", { class: "findings" }, found.findings.map((finding) => checkRow(finding, found.kept))),
    found.taken ? takenLine(found.taken) : null,
  ]);
  parts.checks.hidden = !found.findings.length;
  parts.dice.hidden = !found.camera;
  show(parts.dice, [language(), found.dice, found.between], () => diceTest(found, order));
  parts.faces.hidden = !found.camera;
  show(parts.faces, [language(), found.faces, found.between], () => facesTest(found, order));
  show(parts.buttons, [language(), found.buttons, found.panel, found.panel_trouble, found.between], () => buttonsTest(found, order));
  parts.lens.hidden = !found.camera;
  show(parts.lens, [language(), found.lens, found.between], () => lensTest(found, order));
  parts.acceptance.hidden = !found.camera;
  show(parts.acceptance, [language(), found.acceptance, found.between], () => acceptanceTest(found, order));
  const { own } = found;
  parts.own.hidden = !found.camera || !own;
  if (own) show(parts.own, [language(), own], () => ownConfidence(own, order));
  show(parts.keep, [language(), found.kept, found.board], () => keeping(found));
  parts.keep.hidden = !found.camera;
}

/** The picture's element stays, only its address changes: no flash between two pictures. @param {Calibration} found */
function drawPicture(found) {
  show(parts.picture, [language(), found.camera, found.picture], () => [
    h("h2", {}, t("calibrate.picture")),
    found.picture ? h("img", { id: "seen", alt: t("calibrate.picture") }) : null,
    found.picture ? h("p", {}, t("calibrate.empty")) : h("p", {}, found.camera ? t("calibrate.no_picture") : t("calibrate.no_camera")),
    found.camera ? h("p", { class: "hint" }, t("calibrate.memory")) : null,
  ]);
  const seen = document.getElementById("seen");
  pictures += 1;
  if (seen) /** @type {HTMLImageElement} */ (seen).src = `${WHERE}/picture?n=${pictures}`;
}

/** @param {Calibration} found */
function keeping(found) {
  const keep = () => order({ do: "keep" }, t("calibrate.kept"));
  return [
    h("p", {}, t("calibrate.keep_why")),
    found.kept ? h("p", { class: "hint" }, t("calibrate.kept_at", { day: shortDay(found.kept.at), time: clockTime(found.kept.at) })) : null,
    h("button", { class: "btn go", id: "keep", disabled: !found.board, onclick: keep }, t("calibrate.keep")),
  ];
}

/** Send an order to the table; show a refusal, or `done`. @type {OrderSetup} */
async function order(command, done = "") {
  const reply = await sendChange(WHERE, { body: command });
  if (!said.isConnected) return;
  said.textContent = reply.ok ? done : refused(reply.error);
  look();
}

/** @param {{ code: string }} fault */
function refused({ code }) {
  if (code === "away") return t("calibrate.away");
  if (code === "no_board") return t("calibrate.no_board");
  return code === "mid_turn" ? t("calibrate.mid_turn") : t("calibrate.failed", { message: errorWords({ code }) });
}

document.addEventListener("pointerdown", () => (tapped = Date.now()));
document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : look()));
openRoom(box, "calibrate.title", enter);

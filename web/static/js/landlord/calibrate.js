// The landlord sets up the camera: its picture with the findings drawn in, each check with its remedy, two tests by hand. The
// picture is requested only while this page is open, visible, and in use.

import { buttonsTest, checkRow, lensTest, takenLine } from "./calibrate_parts.js";
import { acceptanceTest, diceTest, facesTest, ownConfidence } from "./calibrate_throws.js";
import { findElement, h, show } from "../shared/dom.js";
import { followSetup, nextPicture, order as send } from "./follow_setup.js";
import { openRoom } from "./number_pad.js";
import { clockTime, language, shortDay, t } from "../shared/words.js";

const box = findElement("#calibrate");
const seen = h("img", { id: "seen" });
let look = () => {};
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
  said.textContent = "";
  box.replaceChildren(said, h("div", { class: "cards" }, Object.values(parts)));
  look = followSetup(said, draw);
}

/** @param {Calibration} found */
function draw(found) {
  drawPicture(found);
  const { between, findings, kept, own, taken } = found;
  const camera = Boolean(found.camera);
  /** @type {Array<[HTMLElement, boolean, unknown[], () => Child]>} */
  const cards = [
    [parts.checks, findings.length > 0, [findings, taken, kept?.glare], () => [h("ul", { class: "findings" }, findings.map((finding) => checkRow(finding, kept))), taken ? takenLine(taken) : null]],
    [parts.dice, camera, [found.dice, between], () => diceTest(found, order)],
    [parts.faces, camera, [found.faces, between], () => facesTest(found, order)],
    [parts.buttons, true, [found.buttons, found.panel, found.panel_trouble, between], () => buttonsTest(found, order)],
    [parts.lens, camera, [found.lens, between], () => lensTest(found, order)],
    [parts.acceptance, camera, [found.acceptance, between], () => acceptanceTest(found, order)],
    [parts.own, camera && Boolean(own), [own], () => own && ownConfidence(own, order)],
    [parts.keep, camera, [kept, found.board], () => keeping(found)],
  ];
  for (const [place, there, key, make] of cards) {
    place.hidden = !there;
    show(place, [language(), ...key], make);
  }
}

/** @param {Calibration} found */
function drawPicture(found) {
  seen.alt = t("calibrate.picture");
  show(parts.picture, [language(), found.camera, found.picture], () => [
    h("h2", {}, t("calibrate.picture")),
    found.picture ? seen : null,
    found.picture ? h("p", {}, t("calibrate.empty")) : h("p", {}, found.camera ? t("calibrate.no_picture") : t("calibrate.no_camera")),
    found.camera ? h("p", { class: "hint" }, t("calibrate.memory")) : null,
  ]);
  if (seen.isConnected) nextPicture(seen);
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

/** Send an order, and look at once at what comes of it. @type {OrderSetup} */
async function order(command, done) {
  const isDone = await send(command, done);
  look();
  return isDone;
}

openRoom(box, "calibrate.title", enter);

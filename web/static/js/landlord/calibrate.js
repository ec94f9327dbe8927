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

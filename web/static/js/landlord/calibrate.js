// The landlord sets up the camera: its picture with the findings drawn in, each check with its remedy, tests by hand. The
// picture is requested only while this page is open, visible, and in use.

import { TESTS, ownConfidence } from "./calibrate_tests.js";
import { checkList, takenLine } from "./checks.js";
import { findElement, h, show } from "../shared/dom.js";
import { followSetup, nextPicture, order } from "./follow_setup.js";
import { openRoom } from "./number_pad.js";
import { clockTime, language, shortDay, t } from "../shared/words.js";

const box = findElement("#calibrate");
const seen = h("img", { id: "seen" });
const said = h("p", { class: "said", role: "status" });
const picture = h("section", { class: "card seen" });
const checks = h("section", { class: "card checks", "aria-live": "polite" });
const keep = h("section", { class: "card keep" });
const tests = Object.keys(TESTS).map((name) => h("section", { class: "card", id: `${name}-test` }));
const own = h("section", { class: "card", id: "own-confidence" });

function enter() {
  said.textContent = "";
  box.replaceChildren(said, h("div", { class: "cards" }, picture, checks, keep, tests, own));
  followSetup(said, draw);
}

/** @param {Calibration} found */
function draw(found) {
  const { findings, kept, taken } = found;
  drawPicture(found);
  drawCard(checks, findings.length > 0, [findings, taken, kept?.glare], () => [checkList(findings, kept), taken ? takenLine(taken) : null]);
  drawCard(keep, Boolean(found.camera), [kept, found.board], () => keeping(found));
  for (const [place, [name, make]] of Object.entries(TESTS).entries()) {
    drawCard(tests[place], name === "buttons" || Boolean(found.camera), [found[/** @type {"dice"} */ (name)], found.panel, found.panel_trouble, found.between], () => make(found));
  }
  drawCard(own, Boolean(found.camera && found.own), [found.own], () => found.own && ownConfidence(found.own));
}

/** @param {HTMLElement} place @param {boolean} there @param {unknown[]} key @param {() => Child} make */
function drawCard(place, there, key, make) {
  place.hidden = !there;
  show(place, [language(), ...key], make);
}

/** @param {Calibration} found */
function drawPicture(found) {
  seen.alt = t("calibrate.picture");
  show(picture, [language(), found.camera, found.picture], () => [
    h("h2", {}, t("calibrate.picture")),
    found.picture ? seen : null,
    found.picture ? h("p", {}, t("calibrate.empty")) : h("p", {}, found.camera ? t("calibrate.no_picture") : t("calibrate.no_camera")),
    found.camera ? h("p", { class: "hint" }, t("calibrate.memory")) : null,
  ]);
  if (seen.isConnected) nextPicture(seen);
}

/** @param {Calibration} found */
function keeping(found) {
  return [
    h("p", {}, t("calibrate.keep_why")),
    found.kept ? h("p", { class: "hint" }, t("calibrate.kept_at", { day: shortDay(found.kept.at), time: clockTime(found.kept.at) })) : null,
    h("button", { class: "btn go", id: "keep", disabled: !found.board, onclick: () => order({ do: "keep" }, t("calibrate.kept")) }, t("calibrate.keep")),
  ];
}

openRoom(box, "calibrate.title", enter);

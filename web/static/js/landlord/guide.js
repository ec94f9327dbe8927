// The guided path from the first start to the first throw. The table checks each step itself; each can be left for
// later, and what was done stays done.

import { ask, keep, recall } from "../shared/commands.js";
import { button, hint } from "../shared/controls.js";
import { findElement, h, redraw } from "../shared/dom.js";
import { drawDice } from "../shared/dice.js";
import { language, t } from "../shared/words.js";
import { checkList } from "./checks.js";
import { followSetup, nextPicture, order } from "./follow_setup.js";
import { phoneEye } from "./landlord_eye.js";
import { leave, leaveByBack, openRoom } from "./number_pad.js";
import { line, lines, say, STEPS, stepList } from "./page_parts.js";

const KEPT = "guide"; // in this browser: what was done, and by hand, is not asked for again after a power cut
const BY_HAND = ["language", "pin", "buttons", "throw"];
const SEEN_WITH_BOARD = ["board", "light", "throw"];
/** @type {Record<string, string[]>} */
const CHECKS = { board: ["marks", "field", "error", "sharp"],
  light: ["light", "even", "glare", "colour", "grain", "exposure", "flicker"] };
/** @type {Record<string, "buttons" | "dice">} */
const TESTS = { buttons: "buttons", throw: "dice" };

const box = findElement("#guide");
const passed = new Set(recall(KEPT) ?? ["language", "pin"]);
let step = STEPS.find((one) => !passed.has(one)) ?? "throw";
/** @type {Calibration | null} */
let found = null;
/** @type {PairedDevice[]} */
let devices = [];
let judged = 0; // so many throws were judged
let right = false;
const place = h("section.card");
const list = h("div");
const phone = h("section.card", { hidden: true });

async function room() {
  box.replaceChildren(h("p.said", { role: "status" }), h("div.cards", place, list, phone));
  if (box.dataset.eye === "true") phone.replaceChildren(...((await phoneEye(() => room())) ?? []));
  followSetup(list, take);
}

/** @param {Calibration} told */
async function take(told) {
  found = told;
  if (step === "tablet") devices = (await ask("/api/landlord/devices"))?.devices ?? devices;
  draw(told);
  const test = TESTS[step];
  const runs = { buttons: told.panel && !told.buttons.verdict,
    dice: told.camera && !right && told.dice.throws.length === judged }[test];
  if (runs && told.between && !told[test].running) await order({ do: "begin", test });
}

/** @param {Calibration} now */
function draw(now) {
  const steps = STEPS.filter((one) => now.camera || !SEEN_WITH_BOARD.includes(one));
  const next = steps[steps.indexOf(step) + 1];
  const good = isGood(step, now);
  const done = steps.filter((one) => passed.has(one) && (BY_HAND.includes(one) || isGood(one, now)));
  const goOn = async () => {
    if (good && step === "light" && !(await order({ do: "keep" }))) return;
    if (good) passed.add(step);
    keep(KEPT, [...passed]);
    await (next ? go(next) : leave());
  };
  phone.hidden = step !== "camera" || !phone.firstChild;
  redraw(list, stepList(steps, step, done, go));
  redraw(place, [
    h("h2.t3", t(`guide_step.${step}`)),
    CONTENT[step](now),
    button(good ? (next ? t("guide.next") : t("guide.finish")) : t("guide.later"), goOn,
      { kind: good ? "go" : "", focus: "next" }),
  ]);
  nextPicture();
}

/** @param {string} one @param {Calibration} now */
function isGood(one, now) {
  const checks = now.findings.filter(({ check }) => CHECKS[one]?.includes(check));
  if (CHECKS[one]) return now.board && checks.length > 0 && checks.every(({ verdict }) => verdict !== "bad");
  if (one === "camera") return now.picture;
  if (one === "buttons") return now.buttons.verdict === "good" || !(now.panel || now.panel_trouble);
  return one === "tablet" ? devices.length > 0 : one === "throw" ? right : true;
}

/** @param {string} next */
async function go(next) {
  if (TESTS[step]) await order({ do: "stop" });
  step = next;
  judged = found?.dice.throws.length ?? 0;
  scrollTo(0, 0);
  if (found) await take(found);
}

/** @type {Record<string, (now: Calibration) => Child>} */
const CONTENT = {
  language: () => h("p", t(`language.${language()}`)),
  pin: () => h("p", t("first.why")),
  camera: (now) => [now.picture ? h("p", t("guide.camera", { name: now.camera ?? "" })) : null,
    now.camera ? seen(now) : h("p", t("calibrate.no_camera"))],
  board: (now) => [h("p", t("guide.board")), seen(now), findings(now)],
  light: (now) => [h("p", t("guide.light")), findings(now), hint(t("calibrate.keep_why"))],
  buttons: ({ panel, panel_trouble: trouble, buttons, between }) => {
    if (!panel) return h("p", trouble ? t("calibrate.panel_trouble") : t("calibrate.no_panel"));
    const pressed = (/** @type {string} */ one) =>
      (buttons.pressed.includes(one) ? h("b.safe", "✓") : h("span.past", t("guide.left")));
    return [h("p", between ? t("guide.buttons") : t("calibrate.mid_turn")),
      lines(buttons.all.map((one) => line(t(`panel_button.${one}`), null, pressed(one))))];
  },
  tablet: () => [lines(devices.map((one) => line(one.name, null))), h("p", t("guide.tablet")),
    h("img.code", { src: "/qr.svg?landlord", alt: t("guide.tablet") })],
  throw: ({ dice: { throws }, between }) => {
    const last = throws.at(-1);
    if (!last || throws.length === judged) {
      return h("p",
        right ? t("guide.reads") : between ? t("guide.throw") : t("calibrate.mid_turn"));
    }
    const judge = (/** @type {boolean} */ yes) => async () => {
      if (!(await order({ do: "judge", throw: throws.length - 1, right: yes }))) return;
      judged = throws.length;
      right = yes;
      if (!yes) return say(t("guide.misread"));
      passed.add("throw");
      await order({ do: "stop" });
    };
    const keys = [button(t("calibrate.right"), judge(true), { kind: "go", focus: "right" }),
      button(t("calibrate.wrong"), judge(false), { focus: "wrong" })];
    return [h("p", t("guide.is_right")), last.dice.length ? drawDice(last.dice) : h("p", t("calibrate.dice_none")),
      h("div.row-of", keys)];
  },
};

/** @param {Calibration} now */
const seen = (now) =>
  (now.picture ? h("div.seen", h("img", { alt: t("calibrate.picture") })) : h("p", t("calibrate.no_picture")));

/** @param {Calibration} now */
const findings = (now) => checkList(now.findings.filter(({ check }) => CHECKS[step].includes(check)));

leaveByBack();
openRoom(box, "guide.title", room);

// The landlord sets up the camera: its picture with the findings drawn in, each check with its remedy, tests by hand.
// The picture is requested only while this page is open, visible, and in use.

import { checkList, findingWords, formatMm, formatPercent, takenLine, verdictLine } from "./checks.js";
import { button, smallKey, hint } from "../shared/controls.js";
import { drawDice } from "../shared/dice.js";
import { findElement, h, redraw } from "../shared/dom.js";
import { followSetup, nextPicture, order } from "./follow_setup.js";
import { openRoom } from "./number_pad.js";
import { clockTime, shortDay, t } from "../shared/words.js";

const STRAIGHT_MM = 0.05; // a smaller distortion is negligible
const box = findElement("#calibrate");
const said = h("p.said", { role: "status" });
const picture = h("section.card.seen");
const checks = h("section.card.checks", { "aria-live": "polite" });
const keep = h("section.card.keep");
const own = h("section.card", { id: "own-confidence" });

/** The tests by hand, in their order.
 * @type {Record<"dice" | "faces" | "buttons" | "lens" | "acceptance", (found: Calibration) => Child>} */
const TESTS = {
  dice: ({ dice, between }) => drawTest("dice", dice, between, dice.running ? throwWords(dice,
    t("calibrate.dice_judge")) : t("calibrate.dice_why"), [verdictOf("dice", dice.verdict), throwList(dice, true)]),
  faces: ({ faces, between }) => {
    const n = faces.throws.length + 1;
    const words = faces.running ? t("calibrate.faces_now", { n, of: faces.of }) : t("calibrate.faces_why");
    return drawTest("faces", faces, between, words,
      [faces.running ? drawDice([n, n, n]) : null, verdictOf("faces", faces.verdict), throwList(faces, true)]);
  },
  buttons: ({ buttons, panel, panel_trouble: trouble, between }) => {
    const { all, pressed, running, verdict } = buttons;
    if (!panel) {
      return [h("h2", t("check.buttons")), h("p", { class: trouble ? "mend" : null },
        trouble ? t("calibrate.panel_trouble") : t("calibrate.no_panel")), trouble ? hint(trouble) : null];
    }
    const list = running || pressed.length ? ticks("button", all, pressed, (one) => t(`panel_button.${one}`),
      (one, down) => t(down ? "calibrate.pressed" : "calibrate.unpressed", { button: one })) : null;
    return drawTest("buttons", buttons, between, running ? t("calibrate.buttons_now") : t("calibrate.buttons_why"),
      [verdictOf("buttons", verdict), list]);
  },
  lens: ({ lens: { all, seen: views, running, said: found, verdict, before, after, kept, marks }, between }) => {
    const next = !views.length ? t("calibrate.lens_flat") : views.length < all.length ? t("calibrate.lens_now")
      : t("calibrate.lens_lay");
    const step = marks < 4 ? t("calibrate.lens_marks", { n: marks }) : next;
    const gained = before === null || after === null ? null : h("p", before < STRAIGHT_MM ? t("calibrate.lens_straight")
      : t("calibrate.lens_gain", { before: formatMm(before), after: formatMm(after) }));
    const result = found && verdict && !running
      ? verdictLine("div", "lens", verdict, findingWords("lens", found), gained) : null;
    const list = running ? ticks("view", all, views, (one) => t(`lens_view.${one}`),
      (view, on) => t(on ? "calibrate.lens_seen" : "calibrate.lens_unseen", { view })) : null;
    const test = drawTest("lens", { running, verdict: found || kept }, between,
      running ? step : t("calibrate.lens_why"), [result, list]);
    if (!kept || running) return test;
    const day = shortDay(kept.at);
    const words = kept.before < STRAIGHT_MM ? t("calibrate.lens_kept_straight", { day })
      : t("calibrate.lens_kept", { day, before: formatMm(kept.before), after: formatMm(kept.after) });
    return [test, h("div.row-of", found ? null : hint(words), smallKey(t("calibrate.lens_forget"),
      () => order({ do: "forget_lens" }), { focus: "forget lens", disabled: !between }))];
  },
  acceptance: ({ acceptance, between }) => {
    const { throws, of, running, kept } = acceptance;
    const words = running ? throwWords(acceptance, t("calibrate.acceptance_judge")) : t("calibrate.acceptance_why");
    const key = running && throws.length === of ? button(t("calibrate.acceptance_finish"),
      () => order({ do: "finish" }), { kind: "go", focus: "finish acceptance" }) : null;
    return drawTest("acceptance", acceptance, between, words,
      [running || !kept ? null : figures(kept), key, throwList(acceptance, false)]);
  },
};
const NAMES = /** @type {Array<keyof typeof TESTS>} */ (Object.keys(TESTS));
const tests = NAMES.map((name) => h("section.card", { id: `${name}-test` }));

/** @param {Calibration} found */
function draw(found) {
  const { camera, findings, kept, taken } = found;
  redraw(picture, [
    h("h2", t("calibrate.picture")),
    found.picture ? [h("img", { id: "seen", alt: t("calibrate.picture") }), h("p", t("calibrate.empty"))]
      : h("p", camera ? t("calibrate.no_picture") : t("calibrate.no_camera")),
    camera ? hint(t("calibrate.memory")) : null,
  ]);
  nextPicture();
  drawCard(checks, findings.length > 0, [checkList(findings, kept), taken ? takenLine(taken) : null]);
  drawCard(keep, Boolean(camera), [
    h("p", t("calibrate.keep_why")),
    kept ? hint(t("calibrate.kept_at", { day: shortDay(kept.at), time: clockTime(kept.at) })) : null,
    button(t("calibrate.keep"), () => order({ do: "keep" }, t("calibrate.kept")),
      { kind: "go", id: "keep", disabled: !found.board }),
  ]);
  for (const [place, name] of NAMES.entries()) {
    drawCard(tests[place], name === "buttons" || Boolean(camera),
      TESTS[name](found));
  }
  drawCard(own, Boolean(camera && found.own), found.own && ownConfidence(found.own));
}

/** @param {HTMLElement} place @param {boolean} there @param {Child} parts */
function drawCard(place, there, parts) {
  place.hidden = !there;
  redraw(place, parts);
}

/** @param {string} test @param {{ running: boolean, verdict: unknown }} state @param {boolean} between
 * @param {string} words @param {Child} content */
function drawTest(test, { running, verdict }, between, words, content) {
  const [again, first] = test === "lens" ? [t("calibrate.measure_again"), t("calibrate.measure")]
    : [t("calibrate.again"), t("calibrate.begin")];
  return [
    h("h2", t(`check.${test}`)),
    h("p", { class: running ? "now" : "" }, words),
    content,
    running || between ? null : h("p.mend", t("calibrate.mid_turn")),
    running ? smallKey(t("calibrate.stop"), () => order({ do: "stop" }), { focus: `stop ${test}` }) : smallKey(verdict
      ? again : first, () => order({ do: "begin", test }), { focus: `begin ${test}`, disabled: !between }),
  ];
}

/** @param {string} check @param {Verdict | null} verdict */
const verdictOf = (check, verdict) =>
  (verdict ? verdictLine("div", check, verdict, findingWords(check, verdict)) : null);

/** @param {"button" | "view"} what @param {string[]} all @param {string[]} done @param {(one: string) => string} words
 * @param {(words: string, on: boolean) => string} label */
function ticks(what, all, done, words, label) {
  return h("ul.ticks", all.map((one) => {
    const on = done.includes(one);
    return h("li", { class: on ? "on" : "", [`data-${what}`]: one, "aria-label": label(words(one), on) },
      h("b", { "aria-hidden": "true" }, on ? "✓ " : "· "), words(one));
  }));
}

/** @param {AcceptanceRun} run */
function figures({ at, throws: of, wrong, asked, says, wrong_most: most, asked_least: least, asked_most: top }) {
  const words = [h("p", t(`finding.acceptance.${says}`, { wrong, of })),
    h("p", t("calibrate.acceptance_figures", { day: shortDay(at), of, wrong, asked }))];
  const bounds = hint(t("calibrate.acceptance_interval",
    { most: formatPercent(most), least: formatPercent(least), top: formatPercent(top) }));
  return verdictLine("div", "acceptance", says === "asks" ? "fair" : says, words, bounds);
}

/** @param {DiceTest} test @param {string} judge */
function throwWords({ throws, of }, judge) {
  return throws.length < of ? t("calibrate.dice_now", { n: throws.length + 1, of }) : judge;
}

/** The throws, each with its reading and its judgement; `ask`: each needs an answer, else only errors are tapped.
 * @param {DiceTest} test @param {boolean} ask */
function throwList({ throws, running }, ask) {
  const rows = throws.map((one, place) => h("li.r", h("b", `${place + 1}.`), one.dice.length ? drawDice(one.dice)
    : h("span", t("calibrate.dice_none")), h("span.row-of", answersTo(one, place, ask, running))));
  return h("ol.rows.throws", rows.reverse());
}

/** @param {JudgedThrow} one @param {number} place @param {boolean} ask @param {boolean} running */
function answersTo(one, place, ask, running) {
  /** @param {boolean} right @param {string} [words] */
  const tap = (right, words = t(right ? "calibrate.right" : "calibrate.wrong")) => smallKey(words,
    () => order({ do: "judge", throw: place, right }), { focus: `${right ? "right" : "wrong"} ${place}` });
  if (one.learned) return t("calibrate.was_learned");
  const judged = one.right === false ? t("calibrate.was_wrong") : one.right ? t("calibrate.was_right") : "";
  const asked = one.sure ? null : [h("span", t("calibrate.was_asked")), " "];
  if (one.right === null && ask && (one.sure || one.dice.length)) return [asked, tap(true), tap(false)];
  if (!one.sure) return [asked, judged];
  if (running && !ask) return one.right === false ? tap(true, judged) : tap(false);
  return judged;
}

/** @param {OwnConfidence} own */
function ownConfidence({ throws, due, asks_new: before, asks_now: now, says, since_missed: since, signs }) {
  return [
    h("h2", t("check.own")),
    h("p", t("calibrate.own_why")),
    h("p.now", throws ? t(`own_says.${says}`, { n: throws, before, now }) : t("calibrate.own_none")),
    due && throws ? h("p", t("calibrate.own_due", { n: due })) : null,
    since === null ? null : h("p.mend", t("calibrate.own_missed", { n: since })),
    signs.length ? h("p", t("calibrate.own_signs"), " ", drawDice(signs)) : null,
    smallKey(t("calibrate.own_forget"), () => order({ do: "forget_own" }),
      { focus: "forget own", disabled: !throws && since === null && !signs.length }),
  ];
}

openRoom(box, "calibrate.title", () => {
  said.textContent = "";
  box.replaceChildren(said, h("div.cards", picture, checks, keep, tests, own));
  followSetup(said, draw);
});

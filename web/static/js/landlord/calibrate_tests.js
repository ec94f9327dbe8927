// Draws the tests by hand: dice that are thrown and judged, buttons, the lens; and the confidence that the table learns in its own dice.

import { findingWords, formatMm, formatPercent, verdictLine } from "./checks.js";
import { drawDice } from "../shared/dice.js";
import { h } from "../shared/dom.js";
import { order } from "./follow_setup.js";
import { shortDay, t } from "../shared/words.js";

const STRAIGHT_MM = 0.05; // a smaller distortion is negligible

/** The tests in their order. @type {Record<string, (found: Calibration) => Child>} */
export const TESTS = {
  /** Throw ten times; after each the maker judges the reading. */
  dice: ({ dice, between }) => drawTest("dice", dice, between, dice.running ? throwWords(dice, t("calibrate.dice_judge")) : t("calibrate.dice_why"), [verdictOf("dice", dice.verdict), throwList(dice, true)]),
  /** Show all faces of the dice, one value after the other. */
  faces: ({ faces, between }) => {
    const n = faces.throws.length + 1;
    const words = faces.running ? t("calibrate.faces_now", { n, of: faces.of }) : t("calibrate.faces_why");
    return drawTest("faces", faces, between, words, [faces.running ? drawDice([n, n, n]) : null, verdictOf("faces", faces.verdict), throwList(faces, true)]);
  },
  /** Each button lights its tick. */
  buttons: ({ buttons, panel, panel_trouble: trouble, between }) => {
    const { all, pressed, running, verdict } = buttons;
    if (!panel) return [h("h2", {}, t("check.buttons")), h("p", { class: trouble ? "mend" : null }, trouble ? t("calibrate.panel_trouble") : t("calibrate.no_panel")), trouble ? h("p", { class: "hint" }, trouble) : null];
    const list = running || pressed.length ? ticks("button", all, pressed, (one) => t(`panel_button.${one}`), (button, down) => t(down ? "calibrate.pressed" : "calibrate.unpressed", { button })) : null;
    return drawTest("buttons", buttons, between, running ? t("calibrate.buttons_now") : t("calibrate.buttons_why"), [verdictOf("buttons", verdict), list]);
  },
  /** Show the camera the board flat, then with each of its edges lifted; and the result. */
  lens: ({ lens, between }) => {
    const { all, seen, running, said, verdict, before, after, kept, marks } = lens;
    const next = !seen.length ? t("calibrate.lens_flat") : seen.length < all.length ? t("calibrate.lens_now") : t("calibrate.lens_lay");
    const hint = marks < 4 ? t("calibrate.lens_marks", { n: marks }) : next;
    const result = said && verdict && !running ? verdictLine("div", "lens", verdict, findingWords("lens", said), gained(before, after)) : null;
    const list = running ? ticks("view", all, seen, (one) => t(`lens_view.${one}`), (view, on) => t(on ? "calibrate.lens_seen" : "calibrate.lens_unseen", { view })) : null;
    return [drawTest("lens", { running, verdict: said || kept }, between, running ? hint : t("calibrate.lens_why"), [result, list]), kept && !running ? known(kept, !said, between) : null];
  },
  /** Throw thirty times and tap the errors; at the end one tap confirms all others. */
  acceptance: ({ acceptance, between }) => {
    const { throws, of, running, kept } = acceptance;
    const finish = () => order({ do: "finish" });
    const words = running ? throwWords(acceptance, t("calibrate.acceptance_judge")) : t("calibrate.acceptance_why");
    const key = running && throws.length === of ? h("button", { class: "btn go", "data-focus": "finish acceptance", onclick: finish }, t("calibrate.acceptance_finish")) : null;
    return drawTest("acceptance", acceptance, between, words, [running || !kept ? null : figures(kept), key, throwList(acceptance, false)]);
  },
};

/**
 * A test: what it is for or what to do now, what it found, the key that starts or stops it, and why it cannot start now.
 * @param {string} test
 * @param {{ running: boolean, verdict: unknown }} state
 * @param {boolean} between
 * @param {string} words
 * @param {Child} content
 */
function drawTest(test, { running, verdict }, between, words, content) {
  const [again, first] = test === "lens" ? [t("calibrate.measure_again"), t("calibrate.measure")] : [t("calibrate.again"), t("calibrate.begin")];
  const stop = h("button", { class: "key2", "data-focus": `stop ${test}`, onclick: () => order({ do: "stop" }) }, t("calibrate.stop"));
  const begin = h("button", { class: "key2", "data-focus": `begin ${test}`, disabled: !between, onclick: () => order({ do: "begin", test }) }, verdict ? again : first);
  return [h("h2", {}, t(`check.${test}`)), h("p", { class: running ? "now" : "" }, words), content, running || between ? null : h("p", { class: "mend" }, t("calibrate.mid_turn")), running ? stop : begin];
}

/** The verdict of a test by hand, once there is one. @param {string} check @param {Verdict | null} verdict */
function verdictOf(check, verdict) {
  return verdict ? verdictLine("div", check, verdict, findingWords(check, verdict)) : null;
}

/**
 * A list in which each one that was seen gets its tick.
 * @param {"button" | "view"} what
 * @param {string[]} all
 * @param {string[]} done
 * @param {(one: string) => string} words
 * @param {(words: string, on: boolean) => string} label
 */
function ticks(what, all, done, words, label) {
  /** @param {string} one @param {boolean} on */
  const tick = (one, on) => h("li", { class: on ? "on" : "", [`data-${what}`]: one, "aria-label": label(words(one), on) }, h("b", { "aria-hidden": "true" }, on ? "✓ " : "· "), words(one));
  return h("ul", { class: "ticks" }, all.map((one) => tick(one, done.includes(one))));
}

/** @param {number | null} before @param {number | null} after */
function gained(before, after) {
  if (before === null || after === null) return null;
  const words = before < STRAIGHT_MM ? t("calibrate.lens_straight") : t("calibrate.lens_gain", { before: formatMm(before), after: formatMm(after) });
  return h("p", {}, words);
}

/** The lens in use, and a way to discard it. @param {KeptLens} kept @param {boolean} told @param {boolean} between */
function known(kept, told, between) {
  const forget = () => order({ do: "forget_lens" });
  const from = shortDay(kept.at);
  const bends = () => t("calibrate.lens_kept", { day: from, before: formatMm(kept.before), after: formatMm(kept.after) });
  const words = kept.before < STRAIGHT_MM ? t("calibrate.lens_kept_straight", { day: from }) : bends();
  return h(
    "div",
    { class: "row-of" },
    told ? h("p", { class: "hint" }, words) : null,
    h("button", { class: "key2", "data-focus": "forget lens", disabled: !between, onclick: forget }, t("calibrate.lens_forget")),
  );
}

/** @type {Record<string, Verdict>} */
const SAYS = { good: "good", asks: "fair", bad: "bad" };

/** The results of the last run, and what so few throws can prove. @param {AcceptanceRun} run */
function figures({ at, throws, wrong, asked, says, wrong_most: most, asked_least: least, asked_most: top }) {
  return verdictLine(
    "div",
    "acceptance",
    SAYS[says],
    h("p", {}, t(`finding.acceptance.${says}`, { wrong, of: throws })),
    h("p", {}, t("calibrate.acceptance_figures", { day: shortDay(at), of: throws, wrong, asked })),
    h("p", { class: "hint" }, t("calibrate.acceptance_interval", { most: formatPercent(most), least: formatPercent(least), top: formatPercent(top) })),
  );
}

/** @param {DiceTest} test @param {string} judge */
function throwWords({ throws, of }, judge) {
  const n = throws.length + 1;
  return n > of ? judge : t("calibrate.dice_now", { n, of });
}

/** The throws, each with its reading and its judgement; `ask`: each needs an answer, else only errors are tapped. @param {DiceTest} test @param {boolean} ask */
function throwList({ throws, running }, ask) {
  const lines = throws.map((one, place) => h("li", { class: "r" }, h("b", {}, `${place + 1}.`), one.dice.length ? drawDice(one.dice) : h("span", {}, t("calibrate.dice_none")), h("span", { class: "row-of" }, answersTo(one, place, ask, running))));
  return h("ol", { class: "rows throws" }, lines.reverse());
}

/** @param {JudgedThrow} one @param {number} place @param {boolean} ask @param {boolean} running */
function answersTo(one, place, ask, running) {
  /** @param {string} name @param {string} words @param {boolean} right */
  const tap = (name, words, right) => h("button", { class: "key2", "data-focus": `${name} ${place}`, onclick: () => order({ do: "judge", throw: place, right }) }, words);
  if (one.learned) return [t("calibrate.was_learned")];
  const judged = one.right === false ? t("calibrate.was_wrong") : one.right ? t("calibrate.was_right") : "";
  const words = one.sure ? [] : [h("span", {}, t("calibrate.was_asked")), " "];
  if (one.right === null && ask && (one.sure || one.dice.length)) return [...words, tap("right", t("calibrate.right"), true), tap("wrong", t("calibrate.wrong"), false)];
  if (!one.sure) return [...words, judged];
  if (running && !ask) return one.right === false ? tap("right", t("calibrate.was_wrong"), true) : tap("wrong", t("calibrate.wrong"), false);
  return judged;
}

/** The table's learned confidence in its dice, its effect on questions, and a reset. @param {OwnConfidence} own */
export function ownConfidence(own) {
  const { throws, due, asks_new: before, asks_now: now, says, since_missed: since, signs } = own;
  const forget = () => order({ do: "forget_own" });
  const told = throws ? t(`own_says.${says}`, { n: throws, before, now }) : t("calibrate.own_none");
  return [
    h("h2", {}, t("check.own")),
    h("p", {}, t("calibrate.own_why")),
    h("p", { class: "now" }, told),
    due && throws ? h("p", {}, t("calibrate.own_due", { n: due })) : null,
    since === null ? null : h("p", { class: "mend" }, t("calibrate.own_missed", { n: since })),
    signs.length ? h("p", {}, t("calibrate.own_signs"), " ", drawDice(signs)) : null,
    h("button", { class: "key2", "data-focus": "forget own", disabled: !throws && since === null && !signs.length, onclick: forget }, t("calibrate.own_forget")),
  ];
}

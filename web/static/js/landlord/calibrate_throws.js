// Draws the tests in which dice are thrown and their reading is judged, and the confidence that the table learns in its own dice.

import { formatPercent, starter, verdictLine, verdictOf } from "./calibrate_parts.js";
import { drawDice } from "../shared/dice.js";
import { h } from "../shared/dom.js";
import { shortDay, t } from "../shared/words.js";

/** Throw ten times; after each the maker judges the reading. @param {Calibration} found @param {OrderSetup} order */
export function diceTest({ dice, between }, order) {
  return [
    h("h2", {}, t("check.dice")),
    h("p", { class: dice.running ? "now" : "" }, dice.running ? throwWords(dice, t("calibrate.dice_judge")) : t("calibrate.dice_why")),
    verdictOf("dice", dice.verdict),
    throwList(dice, order, true),
    ...starter("dice", dice, between, order),
  ];
}

/** Show all faces of the dice, one value after the other. @param {Calibration} found @param {OrderSetup} order */
export function facesTest({ faces, between }, order) {
  const n = faces.throws.length + 1;
  return [
    h("h2", {}, t("check.faces")),
    h("p", { class: faces.running ? "now" : "" }, faces.running ? t("calibrate.faces_now", { n, of: faces.of }) : t("calibrate.faces_why")),
    faces.running ? drawDice([n, n, n]) : null,
    verdictOf("faces", faces.verdict),
    throwList(faces, order, true),
    ...starter("faces", faces, between, order),
  ];
}

/**
 * Throw thirty times and tap the errors; at the end one tap confirms all others.
 * @param {Calibration} found
 * @param {OrderSetup} order
 */
export function acceptanceTest({ acceptance, between }, order) {
  const { throws, of, running, kept } = acceptance;
  const all = running && throws.length === of;
  const finish = () => order({ do: "finish" });
  return [
    h("h2", {}, t("check.acceptance")),
    h("p", { class: running ? "now" : "" }, running ? throwWords(acceptance, t("calibrate.acceptance_judge")) : t("calibrate.acceptance_why")),
    running || !kept ? null : figures(kept),
    all ? h("button", { class: "btn go", "data-focus": "finish acceptance", onclick: finish }, t("calibrate.acceptance_finish")) : null,
    throwList(acceptance, order, false),
    ...starter("acceptance", acceptance, between, order),
  ];
}

/** @type {Record<string, Verdict>} */
const SAYS = { good: "good", asks: "fair", bad: "bad" };

/** The results of the last run, and what so few throws can prove. @param {AcceptanceRun} run */
function figures({ at, throws, wrong, asked, says, wrong_most: most, asked_least: least, asked_most: top }) {
  return verdictLine(
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

/** @param {DiceTest} test @param {OrderSetup} order @param {boolean} ask */
function throwList({ throws, running }, order, ask) {
  const lines = throws.map((one, place) => thrown(one, place, { order, ask, running }));
  return h("ol", { class: "rows throws" }, lines.reverse());
}

/**
 * One throw: its reading and its judgement. `ask`: each needs an answer; else only errors are tapped.
 * @param {JudgedThrow} one
 * @param {number} place
 * @param {{ order: OrderSetup, ask: boolean, running: boolean }} test
 */
function thrown(one, place, { order, ask, running }) {
  const seen = one.dice.length ? drawDice(one.dice) : h("span", {}, t("calibrate.dice_none"));
  return h("li", { class: "r" }, h("b", {}, `${place + 1}.`), seen, h("span", { class: "row-of" }, answersTo(one, place, { order, ask, running })));
}

/** @param {JudgedThrow} one @param {number} place @param {{ order: OrderSetup, ask: boolean, running: boolean }} test */
function answersTo(one, place, { order, ask, running }) {
  /** @param {boolean} right */
  const judge = (right) => () => order({ do: "judge", throw: place, right });
  /** @param {string} name @param {string} words @param {boolean} right */
  const tap = (name, words, right) => h("button", { class: "key2", "data-focus": `${name} ${place}`, onclick: judge(right) }, words);
  if (one.learned) return [t("calibrate.was_learned")];
  const judged = one.right === false ? t("calibrate.was_wrong") : one.right ? t("calibrate.was_right") : "";
  const words = one.sure ? [] : [h("span", {}, t("calibrate.was_asked")), " "];
  if (one.right === null && ask && (one.sure || one.dice.length)) return [...words, tap("right", t("calibrate.right"), true), tap("wrong", t("calibrate.wrong"), false)];
  if (!one.sure) return [...words, judged];
  if (running && !ask) return one.right === false ? tap("right", t("calibrate.was_wrong"), true) : tap("wrong", t("calibrate.wrong"), false);
  return judged;
}

/**
 * The table's learned confidence in its dice, its effect on questions, and a reset.
 * @param {OwnConfidence} own
 * @param {OrderSetup} order
 */
export function ownConfidence(own, order) {
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

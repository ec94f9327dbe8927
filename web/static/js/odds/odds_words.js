// Says chances and choices in everyday words. Everything here is a pure function of the table's data.

import { beatWords, declareWords, resultWords } from "../shared/phrases.js";
import { language, t } from "../shared/words.js";

const RARE = 0.1; // below this a whole percent is too coarse
const LEAST = 0.001;
const EVEN = 10; // from here on a whole number is near enough
const SELDOM = 0.4; // from here on "1 von 2" would be too coarse

/** Return a chance in percent: "38 %", "2,4 %", "unter 0,1 %". @param {number} chance */
function percentWords(chance) {
  if (chance > 0 && chance < LEAST) return t("odds.under", { chance: inPercent(LEAST, 1) });
  if (chance < 1 && chance > 0.995) return t("odds.over", { chance: inPercent(0.99, 0) });
  return inPercent(chance, chance > 0 && chance < RARE ? 1 : 0);
}

/** @param {number} value @param {number} digits */
function inPercent(value, digits) {
  return new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: digits }).format(value);
}

/** Return how rare something is: "1 von 2,6", "1 von 42". Null if it is common. @param {number} chance */
function oneIn(chance) {
  if (chance <= 0 || chance > SELDOM) return null;
  const count = 1 / chance;
  const digits = count < EVEN ? 1 : 0; // rounded to a whole, 38 % would be called 1 of 3
  return t("odds.one_in", { count: new Intl.NumberFormat(language(), { maximumFractionDigits: digits }).format(count) });
}

/** Return a choice: "1 raus, Rest nochmal". @param {TurnChoice} choice */
export function choiceWords(choice) {
  if (!choice.acts.length) return t("odds_act.throw");
  return choice.acts.map((act, place) => actWords(act, place > 0)).join(", ");
}

/** @param {Act} act @param {boolean} after */
function actWords(act, after) {
  const dice = (act.dice ?? []).join(" ");
  if (act.act === "hold" && !dice) return t(after ? "odds_act.rest" : "odds_act.all_again");
  if (act.act === "hold" && act.dice?.length === 3) return t("odds_act.hold_all");
  if (act.act === "pass" && act.declare) return t("odds_act.declare", { declare: declareWords(act.declare) });
  return t(`odds_act.${act.act}`, { dice });
}

/** Return the value of a choice: "schlägt 204 mit 38 %". @param {TurnAim} turn @param {TurnChoice} choice */
export function worthWords(turn, choice) {
  /** @type {Fill} */
  const fill = { chance: percentWords(choice.chance), target: turn.target ? resultWords(turn.target) : "" };
  if (turn.aim === "beat" && !turn.target) return t("odds_aim.declared", fill);
  if (turn.aim === "chips" && choice.chips !== null) {
    const count = new Intl.NumberFormat(language(), { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(Math.abs(choice.chips));
    fill.mats = choice.chips < 0 ? t("odds.gives", { count }) : t("odds.takes", { count }); // on average; fewer is better
  }
  return t(`odds_aim.${turn.aim}`, fill);
}

/** Return the turn's task: "204 auf zwei", or that it led. @param {Turn} turn */
export function taskWords(turn) {
  if (turn.leads) return t("odds.leads");
  const state = { variant: turn.variant, declaration: turn.declaration };
  const words = turn.target && beatWords({ state, standing: { to_beat: turn.target } });
  return words ? t("odds.against", { target: words }) : t("odds.follows");
}

/** Return how likely the result was: "So gut oder besser: 1 von 9". Null if there is nothing to say. @param {Turn} turn */
export function reachedWords(turn) {
  if (turn.reached === null) return null;
  if (turn.reached === 1) return t("odds.certain");
  return t("odds.reached", { chance: oneIn(turn.reached) ?? percentWords(turn.reached) });
}

/** Return why there is no such chance. @param {Turn} turn */
export function silentWords(turn) {
  if (!turn.result) return t("odds.naming");
  return t(turn.result.kind === "covered" ? "odds.covered" : "odds.off_board");
}

/** Return how a turn was played: "right", "better", or "none" if there was no choice. @param {Turn} turn */
export function verdictOf(turn) {
  const judged = turn.steps.filter((step) => step.as_good !== null);
  if (!judged.length) return "none";
  return judged.every((step) => step.as_good) ? "right" : "better";
}

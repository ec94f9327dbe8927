// Says chances and choices in everyday words. Everything here is a pure function of the table's data.

import { beatWords, declareWords, resultWords } from "../shared/phrases.js";
import { language, t } from "../shared/words.js";

const RARE = 0.1; // below this a whole percent is too coarse
const LEAST = 0.001;
const EVEN = 10; // from here on a whole number is near enough
const SELDOM = 0.4; // from here on "1 von 2" would be too coarse

/** @param {number} value @param {Intl.NumberFormatOptions} options */
const numberOf = (value, options) => new Intl.NumberFormat(language(), options).format(value);

/** @param {number} value @param {number} digits */
const inPercent = (value, digits) => numberOf(value, { style: "percent", maximumFractionDigits: digits });

/** Return a chance in percent: "38 %", "2,4 %", "unter 0,1 %". @param {number} chance */
function percentWords(chance) {
  if (chance > 0 && chance < LEAST) return t("odds.under", { chance: inPercent(LEAST, 1) });
  if (chance < 1 && chance > 0.995) return t("odds.over", { chance: inPercent(0.99, 0) });
  return inPercent(chance, chance > 0 && chance < RARE ? 1 : 0);
}

/** Return a choice: "1 raus, Rest nochmal". @param {TurnChoice} choice */
export function choiceWords({ acts }) {
  if (!acts.length) return t("odds_act.throw");
  return acts.map(({ act, dice = [], declare, at }, place) => {
    if (act === "hold" && !dice.length) return t(place ? "odds_act.rest" : "odds_act.all_again");
    if (act === "hold" && dice.length === 3) return t("odds_act.hold_all");
    if (act === "pass" && declare) return t("odds_act.declare", { declare: declareWords(declare) });
    return t(`odds_act.${at ? `${act}.${at}` : act}`, { dice: dice.join(" ") });
  }).join(", ");
}

/** Return the value of a choice: "schlägt 204 mit 38 %". @param {TurnAim} turn @param {TurnChoice} choice */
export function worthWords(turn, choice) {
  /** @type {Fill} */
  const fill = { chance: percentWords(choice.chance), target: turn.target ? resultWords(turn.target) : "" };
  if (turn.aim === "beat" && !turn.target) return t("odds_aim.declared", fill);
  if (turn.aim === "chips" && choice.chips !== null) {
    const count = numberOf(Math.abs(choice.chips), { maximumFractionDigits: 1, minimumFractionDigits: 1 });
    // on average; fewer is better
    fill.mats = choice.chips < 0 ? t("odds.gives", { count }) : t("odds.takes", { count });
  }
  return t(`odds_aim.${turn.aim}`, fill);
}

/** Return the turn's task: "204 auf zwei", or that it led. @param {Turn} turn */
export function taskWords(turn) {
  if (turn.leads) return t("odds.leads");
  const words = turn.target && beatWords({ state: turn, standing: { to_beat: turn.target } });
  return words ? t("odds.against", { target: words }) : t("odds.follows");
}

/** Return how likely the result was: "So gut oder besser: 1 von 9", or why there is no such chance.
 * @param {Turn} turn */
export function reachedWords({ reached, result }) {
  if (reached === null && !result) return t("odds.naming");
  if (reached === null) return t(result?.kind === "covered" ? "odds.covered" : "odds.off_board");
  if (reached === 1) return t("odds.certain");
  // "1 von 2,6", "1 von 42": rounded to a whole, 38 % would be called 1 of 3
  const seldom = reached > 0 && reached <= SELDOM;
  return t("odds.reached", { chance: seldom ? t("odds.one_in",
    { count: numberOf(1 / reached, { maximumFractionDigits: 1 / reached < EVEN ? 1 : 0 }) }) : percentWords(reached) });
}

/** Return how a turn was played: "right", "better", or "none" if there was no choice. @param {Turn} turn */
export function verdictOf(turn) {
  const judged = turn.steps.filter((step) => step.as_good !== null);
  if (!judged.length) return "none";
  return judged.every((step) => step.as_good) ? "right" : "better";
}

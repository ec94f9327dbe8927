// Describes a round that is over: what decided it, and what it cost. Everything here is a pure function of a snapshot.

import { moveWords, owesWords, resultWords } from "../shared/phrases.js";
import { has, t, countedWords } from "../shared/words.js";

const MOST_SAID = 4;
const FILLING = 5; // from so many players on, a list of results fills the screen

/**
 * Return the round that has just ended, until somebody throws in the next one; else null.
 * @param {Snapshot} snapshot
 */
export function endedRound({ state, acts }) {
  if (!state?.last_round?.results.length || !["play", "roll_off"].includes(state.stage)) return null;
  const thrown = state.results.length || state.throws.made || acts.at(-1)?.act?.act === "roll_off";
  return thrown ? null : state.last_round;
}

/** Which round's end a snapshot shows: "go on" puts that one aside on this tablet. @param {Played} snapshot */
export function roundOf({ boot, game, state }) {
  return `${boot}:${game}:${state.last_round?.round ?? 0}`;
}

/** Whether the foot names the stack after a round, since the list of its results fills the screen. @param {LastRound} last */
export function isStackInFoot({ results }) {
  return new Set(results.map((one) => one.player)).size >= FILLING;
}

/** Return a round's results, best first. @param {{ results: Result[] }} options @param {string[]} ranking */
export function rankResults({ results }, ranking) {
  return ranking.map((player) => results.findLast((one) => one.player === player)).filter((one) => one !== undefined);
}

/**
 * Return what decided a round: "204 schlägt 165". A loser is compared with the one he had to beat, a winner with the next one.
 * @param {LastRound} last
 * @param {Result[]} ranked
 */
export function decisionWords(last, ranked) {
  const [best, worst] = [ranked[0], ranked.at(-1)];
  if (!best || !worst) return "";
  if (ranked.length < 2 || worst.player !== last.worst) return resultWords(best); // one throw decided it
  const [from, to] = last.moves[0] ?? [null, last.worst];
  const one = from === null ? worst : best;
  const other = from !== null ? (to === null ? ranked[1] : worst) : last.declaration?.direction ? ranked[ranked.length - 2] : best;
  const [value, than] = from === null ? [resultWords(other), resultWords(one)] : [resultWords(one), resultWords(other)];
  return value === than ? t("verdict.equal", { value }) : t("verdict.against", { value, than });
}

/** Return what a round cost: mats, a glass, the round itself. @param {LastRound} last */
export function costWords(last) {
  const { moves, best, worst } = last;
  if (moves.length > 1 && moves.every(([, to]) => to === worst)) return [t("move.take", { to: worst, mats: countedWords(moves.reduce((sum, [, , count]) => sum + count, 0)) })];
  if (moves.length) return moveWords(last).slice(0, MOST_SAID);
  if (worst) return [t("verdict.lost", { player: worst, mats: countedWords(1) })];
  return best ? [t("verdict.won", { player: best })] : [];
}

/** Return a round's verdict: "204 schlägt 165: Ben nimmt einen Deckel". @param {LastRound} last @param {Result[]} ranked */
export function verdictWords(last, ranked) {
  const [why, cost] = [decisionWords(last, ranked), costWords(last).join(", ")];
  return why && cost ? t("verdict", { why, cost }) : why || cost;
}

/**
 * Return what begins after the round, and who lost the half that ended with it.
 * @param {Played} snapshot
 * @param {LastRound} last
 */
export function turnWords({ state, acts }, { worst }) {
  const before = acts.at(-1)?.phase;
  if (before === undefined || before === state.phase || !has(`phase.${state.phase}`)) return [];
  const lost = worst && `${before}`.startsWith("half") && state.lost[worst] ? owesWords({ lost: { [worst]: state.lost[worst] }, phase: state.phase }, worst) : [];
  return [...lost.map((owed) => t("moment.owes", { player: worst, owed })), t("verdict.next", { phase: t(`phase.${state.phase}`) })];
}

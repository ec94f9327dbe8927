// Describes the board in the words of the pub. Everything here is a pure function of a snapshot.

import { placeOf, setsOf } from "./choices.js";
import { ACTS } from "./poker_words.js";
import { has, inGame, numberWord, t, tn, countedWords, counterWords, lastWords } from "./words.js";

const THROWS = ["throw", "roll_off", "reveal"];
const MOST_SAID = 4; // moves of a round

/** Return the name of a game; one that these words do not know has a general one. @param {string} variant */
export function gameName(variant) {
  return t(has(`variant.${variant}`) ? `variant.${variant}` : "variant.other");
}

/** Return a result in short: "204", "Fish", "Chick". @param {ShownResult} result */
export function resultWords(result) {
  if (!has(`result.${result.kind}`)) return String(result.value ?? "");
  const dice = [...(result.dice ?? [])];
  // A house number is read from its highest die down; a Schock or a general is called by its die.
  const fill = { value: result.value ?? "", face: dice.at(-1) ?? "", number: dice.reverse().join("") };
  return t(`result.${result.kind}`, fill);
}

/** Return a result for a small space. @param {ShownResult} result */
export function shortWords(result) {
  const short = `result.${result.kind}.short`;
  return has(short) ? t(short) : resultWords(result);
}

/** Return the way to a result, where the game has words for it: from the hand or put together (SCH-8).
 * @param {Snapshot} snapshot @param {ShownResult} result */
export function howWords(snapshot, result) {
  const known = snapshot.trail?.at_once ?? {};
  const { player = "" } = result;
  const how = result.dice && Object.hasOwn(known, player) ? t(known[player] ? "how.at_once" : "how.together") : "";
  return how && ` ${how}`;
}

/** Return the state of the leader's switches: "1 = 100, 6 = 60, high". @param {Declare} declare */
export function declareWords(declare) {
  return t("declare", { ones: declare.ones, sixes: declare.sixes, direction: t(`direction.${declare.direction}`) });
}

/**
 * Return the result to beat, and on how many throws; `beside` that result only whose it is. Null while the leader
 * throws.
 * @param {{ state: Pick<State, "declaration"> | null, standing: Pick<Snapshot["standing"], "to_beat"> }} snapshot
 */
export function beatWords({ state, standing }, beside = false) {
  const result = standing?.to_beat;
  const declared = state?.declaration;
  if (!result || !declared) return null;
  const fill = { value: resultWords(result), n: numberWord(declared.throws), nth: t(`nth.${declared.throws}`),
    player: result.player };
  // a game's words say which way
  const own = (beside ? "beat.by." : "beat.") + (result.kind === "points" ? declared.direction : result.kind);
  return t(has(own) ? own : beside ? "beat.by" : "beat.points", fill);
}

/**
 * Return how the table sees what is done, for those who play the first round of an evening; it goes by itself.
 * @param {Played} snapshot
 * @param {"bare" | "camera"} way
 */
export function hintWords(snapshot, way) {
  const { game, due, again, state } = snapshot;
  if (game > 1 || state.round > 1 || state.stage !== "play" || again) return null;
  if (setsOf(snapshot).length) return t(`hint.hold.${way}`);
  return due ? t(`hint.throw.${way}`) : null;
}

/** The name whose turn it is: in a team, the member who throws in this round. @param {State | null} state */
export const atTurn = (state) => state?.throwing ?? state?.to_act ?? "";

/** Whether an entry is a throw. @template {Pick<Entry, "act">} E @param {E} entry
 * @returns {entry is E & { act: Thrown }} */
export const isThrow = (entry) => THROWS.includes(entry.act?.act ?? "");

/** Return an act in the words of its own game: words and the dice to draw after them.
 * @param {Pick<Entry, "act"> & Partial<Entry>} entry @returns {LessonLine} */
export function actWords({ act, end, variant }) {
  if (!act) return { text: t(end ? "act.end" : "act.start"), dice: [] };
  const own = `act.${act.act}.${act.dice?.length === 0 ? "none" : (placeOf(act) ?? "")}`;
  const key = has(own) ? own : `act.${act.act}`;
  const fill = { player: act.player ?? "", special: act.special ?? "", kind: act.kind ?? "" };
  const ofCards = act.act !== "call" || act.category ? ACTS[act.act] : null;
  return inGame(variant, () => (ofCards ? { text: ofCards(act), dice: [] }
    : { text: t(has(key) ? key : "act.other", fill), dice: act.dice ?? [] }));
}

/**
 * Return each player's roll for the lead, as results, until the first throw after it: the state keeps only who is next.
 * @param {Snapshot} snapshot
 * @returns {ShownResult[]}
 */
export function rollOffResults(snapshot) {
  if (!["roll_off", "play"].includes(snapshot.state?.stage ?? "")) return [];
  const start = snapshot.acts.findLastIndex((entry) => entry.act?.act !== "roll_off") + 1;
  const rolls = snapshot.acts.slice(start);
  return rolls.map((entry) =>
    /** @type {ShownResult} */ ({ player: entry.player, dice: entry.act?.dice ?? null, kind: "points", value: null }));
}

/**
 * Return what the last round moved: "Anna nimmt einen Deckel"; `mats`: what everybody has now, who gave the last one
 * away has none.
 * @param {Pick<LastRound, "moves">} last
 * @param {Record<string, number>} [mats]
 */
export function moveWords({ moves }, mats = {}) {
  return moves.map(([from, to, count]) => {
    const key = from === null ? "move.take" : to === null ? "move.away" : "move.give";
    const last = from && to === null && count === 1 && mats[from] === 0;
    return t(key, { from, to, mats: last ? lastWords() : countedWords(count) });
  });
}

/** Return the round that has just ended, until somebody throws in the next one; else null.
 * @param {Snapshot} snapshot */
export function endedRound({ state, acts }) {
  if (!state?.last_round?.results.length || !["play", "roll_off"].includes(state.stage)) return null;
  const thrown = state.results.length || state.throws.made || acts.at(-1)?.act?.act === "roll_off";
  return thrown ? null : state.last_round;
}

/** Return a round's results, best first. @param {{ results: Result[] }} options @param {string[]} ranking */
export function rankResults({ results }, ranking) {
  return ranking.map((player) => results.findLast((one) => one.player === player)).filter((one) => one !== undefined);
}

/**
 * Return why a round cost what it did: "66 ist am tiefsten". Where the high gives something away, it is the high.
 * @param {LastRound} last
 * @param {Result[]} ranked
 */
export function decisionWords(last, ranked) {
  const [best, worst] = [ranked[0], ranked.at(-1)];
  if (!last.best && last.worst) return t("why.foul", { player: last.worst });
  if (!best || !worst) return "";
  if (!last.worst) return resultWords(best); // one throw decided it
  if (worst.player !== last.worst) return t("why.named", { player: last.best });
  const gives = Boolean(last.moves[0]?.[0]) && last.moves[0]?.[1] !== worst.player;
  const [value, than] = [gives ? best : worst, gives ? ranked[1] : ranked.at(-2)].map((one) => one && resultWords(one));
  if (value === than) return t("verdict.equal", { value });
  if (!gives && worst.kind === "off_board") return t("beat.off_board");
  const why = t((last.declaration?.direction === "low") === gives ? "why.low" : "why.high", { value });
  return last.moves.length ? why + countsWords(best) : why;
}

/** @param {Result} best */
function countsWords(best) {
  const value = resultWords(best);
  if (best.kind === "schock_out") return `, ${t("why.all", { value })}`;
  return best.kind !== "points" && best.value ? `, ${t("why.counts", { value, n: numberWord(best.value) })}` : "";
}

/** Return what a round cost: mats, a glass, the round itself. @param {LastRound} last
 * @param {Record<string, number>} [mats] */
export function costWords({ moves, best, worst }, mats) {
  const sum = moves.reduce((all, [, , count]) => all + count, 0);
  if (moves.length > 1 && moves.every(([, to]) => to === worst)) return moveWords({ moves: [[null, worst, sum]] });
  if (moves.length) return moveWords({ moves }, mats).slice(0, MOST_SAID);
  if (worst) return [t("verdict.lost", { player: worst, mats: countedWords(1) })];
  return best ? [t("verdict.won", { player: best })] : [];
}

/** Return a round's verdict: "204 schlägt 165: Ben nimmt einen Deckel". @param {LastRound} last
 * @param {Result[]} ranked */
export function verdictWords(last, ranked) {
  const [why, cost] = [decisionWords(last, ranked), costWords(last).join(", ")];
  return why && cost ? t("verdict", { why, cost }) : why || cost;
}

/** Return the loser of a game that is over, or its winner. @param {State} state */
export function overWords(state) {
  const { winner, loser, teams } = state;
  if (winner) return t("over.winner", { player: winner });
  return loser ? t(teams?.[loser] ? "over.loser_team" : "over.loser", { player: loser }) : t("over.none");
}

/** Return why a player is out. @param {string} reason */
export function outWords(reason) {
  return t(has(`out.${reason}`) ? `out.${reason}` : "out.other", { things: counterWords() });
}

/**
 * Return what a player owes besides mats, each as a number and in words: rounds, schnapps, glasses, lost rounds or
 * halves.
 * @param {Pick<State, "lost" | "phase"> & Partial<State>} state
 * @param {string} player
 */
export function owesWords({ owes, lost, phase }, player) {
  /** @type {Array<[string, Record<string, number> | undefined]>} */
  const owed = [["rounds", owes?.rounds], ["schnapps", owes?.schnapps], ["glasses", owes?.glasses],
    [typeof phase === "string" ? "lost_halves" : "lost_rounds", lost]];
  return owed.flatMap(([kind, counts]) => {
    const count = counts?.[player] ?? 0;
    return count
      ? [{ count, words: kind === "glasses" ? countedWords(count) : tn(`owes.${kind}`, count, { n: count }) }] : [];
  });
}

/**
 * Return the reason for a refusal in this page's language: the table's own sentence is English.
 * @param {Reply["error"]} error
 */
export function errorWords(error) {
  const key = `error.${error.code}`;
  return t(has(key) ? key : "error.other", error.values ?? {});
}

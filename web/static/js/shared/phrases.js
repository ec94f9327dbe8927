// Describes the board in the words of the pub. Everything here is a pure function of a snapshot.

import { actWords as cardActWords, doing } from "../poker/poker_words.js";
import { isCards } from "./cards.js";
import { has, inGame, numberWord, t, tn, countedWords, counterWords } from "./words.js";

const THROWS = ["throw", "roll_off", "reveal"];

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

/**
 * Return the way to a result, if people mention it: in Schocken "aus der Hand" or put together (SCH-8, SCH-10).
 * @param {Snapshot} snapshot
 * @param {ShownResult} result
 * @param {"at_once" | "at_once_last"} [round]
 */
export function howWords(snapshot, result, round = "at_once") {
  const known = snapshot.trail?.[round] ?? {};
  const { player = "" } = result;
  const told = snapshot.state?.variant === "schocken" && result.dice && Object.hasOwn(known, player);
  return told ? ` ${t(known[player] ? "how.at_once" : "how.together")}` : "";
}

/** Return the state of the leader's switches: "1 = 100, 6 = 60, high". @param {Declare} declare */
export function declareWords(declare) {
  return t("declare", { ones: declare.ones, sixes: declare.sixes, direction: t(`direction.${declare.direction}`) });
}

/** Return the result to beat, and on how many throws; null while the leader throws. @param {{ state: Pick<State, "variant" | "declaration"> | null, standing: Pick<Snapshot["standing"], "to_beat"> }} snapshot */
export function beatWords(snapshot) {
  const state = snapshot.state;
  const result = snapshot.standing?.to_beat;
  const declared = state?.declaration;
  if (!result || !declared) return null;
  if (result.kind === "off_board") return t("beat.off_board");
  const fill = { value: resultWords(result), n: numberWord(declared.throws), nth: t(`nth.${declared.throws}`), player: result.player };
  const key = `beat.${state.variant}.${result.kind}`;
  if (has(key)) return t(key, fill);
  const declares = ["base", "tschigg", "chic"].includes(state.variant) && result.kind === "points";
  return t(declares ? `beat.${declared.direction}` : "beat.points", fill);
}

/** Return whose result is to beat, on how many throws, and in which direction; null while the leader throws. @param {Played} snapshot */
export function beatenBy({ standing, state }) {
  const result = standing?.to_beat;
  const declared = state.declaration;
  if (!result || !declared) return null;
  const declares = ["base", "tschigg", "chic"].includes(state.variant) && result.kind === "points" && declared.direction;
  return t(declares ? `beat.by.${declared.direction}` : "beat.by", { player: result.player, n: numberWord(declared.throws) });
}

/** Return in a word what the player in turn does, for his row. @param {Played} snapshot */
export function turnWord({ state, legal }) {
  if (state.stage !== "play") return t(`turn.${state.stage}`);
  if (state.free.length && (legal.includes("pass") || legal.includes("hold"))) return t("turn.decides");
  return t(state.declaration || state.throws.made || state.results.length ? "turn.throws" : "turn.leads");
}

/**
 * Return what to do with the dice, for those who act in the first round of an evening; it goes by itself.
 * @param {Played} snapshot
 * @param {"hand" | "bare" | "camera"} way
 */
export function hintWords({ game, legal, again, state }, way) {
  if (game > 1 || state.round > 1 || state.stage !== "play" || again) return null;
  if (legal.includes("hold")) return t(`hint.hold.${way}`);
  return legal.includes("throw") ? t(`hint.throw.${way}`) : null;
}

/** The name whose turn it is: in a team, the member who throws in this round. @param {State | null} state */
export const atTurn = (state) => state?.throwing ?? state?.to_act ?? "";

/**
 * Return the present action of the player in `to_act`, or a `hint` in its place, and for which team somebody acts.
 * @param {Played} snapshot
 * @param {string | null} [hint]
 */
export function doingWords(snapshot, hint = null) {
  const { state } = snapshot;
  const words = hint ?? whatNow(snapshot);
  return state.throwing ? t("team.for", { team: state.to_act, words }) : words;
}

/** The same without the team, if its row is beside it. @param {Played} snapshot */
function whatNow(snapshot) {
  const { state, legal } = snapshot;
  if (isCards(state)) return doing(snapshot);
  const made = state.throws.made;
  switch (state.stage) {
    case "roll_off":
      return t(rollOffResults(snapshot).some((one) => one.player === state.to_act) ? "doing.roll_off_again" : "doing.roll_off");
    case "naming":
      return t("doing.naming");
    case "reveal":
      return t("doing.reveal");
    case "over":
      return t("doing.over");
    default:
      if (snapshot.again) return againWords(snapshot);
      if (state.free.length && legal.includes("pass")) return t(legal.includes("hold") ? "doing.choose" : "doing.must_pass");
      if (state.free.length) return t(legal.includes("hold") ? "doing.must_throw" : "doing.must_turn");
      if (legal.includes("cover")) return t("doing.cover");
      if (made) return t("doing.next_throw");
      if (rollOffResults(snapshot).length) return t("doing.roll_off_won");
      return t(state.declaration ? "doing.follow" : "doing.lead");
  }
}

/** What follows the decision to throw again. @param {Played} snapshot */
export const againWords = ({ camera }) => t(camera?.without_board ? "doing.again_bare" : "doing.again");

/** Whether an entry is a throw. @template {Pick<Entry, "act">} E @param {E} entry @returns {entry is E & { act: Thrown }} */
export const isThrow = (entry) => THROWS.includes(entry.act?.act ?? "");

/** Return an act in the words of its own game: words and the dice to draw after them. @param {Pick<Entry, "act"> & Partial<Entry>} entry @returns {ActWords} */
export function actWords(entry) {
  const { act, end, variant } = entry;
  if (!act) return { text: t(end ? "act.end" : "act.start"), dice: [] };
  const key = act.act === "hold" && !act.dice?.length ? "act.hold.none" : `act.${act.act}`;
  const fill = { player: act.player ?? "", special: act.special ?? "", kind: act.kind ?? "" };
  return inGame(variant, () => cardActWords({ act }) ?? { text: t(has(key) ? key : "act.other", fill), dice: act.dice ?? [] });
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
  return rolls.map((entry) => /** @type {ShownResult} */ ({ player: entry.player, dice: entry.act?.dice ?? null, kind: "points", value: null }));
}

/** Return what the last round moved: "Anna nimmt einen Deckel". @param {Pick<LastRound, "moves">} last */
export function moveWords(last) {
  return last.moves.map(([from, to, count]) => {
    const mats = countedWords(count);
    if (from === null) return t("move.take", { to, mats });
    return to === null ? t("move.away", { from, mats }) : t("move.give", { from, to, mats });
  });
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
 * Return what a player owes besides mats: rounds, schnapps, glasses, lost rounds or halves.
 * @param {Pick<State, "lost" | "phase"> & Partial<State>} state
 * @param {string} player
 */
export function owesWords(state, player) {
  const owed = [];
  for (const kind of /** @type {const} */ (["rounds", "schnapps", "glasses"])) {
    const count = state.owes?.[kind]?.[player] ?? 0;
    if (count) owed.push(kind === "glasses" ? countedWords(count) : tn(`owes.${kind}`, count, { n: count }));
  }
  const lost = state.lost?.[player] ?? 0;
  if (lost) owed.push(tn(typeof state.phase === "string" ? "owes.lost_halves" : "owes.lost_rounds", lost, { n: lost }));
  return owed;
}

/**
 * Return the reason for a refusal in this page's language: the table's own sentence is English.
 * @param {Reply["error"]} error
 */
export function errorWords(error) {
  const key = `error.${error.code}`;
  return t(has(key) ? key : "error.other", error.values ?? {});
}

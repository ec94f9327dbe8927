// The caller's words: two snapshots in, one announcement out. Pure: it speaks and remembers nothing.

import { announce as announceCards } from "../poker/poker_words.js";
import { isCards } from "../shared/cards.js";
import { atTurn, beatWords, isThrow, moveWords, overWords, resultWords } from "../shared/phrases.js";
import { shortName, t } from "../shared/words.js";

/** @type {Record<string, (player: string) => string>} */
const COMINGS = { leave: (player) => t("caller.leaves", { player }), join: (player) => t("caller.joins", { player }) };
const GREAT = ["chicago", "schock_out", "jule"];

/**
 * Return the news between two snapshots: `{ text, sound, mats }`, or null. Sounds are "dice", "mats", "chicago" and "end".
 * Without an earlier snapshot, or after a restart of the table, everything is old and nothing is said.
 * @param {Snapshot | null} before
 * @param {Snapshot} after
 */
export function announce(before, after) {
  if (!before || before.boot !== after.boot) return null;
  if (after.question && after.question.id !== before.question?.id) return makeAnnouncement([after.question.about === "name" ? t("caller.naming", { player: shortName(after.question.player ?? "") }) : t("caller.question")]);
  if (!after.state) return null;
  if (after.game > before.game) return makeAnnouncement([t("caller.new_game"), ...turnWords(after)]);
  const { kind, entry } = change(before, after);
  if (kind === "none" && !(after.last_orders && !before.last_orders)) return null;
  if (kind === "undone") return makeAnnouncement([t("caller.undone"), ...turnWords(after)]);
  const news = kind === "none" || !entry ? { said: [], sound: null, mats: 0 } : describe(before, after, entry);
  if (after.last_orders && !before.last_orders) news.said.push(t("caller.last_orders"));
  if (kind === "corrected") return makeAnnouncement([t("caller.corrected"), ...news.said]);
  return makeAnnouncement(news.said, news.sound, news.mats);
}

/**
 * Return the great `result` of a turn that one new act ended, with the `round` that ended with it; else null.
 * @param {Snapshot | null} before
 * @param {Snapshot} after
 */
export function findGreatThrow(before, after) {
  if (!before?.state || !after.state || before.boot !== after.boot || before.game !== after.game) return null;
  const { kind, entry } = change(before, after);
  if (!entry || kind !== "new" || isCards(after.state)) return null;
  const round = newRound(before, after);
  const result = resultOf(after, entry, round);
  return result && isGreat(result) ? { round, result } : null;
}

/** @param {Result} result */
function isGreat(result) {
  return GREAT.includes(result.kind);
}

/** @param {Array<string | null>} said @param {string | null} [sound] @param {number} [mats] */
function makeAnnouncement(said, sound = null, mats = 0) {
  const text = said.filter(Boolean).join(" ");
  return text || sound ? { text, sound, mats } : null;
}

/**
 * Find what the journal gained, lost or had corrected; of several acts the newest counts.
 * @param {Snapshot} before
 * @param {Snapshot} after
 */
function change(before, after) {
  const known = new Map(before.acts.map((entry) => [entry.id, entry]));
  const newest = after.acts.at(-1);
  if (newest && !known.has(newest.id)) return { kind: "new", entry: newest };
  const mended = after.acts.findLast((entry) => known.has(entry.id) && !same(known.get(entry.id)?.act, entry.act));
  if (mended) return { kind: "corrected", entry: mended };
  const left = new Set(after.acts.map((entry) => entry.id));
  const oldest = after.acts[0]?.id ?? 0;
  const undone = after.game < before.game || before.acts.some((entry) => entry.id >= oldest && !left.has(entry.id));
  return { kind: undone ? "undone" : "none", entry: null };
}

/** @param {Snapshot} before @param {Played} after @param {Entry} entry */
function describe(before, after, entry) {
  if (isCards(after.state)) return announceCards(before, after, entry);
  const round = newRound(before, after);
  const result = resultOf(after, entry, round);
  const moves = round ? moveWords({ moves: round.moves.map(([from, to, count]) => [from && shortName(from), to && shortName(to), count]) }) : [];
  const great = result !== null && isGreat(result);
  const said = [
    result ? t(great ? "caller.great" : "caller.result", { player: shortName(result.player), result: resultWords(result) }) : throwSaid(entry),
    ...moves.map((words) => t("caller.sentence", { words })),
    ...(after.state.stage === "over" ? [t("caller.sentence", { words: overWords(after.state) })] : nextSaid(before, after)),
  ];
  const mats = round?.moves.reduce((sum, [, , count]) => sum + count, 0) ?? 0;
  return { said, sound: great ? "chicago" : after.state.stage === "over" ? "end" : mats ? "mats" : isThrow(entry) && entry.act.dice.length ? "dice" : null, mats };
}

/** The round that ended between the two, null when none did. @param {Snapshot} before @param {Played} after */
function newRound(before, after) {
  const last = after.state.last_round;
  return last && !same(last, before.state?.last_round ?? null) ? last : null;
}

/**
 * The result of an act's turn, null while it runs.
 * @param {Played} after
 * @param {Entry} entry
 * @param {LastRound | null} round
 */
function resultOf(after, entry, round) {
  const runs = after.state.to_act === entry.player && after.state.stage === "play" && !round;
  if (runs) return null;
  const results = round ? round.results : after.state.results;
  return results.findLast((one) => one.player === entry.player) ?? null;
}

/** @param {Entry} entry */
function throwSaid(entry) {
  const { act, player } = entry;
  if (act && COMINGS[act.act]) return COMINGS[act.act](shortName(act.player ?? ""));
  if (!isThrow(entry) || !entry.act.dice.length) return null;
  return t("caller.throw", { player: shortName(player ?? ""), dice: entry.act.dice.join(", ") });
}

/** The result to beat, if new, and whose turn it is, if new. @param {Snapshot} before @param {Played} after */
function nextSaid(before, after) {
  const beat = beatWords(after);
  const news = beat && !same(after.standing.to_beat, before.standing?.to_beat ?? null);
  const turn = after.state.to_act !== before.state?.to_act || after.state.round !== before.state?.round;
  return [news ? t("caller.beat", { beat }) : null, ...(turn ? turnWords(after) : [])];
}

/** @param {Snapshot} snapshot */
function turnWords({ state }) {
  return state?.to_act ? [t("caller.turn", { player: shortName(atTurn(state)) })] : [];
}

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

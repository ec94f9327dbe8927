// The caller's words: two snapshots in, one announcement out. Pure: it speaks and remembers nothing.

import { broughtWords } from "../shared/poker_words.js";
import { isCards } from "../shared/cards.js";
import { isGreat, nextStep } from "../shared/next_step.js";
import { actWords, beatWords, isThrow, moveWords, overWords, resultWords } from "../shared/phrases.js";
import { t } from "../shared/words.js";

const LONGEST_NAME = 24; // letters: nobody listens to more
const LOUD = ["call", "pass", "best", "chicago", "lost_trick"]; // acts of a game of cards

/**
 * Return the news between two snapshots: `{ text, sound, mats, moment }`, or null. Sounds are "dice", "mats", "chicago"
 * and "end"; the moment is one of those that the landlord may have a sound of his own for
 * (knobeltisch/device/own_sounds.py). Without an earlier snapshot, or after a restart of the table, everything is old
 * and nothing is said.
 * @param {Snapshot | null} before
 * @param {Snapshot} after
 */
export function announce(before, after) {
  if (!before || before.boot !== after.boot) return null;
  const { said, sound = null, mats = 0, moment = "" } = newsBetween(before, after);
  const text = said.filter(Boolean).join(" ");
  return text || sound ? { text, sound, mats, moment } : null;
}

/** @param {Snapshot} before @param {Snapshot} after
 * @returns {{ said: Array<string | null>, sound?: string | null, mats?: number, moment?: string | null }} */
function newsBetween(before, after) {
  const { question, game, state } = after;
  if (question && question.id !== before.question?.id) {
    return { moment: "question", said: [question.about === "name"
      ? t("caller.naming", { player: shortName(question.player ?? "") }) : t("caller.question")] };
  }
  if (!state) return { said: [] };
  if (game > before.game) return { moment: "new_game", said: [t("caller.new_game"), ...turnWords(after)] };
  const { kind, entry } = change(before, after);
  if (kind === "undone") return { moment: "undone", said: [t("caller.undone"), ...turnWords(after)] };
  const news = entry ? describe(before, after, entry) : { said: [] };
  const last = after.last_orders && !before.last_orders;
  const said = [...news.said, last ? t("caller.last_orders") : null];
  if (kind === "corrected") return { moment: kind, said: [t("caller.corrected"), ...said] };
  return { ...news, said, ...(last ? { moment: "last_orders" } : {}) };
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

/** The round that ended with an act, null when none did, and the result of the act's turn, null while it runs.
 * @param {Snapshot} before @param {Played} after @param {Entry} entry */
function outcomeOf(before, after, { player }) {
  const { last_round: last, to_act: next, stage, results } = after.state;
  const round = last && !same(last, before.state?.last_round ?? null) ? last : null;
  const runs = next === player && stage === "play" && !round;
  return { round,
    result: runs ? null : ((round?.results ?? results).findLast((one) => one.player === player) ?? null) };
}

/** @param {Snapshot} before @param {Played} after @param {Entry} entry */
function describe(before, after, entry) {
  if (isCards(after.state)) return describeCards(before, after, entry);
  const { state } = after;
  const { round, result } = outcomeOf(before, after, entry);
  const great = result !== null && isGreat(result);
  const moves = moveWords(
    { moves: (round?.moves ?? []).map(([from, to, count]) => [from && shortName(from), to && shortName(to), count]) });
  const mats = round?.moves.reduce((sum, [, , count]) => sum + count, 0) ?? 0;
  const over = state.stage === "over";
  const sound = great ? "chicago" : over ? "end" : mats ? "mats" : isThrow(entry) && entry.act.dice.length ? "dice"
    : null;
  const moment = great ? result.kind : over || mats ? sound : result ? "result" : sound ? "throw" : entry.act?.act;
  const said = [
    result ? t(great ? "caller.great" : "caller.result",
      { player: shortName(result.player), result: resultWords(result) }) : actSaid(entry),
    ...[...moves, ...(over ? [overWords(state)] : [])].map((words) => t("caller.sentence", { words })),
    ...(over ? [] : nextSaid(before, after)),
  ];
  return { said, sound, mats, moment };
}

/** @param {Snapshot} before @param {Played} after */
function nextSaid(before, after) {
  const beat = same(after.standing.to_beat, before.standing?.to_beat ?? null) ? null : beatWords(after);
  const turn = after.state.to_act !== before.state?.to_act || after.state.round !== before.state?.round;
  return [beat ? t("caller.beat", { beat }) : null, ...(turn ? turnWords(after) : [])];
}

/** What an act of a game of cards did; whatever brought points knocks. @param {Snapshot} before @param {Played} after
 * @param {Entry} entry */
function describeCards({ state: was }, after, entry) {
  const { state } = after;
  const { act, player } = entry;
  const ended = state.last_hand?.hand === was?.last_hand?.hand ? null : state.last_hand;
  const points = (ended ?? state).scored.slice(was?.scored?.length ?? 0);
  const over = state.stage === "over";
  const turn = state.to_act !== was?.to_act || state.stage !== was?.stage;
  const said = [
    act && LOUD.includes(act.act) ? `${shortName(player ?? "")} ${actWords(entry).text}`.trim() : "",
    ...points.map((one) => `${shortName(one.player)} ${broughtWords(one)}`),
    over ? overWords({ ...state, winner: state.winner && shortName(state.winner) }) : "",
  ];
  const next = turn && !over ? turnWords(after) : [];
  const words = said.map((one) => one && t("caller.sentence", { words: one }));
  const [sound, moment] = over ? ["end", "end"] : points.length ? ["mats", "points"] : [null, act?.act];
  return { said: [...words, ...next], sound, mats: points.length, moment };
}

/** @param {Entry} entry */
function actSaid(entry) {
  const { act, player } = entry;
  if (act?.act === "leave" || act?.act === "join") {
    return t(act.act === "leave" ? "caller.leaves" : "caller.joins",
      { player: shortName(act.player ?? "") });
  }
  if (!isThrow(entry) || !entry.act.dice.length) return null;
  return t("caller.throw", { player: shortName(player ?? ""), dice: entry.act.dice.join(", ") });
}

/** @param {Snapshot} snapshot */
function turnWords(snapshot) {
  const { who, words } = nextStep(snapshot) ?? {};
  return words ? [t("caller.sentence", { words: who ? `${shortName(who)}: ${words}` : words })] : [];
}

/** @param {string} name */
function shortName(name) {
  return Array.from(name).slice(0, LONGEST_NAME).join("");
}

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

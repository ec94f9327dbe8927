// Dice that are typed or chosen, but not entered yet: they outlive what others note meanwhile, a reload of the page and a restart of
// the table. And which of the free dice may be chosen, from the sets that the table lets a player hold.

import { keep, recall } from "../shared/commands.js";

const KEY = "knobeltisch.typed";
const BESIDE = ["join", "leave", "foul", "filled", "call"]; // acts that leave the dice as they lie
const TURNS = "turn"; // turned sixes leave the others as they lie

/**
 * Return the moment of the game for typed dice: who has which dice before him. In another one they mean nothing; a pause, a
 * latecomer, a foul or turned sixes are none.
 * @param {Snapshot} snapshot
 */
export function momentOf({ game, state, acts, due, question, boot }) {
  const moved = acts.findLast(({ act }) => ![...BESIDE, TURNS].includes(act?.act ?? ""))?.id;
  const dice = state && "free" in state ? [state.free.length ? "lie" : due, state.round] : [];
  return [game, moved, state?.to_act, state?.stage, ...dice, question ? `${boot} ${question.id}` : ""].join(":");
}

/**
 * Keep typed dice while they mean something: forget them once the game has gone on, and restore them after a reload.
 * @param {{ snapshot: Snapshot, mine: Mine }} options
 */
export function keepTyped({ snapshot, mine }) {
  const now = momentOf(snapshot);
  const { free = [], held = [] } = /** @type {Partial<State>} */ (snapshot.state ?? {});
  const kept = mine.moment === undefined ? recall(KEY, sessionStorage) : null;
  if (mine.moment === undefined) Object.assign(mine, kept?.moment === now ? kept : { moment: now });
  else if (mine.moment !== now) Object.assign(mine, { moment: now, chosen: [], back: [], typed: mine.wanted ?? [], keypad: false, wanted: null });
  mine.chosen = findAgain(mine.chosen, mine.lay?.free ?? free, free);
  mine.back = findAgain(mine.back ?? [], mine.lay?.held ?? held, held);
  mine.lay = { free, held };
  keep(KEY, { moment: now, chosen: mine.chosen, typed: mine.typed, keypad: Boolean(mine.keypad), lay: mine.lay }, sessionStorage);
}

/** The places of chosen dice, once others have been turned or put right: the same values, where they lie now. @param {number[]} places @param {number[]} before @param {number[]} now */
function findAgain(places, before, now) {
  if (String(before) === String(now)) return places;
  const free = now.map((value, place) => ({ value, place }));
  return places.flatMap((place) => {
    const at = free.findIndex(({ value }) => value === before[place]);
    return at < 0 ? [] : [free.splice(at, 1)[0].place];
  });
}

/**
 * Whether the free dice at these places can be held: these alone, or with `others` beside them.
 * @param {{ holds: number[][], state: State }} options
 * @param {number[]} places
 * @param {boolean} others
 */
export function canHold({ holds, state }, places, others) {
  const values = places.map((place) => state.free[place]);
  return holds.some((allowed) => (others || allowed.length === places.length) && isPart(values, allowed));
}

/**
 * Whether all dice have to be thrown again: then there is nothing to choose.
 * @param {{ holds: number[][], legal: string[] }} options
 */
export function mustThrowAll({ holds, legal }) {
  return holds.length === 1 && !holds[0].length && !["pass", "turn", "cover", "take_back"].some((act) => legal.includes(act));
}

/**
 * The number of dice that are typed next: those that lie, if all of them have to be thrown again.
 * @param {Played} snapshot
 */
export function diceToType(snapshot) {
  const { free } = snapshot.state;
  return free.length && mustThrowAll(snapshot) ? free.length : snapshot.due;
}

/** @param {number[]} values @param {number[]} allowed */
function isPart(values, allowed) {
  const left = [...allowed];
  return values.every((value) => {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

// Dice that are typed or chosen, but not entered yet: they survive a reload of the page and a restart of the table. And which of
// the free dice may be chosen, from the sets that the table lets a player hold.

const KEY = "knobeltisch.typed";

/**
 * Return the moment of the game for typed dice; in another one they mean nothing.
 * @param {{ head: number, question: Question | null, boot: string }} options
 */
function momentOf({ head, question, boot }) {
  return `${head}:${question ? `${boot}:${question.id}` : ""}`;
}

/**
 * Keep typed dice while they mean something: forget them once the game has gone on, and restore them after a reload.
 * @param {{ snapshot: Snapshot, mine: Mine }} options
 */
export function keepTyped({ snapshot, mine }) {
  const now = momentOf(snapshot);
  if (mine.moment === undefined) Object.assign(mine, recallTyped(now));
  else if (mine.moment !== now) Object.assign(mine, { moment: now, chosen: [], back: [], typed: mine.wanted ?? [], keypad: false, wanted: null });
  storeTyped({ moment: now, chosen: mine.chosen, typed: mine.typed, keypad: Boolean(mine.keypad) });
}

/** @param {string} now */
function recallTyped(now) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (kept?.moment === now) return kept;
  } catch {
    // Without storage there is nothing to restore.
  }
  return { moment: now };
}

/** @param {unknown} now */
function storeTyped(now) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // Without storage the next reload forgets them.
  }
}

/**
 * Whether the free dice at these places can be held, together with others if need be.
 * @param {{ holds: number[][], state: State }} options
 * @param {number[]} places
 */
export function mayHold({ holds, state }, places) {
  return holds.some((allowed) => isPart(valuesAt(state, places), allowed));
}

/**
 * Whether exactly the free dice at these places can be held.
 * @param {{ holds: number[][], state: State }} options
 * @param {number[]} places
 */
export function isHold({ holds, state }, places) {
  return holds.some((allowed) => allowed.length === places.length && isPart(valuesAt(state, places), allowed));
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

/** @param {State} state @param {number[]} places */
function valuesAt(state, places) {
  return places.map((place) => state.free[place]);
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

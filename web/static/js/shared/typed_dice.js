// Dice that are typed or chosen: until they are entered they outlive what others note meanwhile, a reload of the page
// and a restart of the table. And which of the free dice may be chosen.

import { keep, recall } from "./commands.js";
import { ofTurn, setsOf } from "./choices.js";
import { drawFaces } from "./dice.js";

const KEY = "knobeltisch.typed";
// acts that leave the dice as they lie, or the other dice
const BESIDE = ["join", "leave", "foul", "filled", "call", "turn"];

/**
 * Return the moment of the game for typed dice: who has which dice before him. In another one they mean nothing; a
 * pause, a latecomer, a foul or turned sixes are none.
 * @param {Snapshot} snapshot
 */
export function momentOf({ game, state, acts, due, question, boot }) {
  const moved = acts.findLast(({ act }) => !BESIDE.includes(act?.act ?? ""))?.id;
  const dice = state && "free" in state ? [state.free.length ? "lie" : due, state.round] : [];
  return [game, moved, state?.to_act, state?.stage, ...dice, question ? `${boot} ${question.id}` : ""].join(":");
}

/**
 * Keep typed dice while they mean something: forget them once the game has gone on, and restore them after a reload.
 * Return whether dice were forgotten that somebody had begun to type here.
 * @param {{ snapshot: Snapshot, mine: Mine }} options
 */
export function keepTyped({ snapshot, mine }) {
  const now = momentOf(snapshot);
  const { free = [], held = [] } = /** @type {Partial<State>} */ (snapshot.state ?? {});
  const kept = mine.moment === undefined ? recall(KEY, sessionStorage) : null;
  if (mine.moment === undefined) Object.assign(mine, kept?.moment === now ? kept : { moment: now });
  const lost = mine.moment !== now && mine.typed.length > 0 && String(mine.entered?.dice) !== String(mine.typed);
  if (mine.moment !== now) {
    Object.assign(mine,
      { moment: now, chosen: [], back: [], typed: mine.wanted ?? [], keypad: false, wanted: null });
  }
  mine.chosen = findAgain(mine.chosen, mine.lay?.free ?? free, free);
  mine.back = findAgain(mine.back ?? [], mine.lay?.held ?? held, held);
  mine.lay = { free, held };
  keep(KEY, { moment: now, chosen: mine.chosen, typed: mine.typed, keypad: Boolean(mine.keypad), lay: mine.lay },
    sessionStorage);
  return lost;
}

/** The places of chosen dice, once others have been turned or put right: the same values, where they lie now.
 * @param {number[]} places @param {number[]} before @param {number[]} now */
function findAgain(places, before, now) {
  if (String(before) === String(now)) return places;
  const free = now.map((value, place) => ({ value, place }));
  return places.flatMap((place) => {
    const at = free.findIndex(({ value }) => value === before[place]);
    return at < 0 ? [] : [free.splice(at, 1)[0].place];
  });
}

/** Choose the die at a place, or leave it: one that lies, or one outside that goes back. @param {Page} page
 * @param {"chosen" | "back"} what @param {number} place */
export function toggleDie(page, what, place) {
  const places = page.mine[what] ?? [];
  page.mine[what] = places.includes(place) ? places.filter((one) => one !== place) : [...places, place];
  page.draw();
}

/** Whether the free dice at these places may be chosen, with or without others. @param {Played} snapshot
 * @param {number[]} places */
export function canChoose(snapshot, places) {
  const values = places.map((place) => snapshot.state.free[place]);
  /** @param {number[]} dice @param {number} value */
  const count = (dice, value) => dice.filter((one) => one === value).length;
  return setsOf(snapshot).some((allowed) => values.every((value) => count(values, value) <= count(allowed, value)));
}

/** Whether the dice that lie all have to be thrown again: then there is nothing to choose. @param {Played} snapshot */
export function mustThrowAll(snapshot) {
  const [only, ...others] = ofTurn(snapshot);
  return !others.length && only?.act.dice?.length === 0;
}

/** The number of dice that are typed next: those that lie, if all of them have to be thrown again.
 * @param {Played} snapshot */
export function diceToType(snapshot) {
  return mustThrowAll(snapshot) ? snapshot.state.free.length : snapshot.due;
}

/** Six faces that type a throw one after the other; the last one enters it. @param {Page} page @param {number} count
 * @param {(dice: number[]) => unknown} enter */
export function typingFaces(page, count, enter) {
  const { typed } = page.mine;
  /** @param {number[]} dice */
  const set = (dice) => {
    page.mine.typed = dice;
    if (dice.length === count) enter(dice);
    page.draw();
  };
  return drawFaces((value) => set([...typed, value].slice(0, count)),
    { off: typed.length === count, back: typed.length ? () => set(typed.slice(0, -1)) : null });
}

/** Enter a whole throw by a `command` of its act, and remember it: who takes it back mostly wants another last die.
 * @param {BoardPage} page @param {number[]} dice @param {(act: Act) => Command} command */
export async function enterThrow(page, dice, command) {
  const { head, state } = page.snapshot;
  const own = state?.stage === "roll_off" || state?.stage === "reveal" ? state.stage : "throw";
  /** @type {Act} */
  const act = { act: own, dice: [...dice].sort() };
  page.mine.entered = { head, act: JSON.stringify(act), dice };
  if (!(await page.order(command(act)))) page.mine.entered = null;
  page.draw();
}

/** Take back the last act; of a throw typed here all dice but the last stay typed. @param {BoardPage} page */
export async function takeBack(page) {
  const { entered: mine } = page.mine;
  const last = page.snapshot.acts.at(-1);
  const own = mine && last && last.id > mine.head && JSON.stringify(last.act) === mine.act;
  if (own) page.mine.wanted = mine.dice.slice(0, -1);
  if (!(await page.order({ do: "undo", count: 1 }))) page.mine.wanted = null;
}

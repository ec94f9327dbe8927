// Enters a typed throw, and remembers it: who takes it back again mostly wants another last die.

import { drawFaces } from "../shared/dice.js";
import { throwAct } from "../shared/commands.js";

/**
 * Enter a whole throw without a further tap. `command` sends the dice. Returns whether they were accepted.
 * @param {BoardPage} page
 * @param {number[]} dice
 * @param {(act: Act) => Command} command
 */
export async function enterThrow(page, dice, command) {
  const { head, state } = page.snapshot;
  const act = throwAct(state, [...dice].sort());
  page.mine.entered = { head, act: JSON.stringify(act), dice };
  const done = await page.order(command(act));
  if (!done) page.mine.entered = null;
  page.draw();
  return done;
}

/** Six faces that type a throw one after the other; the last one enters it. @param {Page} page @param {number} count @param {(dice: number[]) => unknown} enter */
export function typingFaces(page, count, enter) {
  const { typed } = page.mine;
  /** @param {number[]} dice */
  const set = (dice) => {
    page.mine.typed = dice;
    if (dice.length === count) enter(dice);
    page.draw();
  };
  return drawFaces((value) => set([...typed, value].slice(0, count)), { off: typed.length === count, back: typed.length ? () => set(typed.slice(0, -1)) : null });
}

/** Take back the last act; of a throw typed here all dice but the last stay typed. @param {BoardPage} page */
export async function takeBack(page) {
  const { entered: mine } = page.mine;
  const last = page.snapshot.acts.at(-1);
  const own = mine && last && last.id > mine.head && JSON.stringify(last.act) === mine.act;
  if (own) page.mine.wanted = mine.dice.slice(0, -1);
  if (!(await page.order({ do: "undo", count: 1 }))) page.mine.wanted = null;
}

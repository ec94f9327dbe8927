// Enters a typed throw, and remembers it: who takes it back again mostly wants another last die.

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

/** Take back the last act; of a throw typed here all dice but the last stay typed. @param {BoardPage} page */
export async function takeBack(page) {
  const { entered: mine } = page.mine;
  const last = page.snapshot.acts.at(-1);
  const own = mine && last && last.id > mine.head && JSON.stringify(last.act) === mine.act;
  if (own) page.mine.wanted = mine.dice.slice(0, -1);
  if (!(await page.order({ do: "undo", count: 1 }))) page.mine.wanted = null;
}

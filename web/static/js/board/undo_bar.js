// The bar after an entry or an undo: what it was, and one tap that reverses it. It disappears by itself.

import { throwAct } from "../shared/commands.js";
import { button, fitted } from "../shared/controls.js";
import { row } from "../shared/dice.js";
import { findElement, h, show } from "../shared/dom.js";
import { correctedWords } from "../sheets/changes.js";
import { actWords, isThrow } from "../shared/phrases.js";
import { language, t, tn } from "../shared/words.js";

const SHOWN_MS = 8000;

/**
 * Enter a whole throw without a further tap. `command` sends the dice; the bar then offers to take them back. Returns whether
 * they were accepted.
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

/** @param {Page} page */
export function drawTaken(page) {
  const bar = content(page);
  const key = bar?.key ?? "";
  const box = findElement("#taken");
  if (key !== box.dataset.shown) showFor(page, box, key);
  const over = !bar || performance.now() > Number(box.dataset.until);
  show(box, [language(), over ? null : key], () => (over ? [] : bar.make()));
}

/** Show a bar for some seconds from its first content on. @param {Page} page @param {HTMLElement} box @param {string} key */
function showFor(page, box, key) {
  box.dataset.shown = key;
  box.dataset.until = String(performance.now() + SHOWN_MS);
  if (key) setTimeout(() => page.draw(), SHOWN_MS + 50);
}

/** @param {Page} page */
function content(page) {
  if (page.role !== "table" || !page.snapshot || page.snapshot.question) return null;
  return enteredBar(page) ?? takenBack(page);
}

/** The last entry of this tablet, until another follows. @param {BoardPage} page */
function enteredBar(page) {
  const { entered: mine } = page.mine;
  const last = page.snapshot.acts.at(-1);
  if (!mine || !last || !isThrow(last) || last.id <= mine.head || JSON.stringify(last.act) !== mine.act) return null;
  const back = async () => {
    page.mine.wanted = mine.dice.slice(0, -1); // most people want to correct the last one
    if (!(await page.order({ do: "undo", to: last.id }))) page.mine.wanted = null;
  };
  const words = sentence(h("b", {}, last.player ?? ""), " ", actWords(last).text, " ", row(last.act.dice, "mini"));
  return { key: `entered ${last.id}`, make: () => [words, button("", t("taken.undo"), back, { focus: "taken_back" })] };
}

/** The last undo, by anybody. @param {BoardPage} page */
function takenBack(page) {
  const { redo, game, moment } = page.snapshot;
  if (!redo) return null;
  const again = () => page.order({ do: "redo" });
  if (redo.corrected) return { key: `back ${moment}`, make: () => [sentence(correctedWords(redo)), button("", t("taken.undo"), again, { focus: "redo" })] };
  const said = redo.count > 1 ? { text: tn("taken.acts", redo.count), dice: [] } : actWords(redo);
  const words = sentence(t("taken.gone"), " ", said.text, " ", row(said.dice, "mini"));
  const next = game ? button("", t("taken.more"), () => page.order({ do: "undo", count: 1 }), { focus: "undo more" }) : null;
  return { key: `back ${moment}`, make: () => [words, next, button("", t("taken.redo"), again, { focus: "redo" })] };
}

/** @param {...Child} words */
function sentence(...words) {
  return fitted("span", { class: "told" }, ...words);
}

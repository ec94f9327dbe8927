// A game in thirty seconds: five lines of the rules in force, with dice beside them.

import { ask } from "../shared/commands.js";
import { drawDice } from "../shared/dice.js";
import { h } from "../shared/dom.js";
import { language } from "../shared/words.js";

const lessons = new Map(); // by address: the lines, or null while they are on their way

/** Return the lines of a game by these options; null until they have come, then `draw` is called.
 * @param {{ variant: string, options: Options }} options @param {() => void} draw */
export function fetchLesson({ variant, options }, draw) {
  const asked = new URLSearchParams({ language: language(), ...options });
  const address = `/api/rules/${variant}?${asked}`;
  if (!lessons.has(address)) {
    lessons.set(address, null);
    ask(address).then((rules) => {
      if (rules) lessons.set(address, rules.lesson);
      else lessons.delete(address); // the next drawing asks again
      if (rules) draw();
    });
  }
  return lessons.get(address);
}

/** Draw the lines as a list, the dice of each beside it. @param {LessonLine[]} lines */
export function drawLesson(lines) {
  return h("ol.brief",
    lines.map((line) => h("li", h("span", line.text), line.dice.length ? drawDice(line.dice) : null)));
}

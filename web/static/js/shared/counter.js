// What this game counts in, as the table calls it: mats, chips, matchsticks, glasses of water.

import { t, tn } from "./words.js";

let now = "mats";

/** Say from now on what the present game counts; a game that counts nothing has no use for the word. */
export function countIn(counter) {
  now = counter ?? "mats";
}

/** Return a game's own word, where no snapshot tells what was chosen. */
export function ownCounter(variant) {
  return { schocken: "chips", drinking: "glasses" }[variant] ?? "mats";
}

/** Return so many of them: "einen Deckel", "three chips". */
export function counted(n) {
  return tn(`counted.${now}`, n);
}

/** Return what lies in the middle still. */
export function stackWords(n) {
  return n ? t(`stack.${now}`) : t("stack.empty");
}

/** Return what they are called. */
export function counterWords() {
  return t(`counter.${now}`);
}

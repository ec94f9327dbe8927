// The game's counter and its name at this table: mats, chips, matchsticks, glasses of water.

import { t, tn } from "./words.js";

let now = "mats";

/** Set the present game's counter; a game that counts nothing never uses the word. @param {string | null} [counter] */
export function countIn(counter) {
  now = counter ?? "mats";
}

/**
 * Say something with another game's counter: the evening's list has several.
 * @template T
 * @param {string | null} counter
 * @param {() => T} say
 */
export function inCounter(counter, say) {
  const kept = now;
  countIn(counter);
  try {
    return say();
  } finally {
    now = kept;
  }
}

/** Return a game's default counter, if no snapshot has the chosen one. @param {string} variant */
export function ownCounter(variant) {
  return { schocken: "chips", drinking: "glasses" }[variant] ?? "mats";
}

/** Return a number of them: "einen Deckel", "three chips". @param {number} n */
export function countedWords(n) {
  return tn(`counted.${now}`, n);
}

/** Return their name. */
export function counterWords() {
  return t(`counter.${now}`);
}

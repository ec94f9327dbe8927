// The deck to tap: each card a key, and one card as printed.

import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { RANKS, rankWords, suitSign } from "./poker_words.js";

const SUITS = ["S", "H", "D", "C"];
/** @type {Record<string, string>} */
const SUIT_NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

/**
 * All cards, a row for each suit; `off` says which cannot be tapped.
 * @param {(card: string) => boolean} off
 * @param {(card: string) => unknown} put
 */
export function drawDeck(off, put) {
  return h("div", { class: "deck" }, SUITS.flatMap((suit) => [...RANKS].map((rank) => cardKey(`${rank}${suit}`, off(`${rank}${suit}`), () => put(`${rank}${suit}`)))));
}

/** @param {string} card @param {boolean} off @param {() => unknown} put */
function cardKey(card, off, put) {
  return h("button", { class: `card-key ${suitName(card)}`, "aria-label": t(`suit.${suitName(card)}`, { rank: rankWords(card[0]) }), "data-card": card, "data-focus": card, disabled: off, onclick: put }, h("b", {}, rankWords(card[0])), h("span", {}, suitSign(card[1])));
}

/** @param {string} card */
function suitName(card) {
  return SUIT_NAMES[card[1]];
}

// Games of cards have a part of the page of their own, with its words and styles, loaded when such a game is played.

import { findElement, h, show } from "./dom.js";
import { LANGUAGES, addWords } from "./words.js";

const PART = "poker/poker.js";
const AGAIN_MS = 3000;

/** @type {CardPart | null} */
let part = null;
/** @type {HTMLLinkElement | null} */
let style = null;
let coming = false;

/** Whether a game of cards is played. @param {State | null | undefined} state */
export function isCards(state) {
  return Boolean(state && "hand" in state);
}

/** Whether a game is there, played or over. @param {Page} page @returns {page is GamePage} */
export function hasGame(page) {
  return Boolean(page.snapshot?.state);
}

/** Whether a game of cards is played on this page. @param {Page} page @returns {page is GamePage} */
export function playsCards(page) {
  return hasGame(page) && isCards(page.snapshot.state);
}

/** Return the page's part for games of cards; null until it has come. */
export function cardPart() {
  return part;
}

/**
 * Let the part draw a piece of the board; until it has loaded these boxes are empty, so that they show no other game.
 * @param {"drawStage" | "drawPanel" | "drawTable"} piece
 * @param {GamePage} page
 * @param {...string} boxes
 */
export function drawCards(piece, page, ...boxes) {
  if (part) part[piece](page);
  else for (const id of boxes) show(findElement(`#${id}`), ["coming"], () => []);
}

/**
 * Load the part for a game of cards, and draw when it is there; its styles are for that game alone.
 * @param {State | null | undefined} state
 * @param {() => void} draw
 * @param {boolean} [told]
 */
export async function bringCards(state, draw, told = false) {
  if (part && style?.sheet) style.sheet.disabled = !isCards(state);
  if (coming || !(told || isCards(state))) return;
  coming = true;
  try {
    part = await loadPart(document.body.dataset.assets ?? "");
    document.body.dataset.cards = "there";
    draw();
  } catch {
    setTimeout(() => {
      coming = false;
      draw();
    }, AGAIN_MS);
  }
}

/** Load the words of games of cards. @param {string} assets */
async function bringCardWords(assets) {
  const words = LANGUAGES.map(async (one) => {
    const answer = await fetch(`${assets}/i18n/${one}/poker.json`);
    if (!answer.ok) throw new Error(`words: ${answer.status}`);
    return [one, await answer.json()];
  });
  addWords(Object.fromEntries(await Promise.all(words)));
}

/** @param {string} assets */
async function loadPart(assets) {
  style?.remove(); // of a failed attempt
  const styled = new Promise((done, failed) => {
    style = h("link", { rel: "stylesheet", href: `${assets}/css/board/poker.css`, onload: done, onerror: failed });
    document.head.append(style);
  });
  await Promise.all([import(`${assets}/bundle/${PART}`), styled, bringCardWords(assets)]);
  return globalThis.modules[PART].drawn;
}

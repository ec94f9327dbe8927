// Moments: for two seconds a great throw stands in the head of the page, and on a television the last round for longer. It never
// covers a number or a control, and any tap, key or event ends it.

import { findGreatThrow } from "../caller/caller_words.js";
import { drawDice } from "../shared/dice.js";
import { findElement, h } from "../shared/dom.js";
import { resultWords } from "../shared/phrases.js";
import { costWords } from "./round_words.js";
import { t } from "../shared/words.js";

const LASTS_MS = 2000;
const ORDERS_MS = 8000; // nobody misses the last round; a strip says it afterwards as well

/** @type {Snapshot | null} */
let before = null;
/** @type {string | null} */
let about = null; // the board when the moment began
/** @type {number | undefined} */
let timer;

addEventListener("pointerdown", end, { capture: true });
addEventListener("keydown", end, { capture: true });

/**
 * Show the moment that a snapshot brings; none for a page that was opened or came back later.
 * @param {Page} page
 */
export function showMoment({ snapshot, link }) {
  if (!snapshot || snapshot === before) return;
  const last = before;
  before = snapshot;
  if (about !== snapshot.moment) end();
  if (link === "lost" || snapshot.question) return;
  const great = findGreatThrow(last, snapshot);
  const television = document.body.classList.contains("television"); // nobody can press anything there
  if (great) begin(snapshot, cheer(great), LASTS_MS);
  else if (television && last && snapshot.last_orders && !last.last_orders) begin(snapshot, [h("p", { class: "says" }, t("last_orders.said"))], ORDERS_MS);
}

/** @param {Snapshot} snapshot @param {HTMLElement[]} content @param {number} lasts */
function begin(snapshot, content, lasts) {
  const box = findElement("#moment");
  box.replaceChildren(...content);
  box.hidden = false;
  about = snapshot.moment;
  timer = setTimeout(end, lasts);
}

function end() {
  if (about === null) return;
  clearTimeout(timer);
  about = null;
  const box = findElement("#moment");
  box.hidden = true;
  box.replaceChildren();
}

/** @param {{ result: Result, round: LastRound | null }} options */
function cheer({ result, round }) {
  const words = round ? costWords(round) : [];
  const says = h("p", { class: "says" }, t("moment.great", { player: result.player, result: resultWords(result) }), result.dice ? drawDice(result.dice) : null);
  return words.length ? [says, h("p", { class: "more" }, words.join(", "))] : [says];
}

// Moments: for two seconds a great throw stands in the head of the page, and on a television the last round for longer. It never
// covers a number or a control, and any tap, key or event ends it.

import { findGreatThrow } from "../caller/caller_words.js";
import { drawDice } from "../shared/dice.js";
import { findElement, h } from "../shared/dom.js";
import { costWords, resultWords } from "../shared/phrases.js";
import { t } from "../shared/words.js";

const LASTS_MS = 2000;
const ORDERS_MS = 8000; // nobody misses the last round; a strip says it afterwards as well

/** @type {Snapshot | null} */
let before = null;
/** @type {string | null} */
let about = null; // the board when the moment began
/** @type {number | undefined} */
let timer;

for (const event of ["pointerdown", "keydown"]) addEventListener(event, end, { capture: true });

/** Show the moment that a snapshot brings; none for a page that was opened or came back later. @param {Page} page */
export function showMoment({ snapshot, link }) {
  if (!snapshot || snapshot === before) return;
  const last = before;
  before = snapshot;
  if (about !== snapshot.moment) end();
  if (link === "lost" || snapshot.question) return;
  const great = findGreatThrow(last, snapshot);
  const television = document.body.classList.contains("television"); // nobody can press anything there
  if (great) {
    const { result, round } = great;
    const cost = round ? costWords(round).join(", ") : "";
    begin(snapshot.moment, [h("p", { class: "says" }, t("moment.great", { player: result.player, result: resultWords(result) }), result.dice ? drawDice(result.dice) : null), cost ? h("p", { class: "more" }, cost) : ""], LASTS_MS);
  } else if (television && last && snapshot.last_orders && !last.last_orders) begin(snapshot.moment, [h("p", { class: "says" }, t("last_orders.said"))], ORDERS_MS);
}

/** Show these parts for a while. @param {string} moment @param {Array<Node | string>} parts @param {number} lasts */
function begin(moment, parts, lasts) {
  about = moment;
  findElement("#moment").hidden = false;
  findElement("#moment").replaceChildren(...parts);
  timer = setTimeout(end, lasts);
}

/** End the moment; where there is none, nothing is touched, so that no control is taken for moved. */
function end() {
  if (about === null) return;
  clearTimeout(timer);
  about = null;
  findElement("#moment").hidden = true;
  findElement("#moment").replaceChildren();
}

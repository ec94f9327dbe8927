// Moments: for two seconds a great throw covers "who is next", and on a television the whole screen, as the last round does for
// longer. Nothing waits for it: no control is below it (moment.css), and any tap, key or event ends it.

import { findGreatThrow } from "../caller/caller_words.js";
import { fitted } from "../shared/controls.js";
import { row } from "../shared/dice.js";
import { findElement } from "../shared/dom.js";
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
  if (about !== boardOf(snapshot)) end();
  if (link === "lost" || snapshot.question) return;
  const great = findGreatThrow(last, snapshot);
  if (great) begin(snapshot, cheer(great), LASTS_MS);
  else if (fillsScreen() && last && snapshot.last_orders && !last.last_orders) begin(snapshot, [line("says", t("last_orders.said"))], ORDERS_MS);
}

/** Whether moments take the whole screen: on a television there is nothing to press below them. */
const fillsScreen = () => document.body.classList.contains("screen");

/**
 * The parts that must not change while the moment is shown: the dice, the turn, the game.
 * @param {Snapshot} snapshot
 */
function boardOf({ boot, game, state, question }) {
  return JSON.stringify([boot, game, state?.stage, state?.to_act, state?.throws, state?.free, state?.results, state?.last_round, question?.id]);
}

/** @param {Snapshot} snapshot @param {HTMLElement[]} content @param {number} lasts */
function begin(snapshot, content, lasts) {
  const box = findElement("#moment");
  box.replaceChildren(...content);
  box.hidden = false;
  about = boardOf(snapshot);
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
  const dice = result.dice ? [" ", row(result.dice)] : [];
  return [line("says", t("moment.great", { player: result.player, result: resultWords(result) }), ...dice), words.length ? line("more", words.join(", ")) : null].filter((one) => one !== null);
}

/** @param {string} kind @param {...Child} content */
function line(kind, ...content) {
  return fitted("div", { class: kind }, ...content);
}

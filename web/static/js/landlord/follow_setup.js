// What the camera sees while it is set up: requested only while the page is open, visible, and in use.

import { ask, sendChange } from "../shared/commands.js";
import { errorWords } from "../shared/phrases.js";
import { t } from "../shared/words.js";
import { say } from "./page_parts.js";

const WHERE = "/api/landlord/calibration";
const EACH_MS = 1000;
// without a tap for this long the landlord has gone; the PIN's half hour then runs out
const PATIENCE_MS = 10 * 60 * 1000;

let look = async () => {}; // asks at once

/** Call `draw` each second with what the table found, until `place` has left the page. Nothing is asked once nobody has
 * tapped for long; a tap goes on. @param {HTMLElement} place @param {(found: Calibration) => unknown} draw */
export function followSetup(place, draw) {
  /** @type {number | undefined} */
  let timer;
  let tapped = Date.now();
  let halted = ""; // why nothing is followed now
  const halt = (/** @type {string} */ words) => {
    if (words !== halted) say(words);
    halted = words;
  };
  const isLate = () => Date.now() - tapped > PATIENCE_MS;
  look = async () => {
    clearTimeout(timer);
    if (document.hidden || !place.isConnected) return;
    if (isLate()) return halt(t("calibrate.paused"));
    /** @type {Calibration | null} */
    const found = await ask(WHERE);
    if (!place.isConnected) return;
    halt(found ? "" : t("calibrate.away"));
    if (found) await draw(found);
    clearTimeout(timer);
    timer = setTimeout(look, EACH_MS);
  };
  document.addEventListener("pointerdown", () => {
    const late = isLate();
    tapped = Date.now();
    if (late) look();
  });
  document.addEventListener("visibilitychange", look);
  look();
}

let pictures = 0;

/** Show the next picture, if the page shows one: the element stays, only its address changes, without a flash. */
export function nextPicture() {
  pictures += 1;
  document.querySelector(".seen img")?.setAttribute("src", `${WHERE}/picture?n=${pictures}`);
}

/** Send an order about setting up; show a refusal, or `done`, and at once what comes of it. Returns whether it was
 * carried out. @param {{ do: string, test?: string, throw?: number, right?: boolean }} command
 * @param {string} [done] */
export async function order(command, done = "") {
  const { ok, error } = await sendChange(WHERE, { body: command });
  /** @type {Record<string, string>} */
  const refused = { away: t("calibrate.away"), no_board: t("calibrate.no_board"), mid_turn: t("calibrate.mid_turn") };
  say(ok ? done : (refused[error.code] ?? t("calibrate.failed", { message: errorWords({ code: error.code }) })));
  if (ok) look();
  return ok;
}

// What the camera sees while it is set up: requested only while the page is open, visible, and in use.

import { ask } from "../shared/commands.js";
import { sendChange } from "../shared/device.js";
import { errorWords } from "../shared/phrases.js";
import { t } from "../shared/words.js";
import { say } from "./page_parts.js";

const WHERE = "/api/landlord/calibration";
const EACH_MS = 1000;
const PATIENCE_MS = 10 * 60 * 1000; // without a tap for this long the landlord has gone; the PIN's half hour then runs out

/**
 * Call `draw` each second with what the table found, until `place` has left the page. Nothing is asked once nobody has tapped for
 * long; a tap goes on. Returns a function that asks at once.
 * @param {HTMLElement} place
 * @param {(found: Calibration) => unknown} draw
 */
export function followSetup(place, draw) {
  /** @type {number | undefined} */
  let timer;
  let tapped = Date.now();
  let halted = ""; // why nothing is followed now
  /** @param {string} words */
  const halt = (words) => {
    if (words !== halted) say(words);
    halted = words;
  };
  const isLate = () => Date.now() - tapped > PATIENCE_MS;
  async function look() {
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
  }
  document.addEventListener("pointerdown", () => {
    const late = isLate();
    tapped = Date.now();
    if (late) look();
  });
  document.addEventListener("visibilitychange", look);
  look();
  return look;
}

let pictures = 0;

/** Show the next picture: the element stays, only its address changes, without a flash. @param {HTMLImageElement} image */
export function nextPicture(image) {
  pictures += 1;
  image.src = `${WHERE}/picture?n=${pictures}`;
}

/** Send an order about setting up; show a refusal, or `done`. Returns whether it was carried out. @type {OrderSetup} */
export async function order(command, done = "") {
  const reply = await sendChange(WHERE, { body: command });
  say(reply.ok ? done : refused(reply.error));
  return reply.ok;
}

/** @param {{ code: string }} fault */
function refused({ code }) {
  if (code === "away") return t("calibrate.away");
  if (code === "no_board") return t("calibrate.no_board");
  return code === "mid_turn" ? t("calibrate.mid_turn") : t("calibrate.failed", { message: errorWords({ code }) });
}

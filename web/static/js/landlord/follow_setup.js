// What the camera sees while it is set up: requested only while the page is open, visible, and in use.

import { ask } from "../shared/commands.js";
import { act } from "./page_parts.js";

const WHERE = "/api/landlord/calibration";
const EACH_MS = 1000;
const PATIENCE_MS = 10 * 60 * 1000; // without a tap for this long the landlord has gone; the PIN's half hour then runs out

/**
 * Call `draw` each second with what the table found, null while it is away, until `place` has left the page; `rests` once nobody
 * has tapped for long. Returns a function that asks at once.
 * @param {HTMLElement} place
 * @param {(found: Calibration | null) => unknown} draw
 * @param {() => unknown} rests
 */
export function followSetup(place, draw, rests) {
  /** @type {number | undefined} */
  let timer;
  let tapped = Date.now();
  const isLate = () => Date.now() - tapped > PATIENCE_MS;
  async function look() {
    clearTimeout(timer);
    if (document.hidden || !place.isConnected) return;
    if (isLate()) return void rests();
    /** @type {Calibration | null} */
    const found = await ask(WHERE);
    if (!place.isConnected) return;
    await draw(found);
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

/** Send an order about setting up; a refusal is shown. @param {{ do: string, test?: string, throw?: number, right?: boolean }} body */
export const order = (body) => act(WHERE, { body });

// A keyboard beside the tablet: 1 to 6 type dice, Backspace deletes the last one, Enter enters them or passes.

import { findElement } from "../shared/dom.js";

const TEXT = "input, textarea, select, [contenteditable]";
const ACTS = "button, a[href], summary";

/** Let keys press the visible buttons; a key cannot press what a finger may not press yet. */
export function watchKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || /** @type {Element} */ (event.target).closest?.(TEXT)) return;
    if (event.key === "Enter" && /** @type {Element} */ (event.target).closest?.(ACTS)) return; // the browser presses the focused control
    const button = findButton(event.key);
    if (!button || button.disabled) return;
    event.preventDefault();
    button.click();
  });
}

/** @param {string} key @returns {HTMLButtonElement | null} */
function findButton(key) {
  const box = findActivePart();
  if (!box || box.inert) return null;
  /** @param {string} selector */
  const named = (selector) => /** @type {HTMLButtonElement | null} */ (box.querySelector(selector));
  if (/^[1-6]$/u.test(key)) return named(`.faces [data-face="${key}"]`);
  if (key === "Backspace") return named('[data-focus="clear"]');
  if (key === "Enter") return named('[data-focus="enter"], [data-focus="pass"], [data-focus="cover"]');
  return null;
}

/** The active part: a sheet over the board, the table's question, or the panel. @returns {HTMLElement} */
function findActivePart() {
  const dialogs = document.querySelectorAll("dialog[open]");
  if (dialogs.length) return dialogs[dialogs.length - 1];
  const ask = findElement("#ask");
  return ask.hidden ? findElement("#panel") : ask;
}

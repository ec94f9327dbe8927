// Motion that explains: a mat goes from the stack to the player who takes it, or from one player to another.

import { mat as drawMat } from "../shared/dice.js";
import { h } from "../shared/dom.js";

const LASTS_MS = 900;
/** @type {string | null} */
let told = null; // the last round whose moves were shown: "game:round"

/**
 * Show the moves of a round that has just ended; none for a page opened later, or with reduced motion.
 * @param {Snapshot} snapshot
 */
export function moveMats(snapshot) {
  const last = snapshot?.state?.last_round ?? null;
  const now = `${snapshot?.boot}:${snapshot?.game}:${last?.round ?? 0}:${JSON.stringify(last?.moves ?? [])}`;
  const before = told;
  told = now;
  if (before === null || before === now || !last) return;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const [from, to] of last.moves) travel(place(from), place(to));
}

/** @param {string | null} player */
function place(player) {
  if (player === null) return document.querySelector("#stack .pile");
  return document.querySelector(`[data-player="${CSS.escape(player)}"] .mats`);
}

/** @param {HTMLElement | null} from @param {HTMLElement | null} to */
function travel(from, to) {
  if (!from || !to || !from.checkVisibility() || !to.checkVisibility()) return;
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const mat = h("span", { class: "travels", "aria-hidden": "true" }, drawMat());
  document.body.append(mat);
  /** @param {DOMRect} box */
  const at = (box) => `translate(${box.left + Math.min(24, box.width / 2)}px, ${box.top + box.height / 2 - 24}px)`;
  const steps = [{ transform: at(start) }, { transform: at(end) }];
  mat.animate(steps, { duration: LASTS_MS, easing: "cubic-bezier(0.5, 0, 0.2, 1)" }).onfinish = () => mat.remove();
}

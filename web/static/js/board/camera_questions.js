// The camera's quiet lines on the board: "was the camera moved?" and "is there a board?", and the findings of the check at the start.

import { post } from "../shared/commands.js";
import { h } from "../shared/dom.js";
import { errorWords } from "../shared/phrases.js";
import { t } from "../shared/words.js";

const MOVED = "/api/moved";
const WITHOUT_BOARD = "/api/without-board";

/** Draw the question about a moved camera or a board that is not seen, which only the table answers. Null if nothing is asked. @param {Page} page */
export function movedStrip(page) {
  const { ask } = page.snapshot?.camera ?? {};
  if (!ask || page.role !== "table") return null;
  const words = h("span", { class: "words" }, t(`camera_ask.${ask}`));
  return h("div", { class: "strip camera asks" }, words, h("span", { class: "answers" }, answers(page, ask)));
}

/** @param {Page} page @param {string} ask */
function answers(page, ask) {
  /** @param {string} name @param {string} path @param {object} body @param {string} words */
  const button = (name, path, body, words) => h("button", { "data-focus": name, onclick: () => answer(page, path, body) }, t(words));
  if (ask === "moved") return [button("moved yes", MOVED, { moved: true }, "camera_ask.yes"), button("moved no", MOVED, { moved: false }, "camera_ask.no")];
  if (ask === "board") return [button("without board", WITHOUT_BOARD, {}, "camera_ask.without")];
  return ask === "back" ? [button("moved yes", MOVED, { moved: true }, "camera_ask.after_all")] : [];
}

/** Send an answer, and show the table's refusal. @param {Page} page @param {string} path @param {object} body */
async function answer(page, path, body) {
  const reply = await post(path, body);
  page.tell(reply.ok ? null : errorWords(reply.error));
}

/** Draw the faults found at the start; null if there are none, or for a viewer. @param {Page} page */
export function notesStrip(page) {
  const { status, notes } = page.snapshot?.camera ?? {};
  if (status !== "ok" || !notes?.length || page.role !== "table") return null;
  const told = notes.map((note) => t(`camera_note.${note}`)).join(" ");
  return h("p", { class: "strip camera" }, t("camera_note", { notes: told }));
}

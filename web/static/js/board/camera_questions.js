// The camera's quiet lines on the board: "was the camera moved?" and "is there a board?", and the findings of the check at the start.

import { post } from "../shared/commands.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";

const WHERE = "/api/moved";

/** Draw the question about a moved camera or a board that is not seen, which only the table answers. Null if nothing is asked. @param {Page} page */
export function movedStrip(page) {
  const { ask } = page.snapshot?.camera ?? {};
  if (!ask || page.role !== "table") return null;
  const words = h("span", { class: "words" }, t(`camera_ask.${ask}`));
  return h("div", { class: "strip camera asks" }, words, h("span", { class: "answers" }, answers(ask)));
}

/** @param {string} ask */
function answers(ask) {
  if (ask === "moved") return [button("yes", t("camera_ask.yes"), true), button("no", t("camera_ask.no"), false)];
  if (ask === "board") return [h("button", { "data-focus": "without board", onclick: () => post("/api/without-board", {}) }, t("camera_ask.without"))];
  return ask === "back" ? [button("yes", t("camera_ask.after_all"), true)] : [];
}

/** @param {string} name @param {string} words @param {boolean} moved */
function button(name, words, moved) {
  return h("button", { "data-focus": `moved ${name}`, onclick: () => post(WHERE, { moved }) }, words);
}

/** Draw the faults found at the start; null if there are none, or for a viewer. @param {Page} page */
export function notesStrip(page) {
  const { status, notes } = page.snapshot?.camera ?? {};
  if (status !== "ok" || !notes?.length || page.role !== "table") return null;
  const told = notes.map((note) => t(`camera_note.${note}`)).join(" ");
  return h("p", { class: "strip camera" }, t("camera_note", { notes: told }));
}

// The camera's calm lines on the board: "was the camera moved?" with its answers, and what the check of the start found.

import { post } from "../shared/commands.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";

const WHERE = "/api/moved";

/** Draw what is asked about a moved camera; only the table answers. Null where nothing is asked. */
export function movedStrip(page) {
  const { ask } = page.snapshot?.camera ?? {};
  if (!ask || page.role !== "table") return null;
  const words = h("span", { class: "words" }, t(`camera_ask.${ask}`));
  return h("div", { class: "strip camera asks" }, words, h("span", { class: "answers" }, answers(ask)));
}

function answers(ask) {
  if (ask === "moved") return [button("yes", t("camera_ask.yes"), true), button("no", t("camera_ask.no"), false)];
  return ask === "back" ? [button("yes", t("camera_ask.after_all"), true)] : [];
}

function button(name, words, moved) {
  return h("button", { "data-focus": `moved ${name}`, onclick: () => post(WHERE, { moved }) }, words);
}

/** Draw what the check of the start found to be off; null where all is well, or where somebody only watches. */
export function notesStrip(page) {
  const { status, notes } = page.snapshot?.camera ?? {};
  if (status !== "ok" || !notes?.length || page.role !== "table") return null;
  const told = notes.map((note) => t(`camera_note.${note}`)).join(" ");
  return h("p", { class: "strip camera" }, t("camera_note", { notes: told }));
}

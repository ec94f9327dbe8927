// A copy of the journal to save, and to bring back.

import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { act } from "./page_parts.js";

const WHERE = "/api/landlord";
const SQLITE = "application/vnd.sqlite3";
const PIECE = 512 * 1024;

/** Return the card's content; `restored` gets the name under which the old journal is kept. @param {(name?: string) => unknown} restored */
export function copies(restored) {
  const sure = h("div", { class: "row-of" });
  /** @type {HTMLInputElement} */
  const input = h("input", { type: "file", id: "copy-file", class: "t1", accept: `.sqlite,${SQLITE}`, onchange: () => askBack(input, sure, restored) });
  return [
    h("p", {}, t("landlord.copy_why")),
    h("a", { class: "key2", id: "take-copy", href: `${WHERE}/backup`, download: "" }, t("landlord.copy_take")),
    h("form", {}, h("label", {}, h("span", {}, t("landlord.restore")), input)),
    sure,
  ];
}

/** @param {HTMLInputElement} input @param {HTMLElement} sure @param {(name?: string) => unknown} restored */
function askBack(input, sure, restored) {
  const [file] = input.files ?? [];
  const calm = () => {
    input.value = "";
    sure.replaceChildren();
  };
  const go = async () => {
    calm();
    const kept = await sendPieces(file);
    if (kept) restored(kept.kept);
  };
  sure.replaceChildren(...(file ? [h("button", { class: "key2 danger", onclick: go }, t("landlord.restore_sure", { name: file.name })), h("button", { class: "key2", onclick: calm }, t("landlord.no"))] : []));
}

/** Send a copy in pieces: the table accepts no long ones. The last one replaces the journal. @param {File} file */
async function sendPieces(file) {
  for (let offset = 0; ; offset += PIECE) {
    const more = offset + PIECE < file.size;
    const reply = await act(`${WHERE}/restore?offset=${offset}&more=${more ? 1 : 0}`, { body: file.slice(offset, offset + PIECE), type: SQLITE });
    if (!reply || !more) return reply;
  }
}

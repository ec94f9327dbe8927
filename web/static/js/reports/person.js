// A person's page at the table: whether he is shown, and under which of his names. On the list: a link to each person.

import { findElement } from "../shared/dom.js";
import { sendChange } from "../shared/commands.js";

/** @param {string} name */
const page = (name) => `/person?name=${encodeURIComponent(name)}`;

const person = document.querySelector("#person");
if (person) {
  const { name = "", failed = "", sameGame = "", notAllowed = "" } = person.dataset;
  /** Save the change and show the resulting page; or show the refusal.
   * @param {{ player?: string, hidden?: boolean, same?: string | null }} asked @param {string} [shown] */
  const keep = async (asked, shown = name) => {
    const reply = await sendChange("/api/people", { method: "PUT", body: asked });
    if (reply.ok) return location.replace(page(shown));
    /** @type {Record<string, string>} */
    const words = { same_game: sameGame, not_allowed: notAllowed };
    findElement("#said").textContent = words[reply.error.code] ?? failed;
  };
  findElement("#hidden").addEventListener("change",
    ({ target }) => keep({ player: name, hidden: /** @type {HTMLInputElement} */ (target).checked }));
  const same = /** @type {HTMLSelectElement | null} */ (document.querySelector("#same"));
  if (same) {
    const unite = /** @type {HTMLButtonElement} */ (findElement("#unite"));
    same.addEventListener("change", () => (unite.disabled = !same.value));
    unite.addEventListener("click", () => keep({ player: name, same: same.value }, same.value));
  }
  for (const was of person.querySelectorAll("[data-was]")) {
    was.addEventListener("click",
      () => keep({ player: was.dataset.was, same: name }));
  }
  for (const part of person.querySelectorAll("[data-part]")) {
    part.addEventListener("click",
      () => keep({ player: part.dataset.part, same: null }));
  }
}

const find = /** @type {HTMLInputElement | null} */ (document.querySelector("#find"));
if (find) {
  const open = () => find.value.trim() && location.assign(page(find.value.trim()));
  findElement("#open").addEventListener("click", open);
  find.addEventListener("keydown", ({ key }) => key === "Enter" && open());
}

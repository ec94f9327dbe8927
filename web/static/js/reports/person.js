// A person's page at the table: whether he is shown, and under which of his names. On the list: a link to each person.

import { sendChange } from "../shared/device.js";

const room = document.getElementById("person");
/** @param {string} name */
const page = (name) => `/person?name=${encodeURIComponent(name)}`;

if (room) {
  const name = room.dataset.name;
  document.getElementById("hidden").addEventListener("change", ({ target }) => keep({ player: name, hidden: /** @type {HTMLInputElement} */ (target).checked }, name));
  const same = /** @type {HTMLSelectElement | null} */ (document.getElementById("same"));
  const unite = /** @type {HTMLButtonElement | null} */ (document.getElementById("unite"));
  same?.addEventListener("change", () => (unite.disabled = !same.value));
  unite?.addEventListener("click", () => keep({ player: name, same: same.value }, same.value));
  for (const was of room.querySelectorAll("[data-was]")) {
    was.addEventListener("click", () => keep({ player: was.dataset.was, same: name }, name));
  }
  for (const part of room.querySelectorAll("[data-part]")) {
    part.addEventListener("click", () => keep({ player: part.dataset.part, same: null }, name));
  }
}

/**
 * Save the change and show the resulting page; or show the refusal.
 * @param {{ player: string, hidden?: boolean, same?: string | null }} asked
 * @param {string} name
 */
async function keep(asked, name) {
  const reply = await sendChange("/api/people", { method: "PUT", body: asked });
  if (reply.ok) return location.replace(page(name));
  /** @type {Record<string, string>} */
  const words = { same_game: room.dataset.sameGame, not_allowed: room.dataset.notAllowed };
  document.getElementById("said").textContent = words[reply.error.code] ?? room.dataset.failed;
}

const find = /** @type {HTMLInputElement | null} */ (document.getElementById("find"));
if (find) {
  const open = () => find.value.trim() && location.assign(page(find.value.trim()));
  document.getElementById("open").addEventListener("click", open);
  find.addEventListener("keydown", ({ key }) => key === "Enter" && open());
}

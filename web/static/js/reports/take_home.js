// An evening to take home: the table's decision whether names may leave the house.

import { findElement } from "../shared/dom.js";
import { sendChange } from "../shared/commands.js";

const { evening, failed = "", notAllowed = "" } = findElement("#take").dataset;

document.querySelector("#names")?.addEventListener("change", async (event) => {
  const target = /** @type {HTMLInputElement} */ (event.target);
  const reply = await sendChange(`/api/evenings/${evening}/names`, { method: "PUT", body: { on: target.checked } });
  if (reply.ok) return location.reload();
  target.checked = !target.checked;
  findElement("#said").textContent = reply.error.code === "not_allowed" ? notAllowed : failed;
});

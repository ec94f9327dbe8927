// An evening to take home: the picture, shared or saved, and the table's decision whether names may leave the house.

import { drawEvening } from "./evening_picture.js";
import { findElement } from "../shared/dom.js";
import { sendChange } from "../shared/device.js";

const { evening, failed = "", notAllowed = "" } = findElement("#take").dataset;
/** @type {EveningPicture} */
const told = JSON.parse(findElement("#told").textContent ?? "");
/** @param {string} name */
const at = (name) => findElement(`#${name}`);

document.querySelector("#names")?.addEventListener("change", async (event) => {
  const target = /** @type {HTMLInputElement} */ (event.target);
  const reply = await sendChange(`/api/evenings/${evening}/names`, { method: "PUT", body: { on: target.checked } });
  if (reply.ok) return location.reload();
  target.checked = !target.checked;
  at("said").textContent = reply.error.code === "not_allowed" ? notAllowed : failed;
});

async function picture() {
  const canvas = /** @type {HTMLCanvasElement} */ (at("picture"));
  await drawEvening(canvas, told);
  /** @type {Blob | null} */
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!blob) return; // a phone without memory: nothing to save or to share
  const file = new File([blob], told.file, { type: "image/png" });
  /** @type {HTMLAnchorElement} */ (at("save")).href = URL.createObjectURL(blob);
  at("save").hidden = false;
  if (navigator.canShare?.({ files: [file] })) {
    at("share").hidden = false;
    at("share").addEventListener("click", () => navigator.share({ files: [file], title: told.title }).catch(() => {})); // cancelled by the guest: nothing to say
  } else {
    at(isSecureContext ? "unshared" : "insecure").hidden = false;
  }
}

picture();

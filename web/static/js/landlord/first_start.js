// The first start: the landlord's PIN, shown to one browser until somebody has written it down.

import { findElement, h } from "../shared/dom.js";
import { sendChange } from "../shared/device.js";
import { pinWords } from "./number_pad.js";
import { watchTaps } from "../shared/taps.js";
import { loadWords, t } from "../shared/words.js";

const AGAIN_MS = 3000;
const box = findElement("#first");
const { what, then = "/" } = box.dataset;
const hub = what === "hub";

/** @returns {Promise<void>} */
async function look() {
  const reply = await sendChange("/api/first");
  if (reply.ok) return void show(reply.pin);
  const code = reply.error.code;
  if (code === "confirmed") return void location.replace(then);
  box.replaceChildren(...(code === "taken" ? elsewhere() : [h("p", {}, hub ? t("first.away_hub") : t("first.away"))]));
  setTimeout(look, AGAIN_MS);
}

/** @param {string} pin */
function show(pin) {
  /** @type {HTMLButtonElement} */
  const noted = h("button", { class: "btn go", onclick: () => confirm(noted) }, hub ? t("first.noted_hub") : t("first.noted"));
  box.replaceChildren(h("p", {}, t("first.what")), pinWords(pin), h("p", {}, t("first.why")), noted);
}

/** @param {HTMLButtonElement} button */
async function confirm(button) {
  button.disabled = true;
  const reply = await sendChange("/api/first/noted");
  if (reply.ok) location.replace(then);
  else look();
}

function elsewhere() {
  return [h("p", {}, hub ? t("first.taken_hub") : t("first.taken")), h("p", { class: "past" }, t("first.stranger")), h("a", { class: "btn", href: "/watch" }, t("first.watch"))];
}

await loadWords();
document.title = hub ? t("first.title_hub") : t("first.title");
watchTaps("first");
look();

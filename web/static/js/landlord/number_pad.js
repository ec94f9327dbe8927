// The landlord's login: a PIN by number pad, for tablets without a keyboard. Wrong ones must wait, and the page says how long.

import { h } from "../shared/dom.js";
import { fetchMe, onMe, sendChange } from "../shared/device.js";
import { watchTaps } from "../shared/taps.js";
import { loadWords, t } from "../shared/words.js";

const DIGITS = 6;
const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "", "0", "⌫"];

/**
 * Open a page behind the PIN: `enter` draws it into `box`, at once for those who `may`, otherwise after the right PIN. When the
 * landlord's half hour is over the pad takes its place.
 * @param {HTMLElement} box
 * @param {string} title the key of the page's title
 * @param {() => unknown} enter
 * @param {(role: string) => boolean} [may]
 */
export async function openRoom(box, title, enter, may = (role) => role === "landlord") {
  await loadWords();
  document.title = t(title);
  watchTaps("landlord");
  let inside = false;
  const open = () => {
    inside = true;
    enter();
  };
  onMe(({ role }) => {
    if (!inside || may(role)) return;
    inside = false;
    drawPad(box, open, t("landlord.ended"));
  });
  const { role } = await fetchMe().catch(() => ({ role: "viewer" }));
  if (may(role)) open();
  else drawPad(box, open);
}

/** The way back logs the landlord out: guests sit at the table. */
export function leaveByBack() {
  document.getElementById("back")?.addEventListener("click", (event) => {
    event.preventDefault();
    leave();
  });
}

/** Log the landlord out, and go to the board. What is still drawn would only ask for more. */
export async function leave() {
  document.querySelector("main")?.replaceChildren();
  await sendChange("/api/logout");
  location.assign("/");
}

/**
 * Draw the pad into `box`; `enter` is called after the right PIN, `said` is shown above it.
 * @param {HTMLElement} box
 * @param {() => unknown} enter
 * @param {string} [said]
 */
export function drawPad(box, enter, said = "") {
  const pad = /** @type {NumberPad} */ ({ typed: "", busy: false, waiting: null, enter });
  pad.dots = h("p", { class: "dots", role: "status" });
  pad.said = h("p", { class: "said", role: "alert" }, said);
  pad.keys = h("div", { class: "keys" }, KEYS.map((key) => keyButton(pad, key)));
  box.replaceChildren(h("section", { class: "pad" }, h("h2", {}, t("landlord.pin")), pad.dots, pad.said, pad.keys, h("p", { class: "hint" }, t("landlord.hint"))));
  document.onkeydown = (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (/^[0-9]$/u.test(event.key)) press(pad, event.key);
    else if (event.key === "Backspace") press(pad, "⌫");
  };
  show(pad);
}

/** @param {NumberPad} pad @param {string} key */
function keyButton(pad, key) {
  if (!key) return h("span");
  const words = key === "⌫" ? { "aria-label": t("landlord.delete") } : {};
  return h("button", { class: "key", "data-repeat": true, onclick: () => press(pad, key), ...words }, key);
}

/** @param {NumberPad} pad @param {string} key */
function press(pad, key) {
  if (pad.busy || pad.waiting) return;
  pad.said.textContent = "";
  pad.typed = key === "⌫" ? pad.typed.slice(0, -1) : pad.typed + key;
  show(pad);
  if (pad.typed.length === DIGITS) check(pad);
}

/** @param {NumberPad} pad */
function show(pad) {
  const dots = Array.from({ length: DIGITS }, (_, place) => h("i", { class: place < pad.typed.length ? "on" : "" }));
  pad.dots.replaceChildren(...dots, h("span", { class: "unseen" }, t("landlord.typed", { n: pad.typed.length })));
}

/** @param {NumberPad} pad */
async function check(pad) {
  pad.busy = true;
  const reply = await sendChange("/api/login", { body: { pin: pad.typed } });
  pad.busy = false;
  pad.typed = "";
  if (reply.ok) {
    document.onkeydown = null;
    return pad.enter();
  }
  show(pad);
  if (reply.error.code === "away") pad.said.textContent = t("landlord.away");
  else wait(pad, reply);
}

/** Count the seconds down; the keys rest meanwhile. @param {NumberPad} pad @param {Refusal} reply */
function wait(pad, reply) {
  const wrong = reply.error.code === "wrong_pin" ? `${t("landlord.wrong")} ` : "";
  const until = Date.now() + (reply.wait ?? 0) * 1000;
  const tick = () => {
    const left = Math.ceil((until - Date.now()) / 1000);
    const over = left <= 0;
    for (const key of /** @type {NodeListOf<HTMLButtonElement>} */ (pad.keys.querySelectorAll("button"))) key.disabled = !over;
    pad.said.textContent = wrong + (over ? "" : t("landlord.wait", { time: span(left) }));
    pad.waiting = over ? null : setTimeout(tick, 250);
  };
  tick();
}

/** @param {number} seconds */
function span(seconds) {
  const rest = String(seconds % 60).padStart(2, "0");
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${rest} min`;
}

/** Write a PIN as people read it aloud: in two groups of three. @param {string} pin */
export function pinWords(pin) {
  return h("p", { class: "pin t4" }, h("span", {}, pin.slice(0, 3)), h("span", {}, pin.slice(3)));
}

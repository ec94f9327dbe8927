// The landlord's login: a PIN by number pad, for tablets without a keyboard. Wrong ones must wait, and the page says
// how long.

import { h } from "../shared/dom.js";
import { fetchMe, onMe, sendChange } from "../shared/commands.js";
import { watchTaps } from "../shared/taps.js";
import { loadWords, t } from "../shared/words.js";

const DIGITS = 6;
const KEYS = [..."1234567890⌫"];

/**
 * Open a page behind the PIN: `enter` draws it into `box`, at once for those who `may`, otherwise after the right PIN.
 * When the landlord's half hour is over the pad takes its place.
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

/** Draw the pad into `box`; `enter` is called after the right PIN, `said` is shown above it. @param {HTMLElement} box
 * @param {() => unknown} enter @param {string} [said] */
function drawPad(box, enter, said = "") {
  let typed = "";
  let rests = false; // while the table looks, and after a wrong PIN
  const dots = h("p.dots", { role: "status" });
  const alert = h("p.said", { role: "alert" }, said);
  /** @type {HTMLButtonElement[]} */
  const keys = KEYS.map((key) => h("button.key",
    { "data-repeat": true, "aria-label": key === "⌫" ? t("landlord.delete") : null, onclick: () => press(key) }, key));
  const show = () => dots.replaceChildren(...Array.from({ length: DIGITS }, (_, place) =>
    h("i", { class: place < typed.length ? "on" : "" })), h("span.unseen", t("landlord.typed", { n: typed.length })));
  const press = async (/** @type {string} */ key) => {
    if (rests) return;
    alert.textContent = "";
    typed = key === "⌫" ? typed.slice(0, -1) : typed + key;
    show();
    if (typed.length < DIGITS) return;
    rests = true;
    const reply = await sendChange("/api/login", { body: { pin: typed } });
    if (reply.ok) {
      document.onkeydown = null;
      enter();
      return;
    }
    typed = "";
    show();
    const { code } = reply.error;
    if (code === "away") rest(0, t("landlord.away"));
    else {
      rest(Date.now() + (/** @type {Refusal} */ (reply).wait ?? 0) * 1000,
        code === "wrong_pin" ? `${t("landlord.wrong")} ` : "");
    }
  };
  /** Count the seconds down; the keys rest meanwhile. @param {number} until @param {string} words */
  const rest = (until, words) => {
    const left = Math.ceil((until - Date.now()) / 1000);
    rests = left > 0;
    for (const key of keys) key.disabled = rests;
    const time = left < 60 ? `${left} s` : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")} min`;
    alert.textContent = words + (rests ? t("landlord.wait", { time }) : "");
    if (rests) setTimeout(() => rest(until, words), 250);
  };
  box.replaceChildren(h("section.pad", h("h2", t("landlord.pin")), dots, alert,
    h("div.keys", keys.slice(0, 9), h("span"), keys.slice(9)), h("p.hint", t("landlord.hint"))));
  document.onkeydown = ({ key, ctrlKey, altKey, metaKey }) => {
    if (ctrlKey || altKey || metaKey) return;
    if (/^[0-9]$/u.test(key)) press(key);
    else if (key === "Backspace") press("⌫");
  };
  show();
}

/** Write a PIN as people read it aloud: in two groups of three. @param {string} pin */
export function pinWords(pin) {
  return h("p.pin.t4", h("span", pin.slice(0, 3)), h("span", pin.slice(3)));
}

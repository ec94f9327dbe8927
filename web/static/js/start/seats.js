// The seats at the table in order, those who sit out, and absent regulars. A tap seats, a drag reorders.

import { renameInGame } from "../sheets/attendance.js";
import { draftField, forgetDraft } from "../shared/controls.js";
import { openSheet } from "../shared/dialog.js";
import { h, show } from "../shared/dom.js";
import { makeDraggable } from "./drag.js";
import { errorWords } from "../shared/phrases.js";
import { LONGEST, MOST_REGULARS, pub, saveRegulars, seatedGuests } from "./pub.js";
import { language, t } from "../shared/words.js";

/** @param {Form} form */
export function drawGuests(form) {
  show(form.parts.guests, [language(), pub.regulars], () => {
    const sitting = seatedGuests();
    const away = pub.regulars.filter((one) => one.seat === "away").sort((one, other) => one.name.localeCompare(other.name, language()));
    return [
      h("h2", {}, t("setup.title")),
      h("ol", { class: "seats" }, sitting.map((one, place) => seat(form, one, place, sitting.length))),
      away.length ? h("ul", { class: "chips away", "aria-label": t("setup.away") }, away.map((one) => h("li", {}, chip(form, one)))) : null,
    ];
  });
}

/** @param {Form} form @param {Guest} guest */
function chip(form, guest) {
  const sit = () => change(form, () => toEnd(guest), t("setup.sits", { name: guest.name }), `guest ${guest.name}`);
  const words = h("span", { class: "nick-of" }, guest.name);
  return h("button", { type: "button", class: "chip", "data-focus": `guest ${guest.name}`, "aria-label": t("setup.seat", { name: guest.name }), onclick: sit }, "+ ", words);
}

/** @param {Form} form @param {Guest} guest @param {number} place @param {number} count */
function seat(form, guest, place, count) {
  const paused = guest.seat === "paused";
  const { name } = guest;
  const grip = h("span", { class: "grip", "aria-hidden": "true" }, "≡");
  const line = h(
    "li",
    { class: paused ? "paused" : null, "data-name": name },
    grip,
    h("button", { type: "button", class: "guest", "data-focus": `guest ${name}`, "aria-label": t("setup.change", { name }), onclick: () => openGuest(form, guest) }, h("span", { class: "nick-of" }, name), h("em", { "aria-hidden": String(!paused) }, t("setup.pausing"))),
    sign("↑", t("setup.up", { name }), `up ${name}`, place === 0, () => move(form, place, place - 1)),
    sign("↓", t("setup.down", { name }), `down ${name}`, place === count - 1, () => move(form, place, place + 1)),
    toggle(form, guest, paused),
  );
  makeDraggable(grip, line, (from, to) => move(form, from, to));
  return line;
}

/** @param {string} words @param {string} label @param {string} focus @param {boolean} disabled @param {() => unknown} onclick */
function sign(words, label, focus, disabled, onclick) {
  return h("button", { type: "button", class: "tool sign", "data-focus": focus, "data-repeat": true, "aria-label": label, disabled, onclick }, words);
}

/** @param {Form} form @param {Guest} guest @param {boolean} paused */
function toggle(form, guest, paused) {
  const label = t(paused ? "setup.back" : "setup.pause", { name: guest.name });
  const tap = () => change(form, () => (guest.seat = paused ? "here" : "paused"), label);
  return h("button", { type: "button", class: "tool pause", "data-focus": `pause ${guest.name}`, "aria-label": label, "aria-pressed": String(paused), onclick: tap }, t("setup.pause_short"));
}

/** Move a seat among those who sit; the others keep their order. @param {Form} form @param {number} from @param {number} to */
function move(form, from, to) {
  const sitting = seatedGuests();
  const [guest] = sitting.splice(from, 1);
  sitting.splice(to, 0, guest);
  const arrange = () => (pub.regulars = [...sitting, ...pub.regulars.filter((one) => one.seat === "away")]);
  change(form, arrange, t("setup.moved", { name: guest.name, n: to + 1 }));
}

/** @param {Guest} guest */
function toEnd(guest) {
  guest.seat = "here";
  pub.regulars = [...pub.regulars.filter((one) => one !== guest), guest];
}

/**
 * Change the list here and on the table; `words` are for screen readers.
 * @param {Form} form
 * @param {() => unknown} what
 * @param {string} [words]
 * @param {string | null} [focus]
 */
async function change(form, what, words = "", focus = null) {
  what();
  form.say(words);
  form.tell(null);
  if (focus) form.parts.guests.parentElement?.querySelector(`[data-focus="${CSS.escape(focus)}"]`)?.focus();
  const reply = await saveRegulars();
  if (reply.ok) form.draw(); // another device may have changed the list, too
  else form.tell(reply.error.code.startsWith("name_") ? errorWords(reply.error) : t("setup.not_kept"));
}

/** A new name, to be typed with the tablet's keyboard: drawn once, so that no news takes the field away. @param {Form} form */
export function newcomer(form) {
  const input = draftField("newcomer", "", { maxlength: LONGEST, enterkeyhint: "done", "aria-label": t("setup.new_name"), placeholder: t("setup.new_name") });
  /** @param {Event} event */
  const add = (event) => {
    event.preventDefault();
    const name = tidy(input.value);
    const wrong = name ? come(form, name) : null;
    if (wrong) return form.tell(wrong);
    forgetDraft("newcomer");
    input.value = "";
    input.focus();
  };
  return h("form", { class: "newcomer", onsubmit: add }, input, h("button", { type: "submit", class: "tool", "data-focus": "add" }, t("setup.add")));
}

/**
 * Seat a newcomer: an absent regular, or somebody new. Returns the error in the name.
 * @param {Form} form
 * @param {string} name
 */
function come(form, name) {
  const known = pub.regulars.find((one) => same(one.name, name));
  if (known?.seat === "away") return void change(form, () => toEnd(known), t("setup.sits", { name }));
  if (known) return t("setup.twice", { name, other: freeName(name) });
  if (pub.regulars.length >= MOST_REGULARS) return t("setup.full", { n: MOST_REGULARS });
  change(form, () => (pub.regulars = [...pub.regulars, { name, seat: "here" }]), t("setup.sits", { name }));
  return null;
}

/** @param {string} one @param {string} other */
const same = (one, other) => one.toLowerCase() === other.toLowerCase();

/** @param {string} text */
function tidy(text) {
  return text.normalize("NFC").trim().replace(/\s+/gu, " ");
}

/** @param {string} name */
function freeName(name) {
  for (let n = 2; ; n += 1) {
    const other = `${name.slice(0, LONGEST - 1 - String(n).length)} ${n}`;
    if (!pub.regulars.some((one) => same(one.name, other))) return other;
  }
}

/**
 * The other actions for a guest: rename, send home, remove from the list, move without dragging.
 * @param {Form} form
 * @param {Guest} guest
 */
function openGuest(form, guest) {
  const { name } = guest;
  const sitting = seatedGuests();
  const place = sitting.indexOf(guest);
  openSheet("guest-sheet", name, (close) => {
    /** @param {() => unknown} what @param {string} words @param {string} focus */
    const then = (what, words, focus) => () => {
      close();
      change(form, what, words, focus);
    };
    /** @param {number} to */
    const go = (to) => () => {
      close();
      move(form, place, to);
    };
    /** @param {string} words @param {() => unknown} onclick @param {boolean} [disabled] */
    const button = (words, onclick, disabled = false) => h("button", { type: "button", class: "big", disabled, onclick }, words);
    return [
      renaming(form, guest, close),
      h(
        "div",
        { class: "choices" },
        button(t("setup.up_short"), go(place - 1), place === 0),
        button(t("setup.down_short"), go(place + 1), place === sitting.length - 1),
        button(t("setup.leave"), then(() => (guest.seat = "away"), t("setup.left", { name }), `guest ${name}`)),
        button(t("setup.strike"), then(() => (pub.regulars = pub.regulars.filter((one) => one !== guest)), t("setup.struck", { name }), "add")),
      ),
    ];
  });
}

/** @param {Form} form @param {Guest} guest @param {() => void} close */
function renaming(form, guest, close) {
  const input = h("input", { type: "text", value: guest.name, maxlength: LONGEST, autocomplete: "off", enterkeyhint: "done", "aria-label": t("setup.new_name") });
  const error = h("p", { class: "error", role: "alert" });
  /** @param {Event} event */
  const rename = async (event) => {
    event.preventDefault();
    const name = tidy(input.value);
    const other = pub.regulars.find((one) => one !== guest && same(one.name, name));
    if (!name) return;
    error.textContent = other ? t("setup.twice", { name, other: freeName(name) }) : "";
    if (other) return;
    close();
    if (await renameInGame(form.page, guest.name, name)) await change(form, () => (guest.name = name), "", `guest ${name}`);
  };
  return h("form", { class: "newcomer", onsubmit: rename }, input, h("button", { type: "submit", class: "big" }, t("setup.rename")), error);
}

// The seats at the table in order, those who sit out, and absent regulars. A tap seats; two keys move a seat.

import { renameInGame } from "../sheets/attendance.js";
import { draftField, forgetDraft } from "../shared/controls.js";
import { openSheet, sheetKey } from "../shared/dialog.js";
import { h, show } from "../shared/dom.js";
import { errorWords } from "../shared/phrases.js";
import { LONGEST, MOST_REGULARS, pub, saveRegulars, seatedGuests } from "./pub.js";
import { drawRows } from "../shared/rows.js";
import { language, t } from "../shared/words.js";

/** @param {Form} form */
export function drawGuests(form) {
  show(form.parts.guests, [language(), pub.regulars], () => {
    const sitting = seatedGuests();
    const away = pub.regulars.filter((one) => one.seat === "away").sort((one, other) => one.name.localeCompare(other.name, language()));
    return [
      drawRows("c-seat seats", columns(form, sitting), sitting, (one) => ({ kind: one.seat === "paused" ? "paused" : null, "data-name": one.name })),
      away.length ? h("p", { class: "flow away", role: "group", "aria-label": t("setup.away") }, away.map((one) => comingKey(form, one))) : null,
    ];
  });
}

/** @param {Form} form @param {Guest} guest */
function comingKey(form, { name }) {
  const sit = () => change(form, () => toEnd(pub.regulars.find((one) => one.name === name) ?? { name, seat: "" }), t("setup.sits", { name }), `guest ${name}`);
  return sheetKey(`+ ${name}`, sit, { kind: "key2", focus: `guest ${name}`, "aria-label": t("setup.seat", { name }) });
}

/** A seat: its guest, one place up or down, and a pause. @param {Form} form @param {Guest[]} sitting @returns {Array<Column<Guest>>} */
function columns(form, sitting) {
  /** @param {string} sign @param {string} way @param {number} by @param {(name: string) => string} says @returns {Column<Guest>} */
  const mover = (sign, way, by, says) => ({
    cell: (guest) => {
      const to = sitting.indexOf(guest) + by;
      return sheetKey(sign, () => move(form, to - by, to), { kind: "key2", focus: `${way} ${guest.name}`, "data-repeat": true, "aria-label": says(guest.name), disabled: to < 0 || to === sitting.length });
    },
  });
  return [
    {
      head: t("setup.title"),
      cell: (guest) => h("button", { type: "button", class: "guest name cut", "data-focus": `guest ${guest.name}`, "aria-label": t("setup.change", { name: guest.name }), onclick: () => openGuest(form, guest) }, guest.name),
    },
    mover("↑", "up", -1, (name) => t("setup.up", { name })),
    mover("↓", "down", 1, (name) => t("setup.down", { name })),
    { cell: (guest) => toggle(form, guest) },
  ];
}

/** @param {Form} form @param {Guest} guest */
function toggle(form, guest) {
  const paused = guest.seat === "paused";
  const label = t(paused ? "setup.back" : "setup.pause", { name: guest.name });
  const tap = () => change(form, () => (guest.seat = paused ? "here" : "paused"), label);
  return sheetKey(t("setup.pause_short"), tap, { kind: "key2", focus: `pause ${guest.name}`, "aria-label": label, "aria-pressed": String(paused) });
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
  const input = draftField("newcomer", "", { class: "field", maxlength: LONGEST, enterkeyhint: "done", "aria-label": t("setup.new_name"), placeholder: t("setup.new_name") });
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
  return h("form", { class: "newcomer", onsubmit: add }, input, h("button", { type: "submit", class: "key2", "data-focus": "add" }, t("setup.add")));
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
 * The other actions for a guest: rename, send home, remove from the list.
 * @param {Form} form
 * @param {Guest} guest
 */
function openGuest(form, guest) {
  const { name } = guest;
  openSheet("guest-sheet", name, (close) => {
    /** @param {() => unknown} what @param {string} words @param {string} focus */
    const then = (what, words, focus) => () => {
      close();
      change(form, what, words, focus);
    };
    return {
      body: renaming(form, guest, close),
      foot: [
        sheetKey(t("setup.leave"), then(() => (guest.seat = "away"), t("setup.left", { name }), `guest ${name}`)),
        sheetKey(t("setup.strike"), then(() => (pub.regulars = pub.regulars.filter((one) => one !== guest)), t("setup.struck", { name }), "add")),
      ],
    };
  });
}

/** @param {Form} form @param {Guest} guest @param {() => void} close */
function renaming(form, guest, close) {
  const input = h("input", { type: "text", class: "field", value: guest.name, maxlength: LONGEST, autocomplete: "off", enterkeyhint: "done", "aria-label": t("setup.new_name") });
  const error = h("p", { class: "error b", role: "alert" });
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
  return h("form", { class: "newcomer", onsubmit: rename }, input, h("button", { type: "submit", class: "key2" }, t("setup.rename")), error);
}

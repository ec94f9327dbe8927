// The seats at the table in order, those who sit out, and absent regulars. A tap seats; two keys move a seat.

import { renameInGame } from "../sheets/attendance.js";
import { button, draftField, forgetDraft, formOf, lineForm, openSheet } from "../shared/controls.js";
import { h, show, drawRows } from "../shared/dom.js";
import { errorWords } from "../shared/phrases.js";
import { LONGEST, MOST_REGULARS, change, pub, withGuest } from "./pub.js";
import { language, t } from "../shared/words.js";

/** @param {Form} form */
export function drawGuests(form) {
  show(form.parts.guests, [language(), pub.regulars], () => {
    const sitting = pub.regulars.filter((one) => one.seat !== "away");
    const away = pub.regulars.filter((one) => one.seat === "away").sort((one, other) => one.name.localeCompare(other.name, language()));
    return [
      drawRows("c-seat seats", columns(form, sitting), sitting, (one) => ({ kind: one.seat === "paused" ? "paused" : null, "data-name": one.name })),
      away.length ? h("p", { class: "flow away", role: "group", "aria-label": t("setup.away") }, away.map(({ name }) => {
        const sit = () => changeSeats(form, toEnd(name), t("setup.sits", { name }), `guest ${name}`);
        return button(`+ ${name}`, sit, { kind: "key2", focus: `guest ${name}`, "aria-label": t("setup.seat", { name }) });
      })) : null,
    ];
  });
}

/** A seat: its guest, one place up or down, and a pause. @param {Form} form @param {Guest[]} sitting @returns {Array<Column<Guest>>} */
function columns(form, sitting) {
  /** @param {string} sign @param {string} way @param {number} by @param {(name: string) => string} says @returns {Column<Guest>} */
  const mover = (sign, way, by, says) => ({
    cell: (guest) => {
      const to = sitting.indexOf(guest) + by;
      return button(sign, () => move(form, guest.name, to), { kind: "key2", focus: `${way} ${guest.name}`, "data-repeat": true, "aria-label": says(guest.name), disabled: to < 0 || to === sitting.length });
    },
  });
  return [
    {
      head: t("setup.title"),
      cell: (guest) => h("button", { type: "button", class: "guest name cut", "data-focus": `guest ${guest.name}`, "aria-label": t("setup.change", { name: guest.name }), onclick: () => openGuest(form, guest.name) }, guest.name),
    },
    mover("↑", "up", -1, (name) => t("setup.up", { name })),
    mover("↓", "down", 1, (name) => t("setup.down", { name })),
    { cell: (guest) => toggle(form, guest) },
  ];
}

/** @param {Form} form @param {Guest} guest */
function toggle(form, { name, seat }) {
  const paused = seat === "paused";
  const label = t(paused ? "setup.back" : "setup.pause", { name });
  const tap = () => changeSeats(form, withGuest(name, { seat: paused ? "here" : "paused" }), label);
  return button(t("setup.pause_short"), tap, { kind: "key2", focus: `pause ${name}`, "aria-label": label, "aria-pressed": String(paused) });
}

/** Move a seat among those who sit; the others keep their order. @param {Form} form @param {string} name @param {number} to */
function move(form, name, to) {
  /** @param {Guest[]} now */
  const arrange = (now) => {
    const sitting = now.filter((one) => one.seat !== "away" && one.name !== name);
    sitting.splice(to, 0, ...now.filter((one) => one.name === name));
    return [...sitting, ...now.filter((one) => one.seat === "away" && one.name !== name)];
  };
  changeSeats(form, arrange, t("setup.moved", { name, n: to + 1 }));
}

/** Seat somebody behind all others, known or not. @param {string} name @returns {(now: Guest[]) => Guest[]} */
function toEnd(name) {
  return (now) => [...now.filter((one) => one.name !== name), { name, seat: "here" }];
}

/**
 * Change the list here and on the table; `words` are for screen readers.
 * @param {Form} form
 * @param {(now: Guest[]) => Guest[]} what
 * @param {string} [words]
 * @param {string | null} [focus]
 */
async function changeSeats(form, what, words = "", focus = null) {
  const changed = change("regulars", what);
  form.say(words);
  form.tell(null);
  if (focus) form.parts.guests.parentElement?.querySelector(`[data-focus="${CSS.escape(focus)}"]`)?.focus();
  const reply = await changed;
  if (reply.ok) form.draw(); // another device may have changed the list, too
  else form.tell(reply.error.code.startsWith("name_") ? errorWords(reply.error) : t("setup.not_kept"));
}

/** A new name, to be typed with the tablet's keyboard: drawn once, so that no news takes the field away. @param {Form} form */
export function newcomer(form) {
  const input = draftField("newcomer", "", { class: "field", maxlength: LONGEST, enterkeyhint: "done", "aria-label": t("setup.new_name"), placeholder: t("setup.new_name") });
  const add = () => {
    const name = tidy(input.value);
    const wrong = name ? come(form, name) : null;
    if (wrong) return form.tell(wrong);
    forgetDraft("newcomer");
    input.value = "";
    return input.focus();
  };
  return formOf(add, { class: "newcomer" }, input, h("button", { type: "submit", class: "key2", "data-focus": "add" }, t("setup.add")));
}

/** Seat a newcomer: an absent regular, or somebody new. Returns the error in the name. @param {Form} form @param {string} name */
function come(form, name) {
  const known = pub.regulars.find((one) => isSame(one.name, name));
  if (known && known.seat !== "away") return takenWords(name);
  if (!known && pub.regulars.length >= MOST_REGULARS) return t("setup.full", { n: MOST_REGULARS });
  changeSeats(form, toEnd(known?.name ?? name), t("setup.sits", { name }));
  return null;
}

/** @param {string} one @param {string} other */
const isSame = (one, other) => one.toLowerCase() === other.toLowerCase();

/** @param {string} text */
function tidy(text) {
  return text.normalize("NFC").trim().replace(/\s+/gu, " ");
}

/** That somebody has this name, and which one is free. @param {string} name */
function takenWords(name) {
  for (let n = 2; ; n += 1) {
    const other = `${name.slice(0, LONGEST - 1 - String(n).length)} ${n}`;
    if (!pub.regulars.some((one) => isSame(one.name, other))) return t("setup.twice", { name, other });
  }
}

/** The other actions for a guest: rename, send home, remove from the list. @param {Form} form @param {string} name */
function openGuest(form, name) {
  openSheet("guest-sheet", name, (close) => {
    /** @param {(now: Guest[]) => Guest[]} what @param {string} words @param {string} focus */
    const then = (what, words, focus) => () => {
      close();
      changeSeats(form, what, words, focus);
    };
    return {
      body: renaming(form, name, close),
      foot: [
        button(t("setup.leave"), then(withGuest(name, { seat: "away" }), t("setup.left", { name }), `guest ${name}`)),
        button(t("setup.strike"), then((now) => now.filter((one) => one.name !== name), t("setup.struck", { name }), "add")),
      ],
    };
  });
}

/** @param {Form} form @param {string} was @param {() => void} close */
function renaming(form, was, close) {
  const error = h("p", { class: "error b", role: "alert" });
  /** @param {string} typed */
  const send = async (typed) => {
    const name = tidy(typed);
    if (!name) return false;
    const taken = pub.regulars.some((one) => one.name !== was && isSame(one.name, name));
    error.textContent = taken ? takenWords(name) : "";
    if (taken) return false;
    close();
    if (await renameInGame(form.page, was, name)) await changeSeats(form, withGuest(was, { name }), "", `guest ${name}`);
    return true;
  };
  const field = lineForm({ name: `rename ${was}`, value: was, words: t("setup.new_name"), maxlength: LONGEST, key: t("setup.rename"), send });
  field.append(error);
  return field;
}

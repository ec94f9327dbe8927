// The seats at the table in order, those who sit out, and absent regulars. A tap seats; two keys move a seat.

import { button, draftField, forgetDraft, formOf, lineForm, openSheet, smallKey } from "../shared/controls.js";
import { h, redraw, drawRows } from "../shared/dom.js";
import { errorWords } from "../shared/phrases.js";
import { LONGEST, MOST_REGULARS, change, pub, withGuest, renameInGame } from "./pub.js";
import { language, t } from "../shared/words.js";

/** @param {Form} form */
export function drawGuests(form) {
  const sitting = pub.regulars.filter((one) => one.seat !== "away");
  const away = pub.regulars.filter((one) => one.seat === "away")
    .sort((one, other) => one.name.localeCompare(other.name, language()));
  redraw(form.parts.guests, [
    drawRows("c-seat seats", columns(form, sitting), sitting,
      (one) => ({ kind: one.seat === "paused" ? "paused" : null, "data-name": one.name })),
    away.length ? h("p.flow.away", { role: "group", "aria-label": t("setup.away") }, away.map(({ name }) => {
      const sit = () => changeSeats(form, toEnd(name), t("setup.sits", { name }), `guest ${name}`);
      return smallKey(`+ ${name}`, sit, { focus: `guest ${name}`, "aria-label": t("setup.seat", { name }) });
    })) : null,
  ]);
}

/** @param {Form} form @param {Guest[]} sitting @returns {Array<Column<Guest>>} */
function columns(form, sitting) {
  /** @param {string} sign @param {string} way @param {number} by @param {string} says @returns {Column<Guest>} */
  const mover = (sign, way, by, says) => ({
    cell: (guest) => {
      const { name } = guest;
      const to = sitting.indexOf(guest) + by;
      const arrange = (/** @type {Guest[]} */ now) => {
        const others = now.filter((one) => one.seat !== "away" && one.name !== name);
        others.splice(to, 0, ...now.filter((one) => one.name === name));
        return [...others, ...now.filter((one) => one.seat === "away" && one.name !== name)];
      };
      return smallKey(
        sign, () => changeSeats(form, arrange, t("setup.moved", { name, n: to + 1 })), { focus: `${way} ${name}`,
          "data-repeat": true, "aria-label": t(says, { name }), disabled: to < 0 || to === sitting.length });
    },
  });
  return [
    { head: t("setup.title"),
      cell: ({ name }) => h("button.guest.name.cut", { type: "button", "data-focus": `guest ${name}`,
        "aria-label": t("setup.change", { name }), onclick: () => openGuest(form, name) }, name) },
    mover("↑", "up", -1, "setup.up"),
    mover("↓", "down", 1, "setup.down"),
    {
      cell: ({ name, seat }) => {
        const paused = seat === "paused";
        const label = t(paused ? "setup.back" : "setup.pause", { name });
        const turned = paused ? "here" : "paused";
        return smallKey(t("setup.pause_short"), () => changeSeats(form, withGuest(name, { seat: turned }), label),
          { focus: `pause ${name}`, "aria-label": label, "aria-pressed": String(paused) });
      },
    },
  ];
}

/** @param {string} name @returns {(now: Guest[]) => Guest[]} */
const toEnd = (name) => (now) => [...now.filter((one) => one.name !== name), { name, seat: "here" }];

/** Change the list here and on the table; `words` are for screen readers. @param {Form} form
 * @param {(now: Guest[]) => Guest[]} what @param {string} [words] @param {string | null} [focus] */
async function changeSeats(form, what, words = "", focus = null) {
  const changed = change("regulars", what);
  form.say(words);
  form.tell(null);
  if (focus) form.parts.guests.parentElement?.querySelector(`[data-focus="${CSS.escape(focus)}"]`)?.focus();
  const reply = await changed;
  if (reply.ok) form.draw(); // another device may have changed the list, too
  else form.tell(reply.error.code.startsWith("name_") ? errorWords(reply.error) : t("setup.not_kept"));
}

/** A new name, to be typed with the tablet's keyboard: of an absent regular, or of somebody new. Drawn once, so that no
 * news takes the field away. @param {Form} form */
export function newcomer(form) {
  const input = draftField("newcomer", "", { class: "field", maxlength: LONGEST, enterkeyhint: "done",
    "aria-label": t("setup.new_name"), placeholder: t("setup.new_name") });
  const add = () => {
    const name = tidy(input.value);
    const known = pub.regulars.find((one) => isSame(one.name, name));
    if (known && known.seat !== "away") return form.tell(takenWords(name));
    if (name && !known && pub.regulars.length >= MOST_REGULARS) return form.tell(t("setup.full", { n: MOST_REGULARS }));
    if (name) changeSeats(form, toEnd(known?.name ?? name), t("setup.sits", { name }));
    forgetDraft("newcomer");
    input.value = "";
    return input.focus();
  };
  return formOf(add, { class: "newcomer" }, input,
    h("button.key2", { type: "submit", "data-focus": "add" }, t("setup.add")));
}

/** @param {string} one @param {string} other */
const isSame = (one, other) => one.toLowerCase() === other.toLowerCase();

/** @param {string} text */
const tidy = (text) => text.normalize("NFC").trim().replace(/\s+/gu, " ");

/** That somebody has this name, and which one is free. @param {string} name */
function takenWords(name) {
  for (let n = 2; ; n += 1) {
    const other = `${name.slice(0, LONGEST - 1 - String(n).length)} ${n}`;
    if (!pub.regulars.some((one) => isSame(one.name, other))) return t("setup.twice", { name, other });
  }
}

/** @param {Form} form @param {string} was */
function openGuest(form, was) {
  openSheet("guest-sheet", was, (close) => {
    const error = h("p.error.b", { role: "alert" });
    const send = async (/** @type {string} */ typed) => {
      const name = tidy(typed);
      if (!name) return false;
      const taken = pub.regulars.some((one) => one.name !== was && isSame(one.name, name));
      error.textContent = taken ? takenWords(name) : "";
      if (taken) return false;
      close();
      if (await renameInGame(form.page, was, name)) {
        await changeSeats(form, withGuest(was, { name }), "",
          `guest ${name}`);
      }
      return true;
    };
    /** @param {(now: Guest[]) => Guest[]} what @param {string} words @param {string} focus */
    const then = (what, words, focus) => () => {
      close();
      changeSeats(form, what, words, focus);
    };
    const field = lineForm({ name: `rename ${was}`, value: was, words: t("setup.new_name"), maxlength: LONGEST,
      key: t("setup.rename"), send });
    field.append(error);
    return {
      body: field,
      foot: [
        button(t("setup.leave"),
          then(withGuest(was, { seat: "away" }), t("setup.left", { name: was }), `guest ${was}`)),
        button(t("setup.strike"),
          then((now) => now.filter((one) => one.name !== was), t("setup.struck", { name: was }), "add")),
      ],
    };
  });
}

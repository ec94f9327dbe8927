// Sheets over the board: the list of acts to go back in, the correction of a throw, a new game.

import { die, row } from "./dice.js";
import { remember } from "./dialog.js";
import { h } from "./dom.js";
import { faces } from "./keypad.js";
import { menu } from "./menu.js";
import { actWords } from "./phrases.js";
import { setupForm } from "./setup.js";
import { clock, has, language, t, tn } from "./words.js";

let open = null; // the dialog that is open, with what it shows

export function drawSheet(page) {
  const wanted = page.mine.sheet;
  if (!wanted) return void shut();
  const content = SHEETS[wanted.kind](page, wanted);
  if (!content) {
    page.mine.sheet = null;
    return void shut();
  }
  const key = JSON.stringify([language(), wanted, content.key]);
  if (open?.key === key) return;
  const dialog = open?.dialog ?? appear(page);
  const focus = open && dialog.contains(document.activeElement) ? (document.activeElement.dataset.focus ?? "") : null;
  dialog.className = `sheet ${wanted.kind}`;
  dialog.replaceChildren(head(page, content.title), ...[content.make()].flat().filter(Boolean));
  if (focus !== null) refocus(dialog, focus);
  open = { dialog, key };
}

/** A sheet drawn anew keeps the focus: on what had it, else on its title, which says what is to be done now. */
function refocus(dialog, focus) {
  (focus && dialog.querySelector(`[data-focus="${CSS.escape(focus)}"]`) || dialog.querySelector("h2")).focus();
}

function appear(page) {
  const dialog = h("dialog", { "aria-labelledby": "sheet-title" });
  const back = remember();
  dialog.addEventListener("close", () => {
    page.mine.sheet = null;
    dialog.remove();
    open = null;
    back();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

function shut() {
  open?.dialog.close();
}

function head(page, title) {
  const close = () => {
    page.mine.sheet = null;
    page.draw();
  };
  const cross = h("button", { class: "tool sign", "aria-label": t("close"), onclick: close }, "✕");
  return h("header", {}, h("h2", { id: "sheet-title", tabindex: "-1" }, title), cross);
}

/** What a sheet shows: a title, what it depends on, and how to make it. Null: it has nothing to show any more. */
const SHEETS = { menu, history, correct, setup };

function setup(page) {
  const close = () => {
    page.mine.sheet = null;
    page.draw();
  };
  const running = page.snapshot.state && page.snapshot.state.stage !== "over";
  return {
    title: t("tool.new"),
    key: page.snapshot.players_last,
    make: () => [running ? h("p", { class: "warn" }, t("setup.running")) : null, setupForm(page, close)],
  };
}

function history(page, sheet) {
  const acts = page.snapshot.acts;
  const from = acts.findIndex((entry) => entry.id === sheet.to);
  return {
    title: t("tool.history"),
    key: [acts, page.snapshot.head],
    make: () => {
      if (from >= 0) return confirm(page, sheet, acts.slice(from));
      if (!acts.length) return h("p", {}, t("history.empty"));
      return h("ol", { class: "history" }, acts.map((entry) => historyItem(page, entry)).reverse());
    },
  };
}

function historyItem(page, entry) {
  const set = (sheet) => () => {
    page.mine.sheet = sheet;
    page.draw();
  };
  const dice = ["throw", "roll_off"].includes(entry.act?.act);
  return h(
    "li",
    {},
    h("time", {}, clock(entry.at)),
    entryLine(entry),
    h("small", {}, t(has(`from.${entry.from}`) ? `from.${entry.from}` : "from.other")),
    dice ? h("button", { class: "tool", onclick: set({ kind: "correct", entry: entry.id, place: null }) }, t("correct")) : null,
    h("button", { class: "tool", onclick: set({ kind: "history", to: entry.id }) }, t("history.to")),
  );
}

function entryLine(entry) {
  const said = actWords(entry);
  return h(
    "span",
    { class: "entry" },
    h("b", {}, entry.player ?? ""),
    ` ${said.text} `,
    row(said.dice, "mini"),
    entry.corrected ? h("i", {}, t("corrected")) : null,
  );
}

/** Show what would be taken back before it is. */
function confirm(page, sheet, acts) {
  const back = () => {
    page.mine.sheet = { kind: "history" };
    page.draw();
  };
  const go = async () => {
    page.mine.sheet = null;
    await page.order({ do: "undo", to: sheet.to });
  };
  return [
    h("p", {}, tn("history.confirm", acts.length)),
    h("ol", { class: "history" }, acts.map((entry) => h("li", {}, h("time", {}, clock(entry.at)), entryLine(entry))).reverse()),
    h(
      "div",
      { class: "choices" },
      h("button", { class: "big", onclick: back }, t("ask.back")),
      h("button", { class: "big primary", onclick: go }, t("undo")),
    ),
  ];
}

/** Correct a throw: tap a die (it may be chosen already), tap its value. */
function correct(page, sheet) {
  const entry = page.snapshot.acts.find((one) => one.id === sheet.entry);
  if (!entry?.act?.dice) return null;
  return {
    title: t("correct.title", { player: entry.player ?? "" }),
    key: entry,
    make: () => [
      h("p", { class: "slots" }, entry.act.dice.map((value, place) => slot(page, sheet, value, place))),
      h("p", { class: "hint" }, t(sheet.place === null ? "correct.which" : "correct.value")),
      sheet.place === null ? null : faces((value) => mend(page, entry, sheet.place, value)),
    ],
  };
}

function slot(page, sheet, value, place) {
  const chosen = sheet.place === place;
  const tap = () => {
    page.mine.sheet = { ...sheet, place };
    page.draw();
  };
  return h(
    "button",
    { class: "touch", "aria-pressed": String(chosen), "data-slot": place, onclick: tap },
    die(value, chosen ? "mid chosen" : "mid"),
  );
}

async function mend(page, entry, place, value) {
  const dice = entry.act.dice.map((old, at) => (at === place ? value : old));
  page.mine.sheet = null;
  if (dice[place] === entry.act.dice[place]) return page.draw();
  await page.order({ do: "correct", entry: entry.id, act: { ...entry.act, dice } });
}

// Sheets over the board: opening, closing, and a new game. The other sheets are in their own modules.

import { openOver } from "./back.js";
import { endSheet, peopleSheet } from "./attendance.js";
import { billSheet } from "./bill.js";
import { cardPart, playsCards } from "../shared/cards.js";
import { callerSheet } from "../caller/caller_sheet.js";
import { correctionSheet } from "./correct.js";
import { rememberFocus } from "../shared/dialog.js";
import { findElement, flatten, h, rememberPlace } from "../shared/dom.js";
import { fallenSheet, foulSheet, leaveSheet } from "../board/extras.js";
import { lessonSheet } from "./lesson.js";
import { menuSheet } from "./menu.js";
import { appealSheet, historySheet } from "./history.js";
import { seatSheet } from "../phone/seat.js";
import { renewForm, setupForm } from "../start/setup.js";
import { watchingSheet } from "../spectators/watching.js";
import { language, t } from "../shared/words.js";

/** @type {{ dialog: HTMLDialogElement, key: string } | null} */
let open = null; // the open dialog with its content

/** @param {Page} page @returns {void} */
export function drawSheet(page) {
  const wanted = page.mine.sheet;
  if (!wanted) return void shut();
  const { kind = "" } = wanted;
  const content = page.snapshot ? SHEETS[kind](page, wanted) : (ALONE[kind]?.(page, wanted) ?? waiting());
  if (!content) {
    page.mine.sheet = null;
    return void shut();
  }
  const key = JSON.stringify([language(), wanted, content.key]);
  if (open?.key === key) return;
  const dialog = open?.dialog ?? appear(page);
  const restore = open && dialog.contains(document.activeElement) ? rememberPlace(dialog) : null;
  dialog.className = `sheet ${kind}`;
  dialog.ariaBusy = content.busy ? "true" : null; // the requested data is not there yet
  dialog.replaceChildren(head(page, content.title), ...flatten(content.make()));
  if (restore && !restore()) findElement("h2", dialog).focus(); // the title names the next step
  open = { dialog, key };
}

/** @param {Page} page */
function appear(page) {
  const dialog = h("dialog", { "aria-labelledby": "sheet-title" });
  const back = rememberFocus();
  const gone = openOver(() => dialog.close());
  dialog.addEventListener("close", () => {
    gone();
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

/** @param {Page} page @param {Child} title */
function head(page, title) {
  const close = () => {
    page.mine.sheet = null;
    page.draw();
  };
  const cross = h("button", { class: "tool sign", "aria-label": t("close"), onclick: close }, "✕");
  return h("header", {}, h("h2", { id: "sheet-title", tabindex: "-1" }, title), cross);
}

/** The sheets that need no board. @type {Record<string, (page: Page, sheet: Sheet) => SheetContent>} */
const ALONE = { menu: menuSheet, watching: watchingSheet };

/**
 * A sheet's content: a title, its key, and a function that makes it. Null: it has nothing to show any more.
 * @type {Record<string, (page: BoardPage, sheet: Sheet) => SheetContent | null>}
 */
const SHEETS = { ...ALONE, lesson: lessonSheet, history: historySheet, correct: correctionSheet, appeal: appealSheet, fallen: fallenSheet, foul: foulSheet, leave: leaveSheet, setup, caller: callerSheet, people: peopleSheet, bill: billSheet, end: endSheet, seat: seatSheet, poker: cardSheet };

/** A sheet of a game of cards. @param {BoardPage} page @param {Sheet} wanted */
function cardSheet(page, wanted) {
  return playsCards(page) ? (cardPart()?.sheet(page, wanted) ?? null) : null;
}

/** The content of a sheet that was opened before the first board has arrived. @returns {SheetContent} */
function waiting() {
  return { title: t("link.first"), key: null, busy: true, make: () => [] };
}

/** @param {BoardPage} page */
function setup(page) {
  const close = () => {
    page.mine.sheet = null;
    page.draw();
  };
  renewForm(page);
  return { title: t("tool.new"), key: null, make: () => setupForm(page, close) };
}

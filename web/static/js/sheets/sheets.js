// Sheets over the board: opening, closing, and a new game. The other sheets are in their own modules.

import { button, setSheet, fillDialog, showDialog } from "../shared/controls.js";
import { endSheet, peopleSheet } from "./attendance.js";
import { billSheet } from "./bill.js";
import { pokerSheet } from "../poker/poker_sheets.js";
import { playsCards } from "../shared/cards.js";
import { callerSheet } from "../caller/caller.js";
import { correctionSheet } from "./correct.js";
import { findElement, rememberPlace } from "../shared/dom.js";
import { fallenSheet, foulSheet, leaveSheet } from "./extras.js";
import { menuSheet } from "./menu.js";
import { appealSheet, historySheet } from "./history.js";
import { seatSheet } from "../phone/seat.js";
import { renewForm, setupForm } from "../start/setup.js";
import { watchingSheet } from "./watching.js";
import { t } from "../shared/words.js";
import { drawLesson, fetchLesson } from "../start/lesson.js";
import { gameName } from "../shared/phrases.js";
import { openRules } from "../start/games.js";

/** @type {{ dialog: HTMLDialogElement, key: string } | null} */
let open = null; // the open dialog with its content

/** @param {Page} page @returns {void} */
export function drawSheet(page) {
  const wanted = page.mine.sheet;
  if (!wanted) return void open?.dialog.close();
  const { kind = "" } = wanted;
  const content = page.snapshot ? SHEETS[kind](page, wanted) : (ALONE[kind]?.(page, wanted) ?? { title: t("link.first"), key: null, busy: true, make: () => [] });
  if (!content) {
    page.mine.sheet = null;
    return void open?.dialog.close();
  }
  const key = JSON.stringify([wanted, content.key]);
  if (open?.key === key) return;
  const closed = () => {
    page.mine.sheet = null;
    open = null;
  };
  const dialog = open?.dialog ?? showDialog(closed);
  const restore = open && dialog.contains(document.activeElement) ? rememberPlace(dialog) : null;
  dialog.ariaBusy = content.busy ? "true" : null; // the requested data is not there yet
  fillDialog(dialog, kind, { title: content.title, aside: content.aside, body: content.make(), foot: content.foot?.() }, () => setSheet(page, null));
  if (restore && !restore()) findElement("h2", dialog).focus(); // the title names the next step
  open = { dialog, key };
}

/** The sheets that need no board. @type {Record<string, (page: Page, sheet: Sheet) => SheetContent>} */
const ALONE = { menu: menuSheet, watching: watchingSheet };

/**
 * A sheet's content: a title, its key, and a function that makes it. Null: it has nothing to show any more.
 * @type {Record<string, (page: BoardPage, sheet: Sheet) => SheetContent | null>}
 */
const SHEETS = { ...ALONE, lesson: lessonSheet, history: historySheet, correct: correctionSheet, appeal: appealSheet, fallen: fallenSheet, foul: foulSheet, leave: leaveSheet, setup, caller: callerSheet, people: peopleSheet, bill: billSheet, end: endSheet, seat: seatSheet, cards: (page, wanted) => (playsCards(page) ? pokerSheet(page, wanted) : null) };

/** @param {BoardPage} page @returns {SheetContent} */
function setup(page) {
  renewForm(page);
  /** @type {Child[]} */
  let parts = []; // made once: the form on the page is the one that the table's news renew
  const make = () => (parts = setupForm(page, () => setSheet(page, null)))[0];
  return { title: t("tool.new"), key: null, make, foot: () => parts[1] };
}

/** @param {BoardPage} page */
function lessonSheet(page) {
  const { variant, rules } = page.snapshot;
  if (!variant) return null;
  const game = gameName(variant);
  const lines = fetchLesson({ variant, options: rules }, page.draw);
  const foot = () => (lines ? button(t("rules"), () => openRules(game, variant, rules), { focus: "rules" }) : null);
  return { title: t("lesson.title", { game }), key: [lines, rules], busy: !lines, make: () => (lines ? drawLesson(lines) : []), foot };
}

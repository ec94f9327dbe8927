// Sheets over the board: opening, closing, and a new game. The other sheets are in their own modules.

import { button, setSheet, fillDialog, showDialog } from "../shared/controls.js";
import { endSheet, peopleSheet } from "./attendance.js";
import { billSheet } from "./bill.js";
import { pokerSheet } from "../poker/poker_sheets.js";
import { playsCards } from "../shared/cards.js";
import { callerSheet } from "../caller/caller.js";
import { correctionSheet } from "./correct.js";
import { besideSheet, leaveSheet } from "./extras.js";
import { menuSheet } from "./menu.js";
import { appealSheet, historySheet } from "./history.js";
import { seatSheet } from "../phone/seat.js";
import { renewForm, setupForm } from "../start/setup.js";
import { watchingSheet } from "./watching.js";
import { t } from "../shared/words.js";
import { drawLesson, fetchLesson } from "../start/lesson.js";
import { gameName } from "../shared/phrases.js";
import { openRules } from "../start/games.js";

/** @type {HTMLDialogElement | null} */
let open = null;

/** @param {Page} page @returns {void} */
export function drawSheet(page) {
  const wanted = page.mine.sheet;
  if (!wanted) return open?.close();
  const { kind = "" } = wanted;
  const content = page.snapshot ? SHEETS[kind](page, wanted)
    : (ALONE[kind]?.(page, wanted) ?? { title: t("link.first"), busy: true, body: null });
  if (!content) {
    page.mine.sheet = null;
    return open?.close();
  }
  open ??= showDialog(() => {
    page.mine.sheet = null;
    open = null;
  });
  open.ariaBusy = content.busy ? "true" : null; // the requested data is not there yet
  fillDialog(open, kind, content, () => setSheet(page, null));
}

/** The sheets that need no board. @type {Record<string, (page: Page, sheet: Sheet) => SheetContent>} */
const ALONE = { menu: menuSheet, watching: watchingSheet };

/**
 * A sheet's content: a title, what it says, and its keys. Null: it has nothing to show any more.
 * @type {Record<string, (page: BoardPage, sheet: Sheet) => SheetContent | null>}
 */
const SHEETS = { ...ALONE, lesson: lessonSheet, history: historySheet, correct: correctionSheet, appeal: appealSheet,
  beside: besideSheet, leave: leaveSheet, setup, caller: callerSheet, people: peopleSheet, bill: billSheet,
  end: endSheet, seat: seatSheet, cards: (page, wanted) => (playsCards(page) ? pokerSheet(page, wanted) : null) };

/** @param {BoardPage} page @param {Sheet} sheet @returns {SheetContent} */
function setup(page, sheet) {
  // made once: the form on the page is the one that the table's news renew
  sheet.form ??= setupForm(page, () => setSheet(page, null));
  renewForm(page);
  return { title: t("tool.new"), body: sheet.form[0], foot: sheet.form[1] };
}

/** @param {BoardPage} page */
function lessonSheet(page) {
  const { variant, rules } = page.snapshot;
  if (!variant) return null;
  const game = gameName(variant);
  const lines = fetchLesson({ variant, options: rules }, page.draw);
  const foot = lines ? button(t("rules"), () => openRules(game, variant, rules), { focus: "rules" }) : null;
  return { title: t("lesson.title", { game }), busy: !lines, body: lines && drawLesson(lines), foot };
}

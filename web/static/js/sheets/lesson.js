// The sheet that explains the running game: its five lines, and the way to all of its rules.

import { sheetKey } from "../shared/dialog.js";
import { drawLesson, fetchLesson } from "../start/lesson.js";
import { gameName } from "../shared/phrases.js";
import { t } from "../shared/words.js";
import { openRules } from "../start/games.js";

/** @param {BoardPage} page */
export function lessonSheet(page) {
  const { variant, rules } = page.snapshot;
  if (!variant) return null;
  const name = gameName(variant);
  const lines = fetchLesson({ variant, options: rules }, page.draw);
  const all = () => openRules(name, variant, rules);
  return {
    title: t("lesson.title", { game: name }),
    key: [lines, rules],
    busy: !lines,
    make: () => (lines ? drawLesson(lines) : []),
    foot: () => (lines ? sheetKey(t("rules"), all, { focus: "rules" }) : null),
  };
}

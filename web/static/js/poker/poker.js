// The page's part for Chicago poker: it loads when such a game is played, and draws its parts of the board.

import { drawPanel, extras } from "./poker_panel.js";
import { drawTable, ending } from "./poker_points.js";
import { pokerSheet } from "./poker_sheets.js";
import { drawStage } from "./poker_stage.js";
import { actWords, announce, doing, facts, handWords } from "./poker_words.js";

/** @type {CardPart} */
export const drawn = { actWords, announce, doing, drawPanel, drawStage, drawTable, ending, extras, facts, handWords, sheet: pokerSheet };

// The page for a television: the board without a button, readable from across the room.

import { fitted } from "../shared/controls.js";
import { eveningNews, eveningStrips } from "../sheets/attendance.js";
import { announceNews, waitsForTap } from "../caller/caller.js";
import { findElement, h, show } from "../shared/dom.js";
import { listFacts } from "../board/frame.js";
import { drawIdle } from "./idle.js";
import { showMoment } from "../moments/moment.js";
import { moveMats } from "../board/motion.js";
import { drawTable } from "../board/players.js";
import { drawStage } from "../board/stage.js";
import { followTable } from "../board/viewer.js";
import { language, t } from "../shared/words.js";
import { drawWorth } from "../board/worth.js";

/** @param {Page} page */
function drawTop(page) {
  const state = page.snapshot?.state ?? null;
  const key = [language(), state?.variant, state?.phase, state?.round, state?.stage, state?.stack];
  show(findElement("#bar"), key, () => [
    h("strong", { class: "brand" }, t("brand")),
    fitted("span", { class: "facts" }, listFacts(state)),
  ]);
}

/** The guests' news: a lost connection, pictures being kept. The camera's faults are for the table. @param {Page} page */
function drawNews(page) {
  const { snapshot, link } = page;
  const words = [link === "lost" ? t("link.lost") : null, snapshot?.recording ? t("recording") : null];
  const tap = waitsForTap();
  show(findElement("#strips"), [language(), words, tap, eveningNews(snapshot)], () => [
    ...words.filter(Boolean).map((one) => h("p", { class: "strip lost" }, one)),
    tap ? h("p", { class: "strip" }, t("screen.tap")) : null,
    ...eveningStrips(snapshot),
  ]);
}

/** Move the mats here too; without a snapshot there is nothing to move. @param {Page} page */
function drawMoves({ snapshot }) {
  if (snapshot) moveMats(snapshot);
}

followTable([announceNews, drawTop, drawNews, drawStage, drawWorth, drawTable, drawMoves, showMoment, drawIdle]);

// The page for a television: the board without a button, readable from across the room.

import { eveningNews, eveningStrips } from "../sheets/attendance.js";
import { announceNews, waitsForTap } from "../caller/caller.js";
import { findElement, h, show } from "../shared/dom.js";
import { drawFoot, listFacts } from "../board/frame.js";
import { drawIdle } from "./idle.js";
import { showMoment } from "../moments/moment.js";
import { drawTable } from "../board/players.js";
import { drawStage } from "../board/stage.js";
import { drawTable as drawPoints } from "../poker/poker_points.js";
import { followTable } from "../board/viewer.js";
import { language, t } from "../shared/words.js";

/** @param {Page} page */
function drawTop(page) {
  const state = page.snapshot?.state ?? null;
  show(findElement("#bar"), [language(), state?.variant, state?.phase, state?.round, state?.stage, state?.stack], () => [h("p", {}, listFacts(state)), h("nav", {}, h("span", {}, t("brand")))]);
}

/** The guests' news: a lost connection. The camera's faults are for the table. @param {Page} page */
function drawNews(page) {
  const { snapshot, link } = page;
  const tap = waitsForTap();
  show(findElement("#strips"), [language(), link, tap, eveningNews(snapshot)], () => [
    link === "lost" ? h("p", { class: "strip lost" }, t("link.lost")) : null,
    tap ? h("p", { class: "strip" }, t("screen.tap")) : null,
    ...eveningStrips(snapshot),
  ]);
}

followTable([announceNews, drawTop, drawNews, drawStage, drawTable, drawPoints, drawFoot, showMoment, drawIdle]);

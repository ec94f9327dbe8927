// The page for a television: the board without a button, readable from across the room.

import { eveningStrips } from "../sheets/attendance.js";
import { announceNews, waitsForTap } from "../caller/caller.js";
import { stayAwake } from "../shared/commands.js";
import { findElement, h, redraw } from "../shared/dom.js";
import { drawFoot, listFacts } from "../board/frame.js";
import { drawIdle } from "./idle.js";
import { drawTable } from "../board/players.js";
import { drawStage } from "../board/stage.js";
import { t, countIn, speakOf } from "../shared/words.js";
import { followLive } from "../shared/live.js";

/** The game and its round; that somebody looks into a question. @param {Page} page */
function drawTop({ snapshot }) {
  const state = snapshot?.state ?? null;
  const asks = Boolean(snapshot?.question);
  const facts = h("p", listFacts(state));
  redraw(findElement("#bar"), [facts, h("nav", h("span", t(asks ? "ask.waiting" : "brand")))]);
}

/** The guests' news: a lost connection. The camera's faults are for the table. @param {Page} page */
function drawNews(page) {
  const { snapshot, link } = page;
  const tap = waitsForTap();
  redraw(findElement("#strips"), [
    link === "lost" ? h("p.strip.lost", t("link.lost")) : null,
    tap ? h("p.strip", t("screen.tap")) : null,
    ...eveningStrips(snapshot),
  ]);
}

/** Draw all parts; each gets the page as on the tablet, but for the referee's question: nobody answers it here, and the
 * board stays. */
function draw() {
  document.body.dataset.link = page.link;
  speakOf(page.snapshot?.variant);
  countIn(page.snapshot?.counter);
  document.body.dataset.stage = page.snapshot?.state?.stage ?? "none";
  for (const part of [drawTop, drawNews]) part(page);
  const board = { ...page, snapshot: page.snapshot && { ...page.snapshot, question: null } };
  for (const part of [announceNews, drawStage, drawTable, drawFoot, drawIdle]) part(/** @type {Page} */ (board));
}

const order = async () => false; // a viewer cannot order anything
const mine = { hand: false, chosen: [], typed: [], sheet: null };
const page = /** @type {Page} */ ({ role: document.body.dataset.role, snapshot: null, link: "live", told: null, mine,
  ordering: false, draw, order, play: order, tell: draw });
followLive(page, "snapshot");
stayAwake();

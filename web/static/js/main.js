// Starts the page and draws it anew whenever something changes.

import { drawAsk } from "./ask.js";
import { hear } from "./caller.js";
import { drawBar, drawFoot, drawStrips, handOn } from "./frame.js";
import { send } from "./commands.js";
import { countIn } from "./counter.js";
import { errorWords } from "./phrases.js";
import { Live } from "./live.js";
import { me, onMe } from "./me.js";
import { drawPanel } from "./hand.js";
import { moveMats } from "./motion.js";
import { drawSheet } from "./sheets.js";
import { drawStage } from "./stage.js";
import { drawTable } from "./players.js";
import { loadWords, speakOf, t } from "./words.js";
import { drawWorth } from "./worth.js";

const TELL_MS = 7000;

/**
 * Everything the page knows. `mine` is what this tablet alone has open or chosen; it outlives snapshots. `may` is what
 * this browser may do, `role` what can be done now: at a table that takes nothing all watch.
 */
export const page = {
  may: document.body.dataset.role,
  role: document.body.dataset.role,
  snapshot: null,
  link: "live",
  told: null,
  mine: { hand: null, chosen: [], typed: [], sheet: null },
  draw,
  order,
};

const SHOWN_MS = 500; // what was done is on the board by then
const LONGEST_MS = 6000; // the table answers within five seconds

let telling;
let ordering = null;

/** Draw all parts; each leaves alone what has not changed. */
function draw() {
  document.body.dataset.link = page.link;
  page.role = page.snapshot?.notice?.key === "sealed" ? "watch" : page.may;
  document.body.dataset.role = page.role;
  if (page.snapshot) {
    speakOf(page.snapshot.variant);
    countIn(page.snapshot.counter);
    document.body.dataset.stage = page.snapshot.state?.stage ?? "none";
    document.body.dataset.hand = handOn(page) ? "on" : "off";
    forgetStale();
  }
  for (const part of [drawBar, drawStrips, drawStage, drawWorth, drawPanel, drawAsk, drawTable, drawFoot, drawSheet, hear]) part(page);
}

/** Dice chosen or typed belong to the moment they were chosen in. */
function forgetStale() {
  const now = `${page.snapshot.boot}:${page.snapshot.head}:${page.snapshot.question?.id ?? ""}`;
  if (page.mine.moment === now) return;
  Object.assign(page.mine, { moment: now, chosen: [], typed: [], keypad: false });
}

/**
 * Carry out a command of this tablet; a refusal is told for a while. Gives true when it was done.
 * A second tap before the board shows the effect of the first is not taken: nobody can have meant it. What would
 * not be taken rests meanwhile, and after a moment is seen to rest: a card may take its time to write.
 */
async function order(command) {
  if (ordering) return false;
  after(LONGEST_MS);
  const reply = await send(command, page.snapshot?.head);
  if (!reply.ok) settled();
  else if (ordering) after(SHOWN_MS);
  tell(reply.ok ? null : errorWords(reply.error));
  return reply.ok;
}

function after(ms) {
  clearTimeout(ordering);
  ordering = setTimeout(settled, ms);
  document.body.dataset.ordering = "on";
}

/** Take orders again. */
function settled() {
  clearTimeout(ordering);
  ordering = null;
  delete document.body.dataset.ordering;
}

function tell(sentence) {
  clearTimeout(telling);
  page.told = sentence;
  if (sentence) telling = setTimeout(() => tell(null), TELL_MS);
  draw();
}

/** The table says anew what this browser may do: an open page follows, and says so in one sentence. */
function takeRole({ role }) {
  const now = location.pathname === "/" && role !== "viewer" ? "table" : "watch";
  if (now === page.may) return;
  page.may = now;
  page.mine.sheet = null;
  tell(t(now === "table" ? "role.playing" : "role.watching"));
}

async function stayAwake() {
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // Plain http has no wake lock: the tablet's own setting does it.
  }
}

/** Whether a snapshot shows something done, not just a hand that moves. */
function isNews(snapshot) {
  const before = page.snapshot;
  return (
    snapshot.boot !== before?.boot ||
    ["head", "again", "declare", "question", "notice"].some((key) => JSON.stringify(snapshot[key]) !== JSON.stringify(before[key]))
  );
}

async function begin() {
  await loadWords();
  onMe(takeRole);
  me().catch(() => {}); // asked again with the first change
  const live = new Live(
    (snapshot) => {
      if (isNews(snapshot)) settled();
      page.snapshot = snapshot;
      draw();
      moveMats(snapshot);
    },
    (link) => {
      if (page.link === link) return;
      page.link = link;
      draw();
    },
  );
  draw();
  live.start();
  stayAwake();
}

begin();

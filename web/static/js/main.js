// Starts the page and draws it anew whenever something changes.

import { drawAsk } from "./ask.js";
import { drawBar, drawFoot, drawStrips, handOn } from "./frame.js";
import { send } from "./commands.js";
import { errorWords } from "./phrases.js";
import { Live } from "./live.js";
import { drawPanel } from "./hand.js";
import { drawSheet } from "./sheets.js";
import { drawStage } from "./stage.js";
import { drawTable } from "./players.js";
import { loadWords } from "./words.js";

const TELL_MS = 7000;

/** Everything the page knows. `mine` is what this tablet alone has open or chosen; it outlives snapshots. */
export const page = {
  role: document.body.dataset.role,
  snapshot: null,
  link: "live",
  told: null,
  mine: { hand: null, chosen: [], typed: [], sheet: null },
  draw,
  order,
};

let telling;

/** Draw all parts; each leaves alone what has not changed. */
function draw() {
  document.body.dataset.link = page.link;
  if (page.snapshot) {
    document.body.dataset.stage = page.snapshot.state?.stage ?? "none";
    document.body.dataset.hand = handOn(page) ? "on" : "off";
    forgetStale();
  }
  for (const part of [drawBar, drawStrips, drawStage, drawPanel, drawAsk, drawTable, drawFoot, drawSheet]) part(page);
}

/** Dice chosen or typed belong to the moment they were chosen in. */
function forgetStale() {
  const now = `${page.snapshot.boot}:${page.snapshot.head}:${page.snapshot.question?.id ?? ""}`;
  if (page.mine.moment === now) return;
  Object.assign(page.mine, { moment: now, chosen: [], typed: [], keypad: false });
}

/** Carry out a command of this tablet; a refusal is told for a while. Gives true when it was done. */
async function order(command) {
  const reply = await send(command, page.snapshot?.head);
  tell(reply.ok ? null : errorWords(reply.error));
  return reply.ok;
}

function tell(sentence) {
  clearTimeout(telling);
  page.told = sentence;
  if (sentence) telling = setTimeout(() => tell(null), TELL_MS);
  draw();
}

async function stayAwake() {
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // Plain http has no wake lock: the tablet's own setting does it.
  }
}

async function begin() {
  await loadWords(document.body.dataset.assets);
  const live = new Live(
    (snapshot) => {
      page.snapshot = snapshot;
      draw();
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

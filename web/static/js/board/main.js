// Starts the page and redraws it whenever something changes.

import { drawAsk } from "./ask.js";
import { announceNews } from "../caller/caller.js";
import { drawBar, drawFoot, drawStrips, handOn } from "./frame.js";
import { fetchMe, onMe, post, stayAwake } from "../shared/commands.js";
import { findElement } from "../shared/dom.js";
import { errorWords } from "../shared/phrases.js";
import { Live } from "../shared/live.js";
import { drawPanel } from "./hand.js";
import { pub, readLists as readAnew } from "../start/pub.js";
import { drawSeat, watchSeat } from "../phone/seat.js";
import { watchTaps } from "../shared/taps.js";
import { keepTyped } from "../shared/typed_dice.js";
import { drawSheet } from "../sheets/sheets.js";
import { drawStage } from "./stage.js";
import { drawTable } from "./players.js";
import { loadWords, speakOf, t, countIn } from "../shared/words.js";

const TELL_MS = 7000;

/**
 * The state of the page. `mine` is what this tablet alone has open or chosen; it outlives snapshots. `may` is this
 * browser's role, `role` the present one: at a sealed table everybody watches.
 * @type {Page}
 */
export const page = {
  may: document.body.dataset.role,
  role: document.body.dataset.role,
  snapshot: null,
  link: "live",
  told: null,
  ordering: false,
  mine: { hand: null, chosen: [], typed: [], sheet: null },
  draw,
  order,
  play,
  tell,
  lists: 0,
  readLists,
};

const SHOWN_MS = 500; // the board shows the effect by then
const LONGEST_MS = 6000; // the table answers within five seconds

/** @type {Live<Snapshot>} */
const live = new Live(take, (link) => {
  if (page.link === link) return;
  page.link = link;
  draw();
});
/** @type {number | undefined} */
let telling;
/** @type {{ of: string | null, until: number }} */
let refusal = { of: null, until: 0 }; // the last refused press, and until when that is shown
/** @type {number | undefined} */
let ordering;

/** Draw all parts; each skips what has not changed. */
function draw() {
  const { dataset } = document.body;
  const { snapshot, link } = page;
  dataset.link = link;
  const typed = document.activeElement?.closest("input, textarea"); // a text that is half typed stays under its fingers
  for (const id of ["#stage", "#whole", "#ask", "#panel", "#foot"]) {
    findElement(id).inert = link === "lost"
      && !(typed && findElement(id).contains(typed));
  }
  page.role = snapshot?.notice?.key === "sealed" ? "watch" : page.may;
  dataset.role = page.role;
  if (snapshot) {
    speakOf(snapshot.variant);
    countIn(snapshot.counter);
    dataset.stage = snapshot.state?.stage ?? "none";
    dataset.hand = handOn(page) ? "on" : "off";
    dataset.moment = snapshot.moment;
    if (keepTyped(page)) return tell(t("hand.gone"));
  }
  for (const part of [announceNews, drawBar, drawStrips, drawSeat, drawStage, drawPanel, drawAsk, drawTable, drawFoot,
    drawSheet]) part(page);
}

/**
 * Carry out a command of this tablet; show a refusal for a while. Returns true on success. `moment`: the board that it
 * was meant for; the table refuses it if another one would give it another meaning. A second tap before the board shows
 * the effect of the first is ignored: nobody can have meant it. Controls rest meanwhile, and visibly so after a moment:
 * a card may take its time to write.
 * @param {Command} command
 * @param {string} [moment]
 */
function order(command, moment) {
  return carryOut("/api/commands", command, moment);
}

/** Carry out the decision of this phone's player; the table throws if a throw follows. @param {Act[]} acts */
function play(acts) {
  return carryOut("/api/seat/play", { acts });
}

/** @param {string} path @param {object} asked @param {string} [moment] */
async function carryOut(path, asked, moment = page.snapshot?.moment) {
  if (ordering || page.link === "lost") return false; // nobody can know what the tap meets
  restFor(LONGEST_MS);
  const reply = await post(path, { ...asked, head: page.snapshot?.head, moment });
  if (!reply.ok) acceptOrders();
  else if (ordering) restFor(SHOWN_MS, () => live.ask()); // a polling page has not heard of it yet
  tell(reply.ok ? null : errorWords(reply.error));
  return reply.ok;
}

/** @param {number} ms @param {(() => unknown) | null} [first] */
function restFor(ms, first = null) {
  clearTimeout(ordering);
  const timer = setTimeout(async () => {
    await first?.();
    if (ordering !== timer) return;
    acceptOrders();
    draw();
  }, ms);
  ordering = timer;
  page.ordering = true;
  document.body.dataset.ordering = "on";
}

/** Accept orders again. */
function acceptOrders() {
  clearTimeout(ordering);
  ordering = undefined;
  page.ordering = false;
  delete document.body.dataset.ordering;
}

/** @param {string | null} sentence */
function tell(sentence) {
  clearTimeout(telling);
  page.told = sentence;
  if (sentence) telling = setTimeout(() => tell(null), TELL_MS);
  draw();
}

/** Read the lists again after the table changed them, so that the offers are true. */
function readLists() {
  const read = () => {
    pub.seatedFor = null; // the guest sits where the next game seats him
    page.lists = (page.lists ?? 0) + 1;
    draw();
  };
  readAnew().then(read, () => {});
}

/** Follow a change of this browser's role, and say so in one sentence. @param {{ role: Role }} options */
function takeRole({ role }) {
  const now = location.pathname === "/" && ["table", "landlord"].includes(role ?? "") ? "table" : "watch";
  if (now === page.may) return;
  page.may = now;
  page.mine.sheet = null;
  tell(t(now === "table" ? "role.playing" : "role.watching"));
}

/** Take a newer board. One that shows an act, not just a moving hand, ends the rest of the controls.
 * @param {Snapshot} snapshot */
function take(snapshot) {
  const { boot, moment, notice, state } = snapshot;
  const before = page.snapshot;
  if (boot !== before?.boot || moment !== before.moment
    || JSON.stringify(notice) !== JSON.stringify(before.notice)) acceptOrders();
  page.snapshot = snapshot;
  fadeRefusal(snapshot);
  if (state && new URLSearchParams(location.search).has("rules")
    && page.may === "table") page.mine.sheet ??= { kind: "setup" };
  draw();
}

/** Show a press's error for a while, not for the rest of the evening. @param {Snapshot} snapshot */
function fadeRefusal(snapshot) {
  const at = snapshot.notice?.at ?? null;
  if (at === null) return;
  const of = `${snapshot.boot} ${at}`;
  if (of !== refusal.of) {
    refusal = { of, until: performance.now() + TELL_MS };
    setTimeout(() => {
      if (page.snapshot) fadeRefusal(page.snapshot);
      draw();
    }, TELL_MS + 50);
  }
  if (performance.now() >= refusal.until) snapshot.notice = null;
}

await loadWords();
onMe(takeRole);
watchSeat(page);
fetchMe().catch(() => {}); // the first change asks again
draw();
watchTaps();
live.start();
stayAwake();

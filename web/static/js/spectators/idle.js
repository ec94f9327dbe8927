// The television while nobody plays: cards one after the other beside the code; during a game, the number of viewers.

import { ask } from "../shared/commands.js";
import { findElement, h, show } from "../shared/dom.js";
import { drawDice } from "../shared/dice.js";
import { fetchLesson } from "../start/lesson.js";
import { gameName } from "../shared/phrases.js";
import { language, t, tn } from "../shared/words.js";

const OVER_MS = 180_000; // how long a finale is shown before the screen goes idle
const CARD_MS = 20_000;
const WATCHING_MS = 30_000;
const ROWS = 6;
const USUAL = "bavarian";
const DRIFT = [[0, 0], [1, -1], [-1, 1], [1.5, 1], [-1.5, -1], [0, 1.5], [0.5, -1.5]]; // in hundredths of the smaller side

let card = 0;
let timers = null;
/** @type {{ of: string | null, since: number }} */
let over = { of: null, since: 0 };

/** Draw the idle screen, or remove it; call this at each redraw. @param {Page} page */
export function drawIdle(page) {
  timers ??= begin(page);
  const idle = isIdle(page.snapshot);
  const cards = idle ? [...lessonCards(page), ...cardsOf(page.snapshot)] : [];
  const shown = cards[card % Math.max(cards.length, 1)] ?? null;
  const { dataset, style } = document.body;
  dataset.idle = idle ? "on" : "off";
  if (shown) dataset.card = "on";
  else delete dataset.card;
  const [x, y] = DRIFT[card % DRIFT.length]; // nothing burns into the screen
  style.translate = `${x}vmin ${y}vmin`;
  const box = findElement("#idle");
  box.hidden = !shown;
  show(box, [language(), shown, card], () => (shown ? [h("h2", { class: "t3 b" }, shown.title), h("ol", { class: shown.lesson ? "rows c-lesson" : "rows c-idle" }, shown.lesson ? shown.lesson.map(lessonRow) : shown.rows.map(row))] : []));
}

/** Whether the table is idle: without a game, or with one that has been over for some minutes. @param {Snapshot | null} snapshot */
function isIdle(snapshot) {
  const of = snapshot?.state?.stage === "over" ? `${snapshot.boot} ${snapshot.head}` : null;
  if (of !== over.of) over = { of, since: performance.now() };
  if (!snapshot?.state) return true;
  if (!of) return false;
  return performance.now() - over.since >= OVER_MS;
}

/** @param {Page} page */
function begin(page) {
  const next = () => {
    card += 1;
    page.draw();
  };
  fetchWatching();
  return [setInterval(next, CARD_MS), setInterval(fetchWatching, WATCHING_MS)];
}

/** Make the code smaller while people watch, and show their number. This screen counts itself. */
async function fetchWatching() {
  const box = document.getElementById("watching");
  if (!box || document.visibilityState === "hidden") return;
  const count = Math.max(0, ((await ask("/api/watch"))?.watching ?? 0) - 1);
  document.body.dataset.watched = count ? "some" : "none";
  box.replaceChildren(count ? tn("screen.watching", count) : t("watch.scan"));
}

/**
 * The last game in five lines; before the first one, the game that a new table offers.
 * @param {Page} page
 * @returns {IdleCard[]}
 */
function lessonCards(page) {
  if (!page.snapshot) return [];
  const variant = page.snapshot.variant ?? USUAL;
  const lines = fetchLesson({ variant, options: page.snapshot.rules }, page.draw);
  const game = gameName(variant);
  return lines ? [{ title: t("lesson.title", { game }), rows: [], lesson: lines }] : [];
}

/** @param {LessonLine} line */
function lessonRow(line) {
  return h("li", { class: "r" }, line.dice.length ? drawDice(line.dice) : h("span", {}), h("span", { class: "t1" }, line.text));
}

/** The cards with content: [name, value] in each row. @param {Snapshot | null} snapshot @returns {IdleCard[]} */
function cardsOf(snapshot) {
  const found = [
    { title: t("idle.next"), rows: snapshot ? (snapshot.players_last ?? []).map((one) => [one, ""]) : [] },
    { title: t("idle.last"), rows: (snapshot?.ended?.ranking ?? []).map((one) => [`${one.place}. ${one.player}`, snapshot?.state?.loser === one.player ? t("idle.loses") : ""]) },
  ];
  return found.filter(({ rows }) => rows.length).map(({ title, rows }) => ({ title, rows: rows.slice(0, ROWS) }));
}

/** @param {string[]} line */
function row([name, value]) {
  return h("li", { class: "r" }, h("span", { class: "name cut" }, h("bdi", {}, name)), h("span", { class: "num t2" }, value));
}

// The television while nobody plays: cards one after the other beside the code.

import { findElement, h, redraw } from "../shared/dom.js";
import { drawDice } from "../shared/dice.js";
import { fetchLesson } from "../start/lesson.js";
import { gameName } from "../shared/phrases.js";
import { t } from "../shared/words.js";

const OVER_MS = 180_000; // how long a finale is shown before the screen goes idle
const CARD_MS = 20_000;
const ROWS = 6;
// in hundredths of the smaller side
const DRIFT = [[0, 0], [1, -1], [-1, 1], [1.5, 1], [-1.5, -1], [0, 1.5], [0.5, -1.5]];

let card = 0;
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;
/** @type {{ of: string | null, since: number }} */
let over = { of: null, since: 0 };

/** Draw the idle screen, or remove it; call this at each redraw. @param {Page} page */
export function drawIdle(page) {
  timer ??= setInterval(() => {
    card += 1;
    page.draw();
  }, CARD_MS);
  const { snapshot } = page;
  const of = snapshot?.state?.stage === "over" ? `${snapshot.boot} ${snapshot.head}` : null;
  if (of !== over.of) over = { of, since: performance.now() };
  // no game, or one that has been over for some minutes
  const idle = !snapshot?.state || (of !== null && performance.now() - over.since >= OVER_MS);
  const cards = idle && snapshot ? listCards(snapshot, page.draw) : [];
  const shown = cards[card % Math.max(cards.length, 1)] ?? null;
  const { dataset, style } = document.body;
  dataset.idle = idle ? "on" : "off";
  if (shown) dataset.card = "on";
  else delete dataset.card;
  const [x, y] = DRIFT[card % DRIFT.length]; // nothing burns into the screen
  style.translate = `${x}vmin ${y}vmin`;
  const box = findElement("#idle");
  box.hidden = !shown;
  const lesson = shown?.lesson?.map((line) =>
    h("li.r", line.dice.length ? drawDice(line.dice) : h("span"), h("span.t1", line.text)));
  const rows = shown?.rows.map(([name, value]) =>
    h("li.r", h("span.name.cut", h("bdi", name)), h("span.num.t2", value)));
  const list = h("ol", { class: lesson ? "rows c-lesson" : "rows c-idle" }, lesson ?? rows);
  redraw(box, shown ? [h("h2.t3.b", shown.title), list] : []);
}

/** The cards with content: the last game in five lines, or that which a new table offers; the next players; the last
 * ranking. @param {Snapshot} snapshot @param {() => void} draw @returns {IdleCard[]} */
function listCards({ variant, rules, players_last: next, ended, state }, draw) {
  const game = variant ?? t("usual_game");
  const lesson = fetchLesson({ variant: game, options: rules }, draw);
  /** @type {IdleCard[]} */
  const cards = [
    { title: t("lesson.title", { game: gameName(game) }), rows: [], ...(lesson ? { lesson } : {}) },
    { title: t("idle.next"), rows: (next ?? []).map((one) => [one, ""]).slice(0, ROWS) },
    { title: t("idle.last"), rows: (ended?.ranking ?? []).map((one) =>
      [`${one.place}. ${one.player}`, state?.loser === one.player ? t("idle.loses") : ""]).slice(0, ROWS) },
  ];
  return cards.filter((one) => one.lesson || one.rows.length);
}

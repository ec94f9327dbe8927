// The practice page: the board's own parts, drawn from a game of this browser's, and beside it advice. It never touches
// the table.

import { drawTable } from "../board/players.js";
import { drawStage } from "../board/stage.js";
import { choiceWords, verdictOf, worthWords } from "../odds/odds_words.js";
import { playAs } from "../phone/seat.js";
import { drawDecisions } from "../phone/seat_turn.js";
import { hasGame } from "../shared/cards.js";
import { ask, post } from "../shared/commands.js";
import { button, drawPicks, wayBack } from "../shared/controls.js";
import { drawDice } from "../shared/dice.js";
import { findElement, h, redraw } from "../shared/dom.js";
import { errorWords } from "../shared/phrases.js";
import { watchTaps } from "../shared/taps.js";
import { loadWords, speakOf, t, tn, countIn } from "../shared/words.js";

const BUSY_MS = 300;
const AWAY_MS = 6000;
const SHOWN = 4; // choices: nobody reads more

const page = /** @type {Page} */ ({ role: "watch", snapshot: null, link: "live", told: null, ordering: false,
  mine: { hand: false, chosen: [], typed: [], sheet: null }, draw, order: async () => false,
  play: (acts) => send({ do: "play", acts }), tell });
/** @typedef {{ change: Partial<typeof wanted>, name: string, what: string }} Pick */

/** @type {Practice | null} */
let practice = null; // null until the server has answered
const wanted = { variant: "", opponents: 2 };
let choosing = false; // another game, while one is played
let advises = true;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let asking;

function draw() {
  const snapshot = choosing ? null : (practice?.board ?? null);
  page.snapshot = snapshot;
  speakOf(snapshot?.variant);
  countIn(snapshot?.counter);
  document.body.dataset.stage = snapshot?.state?.stage ?? "none";
  redraw(findElement("#bar"), bar());
  for (const part of [drawStage, drawTable]) part(page);
  if (!snapshot) redraw(findElement("#next"), h("h1", t("practice.which")));
  redraw(findElement("#panel"), panel());
  redraw(findElement("#advice"), advice());
}

function bar() {
  const choose = () => {
    choosing = true;
    draw();
  };
  const turn = () => {
    advises = !advises;
    draw();
  };
  const variant = page.snapshot?.variant;
  return [
    h("p", h("b.cut", { role: "heading", "aria-level": 1 }, t(variant ? `variant.${variant}` : "practice.title")),
      h("span", page.told ?? t("practice.banner"))),
    h("nav", variant ? [h("button", { "data-focus": "advice", "aria-pressed": String(advises), onclick: turn },
      t("practice.advice")), h("button", { "data-focus": "other", onclick: choose }, t("practice.other"))] : null,
      wayBack()),
  ];
}

/** The buttons of this turn, the form for a game, or what is waited for. */
function panel() {
  if (!practice) return [];
  if (!practice.playing || choosing) return setup(practice.games);
  if (practice.busy) return h("p", { role: "status" }, t("practice.busy"));
  if (!hasGame(page)) return [];
  if (page.snapshot.state.stage === "over") {
    return h("div.acts",
      button(t("practice.again"), begin, { kind: "go", focus: "again" }));
  }
  return practice.yours ? drawDecisions(page) : [];
}

/** @param {Record<string, number[]>} games */
function setup(games) {
  const seats = games[wanted.variant];
  if (!seats.includes(wanted.opponents)) wanted.opponents = seats[0];
  return [
    h("div.setup.form", [
      h("div.games", picks(t("practice.game"), Object.keys(games)
        .map((variant) => ({ change: { variant }, name: t(`variant.${variant}`), what: t(`game.${variant}`) })))),
      h("div.who-plays", picks(t("practice.against"), seats.map((opponents) => ({ change: { opponents },
        name: opponents ? tn("practice.opponents", opponents) : t("practice.alone"), what: "" })))),
    ]),
    h("div.go-on", button(t("practice.go"), begin, { kind: "go", focus: "go" })),
  ];
}

/** @param {string} head @param {Pick[]} lines */
function picks(head, lines) {
  const pick = (/** @type {Pick} */ { change }) => {
    Object.assign(wanted, change);
    draw();
  };
  return drawPicks(head, lines,
    ({ change }) => Object.values(change).some((value) => Object.values(wanted).includes(value)), pick);
}

/** The choices with their chances, best first, each a button that makes it; after a turn, what would have been
 * better. */
function advice() {
  if (!practice?.playing || practice.busy || choosing || !advises) return [];
  const { looked, advice: given } = practice;
  // who may stop need not put all three aside first
  const stops = given?.choices.some((one) => one.acts.at(-1)?.act === "pass");
  const choices = (given?.choices ?? []).filter((one) => !stops || one.acts.at(-1)?.dice?.length !== 3).slice(0, SHOWN);
  const ways = choices.map((one, place) => given && h("button.btn.way", { "data-focus": `way${place}`,
    onclick: () => page.play(one.acts) }, h("b", choiceWords(one)), " ", h("span.t1.past", worthWords(given, one))));
  if (!looked) return ways;
  const how = verdictOf(looked);
  const words = (/** @type {TurnChoice} */ one) => `${choiceWords(one)}, ${worthWords(looked, one)}`;
  const missed = looked.steps.map(({ thrown, chosen, best, as_good: good }) => (chosen && best && !good ? h("p",
    drawDice(thrown), ` ${t("odds.chosen")}: ${words(chosen)}. ${t("odds.better")}: `, h("b", words(best))) : null));
  return [...ways, h("div.looked", h("h2.t2", t("practice.looked")),
    how === "none" ? null : h("p", t(`odds_verdict.${how}`)), missed)];
}

function begin() {
  return send({ do: "start", ...wanted });
}

/**
 * Send one thing at a time: nobody means a second tap before the answer.
 * @param {{ do: string } & Record<string, unknown>} command
 */
async function send(command) {
  if (page.ordering) return false;
  page.ordering = true;
  const reply = await post("/api/practice", command);
  page.ordering = false;
  if (reply.ok) take(/** @type {Practice} */ (/** @type {unknown} */ (reply)));
  else if (reply.error.code === "no_practice") await look();
  tell(reply.ok ? null : errorWords(reply.error));
  return reply.ok;
}

/** @param {Practice} answer */
function take(answer) {
  practice = answer;
  choosing = false;
  Object.assign(page.mine, { chosen: [], back: [], declare: null });
  if (answer.yours) playAs(answer.board?.state?.to_act ?? "");
  document.body.dataset.moment = `p${answer.board?.head ?? 0}`;
  draw();
  clearTimeout(asking);
  if (answer.busy) asking = setTimeout(look, BUSY_MS);
}

async function look() {
  clearTimeout(asking);
  const answer = await ask("/api/practice");
  if (answer) return take(answer);
  tell(t("error.away"));
  asking = setTimeout(look, AWAY_MS);
}

/** @param {string | null} sentence */
function tell(sentence) {
  page.told = sentence;
  draw();
}

await loadWords();
wanted.variant = t("usual_game");
watchTaps("practice");
document.title = `${t("practice.title")} – ${t("title")}`;
look();

// The practice page: the board's own parts, drawn from a game of this browser's, and beside it advice. It never touches the table.

import { drawTable } from "../board/players.js";
import { drawStage } from "../board/stage.js";
import { choiceWords, verdictOf, worthWords } from "../odds/odds_words.js";
import { playAs } from "../phone/seat.js";
import { drawDecisions, keepDeclared } from "../phone/seat_turn.js";
import { hasGame } from "../shared/cards.js";
import { post } from "../shared/commands.js";
import { button, wayBack } from "../shared/controls.js";
import { countIn } from "../shared/counter.js";
import { row } from "../shared/dice.js";
import { findElement, h, show } from "../shared/dom.js";

import { errorWords } from "../shared/phrases.js";
import { language, loadWords, speakOf, t, tn } from "../shared/words.js";

const BUSY_MS = 300;
const AWAY_MS = 6000;
const SHOWN = 4; // choices: nobody reads more

const page = /** @type {Page} */ ({ role: "watch", snapshot: null, link: "live", told: null, ordering: false, mine: { hand: false, chosen: [], typed: [], sheet: null }, draw, order: async () => false, play: (acts) => send({ do: "play", acts }), tell });
/** @type {Practice | null} */
let practice = null; // null until the server has answered
const wanted = { variant: "bavarian", opponents: 2 };
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
  show(findElement("#strips"), [language(), page.told], () => page.told ?? t("practice.banner"));
  show(findElement("#bar"), [language(), snapshot?.variant, advises], bar);
  if (snapshot && practice?.yours) keepDeclared({ ...page, snapshot });
  for (const part of [drawStage, drawTable]) part(page);
  const key = [language(), practice, page.mine, choosing, wanted, advises];
  show(findElement("#panel"), key, panel);
  show(findElement("#advice"), key, advice);
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
  const tools = [
    h("button", { class: "tool", "data-focus": "advice", "aria-pressed": String(advises), onclick: turn }, t("practice.advice")),
    h("button", { class: "tool", "data-focus": "other", onclick: choose }, t("practice.other")),
  ];
  return [wayBack(), h("h1", {}, t(variant ? `variant.${variant}` : "practice.title")), h("span", { class: "tools" }, variant ? tools : null)];
}

/** The buttons of this turn, the form for a game, or what is waited for. */
function panel() {
  if (!practice) return [];
  if (!practice.playing || choosing) return setup(practice.games);
  if (practice.busy) return h("p", { role: "status" }, t("practice.busy"));
  if (!hasGame(page)) return [];
  if (page.snapshot.state.stage === "over") return h("div", { class: "choices" }, button("primary", t("practice.again"), begin, { focus: "again" }));
  return practice.yours ? drawDecisions(page) : [];
}

/** @param {Record<string, number[]>} games */
function setup(games) {
  const seats = games[wanted.variant];
  if (!seats.includes(wanted.opponents)) wanted.opponents = seats[0];
  return [
    h("h2", {}, t("practice.game")),
    h("div", { class: "choices" }, Object.keys(games).map((variant) => option({ variant }, t(`variant.${variant}`)))),
    h("h2", {}, t("practice.against")),
    h("div", { class: "choices" }, seats.map((opponents) => option({ opponents }, opponents ? tn("practice.opponents", opponents) : t("practice.alone")))),
    h("div", { class: "choices" }, button("primary go", t("practice.go"), begin, { focus: "go" })),
  ];
}

/** @param {Partial<typeof wanted>} change @param {string} words */
function option(change, words) {
  const tap = () => {
    Object.assign(wanted, change);
    draw();
  };
  const pressed = Object.values(change).some((value) => Object.values(wanted).includes(value));
  return h("button", { class: "big", "aria-pressed": String(pressed), "data-focus": words, onclick: tap }, words);
}

/** The choices with their chances, best first, each a button that makes it; after a turn, what would have been better. */
function advice() {
  if (!practice?.playing || practice.busy || choosing || !advises) return [];
  const { looked, advice: given } = practice;
  const ways = given ? worthSaying(given.choices).slice(0, SHOWN).map((one, place) => way(given, one, place)) : [];
  return [...ways, looked ? lookBack(looked) : null].filter(Boolean);
}

/** Drop duplicates: a player who may stop need not put all three aside first. @param {TurnChoice[]} choices */
function worthSaying(choices) {
  const stops = choices.some((one) => one.acts.at(-1)?.act === "pass");
  return stops ? choices.filter((one) => one.acts.at(-1)?.dice?.length !== 3) : choices;
}

/** @param {PracticeAdvice} given @param {TurnChoice} one @param {number} place */
function way(given, one, place) {
  return h("button", { class: "way", "data-focus": `way${place}`, onclick: () => page.play(one.acts) }, h("b", {}, choiceWords(one)), " ", h("small", {}, worthWords(given, one)));
}

/** @param {Turn} turn */
function lookBack(turn) {
  const how = verdictOf(turn);
  /** @param {TurnChoice} one */
  const words = (one) => `${choiceWords(one)}, ${worthWords(turn, one)}`;
  const missed = turn.steps.flatMap((step) =>
    step.chosen && !step.as_good ? [h("p", {}, row(step.thrown, "mini"), ` ${t("odds.chosen")}: ${words(step.chosen)}. ${t("odds.better")}: `, h("b", {}, words(step.best)))] : [],
  );
  return h("div", { class: "looked" }, h("h2", {}, t("practice.looked")), how === "none" ? null : h("p", {}, t(`odds_verdict.${how}`)), missed);
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
  else if (reply.error.code === "no_practice") await ask();
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
  if (answer.busy) asking = setTimeout(ask, BUSY_MS);
}

async function ask() {
  clearTimeout(asking);
  try {
    const answer = await fetch("/api/practice", { cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    take(await answer.json());
  } catch {
    tell(t("error.away"));
    asking = setTimeout(ask, AWAY_MS);
  }
}

/** @param {string | null} sentence */
function tell(sentence) {
  page.told = sentence;
  draw();
}

await loadWords();
document.title = `${t("practice.title")} – ${t("title")}`;
ask();

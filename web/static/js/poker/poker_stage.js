// Draws the left half of a game of Chicago poker: the standing call, whose turn it is, and the calls so far.

import { findElement, h, show } from "../shared/dom.js";
import { language, t, tn } from "../shared/words.js";
import { TRICKS, activePlayers, categoryWords, doing, namesWords, handWords, headline } from "./poker_words.js";

/** @param {GamePage} page */
export function drawStage(page) {
  const { state, camera, rules } = page.snapshot;
  const key = ["cards", language(), state, rules];
  show(findElement("#who"), key, () => [h("h1", { class: "t4 cut", title: headline(page.snapshot) }, h("bdi", {}, headline(page.snapshot))), h("p", { class: "t3 doing" }, doing(page.snapshot))]);
  show(findElement("#beat"), key, () => [h("p", { class: "cap t2" }, h("span", { class: "cut" }, state.standing ? `${t("poker.stands")} ${standers(state.standing.players)}` : ""), h("span", {}, goal(page.snapshot))), h("p", { class: "t4 b call" }, state.standing ? categoryWords(state.standing.category) : step(state))]);
  show(findElement("#dice"), [...key, camera?.status], () => h("ul", { class: "said" }, lines(page.snapshot).map((one) => h("li", { class: one.kind ?? null }, one.label ? [h("span", { class: "past" }, one.label), " "] : "", one.words))));
}

/** One or two names, or the number of more: their rows show who they are. @param {string[]} players */
const standers = (players) => (players.length < 3 ? namesWords(players) : t("poker.players", { n: players.length }));

/** @param {State} state */
function step(state) {
  if (state.stage === "draw") return t("poker_step.draw");
  const now = state.declared ? t("poker.plays_chicago", { player: state.declared }) : t(`poker_step.${state.stage}`);
  return `${t("poker.phase", { n: state.phase })} · ${now}`;
}

/** The points that the leader lacks to the end; the list says who leads. @param {Played} snapshot */
function goal({ state, rules }) {
  const wins = Number(rules?.goal ?? 52);
  const points = activePlayers(state).map((player) => state.points[player]);
  const most = Math.max(...points);
  const tied = points.filter((one) => one === most).length > 1;
  return !most ? t("poker.goal", { points: wins }) : most < wins ? tn("poker.missing", wins - most, { goal: wins }) : t(tied ? "poker.tied" : "poker.reached");
}

/** The tricks, this hand's gains, and reminders; the most urgent first. The list has the calls and each player's duties. @param {Played} snapshot @returns {StageLine[]} */
function lines({ state, rules }) {
  /** @type {StageLine[]} */
  const said = [];
  if (state.tricks.length) said.push({ label: t("poker.tricks", { n: state.tricks.length, of: TRICKS }), words: state.tricks.flatMap((one, place) => [place ? " · " : "", h("bdi", {}, one.winner)]) });
  if (state.scored.length) said.push({ label: t("poker.hand", { n: state.hand }), words: handWords(state.scored).join(" · ") });
  if (rules?.one_up && rules.one_up !== "off" && state.stage === "exchange" && state.phase < 3) said.push({ words: t(`one_up.${rules.one_up}`) }); // one exchanged card may be seen open
  if (state.hand === 1 && state.phase === 1 && ["draw", "exchange"].includes(state.stage)) said.push({ kind: "hint", words: t("poker.rests") }); // the camera
  return said;
}

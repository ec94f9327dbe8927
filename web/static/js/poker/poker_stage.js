// Draws the left half of a game of Chicago poker: the standing call, whose turn it is, and the calls so far.

import { findElement, h, show } from "../shared/dom.js";
import { isolateText, language, t, tn } from "../shared/words.js";
import { TRICKS, activePlayers, cardWords, categoryWords, doing, fewWords, goalOf, handWords, headline, namesWords } from "./poker_words.js";

const MOST = 4; // lines that are readable from a metre

/** @param {GamePage} page */
export function drawStage(page) {
  const { state, camera, rules } = page.snapshot;
  const key = ["cards", language(), state, rules];
  show(findElement("#who"), key, () => [h("h1", { class: "t4 cut", title: headline(page.snapshot) }, h("bdi", {}, headline(page.snapshot))), h("p", { class: "t3 doing" }, doing(page.snapshot))]);
  show(findElement("#beat"), key, () => [h("p", { class: "cap t2" }, h("span", { class: "cut" }, state.standing ? `${t("poker.stands")} ${fewWords(state.standing.players)}` : ""), h("span", {}, goal(page.snapshot))), h("p", { class: "t4 b call" }, state.standing ? categoryWords(state.standing.category) : step(state))]);
  show(findElement("#dice"), [...key, camera?.status], () => h("ul", { class: "said" }, lines(page.snapshot).map((one) => h("li", { class: one.kind ?? null }, one.label ? [h("span", { class: "past" }, one.label), " "] : "", one.words))));
}

/** @param {State} state */
function step(state) {
  if (state.stage === "draw") return t("poker_step.draw");
  const now = state.declared ? t("poker.plays_chicago", { player: state.declared }) : t(`poker_step.${state.stage}`);
  return `${t("poker.phase", { n: state.phase })} · ${now}`;
}

/** The points that the leader lacks to the end; the list says who leads. @param {Played} snapshot */
function goal({ state, rules }) {
  const wins = goalOf(rules);
  const points = activePlayers(state).map((player) => state.points[player]);
  const most = Math.max(...points);
  const tied = points.filter((one) => one === most).length > 1;
  return !most ? t("poker.goal", { points: wins }) : most < wins ? tn("poker.missing", wins - most, { goal: wins }) : t(tied ? "poker.tied" : "poker.reached");
}

/** The acts so far, and reminders; the most urgent first. The list has the calls and each player's duties. @param {Played} snapshot @returns {StageLine[]} */
function lines(snapshot) {
  const { state } = snapshot;
  return [...revokes(state.revokes), ...tricks(state), ...gainLines(state), ...oneUp(snapshot), ...rests(state)].slice(0, MOST);
}

/** @param {State} state */
function tricks(state) {
  const laid = state.tricks.at(-1)?.cards;
  if (!state.tricks.length) return [];
  return [{ label: t("poker.tricks", { n: state.tricks.length, of: TRICKS }), words: [...state.tricks.flatMap((one, place) => [place ? " · " : "", h("bdi", {}, one.winner)]), laid ? ` (${laid.map(cardWords).join(" ")})` : ""] }];
}

/** Who did not follow suit, and in which tricks: the table decides the penalty. @param {CardState["revokes"]} found */
function revokes(found) {
  const players = [...new Set(found.map((one) => one.player))];
  const said = players.map((player) => `${isolateText(player)} (${found.filter((one) => one.player === player).map((one) => one.trick).sort().join(", ")})`);
  return said.length ? [{ kind: "now", words: t("poker.revoke", { players: namesWords(said) }) }] : [];
}

/** The gains of this hand, and at its beginning those of the last one. @param {State} state */
function gainLines(state) {
  const last = state.last_hand;
  const now = state.scored.length ? [{ label: t("poker.hand", { n: state.hand }), words: handWords(state.scored).join(" · ") }] : [];
  if (now.length || !last || state.phase > 1) return now;
  return [{ kind: "last", label: t("poker.hand", { n: last.hand }), words: handWords(last.scored).join(" · ") || t("poker.nothing") }, ...revokes(last.revokes)];
}

/**
 * A player who exchanges one card may see it open, if the house plays so.
 * @param {{ state: State, rules: Options }} options
 */
function oneUp({ state, rules }) {
  const how = rules?.one_up;
  return how && how !== "off" && state.stage === "exchange" && state.phase < 3 ? [{ words: t(`one_up.${how}`) }] : [];
}

/** At the beginning: that the camera is off, and which of the buttons work. @param {State} state */
function rests(state) {
  return state.hand === 1 && state.phase === 1 && ["draw", "exchange"].includes(state.stage) ? [{ kind: "hint", words: t("poker.rests") }] : [];
}

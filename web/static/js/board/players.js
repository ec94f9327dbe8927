// Draws the list: for each player a mark, the name, this round's result, and the mats as a number on a mat, or the points of a game
// of cards; below it the stack and what the last round moved.

import { gainWords, handWords, playerNotes } from "../poker/poker_words.js";
import { hasGame, isCards } from "../shared/cards.js";
import { drawDice } from "../shared/dice.js";
import { findElement, h, show, drawRows } from "../shared/dom.js";
import { costWords, howWords, outWords, owesWords, resultWords, rollOffResults, shortWords } from "../shared/phrases.js";
import { language, t, countedWords, counterWords } from "../shared/words.js";

const FEW = 5; // rows of full height
const ROWS = 12;
const MARKS = 9;
/** @type {ShownResult} */
const NONE = { kind: "none", value: null, dice: null };

/** @param {Page} page */
export function drawTable(page) {
  const { snapshot } = page;
  const box = findElement("#table");
  box.hidden = !snapshot?.state || document.body.dataset.round === "ended" || Boolean(snapshot.question);
  const key = [language(), snapshot?.state, snapshot?.colours, snapshot?.standing, snapshot?.trail, snapshot && rollOffResults(snapshot), snapshot?.again];
  show(box, key, () => (hasGame(page) ? drawPlayers(page.snapshot) : []));
}

/** @param {Played} snapshot */
function drawPlayers(snapshot) {
  const { state, rules } = snapshot;
  const players = atTable(state);
  const cards = isCards(state);
  const asked = state.to_act ? [state.to_act] : cards && !["over", "draw"].includes(state.stage) ? state.among : [];
  const list = drawRows(
    listKind(players.length, cards ? "c-points" : "c-turn"),
    [{ cell: (player) => markOf(snapshot, player) }, ...(cards ? pointColumns(snapshot) : diceColumns(snapshot))],
    players,
    (player) => ({ kind: asked.includes(player) ? "now" : null, "data-player": player, "data-points": cards ? state.points[player] : null, "aria-current": asked.includes(player) ? "true" : null }),
  );
  /** @param {string} id @param {string} words @param {Child} [mat] */
  const below = (id, words, mat) => list.append(h("li", { class: "r one", id }, h("span", {}), h("span", { class: "t2 past" }, words), mat ? [h("span", {}), mat] : null));
  const emptied = Object.values(state.owes?.glasses ?? {}).reduce((sum, count) => sum + count, 0); // where a number of them ends the game
  if (!cards && matsPlayed(state)) below("stack", t("stack.in"), h("span", { class: "mat pile" }, String(state.stack)));
  if (rules?.glasses_goal) below("goal", t("glasses.goal", { n: emptied, goal: Number(rules.glasses_goal) }));
  const { last_round: last, last_hand: hand } = state;
  const moved = last ? costWords(last).join(", ") : hand ? handWords(hand.scored).join(" · ") : "";
  if (moved) list.append(h("li", { class: "r small", id: "round" }, h("span", {}), h("span", { class: "cut last" }, `${last ? t("round", { n: last.round }) : t("poker.hand", { n: hand?.hand })}: ${moved}`)));
  document.body.dataset.rows = players.length > 4 ? "many" : "few"; // a television has room for its code beside few
  return list;
}

/** @param {Played} snapshot @returns {Array<Column<string>>} */
function diceColumns(snapshot) {
  const { state } = snapshot;
  const rolls = rollOffResults(snapshot);
  /** @param {string} player */
  const resultOf = (player) => (rolls.length ? rolls : state.results).findLast((one) => one.player === player) ?? null;
  return [
    { cell: (player) => nameCell(player, notesOf(player, state, howWords(snapshot, resultOf(player) ?? NONE))) },
    { head: t("round", { n: state.round }), kind: "num", cell: (player) => resultCell(snapshot, player, resultOf(player)) },
    { head: counterWords(), right: true, cell: (player) => matOf(player, state) },
  ];
}

/** This hand's call or gains, and all points; who deals, who may not exchange. @param {Played} snapshot @returns {Array<Column<string>>} */
function pointColumns(snapshot) {
  const { state } = snapshot;
  return [
    { cell: (player) => nameCell(player, [...playerNotes(player, snapshot), ...(state.out[player] ? [outWords(state.out[player])] : [])].join(", ")) },
    { head: t("poker.hand", { n: state.hand }), kind: "num t2 b result", cell: (player) => gainWords(state, player) },
    { head: t("poker.points.head"), right: true, kind: "num pts", cell: (player) => state.points[player] },
  ];
}

/** The class of a list: low rows where there are many. @param {number} count @param {string} kind */
export function listKind(count, kind) {
  return count > FEW ? `${kind} many` : kind;
}

/** Those with a row: all; with more than twelve players, first without those who left, then without those who are out. @param {State} state */
function atTable({ players, out }) {
  const spare = [...players.filter((one) => out[one] === "left"), ...players.filter((one) => out[one] && out[one] !== "left")];
  const dropped = new Set(spare.slice(0, Math.max(0, players.length - ROWS)));
  return players.filter((one) => !dropped.has(one));
}

/** A person's mark, which is kept all evening: colour and form. @param {Pick<Snapshot, "colours"> & { state: State }} options @param {string} player */
export function markOf({ colours, state }, player) {
  const seat = colours?.[player] ?? state.players.indexOf(player);
  return h("i", { class: `mk k${(Math.max(seat, 0) % MARKS) + 1}` });
}

/** A name, and in small letters below it what else there is to say. @param {string} player @param {string} notes */
export function nameCell(player, notes) {
  const name = h("span", { class: "name cut nick", title: player }, h("bdi", {}, player));
  return notes ? h("span", { class: "stackd" }, name, h("span", { class: "t1 past cut note" }, notes)) : name;
}

/** What is owed beside the number, and how a result came about. @param {string} player @param {State} state @param {string} how */
export function notesOf(player, state, how) {
  const owed = owesWords(state, player).slice(matsPlayed(state) ? 0 : 1);
  return [...owed.map((one) => one.words), how.trim()].filter(Boolean).join(", ");
}

/** What the player in turn does. @param {Played} snapshot */
function turnOf({ state, legal }) {
  if (state.stage !== "play") return state.stage;
  if (state.free.length && (legal.includes("pass") || legal.includes("hold"))) return "decides";
  return state.declaration || state.throws.made || state.results.length ? "throws" : "leads";
}

/** @param {Played} snapshot @param {string} player @param {ShownResult | null} result */
function resultCell(snapshot, player, result) {
  const { state, standing } = snapshot;
  const out = state.out[player];
  if (!result && player === state.to_act) return h("span", { class: "t2 b turn" }, t(`turn.${turnOf(snapshot)}`));
  if (!result && out) return h("span", { class: out === "left" ? "t2 past" : "t2 b safe" }, outWords(out));
  if (!result) return h("span", { class: "pts dim" }, "–");
  if (result.kind === "covered" && result.held?.length) return [drawDice(result.held), h("span", { class: "unseen" }, resultWords(result))];
  if (result.value === null && result.kind === "points") return drawDice(result.dice ?? []);
  const number = result.kind === "points" || result.kind === "house"; // the others are words
  const loses = standing?.low?.player === player && standing.low.player !== standing.high?.player ? " loses" : "";
  return h("span", { class: (number ? "pts result" : "t2 b result") + loses }, number ? resultWords(result) : shortWords(result));
}

/** Whether the game has mats: base Chicago and the drinking game have none, and no phases. @param {State} state */
export function matsPlayed(state) {
  return state.stack > 0 || Object.values(state.mats).some((count) => count > 0) || state.phase !== 1;
}

/** A player's mats, as a number on a mat or a ring, nothing where a player left them; without mats the first other count: rounds, glasses, rounds lost. @param {string} player @param {State} state @param {string} [kind] */
export function matOf(player, state, kind = "") {
  const owed = matsPlayed(state) ? null : owesWords(state, player)[0];
  const number = owed?.count ?? state.mats[player] ?? 0;
  const words = owed?.words ?? (number ? countedWords(number) : `0 ${counterWords()}`);
  if (!number && state.out[player] === "left") return h("span", {});
  return h("span", { class: `mat mats ${number ? kind : "zero"}`.trim(), role: "img", "aria-label": words, title: words }, String(number));
}

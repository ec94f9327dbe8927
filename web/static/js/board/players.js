// Draws the list: for each player a mark, the name, this round's result, and the mats as a number on a mat; below it the stack and
// what the last round moved.

import { playsCards } from "../shared/cards.js";
import { drawDice } from "../shared/dice.js";
import { findElement, h, show, drawRows } from "../shared/dom.js";
import { howWords, outWords, owesWords, resultWords, rollOffResults, shortWords, turnWord } from "../shared/phrases.js";
import { costWords } from "../moments/round_words.js";
import { language, t, countedWords, counterWords } from "../shared/words.js";

const FEW = 5; // rows of full height
const ROWS = 12;
const MARKS = 9;
/** @type {ShownResult} */
const NONE = { kind: "none", value: null, dice: null };
/** @type {Array<"rounds" | "schnapps" | "glasses">} */
const OWED = ["rounds", "schnapps", "glasses"];

/** @param {Page} page */
export function drawTable(page) {
  const { snapshot } = page;
  const state = snapshot?.state ?? null;
  const box = findElement("#table");
  box.hidden = !state || document.body.dataset.round === "ended" || Boolean(snapshot?.question);
  if (playsCards(page)) return; // `poker_points.js` draws it
  const rolls = snapshot ? rollOffResults(snapshot) : [];
  show(box, [language(), state, snapshot?.colours, snapshot?.standing, snapshot?.trail, rolls, snapshot?.again], () => (snapshot?.state ? drawPlayers(/** @type {Played} */ (snapshot), rolls) : []));
}

/** @param {Played} snapshot @param {ShownResult[]} rolls */
function drawPlayers(snapshot, rolls) {
  const { state, rules } = snapshot;
  const results = rolls.length ? rolls : state.results;
  const players = atTable(state);
  /** @param {string} player */
  const resultOf = (player) => results.findLast((one) => one.player === player) ?? null;
  const list = drawRows(
    listKind(players.length, "c-turn"),
    [
      { cell: (player) => markOf(snapshot, player) },
      { cell: (player) => nameCell(player, notesOf(player, state, howWords(snapshot, resultOf(player) ?? NONE))) },
      { head: t("round", { n: state.round }), kind: "num", cell: (player) => resultCell(snapshot, player, resultOf(player)) },
      { head: counterWords(), right: true, cell: (player) => matOf(player, state) },
    ],
    players,
    (player) => ({ kind: player === state.to_act ? "now" : null, "data-player": player, "aria-current": player === state.to_act ? "true" : null }),
  );
  const { last_round: last } = state;
  const moved = last ? costWords(last).join(", ") : "";
  const emptied = Object.values(state.owes?.glasses ?? {}).reduce((sum, count) => sum + count, 0); // where a number of them ends the game
  if (matsPlayed(state)) list.append(h("li", { class: "r one", id: "stack" }, h("span", {}), h("span", { class: "t2 past" }, t("stack.in")), h("span", {}), h("span", { class: "mat pile" }, String(state.stack))));
  if (rules?.glasses_goal) list.append(h("li", { class: "r one", id: "goal" }, h("span", {}), h("span", { class: "t2 past" }, t("glasses.goal", { n: emptied, goal: Number(rules.glasses_goal) }))));
  if (last && moved) list.append(h("li", { class: "r small", id: "round" }, h("span", {}), h("span", { class: "cut last" }, `${t("round", { n: last.round })}: ${moved}`)));
  document.body.dataset.rows = players.length > 4 ? "many" : "few"; // a television has room for its code beside few
  return list;
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
  const owed = debts(player, state).slice(matsPlayed(state) ? 0 : 1);
  return [...owed.map((one) => one.words), how.trim()].filter(Boolean).join(", ");
}

/** @param {Played} snapshot @param {string} player @param {ShownResult | null} result */
function resultCell(snapshot, player, result) {
  const { state, standing } = snapshot;
  const out = state.out[player];
  if (!result && player === state.to_act) return h("span", { class: "t2 b turn" }, turnWord(snapshot));
  if (!result && out) return h("span", { class: out === "left" ? "t2 past" : "t2 b safe" }, outWords(out));
  if (!result) return h("span", { class: "pts dim" }, "–");
  const kind = standing?.low?.player === player && standing.low.player !== standing.high?.player ? " loses" : "";
  if (result.kind === "covered" && result.held?.length) return [drawDice(result.held), h("span", { class: "unseen" }, resultWords(result))];
  if (result.value === null && result.kind === "points") return drawDice(result.dice ?? []);
  return h("span", { class: (isNumber(result) ? "pts result" : "t2 b result") + kind }, isNumber(result) ? resultWords(result) : shortWords(result));
}

/** Whether a result is a number: the others are words. @param {ShownResult} result */
function isNumber({ kind }) {
  return kind === "points" || kind === "house";
}

/** A player's debts besides mats: kind, how many, in words. @param {string} player @param {State} state */
function debts(player, state) {
  const counts = [...OWED.map((kind) => state.owes?.[kind]?.[player] ?? 0), state.lost?.[player] ?? 0];
  const words = owesWords(state, player);
  return counts.filter(Boolean).map((count, place) => ({ count, words: words[place] }));
}

/** Whether the game has mats: base Chicago and the drinking game have none, and no phases. @param {State} state */
export function matsPlayed(state) {
  return state.stack > 0 || Object.values(state.mats).some((count) => count > 0) || state.phase !== 1;
}

/** A player's mats, as a number on a mat or a ring, nothing where a player left them; without mats the first other count: rounds, glasses, rounds lost. @param {string} player @param {State} state @param {string} [kind] */
export function matOf(player, state, kind = "") {
  const first = debts(player, state)[0];
  const number = matsPlayed(state) ? (state.mats[player] ?? 0) : (first?.count ?? 0);
  const words = matsPlayed(state) || !first ? (number ? countedWords(number) : `0 ${counterWords()}`) : first.words;
  if (!number && state.out[player] === "left") return h("span", {});
  return h("span", { class: `mat mats ${number ? kind : "zero"}`.trim(), role: "img", "aria-label": words, title: words }, String(number));
}

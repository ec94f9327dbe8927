// What lists of players share: a row's height follows from their number, a name from its mark, a number from its mat.

import { drawRows, h } from "./dom.js";
import { owesWords } from "./phrases.js";
import { countedWords, counterWords } from "./words.js";

const MARKS = 12;
const CROWDS = [6, 9, 10, 11]; // from so many people on a list says less, or in smaller letters

/**
 * A list of players whose rows share the room among them.
 * @template T
 * @param {string} kind
 * @param {Array<Column<T>>} columns
 * @param {T[]} items
 * @param {(item: T) => Props & { kind?: string | null }} propsOf
 */
export function drawLadder(kind, columns, items, propsOf) {
  const crowd = CROWDS.filter((least) => items.length >= least).map((least) => `p${least}`);
  const list = drawRows(["ladder", kind, ...crowd].join(" "), columns, items, propsOf);
  list.dataset.people = String(items.length);
  list.style.setProperty("--people", String(items.length));
  return list;
}

/** A person's mark, which is kept all evening: colour and form.
 * @param {Pick<Snapshot, "colours"> & { state: State }} options @param {string} player */
export function markOf({ colours, state }, player) {
  return drawMark(Math.max(colours?.[player] ?? state.players.indexOf(player), 0));
}

/** The mark of this number. @param {number} number */
export const drawMark = (number) => h("i", { class: `mk k${(number % MARKS) + 1}` });

/** A name, and beside it in small letters what else there is to say. @param {string} player @param {string} notes */
export function nameCell(player, notes) {
  const name = h("span.name.cut.nick", { title: player }, h("bdi", player));
  return notes ? h("span.named", name, h("span.t1.past.cut.note", notes)) : name;
}

/** What is owed beside the number, and how a result came about. @param {string} player @param {State} state
 * @param {string} how */
export function notesOf(player, state, how) {
  const owed = owesWords(state, player).slice(matsPlayed(state) ? 0 : 1);
  return [...owed.map((one) => one.words), how.trim()].filter(Boolean).join(", ");
}

/** Whether the game has mats: base Chicago and the drinking game have none, and no phases. @param {State} state */
export function matsPlayed(state) {
  return state.stack > 0 || Object.values(state.mats).some((count) => count > 0) || state.phase !== 1;
}

/**
 * A player's mats, as a number on a mat or a ring, nothing where a player left them; without mats the first other
 * count: rounds, glasses, rounds lost.
 * @param {string} player
 * @param {State} state
 * @param {string} [kind]
 */
export function matOf(player, state, kind = "") {
  const owed = matsPlayed(state) ? null : owesWords(state, player)[0];
  const number = owed?.count ?? state.mats[player] ?? 0;
  const words = owed?.words ?? (number ? countedWords(number) : `0 ${counterWords()}`);
  if (!number && state.out[player] === "left") return h("span");
  const props = { class: `mat mats ${number ? kind : "zero"}`.trim(), role: "img", "aria-label": words, title: words };
  return h("span", props, String(number));
}

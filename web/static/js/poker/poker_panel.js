// The keys of Chicago poker: every call is one tap; cards are named only if the table wants it.

import { button, chip, twoWay } from "../shared/controls.js";
import { findElement, h, show } from "../shared/dom.js";
import { language, t } from "../shared/words.js";
import { momentOf } from "../board/typed_dice.js";
import { HAND, TRICKS, activePlayers, callableCategories, categoriesOf, categoryWords, exchangeWords } from "./poker_words.js";
import { findClaims } from "./poker_sheets.js";

/** @param {GamePage} page */
export function drawPanel(page) {
  const { snapshot } = page;
  const { state } = snapshot;
  const box = findElement("#panel");
  const key = ["cards", language(), snapshot.head, state, snapshot.rules, snapshot.camera?.status, choiceOf(page), page.ordering];
  show(box, key, () => KEYS[state.stage]?.(page, state) ?? []);
}

/** Return the incomplete entry; it is forgotten once the hand has gone on. @param {GamePage} page */
function choiceOf({ snapshot, mine }) {
  const now = momentOf(snapshot);
  if (mine.poker?.head !== now) mine.poker = { head: now, best: null, several: null, two: false, told: mine.poker?.told ?? null };
  return mine.poker;
}

/** @param {GamePage} page @param {Partial<PokerChoice>} more */
function set(page, more) {
  Object.assign(choiceOf(page), more);
  page.draw();
}

/** @param {GamePage} page @param {Act} body */
function act(page, body) {
  return () => page.order({ do: "act", act: body });
}

/** Return a row of keys, or nothing if it is empty: an empty row would take the room of one. @param {...Child} keys */
function row(...keys) {
  const needed = keys.filter(Boolean);
  return needed.length ? h("div", { class: "acts" }, needed) : null;
}

/** @param {Child[]} keys @param {number} columns */
function grid(keys, columns) {
  const box = h("div", { class: "calls" }, keys);
  box.style.setProperty("--columns", String(columns));
  return box;
}

/**
 * Return keys that include names: a name is one word, which more columns would make too small to read.
 * @param {Child[]} keys
 */
function namesGrid(keys) {
  const box = grid(keys, columnsFor(keys.length));
  return box;
}

/** @param {GamePage} page @param {Sheet} wanted */
function open(page, wanted) {
  return () => {
    page.mine.sheet = { kind: "poker", ...wanted };
    page.draw();
  };
}

/** @param {GamePage} page @param {Sheet} wanted @param {string} words */
function cardsKey(page, wanted, words) {
  return button("", words, open(page, wanted), { focus: `cards ${wanted.for}` });
}

/** @type {Record<string, (page: GamePage, state: State) => Child>} */
const KEYS = {
  draw: (page) => [row(cardsKey(page, { for: "draw" }, t("poker.draw_cards")))],
  exchange: exchangeKeys,
  call: callKeys,
  compare: compareKeys,
  chicago: (page) => [row(button("", t("poker.chicago_yes"), act(page, { act: "chicago" }), { focus: "chicago" }), button("go", t("poker.chicago_no"), act(page, { act: "pass" }), { focus: "pass" }))],
  tricks: trickKeys,
};

/** How many cards are exchanged; a player who must show his call can lay it open for the table to check. @param {GamePage} page @param {State} state */
function exchangeKeys(page, state) {
  const player = state.to_act ?? "";
  /** @param {number} count */
  const props = (count) => ({ class: "key t3", "aria-label": `${player} ${exchangeWords(count)}`, "data-focus": `exchange ${player} ${count}`, onclick: act(page, { act: "exchange", count }) });
  const keys = Array.from({ length: HAND + 1 }, (_, count) => h("button", props(count), count));
  const shows = state.duty[player] ? row(cardsKey(page, { for: "show", player }, t("poker.show"))) : null;
  return [h("div", { class: "keys six" }, keys), shows].filter(Boolean);
}

/** What may be called, and passing: one tap each. @param {GamePage} page */
function callKeys(page) {
  const calls = callableCategories(page.snapshot).map((category) => button("", categoryWords(category), act(page, { act: "call", category: /** @type {Act["category"]} */ (category) }), { focus: `call ${category}` }));
  const keys = [...calls, button("go", t("poker.pass"), act(page, { act: "pass" }), { focus: "pass" })];
  return [grid(keys, columnsFor(keys.length))];
}

/** @param {number} count */
function columnsFor(count) {
  return count > 8 ? 5 : count > 6 ? 4 : count > 4 ? 3 : Math.max(count, 1);
}

/** The best player, or equal ones; for whole hands first the best category. @param {GamePage} page @param {State} state */
function compareKeys(page, state) {
  const { best, several } = choiceOf(page);
  if (state.phase === 3 && best === null) return [grid(handKeys(page), 5)];
  /** @param {string[]} players */
  const said = (players) => page.order({ do: "act", act: { act: "best", players, ...(state.phase === 3 ? { category: /** @type {Act["category"]} */ (best) } : {}) } });
  if (several) return equalKeys(page, state, several, said);
  const names = state.among.map((player) => button("", player, () => said([player]), { focus: `best ${player}` }));
  const equal = () => (state.among.length === 2 ? said([...state.among]) : set(page, { several: [] }));
  return [namesGrid([...names, button("go", t("poker.equal"), equal, { focus: "equal" }), ...(state.phase === 3 ? [back(page, { best: null })] : [])])];
}

/** The best category of the whole hands, or that nobody has a pair. @param {GamePage} page */
function handKeys(page) {
  const nobody = act(page, { act: "best", players: [], category: null });
  const keys = categoriesOf(page.snapshot).map((category) => button("", categoryWords(category), () => set(page, { best: category }), { focus: `hand ${category}` }));
  return [...keys, button("go", t("category.none"), nobody, { focus: "nobody" })];
}

/**
 * Which of more than two are completely equal.
 * @param {GamePage} page
 * @param {State} state
 * @param {string[]} several
 * @param {(players: string[]) => unknown} said
 */
function equalKeys(page, state, several, said) {
  /** @param {string} player */
  const flip = (player) => () => set(page, { several: several.includes(player) ? several.filter((one) => one !== player) : [...several, player] });
  const names = state.among.map((player) => {
    const one = button(several.includes(player) ? "pressed" : "", player, flip(player), { focus: `equal ${player}` });
    one.ariaPressed = String(several.includes(player));
    return one;
  });
  const done = button("go", t("poker.equal_done"), () => said(state.among.filter((one) => several.includes(one))), { focus: "equal done", disabled: several.length < 2 });
  return [namesGrid([...names, done, back(page, { several: null })])];
}

/** @param {GamePage} page @param {Partial<PokerChoice>} to */
function back(page, to) {
  return button("", t("ask.back"), () => set(page, to), { focus: "back" });
}

/**
 * The winner of the last trick, in one tap; trick by trick, or card by card, if the table wants that.
 * @param {GamePage} page
 * @param {State} state
 */
function trickKeys(page, state) {
  const told = state.tricks.length ? (state.tricks[0].cards ? "cards" : "each") : state.declared ? "each" : (choiceOf(page).told ?? "last");
  if (told === "cards") return [row(cardsKey(page, { for: "trick" }, t("poker.trick_cards", { n: state.tricks.length + 1 })), ...(state.tricks.length ? [] : [ways(page, told)]))];
  if (state.declared) return chicagoKeys(page, state, state.declared);
  const last = told === "last" || state.tricks.length === TRICKS - 1;
  const names = activePlayers(state).map((player) => button("", player, act(page, trickAct(page, state, told, player)), { focus: `trick ${player}` }));
  return [h("p", { class: "cap t1" }, t(last ? "poker.last_trick" : "poker.which_trick", { n: state.tricks.length + 1 })), namesGrid(names), row(last ? withTwo(page) : null, state.tricks.length ? null : ways(page, told))].filter(Boolean);
}

/** @param {GamePage} page @param {State} state @param {string} told @param {string} winner @returns {Act} */
function trickAct(page, state, told, winner) {
  const two = choiceOf(page).two ? { with_two: true } : {};
  if (told === "last") return { act: "last_trick", winner, ...two };
  return { act: "trick", winner, ...(state.tricks.length === TRICKS - 1 ? two : {}) };
}

/** A trick with a two may count more. @param {GamePage} page */
function withTwo(page) {
  const { two } = choiceOf(page);
  if (!page.snapshot.rules?.last_trick_with_two) return null;
  return twoWay([[t("poker.without_two"), !two], [t("poker.with_two"), two]], () => set(page, { two: !two }), "two");
}

/**
 * The ways to enter tricks: the last one alone, each by its winner, or each by its cards.
 * @param {GamePage} page
 * @param {string} told
 */
function ways(page, told) {
  /** @type {Record<string, string>} */
  const nexts = { last: "each", each: "cards", cards: "last" };
  return button("", t(`told_by.${nexts[told]}`), () => set(page, { told: nexts[told] }), { focus: `told ${nexts[told]}` });
}

/** A Chicago: he took this trick too, or another did and it is lost. @param {GamePage} page @param {State} state @param {string} player */
function chicagoKeys(page, state, player) {
  const took = act(page, { act: "trick", winner: player });
  const more = state.tricks.length ? null : cardsKey(page, { for: "trick" }, t("told_by.cards"));
  return [row(button("go", t("poker.took", { player, n: state.tricks.length + 1 }), took, { focus: "took" }), button("", t("poker.lost"), act(page, { act: "lost_trick" }), { focus: "lost" }), more)];
}

/** The other entry at the foot: that a call was wrong. @param {GamePage} page */
export function extras(page) {
  if (!findClaims(page.snapshot.state).length) return null;
  return h("div", { class: "extras" }, chip("admit", t("poker.admit"), open(page, { for: "admit" })));
}

// The keys of Chicago poker: every call is one tap; cards are named only if they have to be shown.

import { choiceKeys, ofTurn } from "../shared/choices.js";
import { button, setSheet, twoWay } from "../shared/controls.js";
import { findElement, h, redraw } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { momentOf } from "../shared/typed_dice.js";
import { HAND, activePlayers, categoriesOf, categoryWords, exchangeWords } from "../shared/poker_words.js";

/** @param {GamePage} page */
export function drawPanel(page) {
  const { state } = page.snapshot;
  const spoken = () =>
    grid(choiceKeys(page, ofTurn(page.snapshot), ({ act: said }) => page.order({ do: "act", act: said }), ""));
  redraw(findElement("#panel"), (KEYS[state.stage] ?? spoken)(page, state));
}

/** Return the incomplete entry, with `more` of it; it is forgotten once the hand has gone on. @param {GamePage} page
 * @param {Partial<PokerChoice>} [more] */
function choiceOf({ snapshot, mine }, more = {}) {
  const now = momentOf(snapshot);
  if (mine.poker?.head !== now) mine.poker = { head: now, best: null, several: null, two: false };
  return Object.assign(mine.poker, more);
}

/** @param {GamePage} page @param {Partial<PokerChoice>} more */
function set(page, more) {
  choiceOf(page, more);
  page.draw();
}

/** @param {GamePage} page @param {Act} body */
function act(page, body) {
  return () => page.order({ do: "act", act: body });
}

/** A row of keys, or nothing if it is empty: an empty row would take the room of one. @param {...Child} keys */
function row(...keys) {
  const needed = keys.filter(Boolean);
  return needed.length ? h("div.acts", needed) : null;
}

/** Keys with names or categories, in as many columns as leave these readable. @param {Child[]} keys
 * @param {number} [columns] */
function grid(keys,
    columns = keys.length > 8 ? 5 : keys.length > 6 ? 4 : keys.length > 4 ? 3 : Math.max(keys.length, 1)) {
  const box = h("div.calls", keys);
  box.style.setProperty("--columns", String(columns));
  return box;
}

/** The key that opens a sheet of cards. @param {GamePage} page @param {Sheet} wanted @param {string} words
 * @param {Props & { kind?: string, focus?: string }} [props] */
function cardsKey(page, wanted, words, props = { focus: `cards ${wanted.for}` }) {
  return button(words, () => setSheet(page, { kind: "cards", ...wanted }), props);
}

/** @param {GamePage} page @param {Partial<PokerChoice>} to */
function back(page, to) {
  return button(t("ask.back"), () => set(page, to), { focus: "back" });
}

/** @type {Record<string, (page: GamePage, state: State) => Child>} */
const KEYS = {
  draw: (page) => row(cardsKey(page, { for: "draw" }, t("poker.draw_cards"))),

  /** How many cards are exchanged; a player who must show his call can lay it open for the table to check. */
  exchange: (page, state) => {
    const player = state.to_act ?? "";
    /** @param {number} count */
    const props = (count) => ({ class: "key t3", "aria-label": `${player} ${exchangeWords(count)}`,
      "data-focus": `exchange ${player} ${count}`, onclick: act(page, { act: "exchange", count }) });
    const keys = Array.from({ length: HAND + 1 }, (_, count) => h("button", props(count), count));
    const duty = state.duty[player] ? t("poker.show_first", { category: categoryWords(state.duty[player]) }) : "";
    return [h("p.cap.t1", duty), h("div.keys.six", keys),
      state.duty[player] ? row(cardsKey(page, { for: "show", player }, t("poker.show"))) : null];
  },

  /** The best player, or equal ones; for whole hands first the best category. */
  compare: (page, state) => {
    const { best, several } = choiceOf(page);
    const whole = state.phase === 3;
    if (whole && best === null) {
      const keys = categoriesOf(page.snapshot).map((category) =>
        button(categoryWords(category), () => set(page, { best: category }), { focus: `hand ${category}` }));
      return grid([...keys,
        button(t("category.none"), act(page, { act: "best", players: [], category: null }), { focus: "nobody" })], 5);
    }
    /** @param {string[]} players */
    const said = (players) => page.order({ do: "act",
      act: { act: "best", players, ...(whole ? { category: /** @type {Act["category"]} */ (best) } : {}) } });
    if (several) return equalKeys(page, several, said);
    const names = state.among.map((player) => button(player, () => said([player]), { focus: `best ${player}` }));
    const equal = () => (state.among.length === 2 ? said([...state.among]) : set(page, { several: [] }));
    return grid(
      [...names, button(t("poker.equal"), equal, { focus: "equal" }), ...(whole ? [back(page, { best: null })] : [])]);
  },

  /** The winner of the last trick, in one tap; a Chicago trick by trick: its player took this one too, or it is
   * lost. */
  tricks: (page, state) => {
    const n = state.tricks.length + 1;
    if (state.declared) {
      return row(button(t("poker.took", { player: state.declared, n }),
        act(page, { act: "trick", winner: state.declared }), { focus: "took" }),
        button(t("poker.lost"), act(page, { act: "lost_trick" }), { focus: "lost" }));
    }
    const { two } = choiceOf(page);
    const names = activePlayers(state).map((winner) => button(winner, act(page, { act: n > 1 ? "trick" : "last_trick",
      winner, ...(two ? { with_two: true } : {}) }), { focus: `trick ${winner}` }));
    const flip = () => set(page, { two: !two });
    return [h("p.cap.t1", t("poker.last_trick")), grid(names), page.snapshot.rules?.last_trick_with_two
      ? row(twoWay([[t("poker.without_two"), !two], [t("poker.with_two"), two]], flip, "two")) : null];
  },
};

/** Which of more than two are completely equal. @param {GamePage} page @param {string[]} several
 * @param {(players: string[]) => unknown} said */
function equalKeys(page, several, said) {
  const { among } = page.snapshot.state;
  const names = among.map((player) => {
    const on = several.includes(player);
    const one = button(player, () => set(page, { several: on ? several.filter((other) => other !== player)
      : [...several, player] }), { kind: on ? "pressed" : "", focus: `equal ${player}` });
    one.ariaPressed = String(on);
    return one;
  });
  const done = button(t("poker.equal_done"), () => said(among.filter((one) => several.includes(one))),
    { kind: "go", focus: "equal done", disabled: several.length < 2 });
  return grid([...names, done, back(page, { several: null })]);
}

// Naming cards by a tap each, for the first deal or a show.

import { button, setSheet } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { momentOf } from "../shared/typed_dice.js";
import { HAND, RANKS, cardWords, categoryWords, rankWords, SUITS } from "../shared/poker_words.js";

const SUIT_NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

/** The sheet: its question and its cards; null once the question is settled. @param {GamePage} page
 * @param {Sheet} wanted */
export function pokerSheet(page, wanted) {
  const { state } = page.snapshot;
  const { player } = wanted;
  const duty = wanted.for === "show" && player ? state.duty[player] : null;
  if (!duty && (wanted.for === "show" || state.stage !== "draw")) return null;
  const now = momentOf(page.snapshot);
  const chosen = wanted.moment === now ? (wanted.chosen ?? []) : []; // from another board
  const title = duty ? t("poker.shows", { player, category: categoryWords(duty) }) : t("poker.draw");
  return { title, body: picker(page, { ...wanted, moment: now }, chosen) };
}

/** The deck. As many cards as players draw are named one after the other; of those shown, one or more.
 * @param {GamePage} page @param {Sheet} wanted @param {string[]} chosen */
function picker(page, wanted, chosen) {
  const { among } = page.snapshot.state;
  const shows = wanted.for === "show";
  /** @param {string[]} cards */
  const enter = async (cards) => {
    page.mine.sheet = null;
    await page.order(
      { do: "act", act: shows ? { act: "show", player: wanted.player ?? "", cards } : { act: "draw", cards } });
  };
  /** @param {string[]} cards @returns {void} */
  const put = (cards) => {
    if (!shows && cards.length === among.length) return void enter(cards);
    setSheet(page, { ...wanted, chosen: cards });
  };
  const full = chosen.length === (shows ? HAND : among.length);
  /** @param {string} card @param {string} suit */
  const cardKey = (card, suit) => h("button", { class: `card-key ${suit}`, "aria-label": t(`suit.${suit}`,
    { rank: rankWords(card[0]) }), "data-card": card, "data-focus": card, disabled: full || chosen.includes(card),
    onclick: () => put([...chosen, card]) }, h("b", rankWords(card[0])), h("span", SUITS[card[1]]));
  return [
    h("p.hint", { role: "status" }, shows ? t("poker.which_cards")
      : t("poker.which_card", { player: among[chosen.length] ?? "" }), " ", h("b", chosen.map(cardWords).join(" "))),
    h("div.deck",
      Object.entries(SUIT_NAMES).flatMap(([sign, suit]) => [...RANKS].map((rank) => cardKey(`${rank}${sign}`, suit)))),
    h(
      "div.choices",
      button(t("poker.clear"), () => put(chosen.slice(0, -1)), { focus: "clear", disabled: !chosen.length }),
      shows ? button(t("hand.enter"), () => enter(chosen), { kind: "go", focus: "enter", disabled: !chosen.length })
        : null,
    ),
  ];
}

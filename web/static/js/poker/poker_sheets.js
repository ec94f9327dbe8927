// Naming cards by a tap each, for the first deal, a show or a trick; and admitting a wrong call.

import { button, setSheet } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { isolateText, t } from "../shared/words.js";
import { momentOf } from "../shared/typed_dice.js";
import { HAND, RANKS, cardWords, categoryWords, countWords, rankWords, SUITS } from "../shared/poker_words.js";

const SUIT_NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

/** The sheet: its question and its cards; null once the question is settled. @param {GamePage} page @param {Sheet} wanted */
export function pokerSheet(page, wanted) {
  const { state } = page.snapshot;
  const { player } = wanted;
  if (wanted.for === "admit") return admissionSheet(page, state);
  const duty = wanted.for === "show" && player ? state.duty[player] : null;
  if (!duty && (wanted.for === "show" || state.stage !== "draw")) return null;
  const now = momentOf(page.snapshot);
  const chosen = wanted.moment === now ? (wanted.chosen ?? []) : []; // from another board
  const title = duty ? t("poker.shows", { player, category: categoryWords(duty) }) : t("poker.draw");
  return { title, body: picker(page, { ...wanted, moment: now }, chosen) };
}

/** The deck. As many cards as players draw are named one after the other; of those shown, one or more. @param {GamePage} page @param {Sheet} wanted @param {string[]} chosen */
function picker(page, wanted, chosen) {
  const { among } = page.snapshot.state;
  const shows = wanted.for === "show";
  /** @param {string[]} cards */
  const enter = async (cards) => {
    page.mine.sheet = null;
    await page.order({ do: "act", act: shows ? { act: "show", player: wanted.player ?? "", cards } : { act: "draw", cards } });
  };
  /** @param {string[]} cards @returns {void} */
  const put = (cards) => {
    if (!shows && cards.length === among.length) return void enter(cards);
    setSheet(page, { ...wanted, chosen: cards });
  };
  const full = chosen.length === (shows ? HAND : among.length);
  /** @param {string} card @param {string} suit */
  const cardKey = (card, suit) => h("button", { class: `card-key ${suit}`, "aria-label": t(`suit.${suit}`, { rank: rankWords(card[0]) }), "data-card": card, "data-focus": card, disabled: full || chosen.includes(card), onclick: () => put([...chosen, card]) }, h("b", {}, rankWords(card[0])), h("span", {}, SUITS[card[1]]));
  return [
    h("p", { class: "hint", role: "status" }, shows ? t("poker.which_cards") : t("poker.which_card", { player: among[chosen.length] ?? "" }), " ", h("b", {}, chosen.map(cardWords).join(" "))),
    h("div", { class: "deck" }, Object.entries(SUIT_NAMES).flatMap(([sign, suit]) => [...RANKS].map((rank) => cardKey(`${rank}${sign}`, suit)))),
    h(
      "div",
      { class: "choices" },
      button(t("poker.clear"), () => put(chosen.slice(0, -1)), { focus: "clear", disabled: !chosen.length }),
      shows ? button(t("hand.enter"), () => enter(chosen), { kind: "go", focus: "enter", disabled: !chosen.length }) : null,
    ),
  ];
}

/** The points that a player scored by a call in this hand, and has not given back. @param {State} state */
export function findClaims({ scored }) {
  const back = scored.filter((one) => one.for === "taken_back");
  return scored.filter((claim) => {
    if (!["phase1", "phase2"].includes(claim.for) || claim.points <= 0) return false;
    const at = back.findIndex((one) => one.player === claim.player && one.points === -claim.points);
    if (at >= 0) back.splice(at, 1);
    return at < 0;
  });
}

/** @param {GamePage} page @param {State} state */
function admissionSheet(page, state) {
  const found = findClaims(state);
  if (!found.length) return null;
  /** @param {Scored} one */
  const admit = (one) => async () => {
    page.mine.sheet = null;
    await page.order({ do: "act", act: { act: "admit", player: one.player, phase: one.for === "phase1" ? 1 : 2 } });
  };
  /** @param {Scored} one */
  const words = (one) => `${isolateText(one.player)}: ${t(`brought.${one.for}`)}, ${countWords(one.points)}`;
  return {
    title: t("poker.admit"),
    body: [h("p", { class: "hint" }, t("poker.admit_hint")), h("div", { class: "choices" }, found.map((one) => button(words(one), admit(one))))],
  };
}

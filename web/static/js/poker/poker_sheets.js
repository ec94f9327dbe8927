// Naming cards by a tap each, for the first deal, a show or a trick; and admitting a wrong call.

import { h } from "../shared/dom.js";
import { isolateText, t } from "../shared/words.js";
import { momentOf } from "../board/typed_dice.js";
import { RANKS, cardWords, categoryWords, countWords, rankWords, SUITS } from "./poker_words.js";

const SUIT_NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

/** The sheet: its question and its cards; null once the question is settled. @param {GamePage} page @param {Sheet} wanted */
export function pokerSheet(page, wanted) {
  const { state } = page.snapshot;
  if (wanted.for === "admit") return admissionSheet(page, state);
  const asked = ASKED[wanted.for ?? ""]?.(page.snapshot, wanted);
  if (!asked) return null;
  const now = momentOf(page.snapshot);
  const chosen = wanted.moment === now ? (wanted.chosen ?? []) : []; // from another board
  return { title: asked.title, key: [now, asked.players, chosen], make: () => picker(page, { ...wanted, moment: now }, asked, chosen) };
}

/**
 * Whose cards are named one after the other, how many at least and at most, and their act.
 * @type {Record<string, (snapshot: Played, wanted: Sheet) => AskedCards | null>}
 */
const ASKED = {
  draw: ({ state }) => state.stage !== "draw" ? null : { title: t("poker.draw"), players: state.among, least: state.among.length, make: (cards) => ({ act: "draw", cards }), taken: [] },
  show: ({ state }, { player }) => !player || !state.duty[player] ? null : { title: t("poker.shows", { player, category: categoryWords(state.duty[player]) }), players: Array(5).fill(player), least: 1, make: (cards) => ({ act: "show", player, cards }), taken: [] },
};

/** @param {GamePage} page @param {Sheet} wanted @param {AskedCards} asked @param {string[]} chosen */
function picker(page, wanted, asked, chosen) {
  const full = chosen.length === asked.players.length;
  /** @param {string[]} cards */
  const enter = async (cards) => {
    page.mine.sheet = null;
    await page.order({ do: "act", act: asked.make(cards) });
  };
  /** @param {string[]} cards @returns {void} */
  const put = (cards) => {
    if (asked.least === asked.players.length && cards.length === asked.least) return void enter(cards);
    page.mine.sheet = { ...wanted, chosen: cards };
    page.draw();
  };
  /** @param {string} card @param {string} suit */
  const cardKey = (card, suit) => h("button", { class: `card-key ${suit}`, "aria-label": t(`suit.${suit}`, { rank: rankWords(card[0]) }), "data-card": card, "data-focus": card, disabled: full || chosen.includes(card), onclick: () => put([...chosen, card]) }, h("b", {}, rankWords(card[0])), h("span", {}, SUITS[card[1]]));
  const next = asked.least === 1 ? t("poker.which_cards") : t("poker.which_card", { player: asked.players[chosen.length] ?? "" });
  return [
    h("p", { class: "hint", role: "status" }, next, " ", h("b", {}, chosen.map(cardWords).join(" "))),
    h("div", { class: "deck" }, Object.entries(SUIT_NAMES).flatMap(([sign, suit]) => [...RANKS].map((rank) => cardKey(`${rank}${sign}`, suit)))),
    h(
      "div",
      { class: "choices" },
      h("button", { class: "btn", "data-focus": "clear", disabled: !chosen.length, onclick: () => put(chosen.slice(0, -1)) }, t("poker.clear")),
      asked.least === 1 ? h("button", { class: "btn go", "data-focus": "enter", disabled: !chosen.length, onclick: () => enter(chosen) }, t("hand.enter")) : null,
    ),
  ];
}

/** The points that a player scored by a call in this hand, and has not given back. @param {State} state */
export function findClaims(state) {
  const back = state.scored.filter((one) => one.for === "taken_back");
  return state.scored.filter((one) => ["phase1", "phase2"].includes(one.for) && one.points > 0 && !takenBack(one, back));
}

/** @param {Scored} claim @param {Scored[]} back */
function takenBack(claim, back) {
  const at = back.findIndex((one) => one.player === claim.player && one.points === -claim.points);
  if (at < 0) return false;
  back.splice(at, 1);
  return true;
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
    key: [page.snapshot.head],
    make: () => [h("p", { class: "hint" }, t("poker.admit_hint")), h("div", { class: "choices" }, found.map((one) => h("button", { class: "btn", "data-focus": words(one), onclick: admit(one) }, words(one))))],
  };
}

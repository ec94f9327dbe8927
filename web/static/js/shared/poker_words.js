// Describes a game of Chicago poker. Everything here is a pure function of a snapshot.

import { isolateText, t, tn } from "./words.js";

const CATEGORIES = ["pair", "two_pairs", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
  "straight_flush", "royal_flush"];
/** @type {Record<string, string>} */
export const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
export const RANKS = "AKQJT98765432";
export const TRICKS = 5;
export const HAND = 5; // cards of a hand

/** @param {string | null} category */
export function categoryWords(category) {
  return category === null ? t("category.none") : t(`choice.call.${category}`);
}

/**
 * Return the categories of this game, lowest first: a royal flush only if it counts.
 * @param {{ rules: Options }} options
 */
export function categoriesOf({ rules }) {
  return rules?.royal_flush ? CATEGORIES : CATEGORIES.slice(0, -1);
}

/** Return a rank's letter on the cards of this language. @param {string} rank */
export function rankWords(rank) {
  if (rank === "T") return "10";
  return /\d/u.test(rank) ? rank : t(`card.${rank}`);
}

/** Return a card as printed: "A♠". @param {string} card */
export function cardWords(card) {
  return `${rankWords(card[0])}${SUITS[card[1]]}`;
}

/** Return several names as one: "Anna, Ben und Cem". @param {string[]} players */
export function namesWords(players) {
  if (players.length < 2) return players[0] ?? "";
  return t("poker.and", { some: "{some}", last: players.at(-1) })
    .replace("{some}", () => players.slice(0, -1).map(isolateText).join(", "));
}

/** Return a number of points in digits, for use beside others. @param {number} n */
function countWords(n) {
  return tn("poker.points", n, { n });
}

/** The players who are still in. @param {State} state */
export function activePlayers(state) {
  return state.players.filter((player) => !state.out[player]);
}

/** An act in words, by its name. @type {Record<string, (act: Act) => string>} */
export const ACTS = {
  draw: ({ cards = [] }) => t("poker_act.draw", { cards: cards.map(cardWords).join(" ") }),
  exchange: ({ count = 0 }) => exchangeWords(count),
  show: ({ cards = [] }) => t("poker_act.show", { cards: cards.map(cardWords).join(" ") }),
  call: ({ category = null }) => t("poker_act.call", { category: categoryWords(category) }),
  best: ({ players: best = [], category }) => {
    if (!best.length) return t("poker_act.nobody");
    const players = namesWords(best);
    const words = t(best.length === 1 ? "poker_act.best" : "poker_act.equal", { players });
    if (!category) return words;
    return best.length === 1 ? t("poker_act.best_hand", { players, category: categoryWords(category) })
      : `${words}: ${categoryWords(category)}`;
  },
  chicago: () => t("poker_act.chicago"),
  trick: (act) => (act.cards ? t("poker_act.trick_cards", { cards: act.cards.map(cardWords).join(" ") })
    : t("poker_act.trick", { player: act.winner })),
  last_trick: (act) => t("poker_act.last_trick", { player: act.winner }),
  lost_trick: () => t("poker_act.lost_trick"),
  admit: (act) => t("poker_act.admit", { n: act.phase }),
};

/** Return what a player exchanged. @param {number} count */
export function exchangeWords(count) {
  return count ? tn("poker_act.exchange", count) : t("poker_act.keeps");
}

/** Return the reason for a player's points: "+2 Ansage 1". @param {Scored} one */
export function broughtWords(one) {
  return `${one.points > 0 ? "+" : "−"}${Math.abs(one.points)} ${t(`brought.${one.for}`)}`;
}

/** Return the gains of a hand: a piece for each player whose points changed. @param {Scored[]} scored */
export function handWords(scored) {
  const players = [...new Set(scored.map((one) => one.player))];
  return players.map((player) =>
    `${isolateText(player)} ${scored.filter((one) => one.player === player).map(broughtWords).join(", ")}`);
}

/** Return a player's call, else the points of this hand. @param {State} state @param {string} player */
export function gainWords(state, player) {
  const said = state.calls.find((each) => each.player === player);
  if (said) return said.category ? categoryWords(said.category) : t("poker_act.pass");
  const mine = state.scored.filter((each) => each.player === player);
  const sum = mine.reduce((total, each) => total + each.points, 0);
  if (!mine.length) return "";
  return sum ? `${sum < 0 ? "−" : "+"}${Math.abs(sum)}` : "±0";
}

/** Return what else is to say of a player. @param {string} player @param {Played} snapshot */
export function playerNotes(player, { state, rules }) {
  return [
    state.dealer === player ? t("poker.dealer") : null,
    state.declared === player ? t("poker.plays_chicago", { player }) : null,
    state.duty[player] ? t("poker.duty", { category: categoryWords(state.duty[player]) }) : null,
    state.locked.includes(player) ? t("poker.locked", { points: Number(rules?.locked_from ?? 46) }) : null,
  ].filter((words) => words !== null);
}

/** Return a player's payment at the end, or the points. @param {Pick<Snapshot, "rules"> & { state: State }} options
 * @param {string} player */
export function endWords({ state, rules }, player) {
  const pays = state.settlement?.[player] ?? 0;
  const points = countWords(pays || state.points[player]);
  return pays ? t("poker.pays",
    { points: rules?.stake ? t("poker.at_stake", { points: pays, stake: String(rules.stake) }) : points }) : points;
}

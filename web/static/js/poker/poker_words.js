// Says what goes on in a game of Chicago poker. Everything here is a pure function of a snapshot.

import { short } from "../shared/phrases.js";
import { apart, t, tn } from "../shared/words.js";

const CATEGORIES = ["pair", "two_pairs", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind", "straight_flush", "royal_flush"];
const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
export const RANKS = "AKQJT98765432";
export const TRICKS = 5;
const MOST_MATS = 5; // sounds of points, one after the other
export const LOCKED = 46; // points; who has so many exchanges no more

export function categoryWords(category) {
  return category === null ? t("category.none") : t(`category.${category}`);
}

/** Return the categories that there are here, lowest first: a royal flush only where it counts. */
export function categories({ rules }) {
  return rules?.royal_flush ? CATEGORIES : CATEGORIES.slice(0, -1);
}

/** Return what may be called over what stands. */
export function callable(snapshot) {
  const { standing } = snapshot.state;
  const all = categories(snapshot);
  return standing ? all.slice(all.indexOf(standing.category)) : all;
}

/** Return the letter of a rank as it stands on the cards of this language. */
export function rankWords(rank) {
  if (rank === "T") return "10";
  return /\d/.test(rank) ? rank : t(`card.${rank}`);
}

/** Return a card as it is written on it: "A♠". */
export function cardWords(card) {
  return `${rankWords(card[0])}${SUITS[card[1]]}`;
}

export function suitSign(suit) {
  return SUITS[suit];
}

/** Return several names as one: "Anna, Ben und Cem". */
export function namesWords(players) {
  if (players.length < 2) return players[0] ?? "";
  return t("poker.and", { some: "{some}", last: players.at(-1) }).replace("{some}", () => players.slice(0, -1).map(apart).join(", "));
}

/** Return the names of one or two players, and of more how many they are: who they are stands in their rows. */
export function fewWords(players) {
  return players.length < 3 ? namesWords(players) : t("poker.players", { n: players.length });
}

/** Return so many points, in digits: they stand beside others. */
export function countWords(n) {
  return tn("poker.points", n, { n });
}

/** Return what a point or a game's points cost: with the stake where there is one. */
export function pointsWords(points, rules) {
  return rules?.stake ? t("poker.at_stake", { points, stake: rules.stake }) : countWords(points);
}

/** Who plays, and is not gone. */
export function active(state) {
  return state.players.filter((player) => !state.out[player]);
}

/** Who leads the next trick: the winner of the last one, at first the one to the dealer's left. */
export function leader(state) {
  return state.tricks.at(-1)?.winner ?? around(state, state.dealer)[1] ?? state.dealer;
}

/** The players still in, from one of them round. */
export function around(state, from) {
  const at = state.players.indexOf(from);
  const order = [...state.players.slice(at), ...state.players.slice(0, at)];
  return order.filter((player) => !state.out[player] || player === from);
}

/** Return whom the big line names, or what it says where several are asked. */
export function headline(state) {
  switch (state.stage) {
    case "draw":
      return t("poker.draw");
    case "compare":
      return t(state.phase === 3 ? "poker.best_hand" : "poker.who_better");
    case "tricks":
      return leader(state);
    default:
      return state.to_act ?? "";
  }
}

/** Return what those whom the big line names do now. */
export function doing({ state }) {
  switch (state.stage) {
    case "draw":
      return t(state.among.length < active(state).length ? "poker.draw_again" : "poker.draw_highest", { players: namesWords(state.among) });
    case "exchange":
      return state.duty[state.to_act] ? t("poker.exchange_duty", { category: categoryWords(state.duty[state.to_act]) }) : t("poker.exchange");
    case "call":
      return state.standing ? t("poker.call_over", { category: categoryWords(state.standing.category) }) : t("poker.call");
    case "compare":
      return state.phase === 3 ? t("poker.all_compare") : t("poker.compare", { players: namesWords(state.among), category: categoryWords(state.standing.category) });
    case "chicago":
      return t("poker.chicago");
    default:
      return state.declared ? t("poker.leads_chicago", { player: state.declared, n: state.tricks.length + 1 }) : t("poker.leads", { n: state.tricks.length + 1 });
  }
}

/** Return what the bar says: which hand, which phase. */
export function facts(state) {
  return state.stage === "over" || state.stage === "draw" ? [] : [t("poker.hand", { n: state.hand }), t("poker.phase", { n: state.phase })];
}

/** Return what was said or done, in words; null for an act that other games have too. */
export function actWords({ act }) {
  const text = act && (act.act !== "call" || act.category) ? ACTS[act.act]?.(act) : null;
  return text ? { text, dice: [] } : null;
}

const ACTS = {
  draw: (act) => t("poker_act.draw", { cards: act.cards.map(cardWords).join(" ") }),
  exchange: (act) => (act.count ? tn("poker_act.exchange", act.count) : t("poker_act.keeps")),
  show: (act) => t("poker_act.show", { cards: act.cards.map(cardWords).join(" ") }),
  call: (act) => t("poker_act.call", { category: categoryWords(act.category) }),
  best: (act) => {
    if (!act.players.length) return t("poker_act.nobody");
    const players = namesWords(act.players);
    const words = t(act.players.length === 1 ? "poker_act.best" : "poker_act.equal", { players });
    if (!act.category) return words;
    return act.players.length === 1 ? t("poker_act.best_hand", { players, category: categoryWords(act.category) }) : `${words}: ${categoryWords(act.category)}`;
  },
  chicago: () => t("poker_act.chicago"),
  trick: (act) => (act.cards ? t("poker_act.trick_cards", { cards: act.cards.map(cardWords).join(" ") }) : t("poker_act.trick", { player: act.winner })),
  last_trick: (act) => t("poker_act.last_trick", { player: act.winner }),
  lost_trick: () => t("poker_act.lost_trick"),
  admit: (act) => t("poker_act.admit", { n: act.phase }),
};

/** Return what somebody's points are for: "+2 Ansage 1". */
function broughtWords(one) {
  return `${one.points > 0 ? "+" : "−"}${Math.abs(one.points)} ${t(`brought.${one.for}`)}`;
}

/** Return what a hand brought: a piece for each player who has other points since. */
export function handWords(scored) {
  const players = [...new Set(scored.map((one) => one.player))];
  return players.map((player) => `${apart(player)} ${scored.filter((one) => one.player === player).map(broughtWords).join(", ")}`);
}

// --- the caller

/** Tell what one new act brought: `{ said, sound, mats }`. */
export function announce(before, after, entry) {
  const [was, state] = [before.state, after.state];
  const ended = state.last_hand && state.last_hand.hand !== was?.last_hand?.hand;
  const points = (ended ? state.last_hand.scored : state.scored).slice(was?.scored?.length ?? 0);
  const said = [said_(entry), ...points.map((one) => t("caller.sentence", { words: `${short(one.player)} ${broughtWords(one)}` })), ...next(was, state)];
  const sound = state.stage === "over" ? "end" : points.length ? "mats" : null;
  return { said, sound, mats: Math.min(MOST_MATS, points.length) };
}

function said_(entry) {
  const loud = entry.act && ["call", "pass", "best", "chicago", "lost_trick"].includes(entry.act.act);
  const words = loud ? (actWords(entry)?.text ?? t("poker_act.pass")) : null;
  return words ? t("caller.sentence", { words: `${short(entry.player ?? "")} ${words}`.trim() }) : null;
}

function next(was, state) {
  if (state.stage === "over") return [t("caller.sentence", { words: t(state.winner ? "over.winner" : "over.none", { player: short(state.winner ?? "") }) })];
  const turn = state.to_act && (state.to_act !== was?.to_act || state.stage !== was?.stage);
  return turn ? [t("caller.sentence", { words: `${short(state.to_act)} ${doing({ state })}` })] : [];
}

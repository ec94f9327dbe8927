// Draws the players of Chicago poker with their points: this hand's gains, the dealer, who may not exchange.

import { listKind, markOf, nameCell } from "../board/players.js";
import { playsCards } from "../shared/cards.js";
import { findElement, h, show, drawRows } from "../shared/dom.js";
import { outWords } from "../shared/phrases.js";
import { language, t } from "../shared/words.js";
import { categoryWords, countWords, handWords } from "./poker_words.js";

/** @param {Page} page */
export function drawTable(page) {
  if (!playsCards(page)) return;
  const { snapshot } = page;
  const { state } = snapshot;
  show(findElement("#table"), ["cards", language(), state, snapshot.colours], () => {
    const list = drawRows(
      listKind(state.players.length, "c-points"),
      [
        { cell: (player) => markOf(snapshot, player) },
        { cell: (player) => nameCell(player, notes(player, snapshot)) },
        { head: t("poker.hand", { n: state.hand }), kind: "num t2 b result", cell: (player) => gainOf(state, player) },
        { head: t("poker.points.head"), right: true, kind: "num pts", cell: (player) => state.points[player] },
      ],
      state.players,
      (player) => ({ kind: isAsked(state, player) ? "now" : null, "data-player": player, "data-points": state.points[player], "aria-current": isAsked(state, player) ? "true" : null }),
    );
    const last = state.last_hand && handWords(state.last_hand.scored).join(" · ");
    if (state.last_hand && last) list.append(h("li", { class: "r small", id: "round" }, h("span", {}), h("span", { class: "cut last" }, `${t("poker.hand", { n: state.last_hand.hand })}: ${last}`)));
    return list;
  });
}

/** @param {State} state @param {string} player */
function isAsked(state, player) {
  return state.stage !== "over" && (state.to_act === player || (!state.to_act && state.among.includes(player) && state.stage !== "draw"));
}

/** A player's call, else his points in this hand. @param {State} state @param {string} player */
function gainOf(state, player) {
  const said = state.calls.find((each) => each.player === player);
  if (said) return said.category ? categoryWords(said.category) : t("poker_act.pass");
  const mine = state.scored.filter((each) => each.player === player);
  const sum = mine.reduce((total, each) => total + each.points, 0);
  if (!mine.length) return "";
  return sum ? `${sum < 0 ? "−" : "+"}${Math.abs(sum)}` : "±0";
}

/** What else is to say of a player, in words. @param {string} player @param {Played} snapshot */
function notes(player, { state, rules }) {
  return [
    state.dealer === player ? t("poker.dealer") : null,
    state.declared === player ? t("poker.plays_chicago", { player }) : null,
    state.duty[player] ? t("poker.duty", { category: categoryWords(state.duty[player]) }) : null,
    state.locked.includes(player) ? t("poker.locked", { points: Number(rules?.locked_from ?? 46) }) : null,
    state.out[player] ? outWords(state.out[player]) : null,
  ].filter(Boolean).join(", ");
}

/**
 * A player's payment at the end; his points are beside his name.
 * @param {{ state: State, rules: Options }} options
 * @param {string} player
 */
export function ending({ state, rules }, player) {
  const pays = state.settlement?.[player] ?? 0;
  return [pays ? t("poker.pays", { points: rules?.stake ? t("poker.at_stake", { points: pays, stake: String(rules.stake) }) : countWords(pays) }) : countWords(state.points[player])];
}

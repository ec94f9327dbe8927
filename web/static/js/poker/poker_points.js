// Draws the players of Chicago poker with their points: this hand's gains, the dealer, who may not exchange.

import { colourOf, initialsOf, lastWords, listFor, playerRow } from "../board/players.js";
import { findElement, h, show } from "../shared/dom.js";
import { sign } from "../shared/icons.js";
import { outWords } from "../shared/phrases.js";
import { language, t, tn } from "../shared/words.js";
import { LOCKED, categoryWords, countWords, handWords, pointsWords } from "./poker_words.js";

/** @param {GamePage} page */
export function drawTable(page) {
  const { state } = page.snapshot;
  show(findElement("#stack"), ["cards"], () => []);
  const { list } = listFor(state, state.players.length);
  show(list, ["cards", language(), state, page.snapshot.colours], () => {
    const letters = initialsOf(state.players);
    return state.players.map((player, seat) => drawPlayer(player, state, colourOf(page.snapshot, seat), letters[seat]));
  });
  const last = state.last_hand;
  show(findElement("#round"), ["cards", language(), last], () => (last ? lastWords(t("poker.hand", { n: last.hand }), handWords(last.scored).join(" · ")) : []));
}

/** @param {string} player @param {State} state @param {number} seat @param {string} letters */
function drawPlayer(player, state, seat, letters) {
  const out = state.out[player];
  const now = gainOf(state, player);
  return playerRow(player, {
    seat,
    letters,
    turn: state.stage !== "over" && (state.to_act === player || (!state.to_act && state.among.includes(player) && state.stage !== "draw")),
    kinds: ["points", out && "out", !now && "waits"],
    data: { "data-points": state.points[player] },
    result: now ? h("b", { title: now.words }, now.short) : null,
    resultKind: now?.called ? "result called" : "result",
    signs: signs(player, state),
    number: state.points[player],
    words: countWords(state.points[player]),
  });
}

/** A player's call, else his points in this hand. @param {State} state @param {string} player */
function gainOf(state, player) {
  const said = state.calls.find((each) => each.player === player);
  if (said) {
    const words = said.category ? categoryWords(said.category) : t("poker_act.pass");
    return { short: words, words, called: true };
  }
  const mine = state.scored.filter((each) => each.player === player);
  const sum = mine.reduce((total, each) => total + each.points, 0);
  if (!mine.length) return null;
  return { short: sum ? `${sum < 0 ? "−" : "+"}${Math.abs(sum)}` : "±0", words: handWords(mine).join() };
}

/** @param {string} player @param {State} state */
function signs(player, state) {
  return [
    state.winner === player ? sign("high", t("over.winner", { player }), "high") : null,
    state.dealer === player ? sign("lead", t("poker.dealer"), "lead") : null,
    state.declared === player ? sign("at_once", t("poker.plays_chicago", { player }), "high") : null,
    state.duty[player] ? sign("appeal", tn("poker.duty", 1, { players: player, category: categoryWords(state.duty[player]) }), "owes") : null,
    state.locked.includes(player) ? sign("end", tn("poker.locked", 1, { players: player, points: LOCKED }), "loser") : null,
    state.out[player] ? sign("left", outWords(state.out[player]), "safe") : null,
  ];
}

/**
 * A player's payment at the end; his points are beside his name.
 * @param {{ state: State, rules: Options }} options
 * @param {string} player
 */
export function ending({ state, rules }, player) {
  const pays = state.settlement?.[player] ?? 0;
  return [pays ? t("poker.pays", { points: pointsWords(pays, rules) }) : h("b", {}, countWords(state.points[player]))];
}

// The exchange of Chicago poker: a row 0 to 5 for each player, pressed in turn; a pressed number is taken back by a tap on it.

import { markOf } from "../board/players.js";
import { button } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { HAND, exchangeWords, firstAsked, playersAround } from "./poker_words.js";

const ROWS = 5; // as many as a tablet shows in keys for fingers; more players take two pages

/** Return the entries of this exchange by player. @param {Entry[]} acts @param {string[]} players @param {string} now */
function entriesOf(acts, players, now) {
  const done = players.indexOf(now);
  const entries = acts.filter((entry) => entry.act?.act === "exchange").slice(-done || acts.length);
  return new Map(entries.map((entry) => [entry.player, entry]));
}

/** The players of the visible rows: all, or the half that includes the one who is asked. @param {string[]} players @param {string} now */
function pageOf(players, now) {
  const rows = players.length > ROWS ? Math.ceil(players.length / 2) : players.length;
  const first = players.indexOf(now) < rows ? 0 : rows;
  return players.slice(first, first + rows);
}

/**
 * Draw the rows. Their keys keep their meaning when the board changes, so that the next row can be pressed at once.
 * @param {GamePage} page
 */
export function exchangeRows(page) {
  const { snapshot } = page;
  const { state } = snapshot;
  const now = state.to_act ?? "";
  const players = playersAround(state, firstAsked(state)).filter((player) => !state.locked.includes(player));
  const entries = entriesOf(snapshot.acts, players, now);
  const stays = `${snapshot.game} ${state.hand} ${state.phase}`;
  /** @param {string} player @param {number} count */
  const key = (player, count) => {
    const entry = entries.get(player);
    const pressed = entry?.act?.count === count;
    const tap = () => page.order(pressed ? { do: "undo", to: entry.id } : { do: "act", act: { act: "exchange", count } });
    const made = button(pressed ? "pressed" : "", String(count), tap, { focus: `exchange ${player} ${count}`, disabled: player !== now && !pressed });
    made.dataset.stays = stays;
    made.setAttribute("aria-pressed", String(pressed));
    made.setAttribute("aria-label", `${player} ${exchangeWords(count)}`);
    return made;
  };
  const rows = pageOf(players, now).map((player) => {
    const keys = Array.from({ length: HAND + 1 }, (_, count) => key(player, count));
    const kind = player === now ? "exchange-row now" : "exchange-row";
    return h("div", { class: kind, role: "group", "aria-label": player, "aria-current": player === now ? "true" : null }, markOf(snapshot, player), h("span", { class: "t2 b cut" }, h("bdi", {}, player)), keys);
  });
  return h("div", { class: "exchange", role: "group", "aria-label": t("poker.exchange") }, rows);
}

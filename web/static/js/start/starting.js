// Starts games: from the form, or once more as before. A game for adults asks first, every time; a table that was off
// and does not know the time asks which evening it is.

import { button, openSheet } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { changedOptions, loadPub, variantOf } from "./pub.js";
import { t } from "../shared/words.js";

/**
 * Start a game; returns true once it runs. The page shows refusals.
 * @param {BoardPage} page
 * @param {{ variant: string, players: string[], leader: string | null, options: Options, counter: string | null,
 * handicap?: Record<string, number>, teams?: Record<string, string[]> }} options
 */
export async function startGame(page, { variant, players, leader, options, counter, handicap = {}, teams = {} }) {
  const { moment } = page.snapshot; // the board at the tap: another tablet may be quicker
  if (!(await loadPub())) {
    return page.order(
      { do: "start", variant, players, leader, options, counter, handicap, teams }, moment);
  }
  const told = variantOf(variant);
  const warning = told.warning.map((line) => h("p.warn", line));
  if (warning.length && !(await choose("adults", told.title, warning,
    [[t("adults.no"), false], [t("adults.yes"), true, { kind: "go" }]]))) return false;
  const evening = page.snapshot.evening_unsure ? await choose("evening", t("evening.which"),
    h("p.say", t("evening.unsure")), [[t("evening.same"), "same"], [t("evening.new"), "new", { kind: "go" }]]) : "new";
  if (!evening) return false;
  /** @type {Command} */
  const command = { do: "start", variant, players, leader };
  const changed = changedOptions(told, options);
  if (Object.keys(changed).length) command.options = changed;
  if (counter !== null && counter !== told.counters[0]) command.counter = counter;
  if (Object.keys(handicap).length) command.handicap = handicap;
  if (Object.keys(teams).length) command.teams = teams;
  if (evening === "same") command.goes_on = true;
  return page.order(command, moment);
}

/** Once more: same seats, same teams, same rules, same handicap; who begins is rolled for, by the rules.
 * @param {GamePage} page */
export function startRematch(page) {
  const { players_last: players, variant, rules, counter, handicap, state } = page.snapshot;
  /** @template T @param {Record<string, T> | undefined} found */
  const still = (found) => Object.fromEntries(Object.entries(found ?? {}).filter(([name]) => players.includes(name)));
  return startGame(page, { variant, players, leader: null, options: rules ?? {}, counter: counter ?? null,
    handicap: still(handicap), teams: still(state?.teams) });
}

/** Ask on a sheet; returns the value of the key that was tapped, null if the sheet was only closed. @template T
 * @param {string} kind @param {string} title @param {Child} body
 * @param {Array<[string, T | null, { kind?: string }?]>} keys @returns {Promise<T | null>} */
function choose(kind, title, body, keys) {
  return new Promise((answer) => {
    /** @type {T | null} */
    let chosen = null;
    openSheet(kind, title, (close) => ({
      body,
      foot: keys.map(([words, value, options]) => button(words, () => {
        chosen = value;
        close();
      }, options)),
    }), () => answer(chosen));
  });
}

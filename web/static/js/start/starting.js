// Starts games: from the form, or once more as before. A game for adults asks first, every time.

import { openSheet, sheetKey } from "../shared/dialog.js";
import { h } from "../shared/dom.js";
import { changedOptions, loadPub, variantOf } from "./pub.js";
import { t } from "../shared/words.js";

/**
 * Start a game; returns true once it runs. The page shows refusals.
 * @param {BoardPage} page
 * @param {{ variant: string, players: string[], leader: string | null, options: Options, counter: string | null, handicap?: Record<string, number>, teams?: Record<string, string[]> }} options
 */
export async function startGame(page, { variant, players, leader, options, counter, handicap = {}, teams = {} }) {
  const { moment } = page.snapshot; // the board at the tap: another tablet may be quicker
  if (!(await loadPub())) return page.order({ do: "start", variant, players, leader, options, counter, handicap, teams }, moment);
  const told = variantOf(variant);
  if (told.warning.length && !(await askForAge(told))) return false;
  /** @type {Command} */
  const command = { do: "start", variant, players, leader };
  const changed = changedOptions(told, options);
  if (Object.keys(changed).length) command.options = changed;
  if (counter !== null && counter !== told.counters[0]) command.counter = counter;
  if (Object.keys(handicap).length) command.handicap = handicap;
  if (Object.keys(teams).length) command.teams = teams;
  return page.order(command, moment);
}

/** Once more: same seats, same teams, same rules, same handicap; who begins is rolled for, by the rules. @param {GamePage} page */
export function startRematch(page) {
  const { players_last: players, variant, rules, counter, handicap, state } = page.snapshot;
  /** @template T @param {Record<string, T> | undefined} found */
  const still = (found) => Object.fromEntries(Object.entries(found ?? {}).filter(([name]) => players.includes(name)));
  return startGame(page, { variant, players, leader: null, options: rules ?? {}, counter: counter ?? null, handicap: still(handicap), teams: still(state?.teams) });
}

/** Show the warning of the game's source, and ask whether all are of age. Returns true if they are. @param {Variant} variant */
function askForAge(variant) {
  return new Promise((answer) => {
    let fine = false;
    /** @param {() => void} close */
    const content = (close) => {
      const yes = () => {
        fine = true;
        close();
      };
      return { body: variant.warning.map((line) => h("p", { class: "warn" }, line)), foot: [sheetKey(t("adults.no"), close), sheetKey(t("adults.yes"), yes, { kind: "go" })] };
    };
    openSheet("adults", variant.title, content, () => answer(fine));
  });
}

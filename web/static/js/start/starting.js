// Starts games: from the form, or once more as before. A game for adults asks first, every time; a table that was off and does not know
// the time asks which evening it is.

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
  const evening = page.snapshot.evening_unsure ? await askForEvening() : "new";
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

/** Once more: same seats, same teams, same rules, same handicap; who begins is rolled for, by the rules. @param {GamePage} page */
export function startRematch(page) {
  const { players_last: players, variant, rules, counter, handicap, state } = page.snapshot;
  /** @template T @param {Record<string, T> | undefined} found */
  const still = (found) => Object.fromEntries(Object.entries(found ?? {}).filter(([name]) => players.includes(name)));
  return startGame(page, { variant, players, leader: null, options: rules ?? {}, counter: counter ?? null, handicap: still(handicap), teams: still(state?.teams) });
}

/** Ask whether this is a new evening; without an answer nothing starts. @returns {Promise<"new" | "same" | null>} */
function askForEvening() {
  return new Promise((answer) => {
    /** @type {"new" | "same" | null} */
    let chosen = null;
    /** @param {() => void} close */
    const content = (close) => {
      /** @param {"new" | "same"} evening */
      const choose = (evening) => () => {
        chosen = evening;
        close();
      };
      return { body: h("p", { class: "say" }, t("evening.unsure")), foot: [sheetKey(t("evening.same"), choose("same")), sheetKey(t("evening.new"), choose("new"), { kind: "go" })] };
    };
    openSheet("evening", t("evening.which"), content, () => answer(chosen));
  });
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

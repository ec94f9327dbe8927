// What may be done now, as the table says it (docs/board-json.md): a key for each choice. Nothing here knows a game.

import { SWITCHES, button, drawSwitches } from "./controls.js";
import { has, t } from "./words.js";

/** The choices of the turn, without what happens beside it; a place for a die is its own key on the stage.
 * @param {Pick<Snapshot, "choices">} snapshot */
export const ofTurn = ({ choices }) => choices.filter((one) => one.rank !== "side" && !placeOf(one.act));

/** The place for a die that an act names. @param {Act} act */
export const placeOf = (act) => /** @type {{ at?: string }} */ (act).at;

/** The places of a game whose result has its dice in an order, each with its die.
 * @param {State | null | undefined} state */
export const placesOf = (state) =>
  /** @type {{ places?: Record<string, number | null> } | null | undefined} */ (state)?.places;

/** The sets of dice that may be chosen of those that lie. @param {Snapshot} snapshot */
export const setsOf = (snapshot) =>
  ofTurn(snapshot).flatMap(({ act }) => (act.dice && act.act !== "take_back" ? [act.dice] : []));

/** The words of a choice. @param {Choice} choice @param {Fill} [more] */
export const choiceWords = ({ act, key, n }, more) =>
  t(`choice.${key}`, { .../** @type {Fill} */ (/** @type {unknown} */ (act)), n, ...more });

/**
 * A key for each of these choices. Those that differ only in dice, or in what is declared, are one key: the tapped
 * dice, or the switches, say which of them is sent.
 * @param {GamePage} page
 * @param {Choice[]} choices
 * @param {(choice: Choice) => unknown} send
 * @param {string} [kind] of keys beside others: equal choices, or calls
 */
export function choiceKeys(page, choices, send, kind = "may") {
  const { free, held } = page.snapshot.state;
  const { chosen, back = [] } = page.mine;
  /** @type {Map<string, Choice[]>} */
  const groups = new Map();
  for (const one of choices) {
    const { dice: _, declare: __, ...rest } = one.act;
    const name = Object.values(rest).join(" ");
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return [...groups].map(([focus, group]) => {
    const [{ act }] = group;
    const dice = (act.act === "take_back" ? back.map((place) => held[place]) : chosen.map((place) => free[place]))
      .sort();
    const picked = act.dice ? group.find((one) => String(one.act.dice) === String(dice)) : act.declare
      ? nearest(group, declareNow(page)) : group[0];
    const shown = picked ?? group.find((one) => one.act.dice?.length) ?? group[0];
    if (!picked && !dice.length) return null; // nothing to take back is tapped yet
    return button(choiceWords(shown, { dice: dice.join(" ") }), () => send(shown),
      { kind: groups.size > 1 ? kind : shown.rank, focus, disabled: !picked });
  });
}

/** What a tap on the dice does, for the line above the keys. @param {Choice[]} choices */
export function tipWords(choices) {
  const found = choices.find(({ act, key }) => has(`tip.${key}`) && (!act.dice || act.dice.length));
  return found ? t(`tip.${found.key}`) : "";
}

// --- what is declared

/** The declaration of this phone's switches, of the table's where nothing was changed here. @param {GamePage} page */
function declareNow({ snapshot, mine }) {
  if (!snapshot.declaring) mine.declare = null; // it is no longer open
  return mine.declare ?? snapshot.declare;
}

/** @param {Choice[]} choices @param {Declare} declare */
function nearest(choices, declare) {
  /** @param {Choice} one */
  const alike = ({ act }) => SWITCHES.filter(([name]) => act.declare?.[name] === declare[name]).length;
  return [...choices].sort((one, other) => alike(other) - alike(one))[0];
}

/** This phone's switches, where something is to declare. @param {GamePage} page */
export function declareSwitches(page) {
  const declares = ofTurn(page.snapshot).filter(({ act }) => act.declare);
  if (!declares.length) return null;
  const now = declareNow(page);
  const switches = drawSwitches(now, (name) => {
    const others = declares.filter(({ act }) => act.declare?.[name] !== now[name]);
    page.mine.declare = nearest(others, now)?.act.declare ?? now;
    page.draw();
  });
  switches.classList.add("choices");
  return switches;
}

// Events beside the dice: calls, fouls, a die off the board, filling, leaving. Only those that the table lists now.

import { choiceWords } from "../shared/choices.js";
import { button, setSheet } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { has, t } from "../shared/words.js";

/** What may happen beside the turn, by its act. @param {Snapshot} snapshot */
function besides({ choices }) {
  /** @type {Map<string, Choice[]>} */
  const found = new Map();
  for (const one of choices) if (one.rank === "side") found.set(one.act.act, [...(found.get(one.act.act) ?? []), one]);
  return found;
}

/** The line of chips at the foot; null if nothing is possible. @param {GamePage} page */
export function drawExtras(page) {
  const { state, lifts } = page.snapshot;
  /** @param {string} words @param {string} focus @param {() => unknown} onclick @param {Props} [props] */
  const key = (words, focus, onclick, props) => button(words, onclick, { kind: "key2", focus, ...props });
  /** @param {Choice} choice */
  const single = (choice) => {
    const { act } = choice;
    const props = "on" in act ? { "aria-pressed": String(!act.on) } : {}; // what was called may be taken back
    return key(choiceWords(choice, { player: state.to_fill }), act.special ?? act.act,
      () => page.order({ do: "act", act }), props);
  };
  const found = [...besides(page.snapshot)].flatMap(([act, all]) =>
    (all.length === 1 && !all[0].act.player) || "on" in all[0].act ? all.map(single)
      : [key(t(`extra.${act}`), act, () => setSheet(page, { kind: "beside", act }))]);
  if (lifts?.length) found.push(key(t("extra.appeal"), "appeal", () => setSheet(page, { kind: "appeal" })));
  return found.length ? h("div.extras", found) : null;
}

/** Which of several: first what, then who; the table names what fits. @param {BoardPage} page @param {Sheet} sheet */
export function besideSheet(page, sheet) {
  const { act = "", what } = sheet;
  const all = besides(page.snapshot).get(act) ?? [];
  const kinds = [...new Set(all.map((one) => one.key))];
  const asked = what ?? (kinds.length === 1 ? kinds[0] : null);
  if (!all.length || !page.snapshot.state) return null;
  const title = t(`extra.${act}`);
  if (asked) {
    const who = all.filter((one) => one.key === asked);
    /** @type {Array<[string, Act | (() => void)]>} */
    const lines = who.map(
      (one) => [has(`who.${act}`) ? t(`who.${act}`, { player: one.act.player, n: one.n }) : (one.act.player ?? ""),
        act === "leave" ? () => setSheet(page, { kind: "leave", player: one.act.player }) : one.act]);
    return choiceSheet(page, title, t(`extra.${act}.who`), lines);
  }
  const lines = kinds.map((key) => {
    const [first, ...others] = all.filter((one) => one.key === key);
    return /** @type {[string, Act | (() => void)]} */ ([choiceWords(first),
      first.act.player || others.length ? () => setSheet(page, { ...sheet, what: key }) : first.act]);
  });
  return choiceSheet(page, title, t(`extra.${act}.what`, { player: page.snapshot.state.to_act }), lines);
}

/** Somebody leaves, and pays three himself or is redeemed (DRK-8). @param {BoardPage} page @param {Sheet} sheet */
export function leaveSheet(page, { player }) {
  const { state } = page.snapshot;
  if (!state || !player) return null;
  const still = state.players.filter((one) => !state.out[one] && one !== player);
  return choiceSheet(page, t("leave.title", { player }), t("leave.pays"), [
    [t("leave.himself"), { act: "leave", player }],
    ...still.map((one) => /** @type {[string, Act]} */ (
      [t("leave.redeemed", { player: one }), { act: "leave", player, redeemed_by: one }])),
  ]);
}

/** A sheet of big buttons: [words, the act or what opens the next step]. @param {BoardPage} page @param {string} title
 * @param {string} hint @param {Array<[string, Act | (() => void)]>} lines */
function choiceSheet(page, title, hint, lines) {
  /** @param {Act} act */
  const done = (act) => async () => {
    page.mine.sheet = null;
    await page.order({ do: "act", act });
  };
  const keys = lines.map(([words, act]) => button(words, typeof act === "function" ? act : done(act)));
  return { title, body: [h("p.hint", hint), h("div.choices", keys)] };
}

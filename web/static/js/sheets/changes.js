// Describes the effect of a correction or an undo before anybody confirms it.

import { h } from "../shared/dom.js";
import { actWords, outWords, resultWords } from "../shared/phrases.js";
import { t, tn, counterWords } from "../shared/words.js";

/** @type {Record<string, (change: SaidChange) => string | null>} */
const SENTENCES = {
  worst: ({ before, after }) => (!after ? t("change.worst.none", { before }) : before
    ? t("change.worst", { before, after }) : t("change.worst.new", { after })),
  result: ({ player, before, after }) => {
    // the table sends them whole
    const [was, is] = [before, after]
      .map((one) => (one ? resultWords(/** @type {Result} */ (/** @type {unknown} */ (one))) : ""));
    if (!is) return t("change.result.gone", { player });
    if (!was) return t("change.result.new", { player, after: is });
    return was === is ? null : t("change.result", { player, before: was, after: is });
  },
  mats: (one) => t("change.mats", { ...one, things: counterWords() }),
  stack: (one) => t("change.stack", one),
  out: ({ player, after }) => (after ? t("change.out", { player, why: outWords(after) }) : t("change.in", { player })),
  lost: (one) => t("change.lost", one),
  rounds: (one) => t("change.rounds", one),
  schnapps: (one) => t("change.schnapps", one),
  glasses: (one) => t("change.glasses", { ...one, things: counterWords() }),
  loser: ({ after }) => (after ? t("change.loser", { after }) : t("change.goes_on")),
  round: (one) => t("change.round", one),
  leader: ({ after }) => (after ? t("change.leader", { after }) : null),
  turn: ({ after }) => (after ? t("change.turn", { after }) : t("change.over")),
  points: (one) => t("change.points", one),
  winner: ({ after }) => (after ? t("over.winner", { player: after }) : t("change.goes_on")),
  hand: (one) => t("change.hand", one),
  dealer: ({ after }) => (after ? t("change.dealer", { after }) : null),
  game: ({ after }) => t(after ? "change.game" : "change.no_game"),
};

/** Say what was taken back or corrected last, by anybody: its words, its dice, and the words of the key that brings it
 * back. @param {NonNullable<Snapshot["redo"]>} gone @param {State | null} state */
export function takenParts(gone, state) {
  if (gone.corrected) {
    return { words: gone.count ? tn("taken.dropped", gone.count) : t("taken.corrected"), dice: [],
      key: t("taken.undo") };
  }
  const { text, dice } = gone.count > 1 ? { text: tn("taken.acts", gone.count), dice: [] } : actWords(gone);
  return { words: [h("span.past", t("taken.gone")), " ",
    gone.act && !gone.act.player ? [h("b", state?.to_act), " "] : null, text], dice, key: t("taken.redo") };
}

/** A list of noticeable changes; null if there are none. @param {Change[]} changes */
export function drawChanges(changes) {
  const words = changeWords(changes);
  return words.length ? h("ul.changes", words.map((one) => h("li", one))) : null;
}

/** Return a sentence for each noticeable change, the most important first. @param {Change[]} changes */
export const changeWords = (changes) => changes.map((one) => SENTENCES[one.what]?.(/** @type {SaidChange} */ (one))
  ?? null).filter((words) => words !== null);

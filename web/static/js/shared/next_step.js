// Words the next step, which the table decides (docs/board-json.md): on the board, on phones, in a hub.

import { isCards } from "./cards.js";
import { has, t } from "./words.js";

/** Whether a result is one that nothing or nearly nothing beats: there is a sentence for it. @param {Result} result */
export const isGreat = ({ kind }) => has(`great.${kind}`);

/** Return who does what; `who` is null where several do it. @param {{ next?: NextStep | null }} board */
export function nextStep({ next }) {
  if (!next) return null;
  const { who, order, n } = next;
  const counted = `next.${order}.${n}`;
  const words = t(has(counted) ? counted : `next.${order}`, { n });
  return { who, words: who ? words : words[0].toUpperCase() + words.slice(1) };
}

/** Return the next step in one sentence. @param {Pick<Snapshot, "next">} board */
export function nextWords(board) {
  const step = nextStep(board);
  return step?.who ? `${step.who}: ${step.words}` : (step?.words ?? "");
}

/** Return which throw comes, of how many, or which one `lies` and is to be placed; null where none does.
 * @param {{ stage?: string | null, throws?: { made: number, limit: number } | null }} state @param {boolean} [lies] */
export function throwWords({ stage, throws }, lies) {
  const { made = 0, limit = 0 } = throws ?? {};
  return stage === "play" && made < limit ? t("next.throw", { n: lies ? made : made + 1, of: limit }) : null;
}

/** Return the great result with which the last act ended a turn; null where it did not. @param {Snapshot} snapshot
 * @returns {Result | null} */
export function greatThrow({ state, acts }) {
  if (!state || isCards(state)) return null;
  const fresh = !state.results.length && !state.throws.made;
  const results = fresh ? (state.last_round?.results ?? []) : state.results;
  const result = results.findLast((one) => one.player === acts.at(-1)?.player);
  return result && isGreat(result) ? result : null;
}

/** Return the sentence of a great throw; called dice can beat a Jule. @param {Result} result @param {State} state */
export function greatWords({ kind }, { specials }) {
  return t(kind === "jule" && specials.length > 1 ? "great.jule.called" : `great.${kind}`);
}

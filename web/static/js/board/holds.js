// Which of the free dice may be held, from the sets that the table allows.

import { diceDue } from "../shared/phrases.js";

/** Whether the free dice at these places can be held, together with others if need be. */
export function mayHold({ holds, state }, places) {
  return holds.some((allowed) => isPart(valuesAt(state, places), allowed));
}

/** Whether exactly the free dice at these places can be held. */
export function isHold({ holds, state }, places) {
  return holds.some((allowed) => allowed.length === places.length && isPart(valuesAt(state, places), allowed));
}

/** Whether all dice have to be thrown again: then there is nothing to choose. */
export function mustThrowAll({ holds, legal }) {
  return holds.length === 1 && !holds[0].length && !["pass", "turn", "cover", "take_back"].some((act) => legal.includes(act));
}

/** The number of dice that are typed next: those that lie, if all of them have to be thrown again. */
export function diceToType(snapshot) {
  const { free } = snapshot.state;
  return free.length && mustThrowAll(snapshot) ? free.length : diceDue(snapshot);
}

function valuesAt(state, places) {
  return places.map((place) => state.free[place]);
}

function isPart(values, allowed) {
  const left = [...allowed];
  return values.every((value) => {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

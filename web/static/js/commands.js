// Sends what the tablet wants done. The table answers once it is on disk, or says why not.

import { change } from "./me.js";

/** Send one command; `head` is the last entry this page has seen. Gives the table's reply, never throws. */
export async function send(command, head) {
  return change("/api/commands", { body: head === undefined ? command : { ...command, head } });
}

/** Make the act that enters thrown dice now. */
export function throwAct(state, dice) {
  const name = { roll_off: "roll_off", reveal: "reveal" }[state.stage] ?? "throw";
  return { act: name, dice };
}

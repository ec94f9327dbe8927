// Sends what the tablet wants done. The table answers once it is on disk, or says why not.

import { change } from "./me.js";

/** Send one command; `head` is the last entry this page has seen. Gives the table's reply, never throws. */
export function send(command, head) {
  return post("/api/commands", head === undefined ? command : { ...command, head });
}

/** Send JSON to an address of the table: the one way in which this page changes anything. Never throws. */
export async function post(path, body, method = "POST") {
  return change(path, { body, method });
}

/** Ask the table something; gives the answer, or null when there is none. */
export async function ask(path) {
  try {
    const answer = await fetch(path, { cache: "no-store" });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** Make the act that enters thrown dice now. */
export function throwAct(state, dice) {
  const name = { roll_off: "roll_off", reveal: "reveal" }[state.stage] ?? "throw";
  return { act: name, dice };
}

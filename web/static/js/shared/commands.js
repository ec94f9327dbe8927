// Sends what the tablet wants done. The table answers once it is on disk, or says why not.

import { change, me } from "./device.js";

/** Send one command; `seen`: the last entry and the moment that this page shows. Returns the table's reply, never throws. */
export function send(command, seen) {
  const known = Object.entries(seen).filter(([, value]) => value !== undefined);
  return post("/api/commands", { ...command, ...Object.fromEntries(known) });
}

/** Send JSON to an address of the table: the one way in which this page changes anything. Never throws. */
export async function post(path, body, method = "POST") {
  return change(path, { body, method });
}

/** Ask the table something; gives the answer, or null when there is none. Who may not ask any more asks who he is. */
export async function ask(path) {
  try {
    const answer = await fetch(path, { cache: "no-store" });
    if (answer.ok) return await answer.json();
    if (answer.status === 403) await me({ anew: true });
    return null;
  } catch {
    return null;
  }
}

/** Make the act that enters thrown dice now. */
export function throwAct(state, dice) {
  const name = { roll_off: "roll_off", reveal: "reveal" }[state.stage] ?? "throw";
  return { act: name, dice };
}

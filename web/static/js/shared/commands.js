// Sends the tablet's commands. The table answers once a command is on disk, or with the reason why not.

import { sendChange, fetchMe } from "./device.js";

/**
 * Send one command; `seen`: the last entry and the moment on this page. Returns the table's reply, never throws.
 * @param {Command} command
 * @param {{ head?: number, moment?: string }} seen
 */
export function sendCommand(command, seen) {
  const known = Object.entries(seen).filter(([, value]) => value !== undefined);
  return post("/api/commands", { ...command, ...Object.fromEntries(known) });
}

/**
 * Send JSON to an address of the table, the only way for this page to change anything. Never throws.
 * @param {string} path
 * @param {unknown} body
 * @param {string} [method]
 */
export async function post(path, body, method = "POST") {
  return sendChange(path, { body, method });
}

/**
 * Request an address of the table; returns the answer, or null if there is none. After a lost permission the page asks for its
 * role.
 * @param {string} path
 */
export async function ask(path) {
  try {
    const answer = await fetch(path, { cache: "no-store" });
    if (answer.ok) return await answer.json();
    if (answer.status === 403) await fetchMe({ refresh: true });
    return null;
  } catch {
    return null;
  }
}

/** Make the act that enters thrown dice now. @param {State | null} state @param {number[]} dice @returns {Act} */
export function throwAct(state, dice) {
  const own = state?.stage === "roll_off" || state?.stage === "reveal" ? state.stage : "throw";
  return { act: own, dice };
}

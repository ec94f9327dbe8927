// The phone's way to the table: an invitation becomes a key, and pictures go by POST over a kept connection.

import { post } from "../shared/commands.js";

const KEPT = "knobeltisch-eye";
const WHERE = "/api/eye";
const PAGE = Math.random().toString(36).slice(2, 14); // the phone may have the page open twice
const LATE_MS = 8000; // a picture that takes so long is worth nothing

/** A refusal of the table, with its code and sentence; `away` where the table is not reached, `no_picture` where the
 * phone has none. */
export class Refused extends Error {
  /** @param {string} code @param {string} [message] @param {number} [wait] seconds */
  constructor(code, message = "", wait = 0) {
    super(message);
    this.code = code;
    this.wait = wait;
  }
}

/** Return the key that this phone has, or null. */
export const keptKey = () => localStorage.getItem(KEPT);

/** Forget the key: this phone is the eye no longer. */
export const forgetKey = () => localStorage.removeItem(KEPT);

/** Use the invitation that the address of this page carries, if any; throws Refused. */
export async function useInvitation() {
  const invitation = location.hash.slice(1);
  if (!invitation) return;
  history.replaceState(null, "", location.pathname); // it can be used once
  const reply = await post(`${WHERE}/accept`, { invitation });
  if (reply.ok) localStorage.setItem(KEPT, reply.key);
  else if (!keptKey() || reply.error.code === "away") throw new Refused(reply.error.code, reply.error.message);
}

/** Let this page send from now on; returns what to send first. */
export const begin = () => send(`${WHERE}/begin`, "application/json", JSON.stringify({ page: PAGE }));

/** Send a picture; returns what to send next. @param {{small: Blob, whole: Blob | null}} picture */
export const give = ({ small, whole }) =>
  send(`${WHERE}?page=${PAGE}&small=${small.size}`, "image/jpeg", new Blob(whole ? [small, whole] : [small]));

/** Say why no picture comes; nobody waits for the answer. @param {string} why */
export const halt = (why) => send(`${WHERE}/halt`, "application/json", JSON.stringify({ why }), true).catch(() => {});

/** @param {string} path @param {string} type @param {BodyInit} body
 * @param {boolean} [keepalive] also while the page goes away */
async function send(path, type, body, keepalive = false) {
  const headers = { "Content-Type": type, Authorization: `Bearer ${keptKey() ?? ""}` };
  let reply;
  try {
    const answer =
      await fetch(path, { method: "POST", headers, body, keepalive, signal: AbortSignal.timeout(LATE_MS) });
    reply = await answer.json();
  } catch {
    throw new Refused("away");
  }
  if (reply.ok) return reply;
  throw new Refused(reply.error.code, reply.error.message, reply.wait ?? 0);
}

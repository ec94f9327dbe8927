// This browser's role at the table, and its changes: with the token that only the table's own page can get.

/** @type {Reply} */
const AWAY = { ok: false, error: { code: "away", message: "", rule: null } };

/** @type {Me | null} */
let known = null;
/** @type {Array<(me: Me) => void>} */
const listeners = [];

/** Ask the table for this browser's `role` and the `token` of its changes. Throws while the table is away. */
export async function fetchMe({ refresh = false } = {}) {
  if (known && !refresh) return known;
  const answer = await fetch("/api/me", { cache: "no-store" });
  if (!answer.ok) throw new Error(String(answer.status));
  /** @type {Me} */
  const me = await answer.json();
  known = me;
  for (const take of listeners) take(me);
  return me;
}

/** Call back whenever the table reports another role for this browser. @param {(me: Me) => void} take */
export function onMe(take) {
  listeners.push(take);
}

/**
 * Send a change: `body` as JSON, or a file unchanged with its `type`. Returns the table's reply, never throws. After a lost
 * permission the page asks for its role; an old token is renewed and the change sent once more.
 * @param {string} url
 * @param {{ method?: string, body?: unknown, type?: string }} [options]
 */
export async function sendChange(url, { method = "POST", body = {}, type = "application/json" } = {}) {
  try {
    const reply = await sendOnce(url, method, body, type);
    const code = reply.error?.code;
    if (code !== "token" && code !== "not_allowed") return reply;
    await fetchMe({ refresh: true });
    return code === "token" ? await sendOnce(url, method, body, type) : reply;
  } catch {
    return AWAY;
  }
}

/** @param {string} url @param {string} method @param {unknown} body @param {string} type */
async function sendOnce(url, method, body, type) {
  const { token } = await fetchMe();
  const answer = await fetch(url, {
    method,
    headers: { "Content-Type": type, "X-Knobeltisch-Token": token },
    body: type === "application/json" ? JSON.stringify(body) : /** @type {Blob} */ (body),
  });
  return answer.json();
}

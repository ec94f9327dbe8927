// Talks to the table: this browser's role there, and its changes, with the token that only the table's own page can
// get. The table answers a command once it is on disk, or with the reason why not.

/** @type {Reply} */
const AWAY = { ok: false, error: { code: "away", message: "", rule: null } };

/** @type {Me | null} */
let known = null;
/** @type {Array<(me: Me) => void>} */
const listeners = [];

/** Send JSON to an address of the table. Returns its reply, never throws. @param {string} path @param {unknown} body
 * @param {string} [method] */
export function post(path, body, method = "POST") {
  return sendChange(path, { body, method });
}

/**
 * Request an address of the table; returns the answer, or null if there is none. After a lost permission the page asks
 * for its role.
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
 * Send a change: `body` as JSON, or a file unchanged with its `type`. Returns the table's reply, never throws. After a
 * lost permission the page asks for its role; an old token is renewed and the change sent once more, `renewed`.
 * @param {string} url
 * @param {{ method?: string, body?: unknown, type?: string, renewed?: boolean }} [options]
 * @returns {ReturnType<Response["json"]>}
 */
export async function sendChange(url, { method = "POST", body = {}, type = "application/json", renewed = false } = {}) {
  try {
    const { token } = await fetchMe();
    const sent = type === "application/json" ? JSON.stringify(body) : /** @type {Blob} */ (body);
    const answer =
      await fetch(url, { method, headers: { "Content-Type": type, "X-Knobeltisch-Token": token }, body: sent });
    /** @type {Reply} */
    const reply = await answer.json();
    const code = reply.error?.code;
    if (renewed || (code !== "token" && code !== "not_allowed")) return reply;
    await fetchMe({ refresh: true });
    return code === "token" ? sendChange(url, { method, body, type, renewed: true }) : reply;
  } catch {
    return AWAY;
  }
}

/** Return what this browser has kept under a name, null if there is nothing or no storage. @param {string} name
 * @param {Storage} [where] */
export function recall(name, where = localStorage) {
  try {
    return JSON.parse(where.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** Keep something in this browser; without storage it is forgotten with the page. @param {string} name
 * @param {unknown} what @param {Storage} [where] */
export function keep(name, what, where = localStorage) {
  try {
    where.setItem(name, JSON.stringify(what));
  } catch {
    // a full or forbidden storage
  }
}

/**
 * Keep this screen awake whenever the page is seen; return how to let it sleep again. Where the browser cannot (plain
 * http), or saves its battery, the device's own setting counts. A browser drops the lock of a page that is hidden.
 */
export function stayAwake() {
  const end = new AbortController();
  const hold = async () => {
    const lock = document.hidden ? null : await navigator.wakeLock?.request("screen").catch(() => null);
    if (end.signal.aborted) lock?.release();
    end.signal.addEventListener("abort", () => lock?.release());
  };
  document.addEventListener("visibilitychange", hold, { signal: end.signal });
  hold();
  return () => end.abort();
}

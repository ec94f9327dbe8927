// Keeps the page in step with the table: a stream of events; if no place is free, polling, more slowly the longer
// nothing happens or the busier the table is.

import { loadWords } from "./words.js";

const STALE_MS = 4500; // the table sends something every two seconds: what is older is said to be old within five
const FRESH_MS = 2500; // on waking, what is older is fetched again
const LOOK_MS = 250;
const POLL_MS = 2000;
const POLL_CALM = 1.3; // no news: the factor for the next interval ...
const POLL_CROWD = 2; // ... and the factor when the table is too busy
const POLL_CALM_MOST_MS = 3500; // fresh enough not to be called old
const POLL_MOST_MS = 30000;
const RETRY_STREAM_MS = 60000;
const AWAY_MS = 1500; // a shorter interruption is not worth a message
const HIDDEN_MS = 30000; // a phone in a pocket gives its place back

/**
 * Follow the table. `take(snapshot)` gets each newer snapshot, `link("live" | "polling" | "lost")` the state of the
 * connection.
 * All times are by the clock on the wall, which goes on while a tablet sleeps; `Infinity` is never.
 * @template {{ boot: string, version: number }} Shown
 */
export class Live {
  /** @type {EventSource | null} */
  source = null;
  boot = "";
  version = -1;
  pause = POLL_MS;
  heardAt = Date.now();
  openedAt = 0;
  failedAt = Infinity; // since when the line is down
  hiddenAt = Infinity;
  pollAt = Infinity; // when to ask next ...
  openAt = Infinity; // ... and when to try the stream again
  etag = ""; // of the last poll

  /** @param {(snapshot: Shown) => void} take @param {(link: Link) => void} link */
  constructor(take, link) {
    this.take = take;
    this.link = link;
  }

  start() {
    this.open();
    setInterval(() => this.look(), LOOK_MS);
    document.addEventListener("visibilitychange", () => this.seen());
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", (event) => event.persisted && this.open());
    addEventListener("online", () => this.open());
  }

  seen() {
    const hidden = document.visibilityState === "hidden";
    this.hiddenAt = hidden ? Date.now() : Infinity;
    if (!hidden && (!this.source || Date.now() - this.heardAt > FRESH_MS)) this.renew();
  }

  /** Do what is due. Say that what is shown has become old, and ask again: a connection can be dead without an
   * error. */
  look() {
    const now = Date.now();
    if (now - this.hiddenAt > HIDDEN_MS) this.close();
    if (now >= this.openAt) this.open();
    if (now >= this.pollAt) this.poll();
    const silent = this.hiddenAt === Infinity && now - this.heardAt >= STALE_MS;
    if (silent || now - this.failedAt > AWAY_MS) this.link("lost");
    if (silent && this.source && now - this.openedAt > STALE_MS) this.renew();
  }

  /** Fetch the board at once, while the stream opens again. */
  async renew() {
    this.open();
    if (await this.ask()) this.know("polling");
  }

  open() {
    this.close();
    const source = new EventSource("/api/stream");
    this.source = source;
    this.openedAt = Date.now();
    source.onmessage = (event) => {
      this.know("live");
      this.offer(JSON.parse(event.data));
    };
    source.addEventListener("beat", () => this.know("live"));
    source.onerror = () => this.failed(source);
  }

  close() {
    this.source?.close();
    this.source = null;
    this.pollAt = Infinity;
    this.openAt = Infinity;
  }

  /** What is shown is true. @param {Link} how */
  know(how) {
    this.heardAt = Date.now();
    this.failedAt = Infinity;
    this.link(how);
  }

  /** @param {EventSource} source */
  failed(source) {
    if (source !== this.source) return;
    this.failedAt = Math.min(this.failedAt, Date.now());
    if (source.readyState !== EventSource.CLOSED) return; // the browser reconnects by itself
    this.close();
    this.openAt = Date.now() + RETRY_STREAM_MS * (0.5 + Math.random());
    this.pause = POLL_MS;
    this.poll();
  }

  /** Poll the board once. Returns whether it succeeded. */
  async ask() {
    try {
      const answer =
        await fetch("/api/board", { cache: "no-store", headers: this.etag ? { "If-None-Match": this.etag } : {} });
      const same = answer.status === 304;
      if (!answer.ok && !same) {
        this.pause = Math.max(this.pause, 1000 * Number(answer.headers.get("Retry-After") ?? 0));
        return false;
      }
      const news = !same && this.offer(await answer.json());
      this.heardAt = Date.now();
      this.etag = answer.headers.get("ETag") ?? this.etag;
      this.pause = news ? POLL_MS : Math.min(this.pause * POLL_CALM, POLL_CALM_MOST_MS);
      return true;
    } catch {
      return false;
    }
  }

  async poll() {
    this.pollAt = Infinity;
    if (await this.ask()) this.know("polling");
    else {
      this.failedAt = Math.min(this.failedAt, Date.now());
      this.pause *= POLL_CROWD;
    }
    this.pause = Math.min(this.pause, POLL_MOST_MS);
    // Spread the retries: pages that were refused together would come back together.
    if (!this.source) this.pollAt = Date.now() + this.pause * (0.8 + 0.4 * Math.random());
  }

  /** Accept a snapshot that is newer (then true), or from a restarted table. @param {Shown} snapshot */
  offer(snapshot) {
    if (snapshot.boot === this.boot && snapshot.version <= this.version) return false;
    this.boot = snapshot.boot;
    this.version = snapshot.version;
    this.take(snapshot);
    return true;
  }
}

/**
 * Keep `page[name]` and `page.link` in step with the table; `page.draw` is called at any news, once the words are
 * there.
 * @param {{ link: Link, draw: () => void }} page
 * @param {string} name
 */
export async function followLive(page, name) {
  let speaks = false;
  /** @param {object} news */
  const take = (news) => {
    Object.assign(page, news);
    if (speaks) page.draw();
  };
  new Live((shown) => take({ [name]: shown }), (link) => page.link !== link && take({ link })).start();
  await loadWords();
  speaks = true;
  page.draw();
}

// Keeps the page in step with the table: a stream of events; when no place is free, a question every two seconds.

const SILENCE_MS = 25000; // the table says something at least every ten seconds
const POLL_MS = 2000;
const RETRY_STREAM_MS = 20000;
const AWAY_MS = 1500; // a hiccup shorter than this is not worth a word
const HIDDEN_MS = 30000; // a phone in a pocket gives its place back

/** Follow the table. `take(snapshot)` gets each newer snapshot, `link("live" | "polling" | "lost")` how it is. */
export class Live {
  constructor(take, link) {
    this.take = take;
    this.link = link;
    this.boot = null;
    this.version = -1;
    this.source = null;
    this.timers = {};
  }

  start() {
    this.open();
    document.addEventListener("visibilitychange", () => this.seen());
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", (event) => event.persisted && this.open());
    addEventListener("online", () => this.open());
  }

  seen() {
    if (document.visibilityState === "hidden") this.after("hidden", HIDDEN_MS, () => this.close());
    else {
      clearTimeout(this.timers.hidden);
      if (!this.source) this.open();
    }
  }

  open() {
    this.close();
    const source = new EventSource("/api/stream");
    this.source = source;
    source.onmessage = (event) => this.heard(event);
    source.addEventListener("beat", () => this.alive());
    source.onerror = () => this.failed(source);
    this.listen();
  }

  close() {
    this.source?.close();
    this.source = null;
    for (const name of ["silence", "poll", "retry"]) clearTimeout(this.timers[name]);
  }

  heard(event) {
    this.alive();
    this.offer(JSON.parse(event.data));
  }

  alive() {
    clearTimeout(this.timers.away);
    this.timers.away = null;
    this.link("live");
    this.listen();
  }

  /** Open anew when nothing is heard for long: a line can be dead without a word. */
  listen() {
    this.after("silence", SILENCE_MS, () => {
      this.away();
      this.open();
    });
  }

  failed(source) {
    if (source !== this.source) return;
    this.away();
    if (source.readyState !== EventSource.CLOSED) return; // the browser knocks again by itself
    this.close();
    this.after("retry", RETRY_STREAM_MS, () => this.open());
    this.poll();
  }

  /** Ask once how the board is now. Gives whether it was told. */
  async ask() {
    try {
      const answer = await fetch("/api/board", { cache: "no-store" });
      if (!answer.ok) return false;
      this.offer(await answer.json());
      return true;
    } catch {
      return false;
    }
  }

  async poll() {
    if (await this.ask()) {
      clearTimeout(this.timers.away);
      this.timers.away = null;
      this.link("polling");
    } else {
      this.away();
    }
    if (!this.source) this.after("poll", POLL_MS, () => this.poll());
  }

  away() {
    this.timers.away ??= setTimeout(() => this.link("lost"), AWAY_MS);
  }

  /** Take a snapshot that is newer, or from a table that was started anew. */
  offer(snapshot) {
    if (snapshot.boot === this.boot && snapshot.version <= this.version) return;
    this.boot = snapshot.boot;
    this.version = snapshot.version;
    this.take(snapshot);
  }

  after(name, ms, then) {
    clearTimeout(this.timers[name]);
    this.timers[name] = setTimeout(then, ms);
  }
}

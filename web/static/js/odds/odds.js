// The page that looks back: the last ended turn, and those of the last two rounds.

import { findElement, h, show } from "../shared/dom.js";
import { Live } from "../shared/live.js";
import { newestTurn, olderTurn } from "./odds_card.js";
import { wayBack } from "../shared/controls.js";
import { watchTaps } from "../shared/taps.js";
import { language, loadWords, t } from "../shared/words.js";

const AGAIN_MS = 400; // the table is still computing
const LOST_MS = 3000;

/** @type {{ turns: Turn[] | null, pending: number, link: Link, over: string | null }} */
const page = { turns: null, pending: 0, link: "live", over: null };
/** @type {number | undefined} */
let asking;

function draw() {
  show(findElement("#bar"), [language()], () => [h("h1", { class: "b cut t1 fact" }, t("odds.title")), h("nav", {}, wayBack())]);
  show(findElement("#odds"), [language(), page.turns, page.pending > 0, page.link], () => content());
}

function content() {
  const lost = page.link === "lost" ? h("p", { class: "lost loses", role: "status" }, t("link.lost")) : null;
  const said = !page.turns ? t("odds.loading") : page.pending ? t("odds.counting") : page.turns.length ? null : t("odds.none");
  const [newest, ...older] = page.turns ?? [];
  return [
    h("section", {}, lost, said ? h("p", { class: "empty past" }, said) : null, newest ? [newestTurn(newest), drawExplanation()] : null),
    older.length ? h("section", { class: "rows older" }, older.map(olderTurn)) : null,
  ];
}

function drawExplanation() {
  const lines = [t("odds.how.others"), t("odds.how.reached"), t("odds.how.after")];
  return h("details", { class: "how t1 past" }, h("summary", {}, t("odds.how")), lines.map((line) => h("p", {}, line)));
}

/** Request the ended turns; again while the table still computes. */
async function ask() {
  clearTimeout(asking);
  let later = null;
  try {
    const answer = await fetch("/api/odds", { cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    Object.assign(page, await answer.json());
    if (page.pending) later = AGAIN_MS;
  } catch {
    later = LOST_MS;
  }
  draw();
  clearTimeout(asking);
  if (later) asking = setTimeout(ask, later);
}

/**
 * The state that must change before another turn can end, or an ended one change.
 * @param {{ boot: string, game: number, state: State | null, acts: Entry[] }} options
 */
function whatIsOver({ boot, game, state, acts }) {
  const mended = acts.filter((entry) => entry.corrected).map((entry) => [entry.id, entry.act]);
  return JSON.stringify([boot, game, state?.stage, state?.round, state?.results, state?.last_round, mended]);
}

async function begin() {
  await loadWords();
  document.title = `${t("odds.title")} – ${t("title")}`;
  watchTaps("odds");
  draw();
  new Live(
    /** @param {Snapshot} snapshot */
    (snapshot) => {
      const over = whatIsOver(snapshot);
      if (over === page.over) return;
      page.over = over;
      ask();
    },
    (link) => {
      if (page.link === link) return;
      page.link = link;
      draw();
    },
  ).start();
}

begin();

// The page that looks back: the last ended turn, and those of the last two rounds.

import { ask } from "../shared/commands.js";
import { findElement, h, redraw, s } from "../shared/dom.js";
import { followLive } from "../shared/live.js";
import { wayBack } from "../shared/controls.js";
import { watchTaps } from "../shared/taps.js";
import { t, numberWord, speakOf } from "../shared/words.js";
import { drawDice } from "../shared/dice.js";
import { choiceWords, reachedWords, taskWords, verdictOf, worthWords } from "./odds_words.js";
import { resultWords } from "../shared/phrases.js";

const AGAIN_MS = 400; // the table is still computing
const LOST_MS = 3000;

/** @type {{ turns: Turn[] | null, pending: number, link: Link, snapshot: Snapshot | null, over: string | null, draw: ()
 * => void }} */
const page = { turns: null, pending: 0, link: "live", snapshot: null, over: null, draw: follow };
/** @type {number | undefined} */
let asking;

function draw() {
  redraw(findElement("#bar"), [h("h1.b.cut.t1.fact", t("odds.title")), h("nav", wayBack())]);
  const lost = page.link === "lost" ? h("p.lost.loses", { role: "status" }, t("link.lost")) : null;
  const said = !page.turns ? t("odds.loading") : page.pending ? t("odds.counting") : page.turns.length ? null
    : t("odds.none");
  const [newest, ...older] = page.turns ?? [];
  const explanation = h("details.how.t1.past", h("summary", t("odds.how")),
    [t("odds.how.others"), t("odds.how.reached"), t("odds.how.after")].map((line) => h("p", line)));
  redraw(findElement("#odds"), [
    h("section", lost, said ? h("p.empty.past", said) : null, newest ? [drawTurn(newest, true), explanation] : null),
    older.length ? h("section.rows.older", older.map((turn) => drawTurn(turn, false))) : null,
  ]);
}

async function look() {
  clearTimeout(asking);
  const told = await ask("/api/odds");
  Object.assign(page, told);
  draw();
  clearTimeout(asking);
  if (!told || page.pending) asking = setTimeout(look, told ? AGAIN_MS : LOST_MS);
}

/** Draw, and request the turns again once another one may have ended, or an ended one changed. */
function follow() {
  draw();
  if (!page.snapshot) return;
  const { boot, game, state, acts } = page.snapshot;
  const mended = acts.filter((entry) => entry.corrected).map((entry) => [entry.id, entry.act]);
  const over = JSON.stringify([boot, game, state?.stage, state?.round, state?.results, state?.last_round, mended]);
  if (over === page.over) return;
  page.over = over;
  look();
}

/** @param {Turn} turn @param {boolean} newest */
function drawTurn(turn, newest) {
  speakOf(turn.variant);
  const { known, player, result } = turn;
  const how = known ? verdictOf(turn) : "none";
  const task = h("p.task.past", known ? taskWords(turn) : "");
  if (newest) {
    return h("article", { class: `turn newest ${how}` }, h("header.who", h("h2.t4.cut", { title: player },
      player), task), how === "none" ? null : h("p.verdict.b", t(`odds_verdict.${how}`)), turnParts(turn));
  }
  const verdict = h("span.t1.cut.verdict", how === "none" ? t("odds.no_choice") : t(`odds_verdict.${how}`));
  const head = h("summary.r.c-older", h("span.stackd", h("h2.name.cut", player), verdict),
    result?.dice ? drawDice(result.dice) : h("span"), h("span.num.pts", result ? resultWords(result) : ""));
  return h("details", { class: `turn ${how}`, name: "turn" }, head, task, turnParts(turn));
}

/** @param {Turn} turn */
function turnParts(turn) {
  if (!turn.known) return h("p", t("odds.unknown"));
  const words = reachedWords(turn);
  const n = turn.throws === 1 ? t("odds.in_one") : t("odds.in_at_most", { n: numberWord(turn.throws) });
  const { result, reached } = turn;
  const outcome = [
    result?.dice ? drawDice(result.dice) : null,
    result ? h("b.value.t3", resultWords(result)) : null,
    h("span.reached", words, reached && reached < 1 ? h("small.t1.past", t("odds.within", { n })) : null),
  ];
  return [h("ol.steps", turn.steps.map((step, place) => drawStep(turn, step, place))), h("footer", outcome)];
}

/** @param {Turn} turn @param {TurnStep} step @param {number} place */
function drawStep(turn, { thrown, held, chosen, best, as_good: right }, place) {
  const dice = drawDice([...thrown, ...held], (at) => (at < thrown.length ? "" : "held"));
  /** One choice with a bar as long as its chance. @param {TurnChoice | null} choice @param {string} label
   * @param {string} kind */
  const way = (choice, label, kind) => {
    if (!choice) return null;
    const bar = s("svg", { class: "bar", viewBox: "0 0 100 1", preserveAspectRatio: "none", "aria-hidden": "true" },
      s("rect", { width: Math.max(0.5, 100 * choice.chance), height: 1 }));
    return h("li", { class: kind }, h("span.label.t1.past", label), h("b", choiceWords(choice)),
      h("span.worth", worthWords(turn, choice)), bar);
  };
  const ways = right ? way(chosen, t("odds.best"), "right")
    : [way(chosen, t("odds.chosen"), "chosen"), way(best, t("odds.better"), "better")];
  return h("li", h("p.thrown", h("span.past", t("odds.throw", { n: place + 1 })), dice),
    chosen ? h("ul.ways", ways) : null);
}

await followLive(page, "snapshot");
document.title = `${t("odds.title")} – ${t("title")}`;
watchTaps("odds");

// Draws the next step, the result to beat, and the dice on the table with their worth.

import { placesOf, setsOf } from "../shared/choices.js";
import { drawSwitches, setSheet } from "../shared/controls.js";
import { drawCup, drawDie, drawTouch } from "../shared/dice.js";
import { hasGame, isCards, playsCards } from "../shared/cards.js";
import { findElement, h, redraw } from "../shared/dom.js";
import { drawEnd, drawRoundEnd, roundOf } from "../moments/ends.js";
import { drawCards } from "../poker/poker_stage.js";
import { handOn } from "./frame.js";
import { drawNext } from "./next_line.js";
import { placeParts } from "./places.js";
import { isPlaying } from "../phone/seat.js";
import { greatThrow, throwWords } from "../shared/next_step.js";
import { beatWords, endedRound, howWords, isThrow, resultWords } from "../shared/phrases.js";
import { canChoose, diceToType, toggleDie } from "../shared/typed_dice.js";
import { t, tn } from "../shared/words.js";

/** @type {{ boot: string, moment: string, thrown: number, whole: string } | null} */
let drawn = null; // what was drawn last: only what is new moves

/** @param {Page} page */
export function drawStage(page) {
  const { snapshot } = page;
  const news = newsOf(page);
  const whole = drawWhole(page, news.ends);
  document.body.dataset.round = whole ? "ended" : "runs";
  const stage = findElement("#stage");
  stage.hidden = Boolean(whole || snapshot?.question || (!hasGame(page) && page.role === "table"));
  const great = snapshot && !page.mine.typed.length ? greatThrow(snapshot) : null;
  drawNext(page, whole, great);
  if (whole) return;
  drawBeat(page, great);
  drawLying(page, great, news.falls);
  stage.classList.toggle("solo", findElement("#beat").hidden === true);
  stage.classList.toggle("great", Boolean(great));
}

/** What is new since the last redraw of the same table: a throw that falls, a round or a game that ends.
 * @param {Page} page */
function newsOf({ snapshot }) {
  const before = drawn;
  if (!snapshot) return { falls: false, ends: false };
  const { boot, moment, state, acts } = snapshot;
  const thrown = acts.findLast(isThrow)?.id ?? 0;
  drawn = { boot, moment, thrown, whole: `${state?.stage === "over"} ${state?.last_round?.round ?? 0}` };
  const known = before !== null && before.boot === boot;
  const moved = known && before.moment !== moment;
  return { falls: known && thrown > before.thrown, ends: moved && before.whole !== drawn.whole };
}

/**
 * Draw what takes the whole board: a round that has ended, a game that is over. Returns whether there is such a thing.
 * @param {Page} page
 * @param {boolean} news
 */
function drawWhole(page, news) {
  const { snapshot, mine } = page;
  const box = findElement("#whole");
  const over = snapshot?.state?.stage === "over";
  const types = mine.typed.length > 0 && handOn(page);
  const ended = snapshot && !over && !playsCards(page) && !types ? endedRound(snapshot) : null;
  const whole = hasGame(page) && (over || (ended && mine.seen !== roundOf(page.snapshot)));
  box.hidden = !whole || Boolean(snapshot?.question);
  if (!whole || !hasGame(page)) redraw(box, []);
  else {
    move(box, redraw(box, ended ? drawRoundEnd(page.snapshot, ended, correction(page)) : drawEnd(page.snapshot)),
      news);
  }
  return Boolean(whole);
}

/** Let what is new in a box move, once: not again with a redraw. @param {HTMLElement} box @param {boolean} changed
 * @param {boolean} news */
function move(box, changed, news) {
  if (changed || news) box.classList.toggle("moves", news);
}

/** @param {Page} page @param {Result | null} great */
function drawBeat(page, great) {
  const { snapshot } = page;
  const state = snapshot?.state;
  const switches = hasSwitches(page);
  const reveals = state?.stage === "reveal"; // the highest and the lowest stand there while others lift their cups
  const result = snapshot?.standing?.[reveals ? "high" : "to_beat"] ?? null;
  const box = findElement("#beat");
  box.hidden = Boolean(great || placed(state)) || isCards(state)
    || !(switches || (result && (state?.stage === "play" || reveals)));
  box.classList.toggle("words", reveals || isInWords(result));
  redraw(box, hasGame(page) && !box.hidden ? beatParts(page, switches, result) : []);
}

/** @param {GamePage} page @param {boolean} switches @param {ShownResult | null} result */
function beatParts(page, switches, result) {
  const { declare, state } = page.snapshot;
  /** @param {NonNullable<Command["button"]>} button */
  const press = (button) => page.order({ do: "press", button });
  if (switches) return [h("p.cap.t2", h("span", t("declares"))), drawSwitches(declare, press)];
  if (!result) return [];
  if (state.stage !== "reveal") return drawResult(t("beat.label"), result, beatWords(page.snapshot, true));
  return drawResult(t("reveal.high"), result, revealedBy(page.snapshot, result), "t4");
}

/** Whether the leader's switches stand in its place: while he throws there is nothing to beat. @param {Page} page */
function hasSwitches(page) {
  const { snapshot, role } = page;
  return Boolean(snapshot?.declaring && role === "table" && (snapshot.panel.status !== "ok" || handOn(page)));
}

/** Who has shown a result, and from the hand or not. @param {Played} snapshot @param {ShownResult | null} result */
function revealedBy(snapshot, result) {
  const how = result ? howWords(snapshot, result) : "";
  return result?.player ? result.player + (how && `,${how}`) : null;
}

/** A result as a line of the sum: what it is, who set it, its dice and its worth.
 * @param {string} label @param {ShownResult} result @param {string | null} by @param {string} [size] */
function drawResult(label, result, by, size) {
  const [before, after] = (by ?? "").split(result.player ?? "");
  const who = h("b.fact", result.player);
  return [
    h("p.cap.t2", h("span", label), after === undefined ? null : h("span.cut.call", before, who, after)),
    h("span.dice.big", (result.dice ?? [null, null, null]).map((value) => drawDie(value))),
    worth(result, size),
  ];
}

/** Whether a result is a word ("Fish"), which needs the room of a number of five digits.
 * @param {ShownResult | null | undefined} result */
function isInWords(result) {
  return Boolean(result && result.kind !== "points" && result.kind !== "house");
}

/** @param {ShownResult} result @param {string} [size] @param {boolean} [past] */
function worth(result, size = isInWords(result) ? "t4" : "t5", past = false) {
  return h("p", { class: `worth num ${size}${past ? " past" : ""}` }, resultWords(result));
}

/** The lowest result while cups are lifted, if it is not the highest too. @param {Snapshot} snapshot */
function lowestShown({ state, standing }) {
  return state?.stage === "reveal" && !state.free.length && standing.low?.player !== standing.high?.player
    ? standing.low : null;
}

/** @param {Page} page @param {Result | null} great @param {boolean} falls */
function drawLying(page, great, falls) {
  const { snapshot, mine } = page;
  const now = snapshot ? worthNow(snapshot) : null;
  const lowest = snapshot ? lowestShown(snapshot) : null;
  const gone = snapshot?.next?.order === "back" && !mine.typed.length;
  const box = findElement("#dice");
  box.hidden = !hasGame(page);
  box.classList.toggle("words", Boolean(lowest) || isInWords(great ?? now));
  box.classList.toggle("void", gone && !great);
  box.classList.toggle("placed", Boolean(!great && placed(snapshot?.state)));
  move(box, redraw(box, hasGame(page) ? lyingParts(page, now, lowest, great) : []), falls);
}

/** @param {GamePage} page @param {ShownResult & Count | null} now @param {ShownResult | null} lowest
 * @param {Result | null} great */
function lyingParts(page, now, lowest, great) {
  const { snapshot, mine } = page;
  const { state, next } = snapshot;
  if (isCards(state)) return drawCards(snapshot);
  if (great) return drawGreat(great);
  const typing = mine.typed.length > 0 && handOn(page);
  if (lowest && !typing) return drawResult(t("reveal.low"), lowest, revealedBy(snapshot, lowest), "t4 loses");
  const said = (now && !typing && shortStanding(snapshot, now)) || lyingWords(page);
  const lies = isWaiting(snapshot) && !typing ? drawCup() : h("span.dice.big", diceLying(page, typing));
  if (placed(state)) return placeParts(page, lies);
  return [
    h("p.cap.t2", h("span.cut", said), h("span", throwWords(state))),
    lies,
    now && !typing ? worth(now, undefined, next?.order === "back") : null,
  ];
}

/** Whether dice are put on places in this turn, which take the stage then. @param {State | null | undefined} state */
const placed = (state) => Boolean(placesOf(state) && state?.throws.made);

/** Whether no die of this turn has fallen yet: then the cup takes the stage. @param {Played} snapshot */
function isWaiting({ state, next, camera }) {
  // else nobody knows whether a cup is used
  const seen = !camera?.without_board || state.stage === "reveal" || next?.order === "cover";
  return seen && !state.free.length && !state.held.length && (!state.throws.made || state.stage === "reveal");
}

/** The dice that lie outside and on the table, or are typed; those in the cup are outlines. @param {GamePage} page
 * @param {boolean} typing */
function diceLying(page, typing) {
  const { state, next, due } = page.snapshot;
  const outside = h("span.outside", state.held.map((value, place) => heldDie(page, value, place)));
  const places = typing ? diceToType(page.snapshot) : due || (next?.order === "cover" ? next.n : 0);
  const blank = () => Array.from({ length: places }, (_, at) => drawDie(page.mine.typed[at], typing ? "typed" : ""));
  const free = () => h("span.free", state.free.map((value, place) => freeDie(page, value, place)));
  return [outside, typing || !state.free.length ? blank() : free()];
}

/** The throw that nothing, or nearly nothing, beats. @param {Result} great */
function drawGreat(great) {
  return [
    h("p.cap.t2", h("b.cut", great.player), h("span", t("throw.number", { n: great.throws }))),
    h("span.dice.big", (great.dice ?? []).map((value) => drawDie(value))),
    worth(great, "t5"),
  ];
}

/** The present worth, as a result: what counts under the switches as they stand; null where the list says it already.
 * @param {Snapshot} snapshot */
function worthNow({ declare, question, worth: dice }) {
  if (question || !dice || dice.past) return null;
  const count = dice.counts.find((one) => one.declare?.ones === declare?.ones && one.declare?.sixes === declare?.sixes);
  return { ...(count ?? dice.counts[0]), dice: dice.dice };
}

/** Where the dice are: outside, on the table, in the cup. @param {GamePage} page */
function lyingWords({ snapshot: { state, standing } }) {
  if (state.held.length) return tn("lies.held", state.held.length);
  if (state.free.length) return t("lies.free");
  if (state.throws.made) return t("lies.cup");
  return t(standing.to_beat ? "lies.none" : "beat.open");
}

/** A free die: by hand a tap puts it aside, else a tap corrects it. @param {GamePage} page @param {number} value
 * @param {number} place */
function freeDie(page, value, place) {
  const chooses = handOn(page) || isPlaying(page);
  if (page.role !== "table" && !chooses) return drawDie(value);
  if (!chooses || !setsOf(page.snapshot).length) return correctable(page, value, `free${place}`);
  const pressed = page.mine.chosen.includes(place);
  if (!pressed && !canChoose(page.snapshot, [...page.mine.chosen, place])) {
    const why = () => page.tell(t("die.fixed", { value, why: t(`holdable.${page.snapshot.holdable}`) }));
    return h("span.fixed", { onclick: why }, drawDie(value));
  }
  return drawTouch(value, { kind: pressed ? "held" : "tap", label: t(pressed ? "die.unhold" : "die.hold", { value }),
    focus: `free${place}`, pressed, onclick: () => toggleDie(page, "chosen", place) });
}

/**
 * A die outside: where the rules allow that (TSC-6) a tap chooses it to be taken back; else a tap corrects its throw.
 * @param {GamePage} page
 * @param {number} value
 * @param {number} place
 */
function heldDie(page, value, place) {
  const { choices, trail } = page.snapshot;
  const focus = `held${place}`;
  if (choices.some(({ act }) => act.act === "take_back") && (isPlaying(page) || handOn(page))) {
    const pressed = (page.mine.back ?? []).includes(place);
    const onclick = () => toggleDie(page, "back", place);
    return drawTouch(value,
      { kind: pressed ? "tap" : "held", label: t("die.unhold", { value }), focus, pressed, onclick });
  }
  const from = trail?.held?.[place];
  return from?.turned ? drawDie(value, "held") : correctable(page, value, focus, "held", from?.throw ?? null);
}

/** A die that opens the correction of its throw. @param {GamePage} page @param {number} value @param {string} focus
 * @param {string} [kind] @param {number | null} [number] */
function correctable(page, value, focus, kind = "", number = null) {
  const onclick = correction(page, number, value);
  return onclick ? drawTouch(value, { kind, label: t("die.correct", { value }), focus, onclick })
    : drawDie(value, kind);
}

/**
 * Return what opens the correction of a throw of this turn (default: the last one) at a die; null where nobody may.
 * @param {GamePage} page
 * @param {number | null} [number]
 * @param {number | null} [value]
 */
function correction(page, number = null, value = null) {
  const { acts, state } = page.snapshot;
  const thrown = acts.filter(isThrow);
  const from = number === null ? thrown.at(-1) : thrown.slice(-Math.max(state.throws.made, 1))[number - 1];
  if (page.role !== "table" || !from?.act) return null;
  const { id, player, act } = from;
  const place = value === null ? -1 : (act.dice ?? []).indexOf(value);
  return () => setSheet(page, { kind: "correct", entry: id, player, place: place < 0 ? null : place });
}

/** Return how the worth stands, or what a leader's other declarations would make of the dice.
 * @param {Snapshot} snapshot @param {Count} now */
function shortStanding(snapshot, now) {
  const counts = snapshot.worth?.counts ?? [];
  const others = counts.filter((one, place) => one.value !== now.value
    && place === counts.findIndex((each) => each.value === one.value));
  /** @param {Count} one */
  const said = (one) => `${t("worth.under", { ...one.declare })} ${resultWords({ ...one, dice: null })}`;
  if (others.length) return h("span.t1.past", others.map(said).join("; "));
  const { standing, missing } = now;
  if (!standing) return null;
  const low = snapshot.state?.declaration?.direction === "low";
  const lacks = standing === "short" && missing !== null;
  const words = lacks ? tn(low ? "worth.over" : "worth.missing", missing, { count: missing }) : t(`worth.${standing}`);
  return h("span", { class: standing === "short" ? "loses" : "fact", "data-standing": standing }, words);
}

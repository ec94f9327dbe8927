// Draws the stage: who throws, the result to beat, and the dice on the table with their worth.

import { drawSwitches, setSheet } from "../shared/controls.js";
import { cup, drawDie, drawTouch } from "../shared/dice.js";
import { hasGame, isCards, playsCards } from "../shared/cards.js";
import { findElement, h, show } from "../shared/dom.js";
import { drawEnd, drawRoundEnd, roundOf } from "../moments/ends.js";
import { drawCall, drawHand as drawCards } from "../poker/poker_stage.js";
import { headline } from "../poker/poker_words.js";
import { handOn } from "./frame.js";
import { isPlaying } from "../phone/seat.js";
import { atTurn, beatWords, doingWords, endedRound, howWords, resultWords, rollOffResults } from "../shared/phrases.js";
import { canHold, diceToType, toggleDie } from "./typed_dice.js";
import { language, t, tn } from "../shared/words.js";

/** @param {Page} page */
export function drawStage(page) {
  const whole = drawWhole(page);
  document.body.dataset.round = whole ? "ended" : "runs";
  findElement("#stage").hidden = Boolean(whole || page.snapshot?.question || (!hasGame(page) && page.role === "table"));
  if (!whole) for (const part of [drawWho, drawBeat, drawLying]) part(page);
}

/** Draw what takes the whole board: a round that has ended, a game that is over. Returns whether there is such a thing. @param {Page} page */
function drawWhole(page) {
  const { snapshot, mine } = page;
  const box = findElement("#whole");
  const over = snapshot?.state?.stage === "over";
  const ended = snapshot && !over && !playsCards(page) && !(mine.typed.length && handOn(page)) ? endedRound(snapshot) : null;
  const shown = hasGame(page) && (over || (ended && mine.seen !== roundOf(page.snapshot)));
  box.hidden = !shown || Boolean(snapshot?.question);
  show(box, [language(), shown && [snapshot?.state, snapshot?.ended, snapshot?.last_ranking, snapshot?.colours, page.role]], () => {
    if (!shown || !hasGame(page)) return [];
    return over || !ended ? drawEnd(page.snapshot) : drawRoundEnd(page.snapshot, ended, correction(page));
  });
  return shown;
}

/** @param {Page} page */
function drawWho(page) {
  const { snapshot } = page;
  const { state = null } = snapshot ?? {};
  const about = isCards(state) ? [state, snapshot?.rules] : [state?.to_act, state?.throwing, state?.stage, state?.throws, state?.round];
  /** @param {string} words */
  const name = (words) => h("h1", { class: "t4 cut thrower", title: words }, h("bdi", {}, words));
  show(findElement("#who"), [language(), ...about, snapshot?.legal, snapshot?.again, snapshot?.acts.at(-1)?.id], () => {
    if (!state || !hasGame(page)) return snapshot ? name(t("no_game")) : [];
    return [name(isCards(state) ? headline(page.snapshot) : atTurn(state)), h("p", { class: "t3 doing" }, throwsWords(page.snapshot) ?? doingWords(page.snapshot))];
  });
}

/** Which throw of how many; null where throws are not counted, and for who has just won the lead. @param {Played} snapshot */
function throwsWords(snapshot) {
  const { state } = snapshot;
  const { made = 0, limit = 0 } = state.throws ?? {};
  if (state.stage !== "play" || !limit || (!made && rollOffResults(snapshot).length)) return null;
  const said = [t("throw.number", { n: Math.max(made, 1) }), " ", h("span", { class: "past" }, t("throw.of", { n: limit }))];
  return state.throwing ? [h("span", { class: "t1 past" }, t("team.for", { team: state.to_act, words: "" })), ...said] : said;
}

/** @param {Page} page */
function drawBeat(page) {
  const { snapshot } = page;
  const state = snapshot?.state;
  const cards = isCards(state);
  const switches = hasSwitches(page);
  const reveals = state?.stage === "reveal"; // the highest and the lowest stand there while others lift their cups
  const result = snapshot?.standing?.[reveals ? "high" : "to_beat"] ?? null;
  const box = findElement("#beat");
  box.hidden = !cards && state?.stage !== "play" && !(reveals && result);
  box.classList.toggle("words", reveals || isInWords(result));
  const key = cards ? [state, snapshot?.rules] : [snapshot?.standing, state?.declaration, state?.variant, state?.stage, switches && [snapshot?.declare, page.role]];
  show(box, [language(), ...key], () => {
    if (!hasGame(page)) return [];
    if (cards) return drawCall(page.snapshot);
    if (switches) return [h("p", { class: "cap t2" }, h("span", {}, t("declares"))), drawSwitches(page.snapshot.declare, (button) => page.order({ do: "press", button }))];
    return reveals ? drawResult(t("reveal.high"), result, revealedBy(page.snapshot, result), "t4") : drawResult(t("beat.label"), result, beatWords(page.snapshot, true));
  });
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

/** A result as a line of the sum: what it is, who set it, its dice and its worth. @param {string} label @param {ShownResult | null} result @param {string | null} by @param {string} [size] */
function drawResult(label, result, by, size) {
  const [before, after] = (by ?? "").split(result?.player ?? "");
  return [
    h("p", { class: "cap t2" }, h("span", {}, label), after === undefined ? null : h("span", { class: "cut call" }, before, h("b", { class: "fact" }, result?.player), after)),
    h("span", { class: "dice big" }, (result?.dice ?? [null, null, null]).map((value) => drawDie(value))),
    result ? worth(result, size) : h("p", { class: "worth num t3 past" }, t("beat.open")),
  ];
}

/** Whether a result is a word ("Fish"), which needs the room of a number of five digits. @param {ShownResult | null | undefined} result */
function isInWords(result) {
  return Boolean(result && result.kind !== "points" && result.kind !== "house");
}

/** @param {ShownResult} result @param {string} [size] */
function worth(result, size = isInWords(result) ? "t4" : "t5") {
  return h("p", { class: `worth num ${size}` }, resultWords(result));
}

/** The lowest result while cups are lifted, if it is not the highest too. @param {Snapshot} snapshot */
function lowestShown({ state, standing }) {
  return state?.stage === "reveal" && !state.free.length && standing.low?.player !== standing.high?.player ? standing.low : null;
}

/** @param {Page} page */
function drawLying(page) {
  const { snapshot } = page;
  const state = snapshot?.state;
  const now = snapshot ? worthNow(snapshot) : null;
  const lowest = snapshot ? lowestShown(snapshot) : null;
  const box = findElement("#dice");
  const lying = isCards(state) ? [state, snapshot?.rules] : [state?.free, state?.held, state?.stage, state?.to_act, state?.throws];
  const key = [language(), page.role, ...lying, snapshot?.scene?.cup, snapshot?.camera?.without_board, snapshot?.legal, snapshot?.again, snapshot?.trail, snapshot?.due, snapshot?.holds, page.mine.typed, page.mine.chosen, page.mine.back, handOn(page), isPlaying(page), snapshot?.head, now, lowest];
  box.hidden = !hasGame(page);
  box.classList.toggle("words", Boolean(lowest) || isInWords(now));
  show(box, key, () => {
    if (!hasGame(page)) return [];
    if (isCards(state)) return drawCards(page.snapshot);
    const { typed } = page.mine;
    const typing = typed.length > 0 && handOn(page);
    if (lowest && !typing) return drawResult(t("reveal.low"), lowest, revealedBy(page.snapshot, lowest), "t4 loses");
    const free = typing ? Array.from({ length: diceToType(page.snapshot) }, (_, at) => drawDie(typed[at], "typed")) : freeDice(page);
    return [
      h("p", { class: "cap t2" }, h("span", { class: "cut" }, lyingWords(page)), now ? shortStanding(page.snapshot, now) : null),
      h("span", { class: "dice big" }, h("span", { class: "outside" }, page.snapshot.state.held.map((value, place) => heldDie(page, value, place))), free),
      now && !typing ? worth(now) : null,
    ];
  });
}

/** The present worth, as a result: what counts under the switches as they stand; null where the list says it already. @param {Snapshot} snapshot */
function worthNow({ declare, question, worth: dice }) {
  if (question || !dice || dice.past) return null;
  const count = dice.counts.find((one) => one.declare?.ones === declare?.ones && one.declare?.sixes === declare?.sixes);
  return { ...(count ?? dice.counts[0]), dice: dice.dice };
}

/** Where the dice are: outside, on the table, in the cup. @param {GamePage} page */
function lyingWords(page) {
  const { state, due, again, camera } = page.snapshot;
  if (again) return t(camera?.without_board ? "doing.again_bare" : "doing.again");
  if (state.held.length) return tn("lies.held", state.held.length);
  if (state.free.length) return t("lies.free");
  return cupSeen(page.snapshot) && due ? tn("in_cup", due) : t("lies.none");
}

/** Whether the dice are in the cup. Without a board nobody knows, unless they stay covered. @param {Played} snapshot */
function cupSeen({ camera, legal, state }) {
  return !camera?.without_board || state.stage === "reveal" || legal.includes("cover");
}

/** @param {GamePage} page */
function freeDice(page) {
  const { state, due } = page.snapshot;
  if (state.free.length) return h("span", { class: "free" }, state.free.map((value, place) => freeDie(page, value, place)));
  if (cupSeen(page.snapshot) && due) return cup();
  return Array.from({ length: due }, () => drawDie(null));
}

/** A free die: by hand a tap puts it aside, else a tap corrects it. @param {GamePage} page @param {number} value @param {number} place */
function freeDie(page, value, place) {
  const chooses = handOn(page) || isPlaying(page);
  if (page.role !== "table" && !chooses) return drawDie(value);
  if (!chooses || !page.snapshot.legal.includes("hold")) return correctable(page, value, `free${place}`);
  const pressed = page.mine.chosen.includes(place);
  if (!pressed && !canHold(page.snapshot, [...page.mine.chosen, place], true)) {
    const why = () => page.tell(t("die.fixed", { value, why: t(`holdable.${page.snapshot.holdable}`) }));
    return h("span", { class: "fixed", onclick: why }, drawDie(value));
  }
  return drawTouch(value, { kind: pressed ? "held" : "tap", label: t(pressed ? "die.unhold" : "die.hold", { value }), focus: `free${place}`, pressed, onclick: () => toggleDie(page, "chosen", place) });
}

/**
 * A die outside: where the rules allow that (TSC-6) a tap takes it back, by hand at once, on a phone with the next decision; else a
 * tap corrects its throw.
 * @param {GamePage} page
 * @param {number} value
 * @param {number} place
 */
function heldDie(page, value, place) {
  const { legal, trail, holdable } = page.snapshot;
  const focus = `held${place}`;
  const dice = value === 6 && holdable === "ones_and_six_pairs" ? [6, 6] : [value];
  if (legal.includes("take_back") && (isPlaying(page) || handOn(page))) {
    const pressed = isPlaying(page) ? (page.mine.back ?? []).includes(place) : null;
    const onclick = () => (pressed === null ? page.order({ do: "act", act: { act: "take_back", dice } }) : toggleDie(page, "back", place));
    return drawTouch(value, { kind: pressed ? "tap" : "held", label: t("die.unhold", { value }), focus, pressed, onclick });
  }
  const from = trail?.held?.[place];
  return from?.turned ? drawDie(value, "held") : correctable(page, value, focus, "held", from?.throw ?? null);
}

/** A die that opens the correction of its throw. @param {GamePage} page @param {number} value @param {string} focus @param {string} [kind] @param {number | null} [number] */
function correctable(page, value, focus, kind = "", number = null) {
  const onclick = correction(page, number, value);
  return onclick ? drawTouch(value, { kind, label: t("die.correct", { value }), focus, onclick }) : drawDie(value, kind);
}

/**
 * Return what opens the correction of a throw of this turn (default: the last one) at a die; null where nobody may.
 * @param {GamePage} page
 * @param {number | null} [number]
 * @param {number | null} [value]
 */
function correction(page, number = null, value = null) {
  const { acts, state } = page.snapshot;
  const thrown = acts.filter((entry) => ["throw", "roll_off", "reveal"].includes(entry.act?.act ?? ""));
  const from = number === null ? thrown.at(-1) : thrown.slice(-Math.max(state.throws.made, 1))[number - 1];
  if (page.role !== "table" || !from?.act) return null;
  const { id, player, act } = from;
  const place = value === null ? -1 : (act.dice ?? []).indexOf(value);
  return () => setSheet(page, { kind: "correct", entry: id, player, place: place < 0 ? null : place });
}

/** Return in short how the worth stands, or what a leader's other declarations would make of the dice. @param {Snapshot} snapshot @param {Count} now */
function shortStanding(snapshot, now) {
  const others = (snapshot.worth?.counts ?? []).filter((one, place, all) => one.value !== now.value && place === all.findIndex((each) => each.value === one.value));
  if (others.length) return h("span", { class: "t1 past cut" }, others.map((one) => `${t("worth.under", { ...one.declare })} ${resultWords({ ...one, dice: null })}`).join("; "));
  const { standing, missing } = now;
  if (!standing) return null;
  const low = snapshot.state?.declaration?.direction === "low";
  const words = standing === "short" && missing !== null ? tn(low ? "worth.over" : "worth.missing", missing, { count: missing }) : t(`worth.${standing}`);
  return h("span", { class: standing === "short" ? "loses" : "fact", "data-standing": standing }, words);
}

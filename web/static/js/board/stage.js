// Draws the stage: who throws, the result to beat, and the dice on the table with their worth.

import { drawSwitches, setSheet } from "../shared/controls.js";
import { cup, drawDie } from "../shared/dice.js";
import { hasGame, playsCards } from "../shared/cards.js";
import { findElement, h, show } from "../shared/dom.js";
import { drawEnd } from "../moments/finale.js";
import { drawRoundEnd } from "../moments/round_end.js";
import { drawStage as drawPokerStage } from "../poker/poker_stage.js";
import { handOn } from "./frame.js";
import { isPlaying } from "../phone/seat.js";
import { againWords, atTurn, beatenBy, doingWords, howWords, resultWords, rollOffResults } from "../shared/phrases.js";
import { diceToType, canHold } from "./typed_dice.js";
import { endedRound, roundOf } from "../moments/round_words.js";
import { language, t, tn } from "../shared/words.js";

/** @param {Page} page */
export function drawStage(page) {
  const whole = drawWhole(page);
  document.body.dataset.round = whole ? "ended" : "runs";
  findElement("#stage").hidden = Boolean(whole || page.snapshot?.question || (!hasGame(page) && page.role === "table"));
  if (whole) return;
  if (playsCards(page)) {
    for (const id of ["#beat", "#dice"]) findElement(id).hidden = false;
    return drawPokerStage(page);
  }
  drawWho(page);
  drawBeat(page);
  drawHand(page);
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
  const state = snapshot?.state;
  const key = [language(), state?.to_act, state?.throwing, state?.stage, state?.throws, state?.round, snapshot?.legal, snapshot?.again, snapshot?.acts.at(-1)?.id];
  show(findElement("#who"), key, () => {
    if (!snapshot?.state || !hasGame(page)) return snapshot ? name(t("no_game")) : [];
    return [name(atTurn(page.snapshot.state)), h("p", { class: "t3 doing" }, throwsWords(page.snapshot) ?? doingWords(page.snapshot))];
  });
}

/** @param {string} words */
function name(words) {
  return h("h1", { class: "t4 cut thrower", title: words }, h("bdi", {}, words));
}

/** Which throw of how many; null where throws are not counted, and for who has just won the lead. @param {Played} snapshot */
function throwsWords(snapshot) {
  const { state } = snapshot;
  const { made, limit } = state.throws;
  if (state.stage !== "play" || !limit || (!made && rollOffResults(snapshot).length)) return null;
  const said = [t("throw.number", { n: Math.max(made, 1) }), " ", h("span", { class: "past" }, t("throw.of", { n: limit }))];
  return state.throwing ? [h("span", { class: "t1 past" }, t("team.for", { team: state.to_act, words: "" })), ...said] : said;
}

/** @param {Page} page */
function drawBeat(page) {
  const { snapshot } = page;
  const state = snapshot?.state;
  const switches = snapshot?.declaring && page.role === "table" && (snapshot.panel.status !== "ok" || handOn(page)); // while he throws there is nothing to beat
  const box = findElement("#beat");
  const key = [language(), snapshot?.standing, state?.declaration, state?.variant, state?.stage, switches && [snapshot?.declare, page.role]];
  const reveals = state?.stage === "reveal"; // the highest and the lowest stand there while others lift their cups
  const result = snapshot?.standing?.[reveals ? "high" : "to_beat"] ?? null;
  box.hidden = !state || !(state.stage === "play" || (reveals && result));
  box.classList.toggle("words", reveals || isInWords(result));
  show(box, key, () => {
    if (!snapshot || !hasGame(page)) return [];
    if (switches) return [h("p", { class: "cap t2" }, h("span", {}, t("declares"))), drawSwitches(snapshot.declare, (button) => page.order({ do: "press", button }))];
    return reveals ? drawResult(t("reveal.high"), result, revealedBy(page.snapshot, result), "t4") : drawResult(t("beat.label"), result, beatenBy(page.snapshot));
  });
}

/** Who has shown a result, and from the hand or not. @param {Played} snapshot @param {ShownResult | null} result */
function revealedBy(snapshot, result) {
  const how = result ? howWords(snapshot, result) : "";
  return result?.player ? result.player + (how && `,${how}`) : null;
}

/** A result as a line of the sum: what it is, who set it, its dice and its worth. @param {string} label @param {ShownResult | null} result @param {string | null} by @param {string} [size] */
function drawResult(label, result, by, size = sizeOf(result)) {
  const [before, after] = (by ?? "").split(result?.player ?? "");
  return [
    h("p", { class: "cap t2" }, h("span", {}, label), after === undefined ? null : h("span", { class: "cut call" }, before, h("b", { class: "fact" }, result?.player), after)),
    h("span", { class: "dice big" }, (result?.dice ?? [null, null, null]).map((value) => drawDie(value))),
    result ? worth(resultWords(result), size) : h("p", { class: "worth num t3 past" }, t("beat.open")),
  ];
}

/** Whether a result is a word ("Fish"), which needs the room of a number of five digits. @param {ShownResult | null | undefined} result */
function isInWords(result) {
  return Boolean(result && result.kind !== "points" && result.kind !== "house");
}

/** @param {ShownResult | null | undefined} result */
const sizeOf = (result) => (isInWords(result) ? "t4" : "t5");

/** @param {Child} said @param {string} size */
function worth(said, size) {
  return h("p", { class: `worth num ${size}` }, said);
}

/** The lowest result while cups are lifted, if it is not the highest too. @param {Snapshot} snapshot */
function lowestShown({ state, standing }) {
  return state?.stage === "reveal" && !state.free.length && standing.low?.player !== standing.high?.player ? standing.low : null;
}

/** @param {Page} page */
function drawHand(page) {
  const { snapshot } = page;
  const state = snapshot?.state;
  const box = findElement("#dice");
  const now = snapshot ? worthNow(snapshot) : null;
  const lowest = snapshot ? lowestShown(snapshot) : null;
  const key = [language(), page.role, state?.free, state?.held, state?.stage, state?.to_act, state?.throws, snapshot?.scene?.cup, snapshot?.camera?.without_board, snapshot?.legal, snapshot?.again, snapshot?.trail, snapshot?.due, snapshot?.holds, page.mine.typed, page.mine.chosen, page.mine.back, handOn(page), isPlaying(page), snapshot?.head, now, lowest];
  box.hidden = !hasGame(page);
  box.classList.toggle("words", Boolean(lowest) || isInWords(now));
  show(box, key, () => {
    if (!hasGame(page)) return [];
    const typing = page.mine.typed.length > 0 && handOn(page);
    if (lowest && !typing) return drawResult(t("reveal.low"), lowest, revealedBy(page.snapshot, lowest), "t4 loses");
    return [
      h("p", { class: "cap t2" }, h("span", { class: "cut" }, lyingWords(page)), now ? shortStanding(page.snapshot, now) : null),
      h("span", { class: "dice big" }, h("span", { class: "outside" }, heldDice(page)), typing ? Array.from({ length: diceToType(page.snapshot) }, (_, at) => drawDie(page.mine.typed[at], "typed")) : freeDice(page)),
      now && !typing ? worth(resultWords(now), sizeOf(now)) : null,
    ];
  });
}

/** Where the dice are: outside, on the table, in the cup. @param {GamePage} page */
function lyingWords(page) {
  const { state, due, again } = page.snapshot;
  if (again) return againWords(page.snapshot);
  if (state.held.length) return tn("lies.held", state.held.length);
  if (state.free.length) return t("lies.free");
  return cupSeen(page.snapshot) && due ? tn("in_cup", due) : t("lies.none");
}

/** @param {GamePage} page */
function freeDice(page) {
  const { state, due } = page.snapshot;
  if (state.free.length) return h("span", { class: "free" }, state.free.map((value, place) => freeDie(page, value, place)));
  if (cupSeen(page.snapshot) && due) return cup();
  return Array.from({ length: due }, () => drawDie(null));
}

/**
 * A free die: by hand a tap puts it aside, else a tap corrects it.
 * @param {GamePage} page
 * @param {number} value
 * @param {number} place
 */
function freeDie(page, value, place) {
  const chooses = handOn(page) || isPlaying(page);
  if (page.role !== "table" && !chooses) return drawDie(value);
  if (!chooses || !page.snapshot.legal.includes("hold")) return correctable(page, value, `free${place}`);
  const chosen = page.mine.chosen.includes(place);
  if (!chosen && !canHold(page.snapshot, [...page.mine.chosen, place], true)) {
    const why = () => page.tell(t("die.fixed", { value, why: t(`holdable.${page.snapshot.holdable}`) }));
    return h("span", { class: "fixed", onclick: why }, drawDie(value));
  }
  const tap = () => {
    page.mine.chosen = chosen ? page.mine.chosen.filter((one) => one !== place) : [...page.mine.chosen, place];
    page.draw();
  };
  const props = { class: "touch", "aria-pressed": String(chosen), "aria-label": t(chosen ? "die.unhold" : "die.hold", { value }), "data-focus": `free${place}`, onclick: tap };
  return h("button", props, drawDie(value, chosen ? "held" : "tap"));
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
  return () => {
    const place = value === null ? -1 : (act.dice ?? []).indexOf(value);
    setSheet(page, { kind: "correct", entry: id, player, place: place < 0 ? null : place });
  };
}

/** A die that opens the correction of its throw. @param {GamePage} page @param {number} value @param {string} focus @param {string} [kind] @param {number | null} [number] */
function correctable(page, value, focus, kind = "", number = null) {
  const open = correction(page, number, value);
  if (!open) return drawDie(value, kind);
  return h("button", { class: "touch", "aria-label": t("die.correct", { value }), "data-focus": focus, onclick: open }, drawDie(value, kind));
}

/** Whether the dice are in the cup. Without a board nobody knows, unless they stay covered. @param {Played} snapshot */
function cupSeen({ camera, legal, state }) {
  return !camera?.without_board || state.stage === "reveal" || legal.includes("cover");
}

/** Dice outside: by hand or on a phone a tap takes one back where the rules allow that (TSC-6), else it corrects its throw. @param {GamePage} page */
function heldDice(page) {
  const { legal, state, trail } = page.snapshot;
  const takesBack = legal.includes("take_back");
  return state.held.map((value, place) => {
    if (isPlaying(page) && takesBack) return backDie(page, value, place);
    const from = trail?.held?.[place];
    if (page.role === "table" && handOn(page) && takesBack) {
      const back = () => page.order({ do: "act", act: { act: "take_back", dice: [value] } });
      return h("button", { class: "touch", "aria-label": t("die.unhold", { value }), "data-focus": `held${place}`, onclick: back }, drawDie(value, "held"));
    }
    return from?.turned ? drawDie(value, "held") : correctable(page, value, `held${place}`, "held", from?.throw ?? null);
  });
}

/** On a phone a held die is only marked: it goes back into the cup with the next decision. @param {Page} page @param {number} value @param {number} place */
function backDie(page, value, place) {
  const back = page.mine.back ?? [];
  const marked = back.includes(place);
  const tap = () => {
    page.mine.back = marked ? back.filter((one) => one !== place) : [...back, place];
    page.draw();
  };
  const props = { class: "touch", "aria-pressed": String(marked), "aria-label": t("die.unhold", { value }), "data-focus": `held${place}`, onclick: tap };
  return h("button", props, drawDie(value, marked ? "tap" : "held"));
}

/**
 * The present worth, as a result: what counts under the switches as they stand; null where the list says it already.
 * @param {Snapshot} snapshot
 */
function worthNow(snapshot) {
  const { declare, question } = snapshot;
  const dice = snapshot.worth;
  if (question || !dice || dice.past) return null;
  const count = dice.counts.find((one) => one.declare?.ones === declare?.ones && one.declare?.sixes === declare?.sixes);
  return { ...(count ?? dice.counts[0]), dice: dice.dice };
}

/**
 * Return in short how the worth stands, or what a leader's other declarations would make of the dice.
 * @param {Snapshot} snapshot
 * @param {Count} now
 */
function shortStanding(snapshot, now) {
  const others = (snapshot.worth?.counts ?? []).filter((one, place, all) => one.value !== now.value && place === all.findIndex((each) => each.value === one.value));
  if (others.length) return h("span", { class: "t1 past cut" }, others.map((one) => `${t("worth.under", { ...one.declare })} ${resultWords({ ...one, dice: null })}`).join("; "));
  const { standing, missing } = now;
  if (standing === "short" && missing !== null) {
    const low = snapshot.state?.declaration?.direction === "low";
    return h("span", { class: "loses", "data-standing": standing }, tn(low ? "worth.over" : "worth.missing", missing, { count: missing }));
  }
  return standing ? h("span", { class: standing === "short" ? "loses" : "fact", "data-standing": standing }, t(`worth.${standing}`)) : null;
}

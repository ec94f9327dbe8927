// Draws the left half: the result to beat, the thrower, the dice on the board.

import { drawCards, hasGame, playsCards } from "../shared/cards.js";
import { fitted } from "../shared/controls.js";
import { cup, die } from "../shared/dice.js";
import { findElement, h, show } from "../shared/dom.js";
import { drawFinale } from "../moments/finale.js";
import { drawRoundEnd, drawVerdict } from "../moments/round_end.js";
import { handOn } from "./frame.js";
import { isPlaying } from "../phone/seat.js";
import { atTurn, beatWords, declareWords, doingWords, isThrow, overWords, rollOffResults, throwsLeft } from "../shared/phrases.js";
import { diceToType, mayHold } from "./typed_dice.js";
import { endedRound } from "../moments/round_words.js";
import { language, t, tn } from "../shared/words.js";

/** @param {Page} page */
export function drawStage(page) {
  const ended = roundShown(page);
  document.body.dataset.round = ended ? "ended" : "runs";
  if (playsCards(page) && page.snapshot.state.stage !== "over") return drawCards("drawStage", page, "beat", "who", "dice");
  drawBeat(page.snapshot, ended);
  drawWho(page);
  drawDice(page, ended);
}

/** The round whose end is shown: until the next throw, and until the first of its dice is tapped in. @param {Page} page */
function roundShown(page) {
  const typing = page.mine.typed.length && handOn(page);
  return page.snapshot && !typing ? endedRound(page.snapshot) : null;
}

/** @param {Snapshot | null} snapshot @param {LastRound | null} ended */
function drawBeat(snapshot, ended) {
  const state = snapshot?.state;
  const key = [language(), snapshot?.standing, state?.declaration, state?.variant, state?.stage, ended, snapshot?.counter];
  show(findElement("#beat"), key, () => {
    if (!snapshot?.state) return [];
    if (ended) return [drawVerdict(snapshot, ended)];
    if (snapshot.state.stage !== "play") return [];
    const words = beatWords(snapshot);
    const call = words ? h("b", { class: "call" }, words) : h("b", { class: "call open" }, t("beat.open"));
    return h("div", { class: "target" }, fit("label", t("beat.label")), fit("aim", call));
  });
}

/** A box whose text fills it. @param {string} kind @param {...Child} children */
function fit(kind, ...children) {
  return fitted("div", { class: kind }, ...children);
}

/** @param {Page} page */
function drawWho(page) {
  const { snapshot } = page;
  const state = snapshot?.state;
  const key = [language(), state?.to_act, state?.throwing, state?.stage, state?.throws, state?.free?.length, state?.declaration, state?.loser, state?.winner];
  const more = [snapshot?.game, state?.round, isPlaying(page), snapshot?.head, snapshot?.again, snapshot?.legal, snapshot?.declaring, snapshot?.declare, page.role, document.body.dataset.hand, snapshot?.camera?.without_board];
  show(findElement("#who"), [...key, ...more], () => {
    if (!snapshot) return [];
    if (!snapshot.state) return [name(t("no_game"), "over")];
    if (snapshot.state.stage === "over") return [name(overWords(snapshot.state), "over")];
    const switches = document.body.dataset.hand === "on" && page.role === "table"; // the visible switches show it already
    const declares = snapshot.declaring && !switches ? h("span", { class: "declares" }, declareWords(snapshot.declare)) : null;
    const doing = h("span", { class: "doing" }, doingWords(snapshot, hintWords(page, snapshot)));
    return [name(atTurn(snapshot.state)), fit("what-now", [doing, throwsWords(snapshot.state), declares].filter(Boolean).flatMap((one, place) => (place ? ["\u00a0· ", one] : [one])))];
  });
}

/**
 * Return what to do with the dice, for those who act in the first round of an evening; it goes by itself.
 * @param {Page} page
 * @param {Played} snapshot
 */
function hintWords(page, snapshot) {
  const { game, legal, again, state } = snapshot;
  const acts = page.role === "table" || isPlaying(page);
  if (!acts || game > 1 || state.round > 1 || state.stage !== "play" || again || rollOffResults(snapshot).length) return null;
  const seen = snapshot.camera?.without_board ? "bare" : "camera";
  const way = handOn(page) || isPlaying(page) ? "hand" : seen;
  if (legal.includes("hold")) return t(`hint.hold.${way}`);
  return legal.includes("throw") && !isPlaying(page) ? t(`hint.throw.${way}`) : null;
}

/** A name is on one line; a sentence may take three. @param {string} words @param {string} [kind] */
function name(words, kind = "") {
  return h("h1", { class: `name fit ${kind}`, title: words, "data-whole": kind ? null : true }, h("bdi", { class: "fitted" }, words));
}

/** Return how many throws are left, while a turn has a limit. @param {State} state */
function throwsWords(state) {
  return state.stage === "play" && state.throws.limit ? h("span", { class: "throws" }, throwsLeft(state)) : null;
}

/** @param {Page} page @param {LastRound | null} ended */
function drawDice(page, ended) {
  const { snapshot } = page;
  const state = snapshot?.state;
  const box = findElement("#dice");
  const key = [language(), page.role, state?.free, state?.held, state?.stage, state?.to_act, state?.throws];
  const more = [snapshot?.scene?.cup, snapshot?.camera?.without_board, snapshot?.legal, snapshot?.again, snapshot?.trail, state ? snapshot.due : 0, state?.results, state?.last_round?.round, snapshot?.holds, page.mine, handOn(page), isPlaying(page), snapshot?.head, snapshot?.ended, ended];
  show(box, [...key, ...more], () => {
    if (!hasGame(page)) return [];
    if (page.snapshot.state.stage === "over") return drawFinale(page.snapshot);
    if (ended) return drawRoundEnd(page.snapshot, ended, correction(page));
    if (page.mine.typed.length && handOn(page)) return [typedDice(page), heldTray(page)];
    return [freeDice(page), heldTray(page), before(page)];
  });
}

/** @param {GamePage} page */
function typedDice(page) {
  const slots = Array.from({ length: diceToType(page.snapshot) }, (_, place) => die(page.mine.typed[place], "big typed"));
  return h("div", { class: "free" }, slots);
}

/** @param {GamePage} page */
function freeDice(page) {
  const { state, due, again, scene } = page.snapshot;
  if (!state.free.length) return cupSeen(page.snapshot) ? cupWith(due) : blankDice(due);
  const leaving = again && scene?.cup;
  const dice = state.free.map((value, place) => freeDie(page, value, place));
  return h("div", { class: leaving ? "free leaving" : "free" }, dice, leaving ? cup() : null);
}

/**
 * A free die: by hand a tap puts it aside, else a tap corrects it.
 * @param {GamePage} page
 * @param {number} value
 * @param {number} place
 */
function freeDie(page, value, place) {
  const chooses = handOn(page) || isPlaying(page);
  if (page.role !== "table" && !chooses) return die(value, "big");
  if (chooses && page.snapshot.legal.includes("hold")) {
    const chosen = page.mine.chosen.includes(place);
    if (!chosen && !mayHold(page.snapshot, [...page.mine.chosen, place])) return fixedDie(page, value);
    const tap = () => {
      page.mine.chosen = chosen ? page.mine.chosen.filter((one) => one !== place) : [...page.mine.chosen, place];
      page.draw();
    };
    const label = t(chosen ? "die.unhold" : "die.hold", { value });
    const props = { class: "touch", "aria-pressed": String(chosen), "aria-label": label, onclick: tap };
    return h("button", { ...props, "data-focus": `free${place}` }, die(value, chosen ? "big chosen" : "big"));
  }
  return correctable(page, value, "big", `free${place}`);
}

/**
 * A die that may not be held: no control, but a tap on it says why.
 * @param {GamePage} page
 * @param {number} value
 */
function fixedDie(page, value) {
  const why = t(`holdable.${page.snapshot.holdable}`);
  return h("span", { class: "fixed", onclick: () => page.tell(t("die.fixed", { value, why })) }, die(value, "big"));
}

/** The throws of the running turn, oldest first, or those that ended the turn before. @param {Played} snapshot */
function throwsOf({ acts, state }) {
  const thrown = acts.filter(isThrow);
  return state.throws.made ? thrown.slice(-state.throws.made) : thrown.slice(-1);
}

/**
 * Return what opens the correction of a throw (default: the last one) at a die; null where nobody may.
 * @param {GamePage} page
 * @param {number | null} [number]
 * @param {number | null} [value]
 */
function correction(page, number = null, value = null) {
  const thrown = throwsOf(page.snapshot);
  const from = number === null ? thrown.at(-1) : thrown[number - 1];
  if (page.role !== "table" || !from) return null;
  return () => {
    const place = value === null ? -1 : from.act.dice.indexOf(value);
    page.mine.sheet = { kind: "correct", entry: from.id, player: from.player, place: place < 0 ? null : place };
    page.draw();
  };
}

/**
 * A die that opens the correction of its throw.
 * @param {GamePage} page
 * @param {number} value
 * @param {string} kind
 * @param {string} focus
 * @param {number | null} [number]
 */
function correctable(page, value, kind, focus, number = null) {
  const open = correction(page, number, value);
  if (!open) return die(value, kind);
  const label = t("die.correct", { value });
  return h("button", { class: "touch", "aria-label": label, "data-focus": focus, onclick: open }, die(value, kind));
}

/** Whether the dice are in the cup. Without a board nobody knows, unless they stay covered. @param {Played} snapshot */
function cupSeen({ camera, legal, state }) {
  return !camera?.without_board || state.stage === "reveal" || legal.includes("cover");
}

/** The dice of the next throw where no cup is seen: they come from a cup or from a hand. @param {number} due */
function blankDice(due) {
  return h("div", { class: "free blank" }, Array.from({ length: due }, () => die(null, "big typed")));
}

/** @param {number} due */
function cupWith(due) {
  return h("div", { class: "free covered" }, cup(), due ? fit("due", tn("in_cup", due)) : null);
}

/** @param {GamePage} page */
function heldTray(page) {
  const { state, trail } = page.snapshot;
  if (!state.held.length) return null;
  return h(
    "div",
    { class: "held" },
    fit("label", t("held")),
    h("span", { class: "lying" }, state.held.map((value, place) => heldDie(page, value, place, trail?.held?.[place]))),
  );
}

/**
 * A held die names its throw; by hand a tap takes it back if the rules allow that (TSC-6).
 * @param {GamePage} page
 * @param {number} value
 * @param {number} place
 * @param {Snapshot["trail"]["held"][number] | undefined} from
 */
function heldDie(page, value, place, from) {
  const { legal } = page.snapshot;
  if (isPlaying(page) && legal.includes("take_back")) return backDie(page, value, place);
  const takeBack = page.role === "table" && handOn(page) && legal.includes("take_back");
  const back = () => page.order({ do: "act", act: { act: "take_back", dice: [value] } });
  const drawn = takeBack
    ? h("button", { class: "touch", "aria-label": t("die.unhold", { value }), "data-focus": `held${place}`, onclick: back }, die(value, "mid"))
    : from?.turned
      ? die(value, "mid")
      : correctable(page, value, "mid", `held${place}`, from?.throw ?? null);
  const words = from ? t(from.turned ? "held.turned" : "held.throw", { n: from.throw }) : null;
  return h("span", { class: "from" }, drawn, words ? fitted("small", {}, words) : null);
}

/**
 * On a phone a held die is only marked: it goes back into the cup with the next decision.
 * @param {Page} page
 * @param {number} value
 * @param {number} place
 */
function backDie(page, value, place) {
  const back = page.mine.back ?? [];
  const marked = back.includes(place);
  const tap = () => {
    page.mine.back = marked ? back.filter((one) => one !== place) : [...back, place];
    page.draw();
  };
  const props = { class: "touch", "aria-pressed": String(marked), "aria-label": t("die.unhold", { value }), "data-focus": `held${place}`, onclick: tap };
  return h("span", { class: "from" }, h("button", props, die(value, marked ? "mid chosen" : "mid")));
}

/**
 * Before the first throw of a turn: the last turn's dice, still correctable. Their worth stands in the list.
 * @param {GamePage} page
 */
function before(page) {
  const { state } = page.snapshot;
  if (state.throws.made || state.held.length) return null;
  const result = rollOffResults(page.snapshot).at(-1) ?? state.results.at(-1);
  if (!result?.dice) return null;
  return h(
    "div",
    { class: "before" },
    result.player === state.to_act ? null : fit("label", t("before", { player: result.player })), // the name stands above
    h("span", { class: "lying" }, result.dice.map((value, place) => correctable(page, value, "mid", `before${place}`))),
  );
}

// Draws the left half: what is to be beaten, who throws, which dice lie.

import { cup, die, row } from "./dice.js";
import { h, show } from "./dom.js";
import { handOn } from "./frame.js";
import { beatWords, declareWords, diceDue, doingWords, overWords, resultWords, rollOffResults, throwsLeft } from "./phrases.js";
import { language, t, tn } from "./words.js";

export function drawStage(page) {
  const snapshot = page.snapshot;
  const state = snapshot?.state ?? null;
  drawBeat(snapshot, state);
  drawWho(snapshot, state);
  drawDice(page, snapshot, state);
}

function drawBeat(snapshot, state) {
  const key = [language(), snapshot?.standing, state?.declaration, state?.variant, state?.stage];
  show(document.getElementById("beat"), key, () => {
    if (!state || state.stage !== "play") return [];
    const words = beatWords(snapshot);
    if (!words) return [h("span", { class: "label" }, t("beat.label")), h("b", { class: "call open" }, t("beat.open"))];
    return [h("span", { class: "label" }, t("beat.label")), h("b", { class: "call" }, words), standing(snapshot)];
  });
}

/** Name low and high, once two have thrown. */
function standing(snapshot) {
  const { low, high } = snapshot.standing;
  if (!low || !high || low.player === high.player) {
    return h("span", { class: "standing" }, low ? h("span", {}, low.player) : null);
  }
  const one = (key, result) => h("span", {}, `${t(key)} `, h("b", {}, result.player), ` ${resultWords(result)}`);
  return h("span", { class: "standing" }, one("low", low), one("high", high));
}

function drawWho(snapshot, state) {
  const key = [language(), state?.to_act, state?.stage, state?.throws, state?.free.length, state?.declaration, state?.loser];
  const more = [snapshot?.again, snapshot?.legal, snapshot?.declaring, snapshot?.declare];
  show(document.getElementById("who"), [...key, ...more], () => {
    if (!snapshot) return [];
    if (!state) return [name(t("no_game"), "over")];
    if (state.stage === "over") return [name(overWords(state), "over")];
    const declares = snapshot.declaring ? h("p", { class: "declares" }, declareWords(snapshot.declare)) : null;
    return [name(state.to_act ?? ""), h("p", { class: "doing" }, doingWords(snapshot)), declares, throwDots(state)];
  });
}

/** The longer a name, the smaller; beyond that it is cut. */
function name(words, kind = "") {
  const letters = Array.from(words).length;
  const size = letters <= 8 ? "short" : letters <= 16 ? "medium" : "long";
  return h("h1", { class: `name ${size} ${kind}`, title: words }, words);
}

function throwDots(state) {
  if (state.stage !== "play" || !state.throws.limit) return null;
  const dots = Array.from({ length: state.throws.limit }, (_, place) =>
    h("i", { class: place < state.throws.made ? "dot made" : "dot" }),
  );
  return h("p", { class: "throws" }, h("span", { class: "dots", "aria-hidden": "true" }, dots), throwsLeft(state));
}

function drawDice(page, snapshot, state) {
  const box = document.getElementById("dice");
  const key = [language(), page.role, state?.free, state?.held, state?.stage, state?.to_act, state?.throws];
  const more = [snapshot?.scene?.cup, snapshot?.again, diceShown(snapshot), page.mine, handOn(page), snapshot?.head];
  show(box, [...key, ...more], () => {
    if (!state) return [];
    if (state.stage === "over") return lastRound(state);
    if (page.mine.typed.length && handOn(page)) return [typedDice(page, diceDue(snapshot)), heldTray(page, state)];
    return [freeDice(page, snapshot, state), heldTray(page, state), before(page, state)];
  });
}

function diceShown(snapshot) {
  return [snapshot?.state ? diceDue(snapshot) : 0, snapshot?.state?.results, snapshot?.state?.last_round?.round];
}

function typedDice(page, due) {
  const slots = Array.from({ length: due }, (_, place) => die(page.mine.typed[place], "big typed"));
  return h("div", { class: "free" }, slots);
}

function freeDice(page, snapshot, state) {
  if (!state.free.length) return cupWith(diceDue(snapshot));
  const leaving = snapshot.again && snapshot.scene?.cup;
  const dice = state.free.map((value, place) => freeDie(page, snapshot, value, place));
  return h("div", { class: leaving ? "free leaving" : "free" }, dice, leaving ? cup() : null);
}

/** A die that lies: by hand a tap puts it aside, else a tap corrects it. */
function freeDie(page, snapshot, value, place) {
  if (page.role !== "table") return die(value, "big");
  if (handOn(page) && snapshot.legal.includes("hold")) {
    const chosen = page.mine.chosen.includes(place);
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

/** A die that opens the correction of the last throw when tapped. */
function correctable(page, value, kind, focus) {
  const last = page.snapshot.acts.findLast((entry) => ["throw", "roll_off"].includes(entry.act?.act));
  if (page.role !== "table" || !last) return die(value, kind);
  const open = () => {
    const place = last.act.dice.indexOf(value);
    page.mine.sheet = { kind: "correct", entry: last.id, place: place < 0 ? null : place };
    page.draw();
  };
  const label = t("die.correct", { value });
  return h("button", { class: "touch", "aria-label": label, "data-focus": focus, onclick: open }, die(value, kind));
}

function cupWith(due) {
  return h("div", { class: "free covered" }, cup(), due ? h("span", { class: "due" }, tn("in_cup", due)) : null);
}

function heldTray(page, state) {
  if (!state.held.length) return null;
  return h(
    "div",
    { class: "held" },
    h("span", { class: "label" }, t("held")),
    h("span", { class: "row" }, state.held.map((value) => die(value, "mid"))),
  );
}

/** A game that is over still shows the throws that ended it. */
function lastRound(state) {
  const results = state.last_round?.results ?? [];
  return h("ol", { class: "lines" }, results.map((one) =>
    h("li", {}, h("span", { class: "thrower" }, one.player), row(one.dice ?? []), h("b", {}, resultWords(one))),
  ));
}

/** Before the first throw of a turn: what the one before left lying, so that it can still be read and corrected. */
function before(page, state) {
  if (state.throws.made || state.held.length) return null;
  const result = rollOffResults(page.snapshot).at(-1) ?? state.results.at(-1) ?? state.last_round?.results.at(-1);
  if (!result?.dice) return null;
  return h(
    "div",
    { class: "before" },
    h("span", { class: "label" }, t("before", { player: result.player })),
    h("span", { class: "row" }, result.dice.map((value, place) => correctable(page, value, "mid", `before${place}`))),
    h("b", {}, resultWords(result)),
  );
}



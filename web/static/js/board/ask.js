// Draws the referee's question: what it wants to know, the dice in question, likely answers to tap, six keys for any other.

import { hasGame } from "../shared/cards.js";
import { button } from "../shared/controls.js";
import { crop, drawDice, drawDie } from "../shared/dice.js";
import { findElement, h, show } from "../shared/dom.js";
import { actWords } from "../shared/phrases.js";
import { enterThrow, typingFaces } from "./entering.js";
import { has, language, t, tn } from "../shared/words.js";

/** @param {Page} page */
export function drawAsk(page) {
  const { snapshot, mine } = page;
  const question = snapshot?.question ?? null;
  const box = findElement("#ask");
  box.hidden = !question;
  document.body.dataset.asks = question ? "on" : "off";
  const key = [language(), page.role, question, snapshot?.state?.held, snapshot?.state?.free];
  show(box, [...key, mine.keypad, mine.typed, mine.chosen, page.ordering, snapshot?.acts], () => {
    if (!question || !page.snapshot) return [];
    const answered = page.role === "table" ? answers(page, question) : h("p", { class: "t2 past waiting" }, t("ask.waiting"));
    return [pictures(question, page.snapshot.state), heading(question, page.snapshot), answered];
  });
}

/** @param {Question} question @param {{ holdable: string | null }} options */
function heading(question, { holdable }) {
  const key = `ask.${question.about}`;
  const reasons = question.reasons.flatMap((reason) => [t(has(`reason.${reason}`) ? `reason.${reason}` : "reason.other"), " ", reason === "no_such_hold" ? `${t(`holdable.${holdable}`)} ` : ""]);
  return h(
    "header",
    { class: "txt" },
    question.player ? h("p", { class: "t3 b turn" }, h("bdi", {}, question.player)) : null,
    h("h2", { class: "t4 b" }, t(has(key) ? key : "ask.other", { player: question.player ?? "" })),
    h("p", { class: "t2 past reasons" }, reasons),
  );
}

/** The camera's pictures of the dice, a doubted one framed; without pictures, the dice that lie. @param {Question} question @param {State | null} state */
function pictures(question, state) {
  if (question.crops?.length) return h("div", { class: "pictures" }, question.crops.map((one, place) => picture(one, `/api/crops/${question.id}/${place}`)));
  const lying = state && ["who", "name"].includes(question.about) ? [...state.free, ...state.held] : [];
  return lying.length ? h("div", { class: "pictures" }, h("span", { class: "dice big" }, lying.map((value) => drawDie(value)))) : null;
}

/** @param {Question["crops"][number]} one @param {string} url */
function picture(one, url) {
  const seen = (one.candidates ?? []).slice(0, 3);
  return h("figure", { class: one.doubted ? "doubted" : null }, crop(url, 96), h("figcaption", { class: "t1 past" }, seen.length ? [t(one.doubted ? "crop.doubted" : "crop.seen"), " ", seen.join(", ")] : t("crop.unknown")));
}

/** @param {BoardPage} page @param {Question} question */
function answers(page, question) {
  if (page.mine.keypad) return question.about === "hold" && hasGame(page) ? holdPad(page, question) : throwPad(page, question);
  /** @param {string} id */
  const pick = (id) => () => page.order({ do: "answer", question: question.id, option: id });
  const options = question.options.map((option, place) =>
    h("button", { class: place ? "btn answer" : "btn answer go", "data-option": option.id, "data-focus": option.id, onclick: pick(option.id) }, option.dice ? drawDice(option.dice) : null, optionWords(page, option)),
  );
  return h("div", { class: "ans options" }, options, other(page, question));
}

/** @param {BoardPage} page @param {Question["options"][number]} option */
function optionWords(page, option) {
  if (option.player) return h("bdi", {}, option.player);
  if (!option.label) return null;
  if (option.label === "undo_to") return undoWords(page, option);
  return h("span", {}, t(has(`option.${option.label}`) ? `option.${option.label}` : "option.other"));
}

/** An undo option's id is the entry's: describe that entry. @param {BoardPage} page @param {Question["options"][number]} option */
function undoWords(page, option) {
  const entry = page.snapshot.acts.find((one) => String(one.id) === option.id);
  if (!entry) return h("span", {}, t("option.start"));
  const said = actWords(entry);
  return [h("span", {}, `${entry.player ?? ""} ${said.text}`), said.dice.length ? drawDice(said.dice) : null];
}

/** @param {Page} page @param {Question} question */
function other(page, question) {
  if (!question.count && question.about !== "hold") return null;
  const open = () => {
    page.mine.keypad = true;
    page.draw();
  };
  return button(t("ask.keypad"), open, { kind: "answer", focus: "other" });
}

/** @param {BoardPage} page @param {Question} question */
function throwPad(page, question) {
  const typed = page.mine.typed;
  /** @param {number[]} dice */
  const enter = (dice) => enterThrow(page, dice, () => ({ do: "answer", question: question.id, dice }));
  const full = typed.length === question.count;
  const slots = Array.from({ length: question.count }, (_, place) => drawDie(typed[place], "typed"));
  return h(
    "div",
    { class: "ans pads" },
    h("span", { class: "dice slots" }, slots),
    typingFaces(page, question.count, enter),
    ways(page, full && !page.ordering ? () => enter(typed) : null),
  );
}

/** Which dice stay outside the cup: held ones stay, the others are tapped. @param {GamePage} page @param {Question} question */
function holdPad(page, question) {
  const { free, held } = page.snapshot.state;
  const { chosen } = page.mine;
  /** @param {number} place */
  const tap = (place) => () => {
    page.mine.chosen = chosen.includes(place) ? chosen.filter((one) => one !== place) : [...chosen, place];
    page.draw();
  };
  /** @param {number} value @param {number} place */
  const touch = (value, place) => h("button", { class: "touch", "aria-pressed": String(chosen.includes(place)), "aria-label": t("die", { value }), "data-focus": `pad${place}`, onclick: tap(place) }, drawDie(value, chosen.includes(place) ? "held" : "tap"));
  const outside = [...held, ...chosen.map((place) => free[place])].sort();
  return h(
    "div",
    { class: "ans pads" },
    h("span", { class: "dice big slots" }, free.map(touch), held.map((value) => drawDie(value, "held"))),
    h("p", { class: "t2 past hint" }, t("ask.hold_hint", { count: tn("dice", outside.length) })),
    ways(page, () => page.order({ do: "answer", question: question.id, dice: outside })),
  );
}

/** Back to the offers, and `enter` if a tap must confirm. @param {Page} page @param {(() => unknown) | null} enter */
function ways(page, enter) {
  const back = () => {
    Object.assign(page.mine, { keypad: false, typed: [], chosen: [] });
    page.draw();
  };
  return h("div", { class: "acts" }, button(t("ask.back"), back, { focus: "back" }), enter ? button(t("hand.enter"), enter, { kind: "go", focus: "enter" }) : null);
}

// Draws the referee's question: its reason, the dice in question, likely answers to tap, a keypad for any other.

import { hasGame } from "../shared/cards.js";
import { button, fitted } from "../shared/controls.js";
import { crop, die, row } from "../shared/dice.js";
import { findElement, h, show } from "../shared/dom.js";
import { drawFaces } from "./keypad.js";
import { actWords, reasonWords } from "../shared/phrases.js";
import { enterThrow } from "./undo_bar.js";
import { has, language, t, tn } from "../shared/words.js";

/** @param {Page} page */
export function drawAsk(page) {
  const { snapshot, mine } = page;
  const question = snapshot?.question ?? null;
  const box = findElement("#ask");
  box.hidden = !question;
  findElement("#stage").hidden = Boolean(question);
  const key = [language(), page.role, question, snapshot?.state?.held, snapshot?.state?.free];
  show(box, [...key, mine.keypad, mine.typed, mine.chosen, page.ordering, snapshot?.acts], () => {
    if (!question || !page.snapshot) return [];
    return [heading(question, page.snapshot), lying(question, page.snapshot.state), pictures(question), page.role === "table" ? answers(page, question) : waiting()];
  });
}

/** @param {Question} question @param {{ holdable: string | null }} options */
function heading(question, { holdable }) {
  const key = `ask.${question.about}`;
  const words = t(has(key) ? key : "ask.other", { player: question.player ?? "" });
  return h(
    "header",
    {},
    fitted("h2", {}, question.player ? h("b", {}, h("bdi", {}, question.player), ": ") : null, words),
    fitted("p", { class: "reasons" }, question.reasons.flatMap((reason) => [reasonWords(reason), " ", reason === "no_such_hold" ? `${t(`holdable.${holdable}`)} ` : ""])),
  );
}

/** The dice on the board, for questions about who throws or who loses. @param {Question} question @param {State | null} state */
function lying(question, state) {
  if (!["who", "name"].includes(question.about) || !state) return null;
  return h("p", { class: "slots" }, [...state.free, ...state.held].map((value) => die(value, "mid")));
}

/** @param {Question} question */
function pictures(question) {
  if (!question.crops?.length) return null;
  return h("div", { class: "crops" }, question.crops.map(picture));
}

/**
 * One of the dice in question; a doubted one is framed. A picture from any other address is not shown.
 * @param {Question["crops"][number]} one
 */
function picture(one) {
  const ours = typeof one.url === "string" && one.url.startsWith("/api/crops/");
  const seen = (one.candidates ?? []).slice(0, 3);
  return h(
    "figure",
    { class: one.doubted ? "doubted" : null },
    ours ? crop(one.url, 96) : null,
    h("figcaption", {}, seen.length ? [t(one.doubted ? "crop.doubted" : "crop.seen"), row(seen, "mini")] : t("crop.unknown")),
  );
}

function waiting() {
  return fitted("p", { class: "waiting" }, t("ask.waiting"));
}

/** @param {BoardPage} page @param {Question} question */
function answers(page, question) {
  if (page.mine.keypad) return keypad(page, question);
  /** @param {string} id */
  const pick = (id) => () => page.order({ do: "answer", question: question.id, option: id });
  const options = question.options.map((option) =>
    fitted(
      "button",
      { class: "big option", "data-option": option.id, "data-focus": option.id, onclick: pick(option.id) },
      option.dice ? row(option.dice, "large") : null,
      " ",
      optionWords(page, option),
    ),
  );
  return h("div", { class: `options about-${question.about}` }, options, other(page, question));
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
  return h("span", {}, `${entry.player ?? ""} ${said.text} `, row(said.dice, "mini"));
}

/** @param {Page} page @param {Question} question */
function other(page, question) {
  if (!question.count && question.about !== "hold") return null;
  const open = () => {
    page.mine.keypad = true;
    page.draw();
  };
  return button("other", t("ask.keypad"), open, { focus: "other" });
}

/** @param {BoardPage} page @param {Question} question */
function keypad(page, question) {
  return question.about === "hold" && hasGame(page) ? holdPad(page, question) : throwPad(page, question);
}

/** @param {BoardPage} page @param {Question} question */
function throwPad(page, question) {
  const typed = page.mine.typed;
  /** @param {number[]} dice */
  const enter = (dice) => enterThrow(page, dice, () => ({ do: "answer", question: question.id, dice }));
  /** @param {number[]} dice */
  const set = (dice) => {
    page.mine.typed = dice;
    if (dice.length === question.count) enter(dice);
    page.draw();
  };
  const full = typed.length === question.count;
  const slots = Array.from({ length: question.count }, (_, place) => die(typed[place], "mid typed"));
  return h(
    "div",
    { class: "keypad" },
    h("p", { class: "slots" }, slots),
    drawFaces((value) => set([...typed, value].slice(0, question.count)), { off: full }),
    buttons(page, { ready: full && !page.ordering, clear: typed.length ? () => set(typed.slice(0, -1)) : null, enter: () => enter(typed) }),
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
  const touch = (value, place) =>
    h(
      "button",
      { class: "touch", "aria-pressed": String(chosen.includes(place)), "data-focus": `pad${place}`, onclick: tap(place) },
      die(value, chosen.includes(place) ? "mid chosen" : "mid"),
    );
  const outside = [...held, ...chosen.map((place) => free[place])].sort();
  return h(
    "div",
    { class: "keypad" },
    h("p", { class: "slots" }, free.map(touch), held.map((value) => die(value, "mid held"))),
    fitted("p", { class: "hint" }, t("ask.hold_hint", { count: tn("dice", outside.length) })),
    buttons(page, { ready: true, enter: () => page.order({ do: "answer", question: question.id, dice: outside }) }),
  );
}

/**
 * Back to the offers, one die back (`clear`: null with none typed), and `enter` if a tap must confirm.
 * @param {Page} page
 * @param {{ ready: boolean, clear?: (() => void) | null, enter: () => unknown }} options
 */
function buttons(page, { ready, clear, enter }) {
  const back = () => {
    Object.assign(page.mine, { keypad: false, typed: [], chosen: [] });
    page.draw();
  };
  return h(
    "div",
    { class: "choices" },
    keyButton("", "back", t("ask.back"), back),
    clear === undefined ? null : keyButton("", "clear", t("hand.clear"), clear ?? (() => {}), !clear),
    ready ? keyButton("primary", "enter", t("hand.enter"), enter) : null,
  );
}

/** @param {string} kind @param {string} focus @param {string} words @param {() => unknown} onclick @param {boolean} [disabled] */
function keyButton(kind, focus, words, onclick, disabled = false) {
  return button(kind, words, onclick, { focus, disabled });
}

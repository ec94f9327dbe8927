// Draws the referee's question: what it wants to know, the dice in question, likely answers to tap, six keys for any
// other.

import { hasGame } from "../shared/cards.js";
import { button } from "../shared/controls.js";
import { crop, drawDice, drawDie, drawTouch } from "../shared/dice.js";
import { findElement, h, redraw } from "../shared/dom.js";
import { actWords } from "../shared/phrases.js";
import { enterThrow, toggleDie, typingFaces } from "../shared/typed_dice.js";
import { has, t, tn } from "../shared/words.js";

/** @param {Page} page */
export function drawAsk(page) {
  const { snapshot } = page;
  const question = snapshot?.question ?? null;
  const box = findElement("#ask");
  box.hidden = !question;
  document.body.dataset.asks = question ? "on" : "off";
  if (!question || !snapshot) return void redraw(box, []);
  const answered = page.role === "table" ? answers(page, question) : h("p.t2.past.waiting", t("ask.waiting"));
  redraw(box, [pictures(question, snapshot.state), heading(question, snapshot), answered]);
}

/** @param {Question} question @param {{ holdable: string | null }} options */
function heading(question, { holdable }) {
  const key = `ask.${question.about}`;
  const reasons = question.reasons.flatMap((reason) => [t(has(`reason.${reason}`) ? `reason.${reason}`
    : "reason.other"), " ", reason === "no_such_hold" ? `${t(`holdable.${holdable}`)} ` : ""]);
  return h(
    "header.txt",
    question.player ? h("p.t3.b.turn", h("bdi", question.player)) : null,
    h("h2.t4.b", t(has(key) ? key : "ask.other", { player: question.player ?? "" })),
    h("p.t2.past.reasons", reasons),
  );
}

/** The camera's pictures of the dice, a doubted one framed; without pictures, the dice that lie.
 * @param {Question} question @param {State | null} state */
function pictures({ crops, about, id }, state) {
  const lying = state && ["who", "name", "choice"].includes(about) ? [...state.free, ...state.held] : [];
  if (!crops?.length) {
    return lying.length ? h("div.pictures", h("span.dice.big", lying.map((value) => drawDie(value))))
      : null;
  }
  const figures = crops.map(({ doubted, candidates }, place) => {
    const seen = (candidates ?? []).slice(0, 3).join(", ");
    return h("figure", { class: doubted ? "doubted" : null }, crop(`/api/crops/${id}/${place}`, 96),
      h("figcaption.t1.past", seen ? [t(doubted ? "crop.doubted" : "crop.seen"), " ", seen] : t("crop.unknown")));
  });
  return h("div.pictures", figures);
}

/** @param {BoardPage} page @param {Question} question */
function answers(page, question) {
  const { id, about, count, options } = question;
  if (page.mine.keypad) return about === "hold" && hasGame(page) ? holdPad(page, id) : throwPad(page, question);
  const open = () => {
    page.mine.keypad = true;
    page.draw();
  };
  return h(
    "div.ans.options",
    options.map((option, place) =>
      h("button", { class: place ? "btn answer" : "btn answer go", "data-option": option.id, "data-focus": option.id,
        onclick: () => page.order({ do: "answer", question: id, option: option.id }) },
        option.dice ? drawDice(option.dice) : null, optionWords(page, option)),
    ),
    count || about === "hold" ? button(t("ask.keypad"), open, { kind: "answer", focus: "other" }) : null,
  );
}

/** What an option says; the id of one to go back to is that of the entry which it describes. @param {BoardPage} page
 * @param {Question["options"][number]} option */
function optionWords(page, { id, label, player }) {
  if (player) return h("bdi", player);
  const entry = page.snapshot.acts.find((one) => String(one.id) === id);
  if (label === "undo_to" && entry) {
    const said = actWords(entry);
    return [h("span", `${entry.player ?? ""} ${said.text}`), said.dice.length ? drawDice(said.dice) : null];
  }
  const key = [`option.${label === "undo_to" ? "start" : label}`, `choice.${label}`].find(has);
  return label ? h("span", t(key ?? "option.other")) : null;
}

/** @param {BoardPage} page @param {Question} question */
function throwPad(page, { id, count }) {
  const { typed } = page.mine;
  /** @param {number[]} dice */
  const enter = (dice) => enterThrow(page, dice, () => ({ do: "answer", question: id, dice }));
  const slots = Array.from({ length: count }, (_, place) => drawDie(typed[place], "typed"));
  return h("div.ans.pads", h("span.dice.slots", slots), typingFaces(page, count, enter),
    ways(page, typed.length === count && !page.ordering ? () => enter(typed) : null));
}

/** Which dice stay outside the cup: held ones stay, the others are tapped. @param {GamePage} page
 * @param {string} question */
function holdPad(page, question) {
  const { free, held } = page.snapshot.state;
  const { chosen } = page.mine;
  const dice = [...held, ...chosen.map((place) => free[place])].sort();
  const touches = free.map(
    (value, place) => drawTouch(value, { kind: chosen.includes(place) ? "held" : "tap", label: t("die", { value }),
      focus: `pad${place}`, pressed: chosen.includes(place), onclick: () => toggleDie(page, "chosen", place) }));
  return h(
    "div.ans.pads",
    h("span.dice.big.slots", touches, held.map((value) => drawDie(value, "held"))),
    h("p.t2.past.hint", t("ask.hold_hint", { count: tn("dice", dice.length) })),
    ways(page, () => page.order({ do: "answer", question, dice })),
  );
}

/** Back to the offers, and `enter` if a tap must confirm. @param {Page} page @param {(() => unknown) | null} enter */
function ways(page, enter) {
  const back = () => {
    Object.assign(page.mine, { keypad: false, typed: [], chosen: [] });
    page.draw();
  };
  return h("div.acts", button(t("ask.back"), back, { focus: "back" }),
    enter ? button(t("hand.enter"), enter, { kind: "go", focus: "enter" }) : null);
}

// Draws the pad below the stage: the form for a new game, six faces to type a throw, or the acts of a turn.

import { drawPanel as drawPokerPanel } from "../poker/poker_panel.js";
import { hasGame, playsCards } from "../shared/cards.js";
import { button } from "../shared/controls.js";
import { findElement, h, redraw } from "../shared/dom.js";
import { handOn } from "./frame.js";
import { diceToType, enterThrow, mustThrowAll, typingFaces } from "../shared/typed_dice.js";
import { renewForm, setupForm } from "../start/setup.js";
import { decisionKeys } from "../phone/seat_turn.js";
import { throwWords } from "../shared/next_step.js";
import { hintWords } from "../shared/phrases.js";
import { numberWord, t } from "../shared/words.js";

const LOOK_MS = 20;

/** @param {Page} page */
export function drawPanel(page) {
  const { snapshot } = page;
  const box = findElement("#panel");
  const whole = document.body.dataset.round === "ended";
  box.hidden = page.role !== "table" || !snapshot || whole || Boolean(snapshot.question);
  if (!snapshot || page.role !== "table" || whole) return void redraw(box, []);
  if (!snapshot.state) {
    redraw(box, (page.mine.form ??= setupForm(page)));
    return renewForm(page);
  }
  page.mine.form = null;
  if (playsCards(page)) return drawPokerPanel(page);
  if (!hasGame(page)) return;
  redraw(box, !handOn(page) ? pressButtons(page) : diceToType(page.snapshot) ? typing(page) : choosing(page));
}

/** A line of small letters above the keys: who acts, and what else may be done. @param {string} left @param {string | null} right */
function caption(left, right) {
  return h("p", { class: "cap t1" }, h("span", { class: "cut" }, left), h("span", { class: "num" }, right));
}

/** Enter a throw: faces are tapped one after the other, and the last one enters it. @param {GamePage} page */
function typing(page) {
  const { typed } = page.mine;
  const due = diceToType(page.snapshot);
  /** @param {number[]} dice */
  const enter = async (dice) => {
    const lie = mustThrowAll(page.snapshot); // they go back into the cup first
    if (lie && !(await page.order({ do: "act", act: { act: "hold", dice: [] } }))) return;
    while (lie && page.ordering) await new Promise((later) => setTimeout(later, LOOK_MS)); // the throw is meant for the board that shows it
    enterThrow(page, dice, (act) => ({ do: "act", act }));
  };
  const full = typed.length === due;
  const throws = throwWords(page.snapshot.state);
  const words = page.snapshot.camera?.status === "ok" ? t("hand.or_type") : throws ? t("hand.throw", { throw: throws }) : t("hand.type");
  return [
    caption(words, full ? null : t("hand.missing", { n: numberWord(due - typed.length) })),
    full && !page.ordering ? button(t("hand.enter"), () => enter(typed), { kind: "go", focus: "enter" }) : typingFaces(page, due, enter), // a throw that could not be sent needs a tap
  ];
}

/** Hold, turn, cover or leave it; the press of the panel's PASS makes the declaration of the switches. @param {GamePage} page */
function choosing(page) {
  const { holds, legal } = page.snapshot;
  const hint = legal.includes("turn") ? t("hand.turns") : holds.some((dice) => dice.length) ? t("hand.tap") : "";
  /** @param {Act} act */
  const send = (act) => page.order(act.act === "pass" ? { do: "press", button: "pass" } : { do: "act", act });
  const keys = decisionKeys(page, (dice) => t(dice ? "hand.hold" : "hand.again", { dice }), send);
  return [caption(hint, null), h("div", { class: "acts" }, keys)];
}

/** The two buttons of the panel, for a table without one. @param {GamePage} page */
function pressButtons(page) {
  const { legal, panel, camera, again } = page.snapshot;
  if (panel.status === "ok") return null;
  /** @param {NonNullable<Command["button"]>} name */
  const press = (name) => () => page.order({ do: "press", button: name });
  const cover = legal.includes("cover");
  const pass = cover && camera?.without_board ? () => page.order({ do: "act", act: { act: "cover" } }) : press("pass"); // no cup is seen there
  const more = legal.includes("hold") || legal.includes("turn");
  const repeat = press(again ? "undo" : "again");
  const said = t(again ? "hand.not_again" : "hand.press_again");
  const stops = cover || legal.includes("pass");
  const keys = [
    more ? button(said, repeat, { kind: again ? "pressed" : "may", focus: "again" }) : null,
    stops ? button(t(cover ? "hand.cover" : "hand.pass"), pass, { kind: more ? "may" : "go", focus: "pass" }) : null,
  ].filter(Boolean);
  const hint = hintWords(page.snapshot, camera?.without_board ? "bare" : "camera");
  return [caption(hint ?? "", null), keys.length ? h("div", { class: "acts" }, keys) : null];
}

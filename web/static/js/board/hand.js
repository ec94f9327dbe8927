// Draws the pad below the stage: the form for a new game, six faces to type a throw, or the acts of a turn.

import { drawPanel as drawPokerPanel } from "../poker/poker_panel.js";
import { hasGame, playsCards } from "../shared/cards.js";
import { button } from "../shared/controls.js";
import { findElement, h, show } from "../shared/dom.js";
import { handOn } from "./frame.js";
import { diceToType, isHold, mustThrowAll } from "./typed_dice.js";
import { drawFaces } from "./keypad.js";
import { renewForm, setupForm } from "../start/setup.js";
import { enterThrow } from "./entering.js";
import { hintWords } from "../shared/phrases.js";
import { language, numberWord, t } from "../shared/words.js";

const LOOK_MS = 20;

/** @param {Page} page */
export function drawPanel(page) {
  const { snapshot } = page;
  const box = findElement("#panel");
  const whole = document.body.dataset.round === "ended";
  box.hidden = page.role !== "table" || !snapshot || whole || Boolean(snapshot.question);
  if (!snapshot || page.role !== "table" || whole) return void show(box, null, () => []);
  if (!snapshot.state) return show(box, ["setup", language()], () => setupForm(page)) || renewForm(page);
  if (playsCards(page)) return drawPokerPanel(page);
  if (hasGame(page)) drawControls(page, box);
}

/** @param {GamePage} page @param {HTMLElement} box */
function drawControls(page, box) {
  const { snapshot, mine } = page;
  const { state } = snapshot;
  const key = [language(), snapshot.declaring, snapshot.legal, snapshot.holds, snapshot.due, state.stage, state.held?.length, state.free, snapshot.again, state.to_act];
  show(box, [...key, mine.chosen, mine.typed, handOn(page), snapshot.panel.status, snapshot.camera?.without_board, page.ordering], () => (handOn(page) ? byHand(page) : pressButtons(page)));
}

/** A line of small letters above the keys: who acts, and what else may be done. @param {Child} left @param {Child} right */
function caption(left, right) {
  return h("p", { class: "cap t1" }, h("span", { class: "cut" }, left), h("span", { class: "cut" }, right));
}

/** @param {GamePage} page */
function byHand(page) {
  const pickUp = page.snapshot.state.free.length > 0 && mustThrowAll(page.snapshot);
  const due = diceToType(page.snapshot);
  return due ? typing(page, due, pickUp) : choosing(page);
}

/**
 * Enter a throw: faces are tapped one after the other, and the last one enters it. `pickUp`: the dice that lie go back into the cup first.
 * @param {GamePage} page
 * @param {number} due
 * @param {boolean} pickUp
 */
function typing(page, due, pickUp) {
  const { typed } = page.mine;
  /** @param {number[]} dice */
  const set = (dice) => {
    page.mine.typed = dice;
    if (dice.length === due) enter(dice);
    page.draw();
  };
  /** @param {number[]} dice */
  const enter = async (dice) => {
    if (pickUp && !(await pickDiceUp(page))) return;
    enterThrow(page, dice, (act) => ({ do: "act", act }));
  };
  const full = typed.length === due;
  // Only a throw that could not be sent needs a tap to enter it.
  const again = full && !page.ordering ? button("go", t("hand.enter"), () => enter(typed), { focus: "enter" }) : null;
  return [
    caption(hintWords(page.snapshot, "hand") ?? t("hand.type"), full ? "" : t("hand.missing", { n: numberWord(due - typed.length) })),
    again ?? drawFaces((value) => set([...typed, value].slice(0, due)), { off: full, back: typed.length ? () => set(typed.slice(0, -1)) : null }),
  ];
}

/** Put all dice back into the cup; returns once the board shows it, so that the throw is meant for that board. @param {Page} page */
async function pickDiceUp(page) {
  const done = await page.order({ do: "act", act: { act: "hold", dice: [] } });
  while (page.ordering) await new Promise((later) => setTimeout(later, LOOK_MS));
  return done;
}

/** Hold, turn or pass: dice to hold are tapped above. @param {GamePage} page */
function choosing(page) {
  const { legal, state } = page.snapshot;
  const chosen = page.mine.chosen.map((place) => state.free[place]).sort();
  /** @param {Act} body */
  const act = (body) => () => page.order({ do: "act", act: body });
  const hold = chosen.length ? t("hand.hold", { dice: chosen.join(" ") }) : t("hand.again");
  const holds = legal.includes("hold");
  return [
    caption(t("hand.decides", { player: state.to_act ?? "" }), holds ? (hintWords(page.snapshot, "hand") ?? t("hand.or_tap")) : ""),
    h(
      "div",
      { class: "acts" },
      legal.includes("turn") ? button("", t("hand.turn"), act({ act: "turn" }), { focus: "turn" }) : null,
      holds ? button(chosen.length ? "go" : "", hold, act({ act: "hold", dice: chosen }), { focus: "hold", disabled: !isHold(page.snapshot, page.mine.chosen) }) : null,
      legal.includes("cover") ? button("go", t("hand.cover"), act({ act: "cover" }), { focus: "cover" }) : null,
      legal.includes("pass") ? button(chosen.length ? "" : "go", t("hand.pass"), press(page, "pass"), { focus: "pass" }) : null,
    ),
  ];
}

/** A press of the panel's button: PASS makes the declaration of the switches. @param {Page} page @param {NonNullable<Command["button"]>} name */
function press(page, name) {
  return () => page.order({ do: "press", button: name });
}

/** The two buttons of the panel, for a table without one. @param {GamePage} page */
function pressButtons(page) {
  const { legal, panel, camera, again, state } = page.snapshot;
  if (panel.status === "ok") return null;
  const cover = camera?.without_board ? () => page.order({ do: "act", act: { act: "cover" } }) : press(page, "pass"); // no cup is seen there
  const throws = legal.includes("hold") || legal.includes("turn");
  const keys = [
    throws ? (again ? button("pressed", t("hand.not_again"), press(page, "undo"), { focus: "again" }) : button("", t("hand.press_again"), press(page, "again"), { focus: "again" })) : null,
    legal.includes("cover") ? button("go", t("hand.cover"), cover, { focus: "pass" }) : null,
    !legal.includes("cover") && legal.includes("pass") ? button("go", t("hand.pass"), press(page, "pass"), { focus: "pass" }) : null,
  ].filter(Boolean);
  const hint = hintWords(page.snapshot, camera?.without_board ? "bare" : "camera") ?? "";
  return [caption(keys.length ? t("hand.decides", { player: state.to_act ?? "" }) : "", hint), keys.length ? h("div", { class: "acts" }, keys) : null];
}

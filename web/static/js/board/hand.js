// Draws the panel below the dice: a game to start, a finished one to repeat, throws by hand, or the two buttons.

import { drawCards, hasGame, playsCards } from "../shared/cards.js";
import { button, fitted, twoWay } from "../shared/controls.js";
import { findElement, h, show } from "../shared/dom.js";
import { handOn } from "./frame.js";
import { diceToType, isHold, mustThrowAll } from "./typed_dice.js";
import { drawFaces } from "./keypad.js";
import { renewForm, setupForm } from "../start/setup.js";
import { startRematch } from "../start/starting.js";
import { enterThrow } from "./undo_bar.js";
import { language, numberWord, t } from "../shared/words.js";

const LOOK_MS = 20;

/** @param {Page} page */
export function drawPanel(page) {
  const box = findElement("#panel");
  if (!page.snapshot || page.role !== "table") return void show(box, null, () => []);
  const { snapshot } = page;
  if (!snapshot.state) return show(box, ["setup", language()], () => setupForm(page)) || renewForm(page);
  if (playsCards(page) && page.snapshot.state.stage !== "over") return drawCards("drawPanel", page, "panel");
  if (hasGame(page)) drawControls(page, box);
}

/** @param {GamePage} page @param {HTMLElement} box */
function drawControls(page, box) {
  const { snapshot, mine } = page;
  const { state } = snapshot;
  const key = [language(), snapshot.declaring, snapshot.declare, snapshot.legal, snapshot.holds, snapshot.due, state.stage, state.held?.length, state.free, snapshot.again];
  show(box, [...key, mine.chosen, mine.typed, handOn(page), snapshot.panel.status, snapshot.camera?.without_board, snapshot.players_last, page.ordering], () => {
    if (state.stage === "over") return nextGame(page);
    return handOn(page) ? byHand(page) : pressButtons(page);
  });
}

/** @param {GamePage} page */
function nextGame(page) {
  const again = () => startRematch(page);
  const other = () => {
    page.mine.sheet = { kind: "setup" };
    page.draw();
  };
  return h("div", { class: "choices" }, button("primary", t("rematch"), again), button("", t("other_game"), other));
}

/** @param {GamePage} page */
function byHand(page) {
  const pickUp = page.snapshot.state.free.length > 0 && mustThrowAll(page.snapshot);
  const due = diceToType(page.snapshot);
  return [due ? typing(page, due, pickUp) : choosing(page), switches(page)].flat();
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
  const missing = fitted("span", { class: "missing" }, full ? "" : t("hand.missing", { n: numberWord(due - typed.length) }));
  // Only a throw that could not be sent needs a tap to enter it.
  const again = full && !page.ordering ? button("primary", t("hand.enter"), () => enter(typed), { focus: "enter" }) : missing;
  return [
    drawFaces((value) => set([...typed, value].slice(0, due)), { off: full }),
    h("div", { class: "choices" }, button("", t("hand.clear"), () => set(typed.slice(0, -1)), { disabled: !typed.length, focus: "clear" }), again),
  ];
}

/**
 * Put all dice back into the cup; returns once the board shows it, so that the throw is meant for that board.
 * @param {Page} page
 */
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
  return h(
    "div",
    { class: "choices" },
    legal.includes("turn") ? button("", t("hand.turn"), act({ act: "turn" }), { focus: "turn" }) : null,
    legal.includes("hold") ? button("", hold, act({ act: "hold", dice: chosen }), { focus: "hold", disabled: !isHold(page.snapshot, page.mine.chosen) }) : null,
    legal.includes("cover") ? button("primary", t("hand.cover"), act({ act: "cover" }), { focus: "cover" }) : null,
    legal.includes("pass") ? button("primary", t("hand.pass"), press(page, "pass"), { focus: "pass" }) : null,
  );
}

/**
 * The leader's three switches, as on the panel: each shows both of its choices, and the active one.
 * @param {GamePage} page
 */
function switches(page) {
  const { snapshot } = page;
  if (!snapshot.declaring || (snapshot.panel.status === "ok" && !handOn(page))) return [];
  const { ones, sixes, direction } = snapshot.declare;
  return [
    h(
      "div",
      { class: "choices switches" },
      twoWay([100, 1].map((value) => [`1 = ${value}`, value === ones]), press(page, "ones"), "ones"),
      twoWay([60, 6].map((value) => [`6 = ${value}`, value === sixes]), press(page, "sixes"), "sixes"),
      twoWay(["high", "low"].map((way) => [t(`direction.${way}`), way === direction]), press(page, "direction"), "direction"),
    ),
  ];
}

/** A press of the panel's button: PASS makes the declaration of the switches. @param {Page} page @param {NonNullable<Command["button"]>} name */
function press(page, name) {
  return () => page.order({ do: "press", button: name });
}

/** The two buttons of the panel, for a table without one. @param {GamePage} page */
function pressButtons(page) {
  const { snapshot } = page;
  if (snapshot.panel.status === "ok") return null;
  if (snapshot.legal.includes("cover")) {
    const cover = snapshot.camera?.without_board ? () => page.order({ do: "act", act: { act: "cover" } }) : press(page, "pass"); // no cup is seen there
    return h("div", { class: "choices" }, button("primary", t("hand.cover"), cover, { focus: "pass" }));
  }
  if (!snapshot.legal.includes("pass") && !snapshot.state.free.length) return switches(page);
  const throws = snapshot.legal.includes("hold") || snapshot.legal.includes("turn");
  const choices = h(
    "div",
    { class: "choices" },
    throws ? againButton(page) : null,
    snapshot.legal.includes("pass") ? button("primary", t("hand.pass"), press(page, "pass"), { focus: "pass" }) : null,
  );
  return [choices, ...switches(page)];
}

/** AGAIN, or after a press, its undo. @param {GamePage} page */
function againButton(page) {
  if (page.snapshot.again) return button("pressed", t("hand.not_again"), press(page, "undo"), { focus: "again" });
  return button("", t("hand.press_again"), press(page, "again"), { focus: "again" });
}

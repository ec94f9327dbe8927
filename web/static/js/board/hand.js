// Draws the pad below the stage: the form for a new game, six faces to type a throw, or the acts of a turn.

import { drawPanel as drawPokerPanel } from "../poker/poker_panel.js";
import { hasGame, playsCards } from "../shared/cards.js";
import { button } from "../shared/controls.js";
import { findElement, h, show } from "../shared/dom.js";
import { handOn } from "./frame.js";
import { diceToType, canHold, mustThrowAll } from "./typed_dice.js";
import { renewForm, setupForm } from "../start/setup.js";
import { enterThrow, typingFaces } from "./entering.js";
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
  const due = diceToType(snapshot);
  const key = [language(), snapshot.declaring, snapshot.legal, snapshot.holds, snapshot.due, state.stage, state.held?.length, state.free, snapshot.again, state.to_act];
  show(box, [...key, mine.chosen, mine.typed, handOn(page), snapshot.panel.status, snapshot.camera?.without_board, page.ordering], () => (handOn(page) ? (due ? typing(page, due) : choosing(page)) : pressButtons(page)));
}

/** A line of small letters above the keys: who acts, and what else may be done. @param {Child} left @param {Child} right */
function caption(left, right) {
  return h("p", { class: "cap t1" }, h("span", { class: "cut" }, left), h("span", { class: "cut" }, right));
}

/** Enter a throw: faces are tapped one after the other, and the last one enters it. @param {GamePage} page @param {number} due */
function typing(page, due) {
  const { typed } = page.mine;
  /** @param {number[]} dice */
  const enter = async (dice) => {
    const lie = page.snapshot.state.free.length > 0 && mustThrowAll(page.snapshot); // they go back into the cup first
    if (lie && !(await page.order({ do: "act", act: { act: "hold", dice: [] } }))) return;
    while (lie && page.ordering) await new Promise((later) => setTimeout(later, LOOK_MS)); // the throw is meant for the board that shows it
    enterThrow(page, dice, (act) => ({ do: "act", act }));
  };
  const full = typed.length === due;
  // Only a throw that could not be sent needs a tap to enter it.
  const again = full && !page.ordering ? button(t("hand.enter"), () => enter(typed), { kind: "go", focus: "enter" }) : null;
  return [
    caption(hintWords(page.snapshot, "hand") ?? t("hand.type"), full ? "" : t("hand.missing", { n: numberWord(due - typed.length) })),
    again ?? typingFaces(page, due, enter),
  ];
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
      legal.includes("turn") ? button(t("hand.turn"), act({ act: "turn" }), { focus: "turn" }) : null,
      holds ? button(hold, act({ act: "hold", dice: chosen }), { kind: chosen.length ? "go" : "", focus: "hold", disabled: !canHold(page.snapshot, page.mine.chosen, false) }) : null,
      legal.includes("cover") ? button(t("hand.cover"), act({ act: "cover" }), { kind: "go", focus: "cover" }) : null,
      legal.includes("pass") ? button(t("hand.pass"), press(page, "pass"), { kind: chosen.length ? "" : "go", focus: "pass" }) : null,
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
    throws ? (again ? button(t("hand.not_again"), press(page, "undo"), { kind: "pressed", focus: "again" }) : button(t("hand.press_again"), press(page, "again"), { focus: "again" })) : null,
    legal.includes("cover") ? button(t("hand.cover"), cover, { kind: "go", focus: "pass" }) : null,
    !legal.includes("cover") && legal.includes("pass") ? button(t("hand.pass"), press(page, "pass"), { kind: "go", focus: "pass" }) : null,
  ].filter(Boolean);
  const hint = hintWords(page.snapshot, camera?.without_board ? "bare" : "camera") ?? "";
  return [caption(keys.length ? t("hand.decides", { player: state.to_act ?? "" }) : "", hint), keys.length ? h("div", { class: "acts" }, keys) : null];
}

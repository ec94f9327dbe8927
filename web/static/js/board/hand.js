// Draws the pad below the stage: the form for a new game, six faces to type a throw, or the acts of a turn.

import { drawPanel as drawPokerPanel } from "../poker/poker_panel.js";
import { hasGame, playsCards } from "../shared/cards.js";
import { button } from "../shared/controls.js";
import { findElement, h, redraw } from "../shared/dom.js";
import { handOn } from "./frame.js";
import { diceToType, enterThrow, mustThrowAll, typingFaces } from "../shared/typed_dice.js";
import { renewForm, setupForm } from "../start/setup.js";
import { choiceKeys, ofTurn, tipWords } from "../shared/choices.js";
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
  redraw(box, !handOn(page) ? pressing(page) : diceToType(page.snapshot) ? typing(page) : choosing(page));
}

/** A line of small letters above the keys: who acts, and what else may be done. @param {string} left
 * @param {string | null} right */
function caption(left, right) {
  return h("p.cap.t1", h("span.cut", left), h("span.num", right));
}

/** Enter a throw: faces are tapped one after the other, and the last one enters it. @param {GamePage} page */
function typing(page) {
  const { typed } = page.mine;
  const due = diceToType(page.snapshot);
  /** @param {number[]} dice */
  const enter = async (dice) => {
    const lie = mustThrowAll(page.snapshot); // they go back into the cup first
    if (lie && !(await page.order({ do: "act", act: { act: "hold", dice: [] } }))) return;
    // the throw is meant for the board that shows it
    while (lie && page.ordering) await new Promise((later) => setTimeout(later, LOOK_MS));
    enterThrow(page, dice, (act) => ({ do: "act", act }));
  };
  const full = typed.length === due;
  const throws = throwWords(page.snapshot.state);
  const words = page.snapshot.camera?.status === "ok" ? t("hand.or_type") : throws ? t("hand.throw", { throw: throws })
    : t("hand.type");
  return [
    caption(words, full ? null : t("hand.missing", { n: numberWord(due - typed.length) })),
    // a throw that could not be sent needs a tap
    full && !page.ordering ? button(t("hand.enter"), () => enter(typed), { kind: "go", focus: "enter" })
      : typingFaces(page, due, enter),
  ];
}

/** The choices of the turn, whose dice are tapped above. @param {GamePage} page */
function choosing(page) {
  const now = ofTurn(page.snapshot);
  const keys = acts(choiceKeys(page, now, ({ act }) => page.order({ do: "act", act })));
  return keys && [caption(tipWords(now), null), keys];
}

/** A row of keys, or nothing if there are none: an empty row would take the room of one. @param {Child[]} keys */
const acts = (keys) => (keys.some(Boolean) ? h("div.acts", keys) : null);

/** What the camera does not see by itself, for a table without a panel; with one, what its two great buttons do not do.
 * @param {GamePage} page */
function pressing(page) {
  const { panel, camera, again } = page.snapshot;
  const ok = panel.status === "ok";
  const now = ofTurn(page.snapshot);
  /** @param {NonNullable<Command["button"]>} name */
  const press = (name) => page.order({ do: "press", button: name });
  const repeats = !ok && now.some((one) => one.button === "again");
  const others = now.filter((one) => one.button !== "again" && !(ok && one.button === "pass"));
  const keys = [
    repeats ? button(t(again ? "hand.not_again" : "hand.press_again"), () => press(again ? "undo" : "again"),
      { kind: again ? "pressed" : "may", focus: "again" }) : null,
    // no cup is seen there
    ...choiceKeys(page, others, ({ act, button: own }) => (own === "pass"
      && !(act.act === "cover" && camera?.without_board) ? press(own) : page.order({ do: "act", act }))),
  ];
  return ok ? acts(keys)
    : [caption(hintWords(page.snapshot, camera?.without_board ? "bare" : "camera") ?? "", null), acts(keys)];
}

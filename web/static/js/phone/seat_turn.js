// The keys of a turn, on a tablet by hand and on the phone of the player in turn: hold and throw again, turn, cover, leave it; and on a
// phone, whose dice the table throws, throwing, naming and declaring.

import { canHold } from "../shared/typed_dice.js";
import { SWITCHES, button, drawSwitches } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { t, tn } from "../shared/words.js";

/** Forget a declaration that is no longer open. @param {BoardPage} page */
export function keepDeclared(page) {
  const { declaring, declare } = page.snapshot;
  page.mine.declare = declaring ? (page.mine.declare ?? { ...declare }) : null;
}

/**
 * The keys that decide about the dice on the table; those to hold are tapped above. `holdWords` says that these are held and the
 * others thrown again, `send` carries an act out.
 * @param {GamePage} page
 * @param {(dice: string) => string} holdWords
 * @param {(act: Act) => unknown} send
 */
export function decisionKeys(page, holdWords, send) {
  const { legal, state } = page.snapshot;
  const { chosen, back } = page.mine;
  const dice = chosen.map((place) => state.free[place]).sort();
  const kind = legal.includes("hold") || legal.includes("turn") ? "may" : "go"; // nothing filled ends a turn that has throws left
  /** @param {"turn" | "cover" | "pass"} act @param {string} said */
  const key = (act, said) => (legal.includes(act) ? button(said, () => send({ act }), { kind, focus: act }) : null);
  const disabled = !back?.length && !canHold(page.snapshot, chosen, false);
  const hold = () => button(holdWords(dice.join(" ")), () => send({ act: "hold", dice }), { kind, focus: "hold", disabled });
  return [key("turn", t("hand.turn")), legal.includes("hold") ? hold() : null, key("cover", t("hand.cover")), key("pass", t("hand.pass"))].filter(Boolean);
}

/** @param {GamePage} page */
export function drawDecisions(page) {
  const { state, due, legal } = page.snapshot;
  if (state.stage === "naming") return [h("div", { class: "choices seat-names" }, state.players.filter((one) => !state.out[one]).map((player) => button(player, () => page.play([{ act: "name_loser", player }]), { focus: `name ${player}` })))];
  if (due || legal.includes("cover")) return [h("div", { class: "choices acts" }, button(due ? tn("seat.throw", due, { n: due }) : t("seat.cover"), () => page.play([]), { kind: "go", focus: "throw" }))];
  const { back = [], declare } = page.mine;
  /** @param {Act} act */
  const send = (act) => {
    const dice = back.map((place) => state.held[place]).sort();
    if (act.act === "hold" && dice.length) return page.play([{ act: "take_back", dice }, act]);
    return page.play([act.act === "pass" && declare ? { ...act, declare: /** @type {Act["declare"]} */ (declare) } : act]);
  };
  return [...declareKeys(page), h("div", { class: "choices acts" }, decisionKeys(page, (dice) => t(dice ? "seat.hold" : "seat.again", { dice }), send))];
}

/** The leader's switches, among the declarations under which the dice are counted. @param {GamePage} page */
function declareKeys(page) {
  const { declare } = page.mine;
  if (!declare || !page.snapshot.legal.includes("pass")) return [];
  /** @param {Declare} one */
  const alike = (one) => SWITCHES.filter(([key]) => one[key] === declare[key]).length;
  /** @param {"ones" | "sixes" | "direction"} name */
  const flip = (name) => {
    const open = (page.snapshot.worth?.counts ?? []).map((one) => one.declare).filter((one) => one !== null);
    const [next] = open.filter((one) => one[name] !== declare[name]).sort((one, other) => alike(other) - alike(one));
    page.mine.declare = next ?? declare;
    page.draw();
  };
  const switches = drawSwitches(declare, flip);
  switches.classList.add("choices");
  return [switches];
}

// The buttons of a phone in its player's turn: throw, hold and throw again, turn, declare, leave it. The table throws.

import { SWITCHES, button, drawSwitches } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { t, tn } from "../shared/words.js";

/** Forget a declaration that is no longer open. @param {BoardPage} page */
export function keepDeclared(page) {
  const { declaring, declare } = page.snapshot;
  page.mine.declare = declaring ? (page.mine.declare ?? { ...declare }) : null;
}

/** @param {GamePage} page */
export function drawDecisions(page) {
  const { state, due, legal } = page.snapshot;
  if (state.stage === "naming") return [h("div", { class: "choices seat-names" }, naming(page))];
  if (due || legal.includes("cover")) return [choices(button(due ? tn("seat.throw", due, { n: due }) : t("seat.cover"), () => page.play([]), { kind: "go", focus: "throw" }))];
  return [...declareKeys(page), choices(...deciding(page))];
}

/** @param {GamePage} page */
function naming(page) {
  const { state } = page.snapshot;
  /** @param {string} player */
  const name = (player) => () => page.play([{ act: "name_loser", player }]);
  return state.players.filter((one) => !state.out[one]).map((one) => button(one, name(one), { focus: `name ${one}` }));
}

/** @param {GamePage} page */
function deciding(page) {
  const { legal, state } = page.snapshot;
  const { chosen, back, declare } = page.mine;
  const held = chosen.map((place) => state.free[place]).sort();
  const returned = (back ?? []).map((place) => state.held[place]).sort();
  /** @type {Act[]} */
  const first = returned.length ? [{ act: "take_back", dice: returned }] : [];
  const hold = held.length ? t("seat.hold", { dice: held.join(" ") }) : t("seat.again");
  return [
    legal.includes("turn") ? button(t("hand.turn"), () => page.play([{ act: "turn" }]), { focus: "turn" }) : null,
    legal.includes("hold") ? button(hold, () => page.play([...first, { act: "hold", dice: held }]), { focus: "hold" }) : null,
    legal.includes("pass") ? button(t("hand.pass"), () => page.play([{ act: "pass", ...(declare ? { declare: /** @type {Act["declare"]} */ (declare) } : {}) }]), { kind: "go", focus: "pass" }) : null,
  ].filter(Boolean);
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

/** @param {...Child} buttons */
function choices(...buttons) {
  return h("div", { class: "choices acts" }, buttons);
}

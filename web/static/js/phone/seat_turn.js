// The buttons of a phone in its player's turn: throw, hold and throw again, turn, declare, leave it. The table throws.

import { button, twoWay } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { t, tn } from "../shared/words.js";

/** @type {Array<["ones" | "sixes" | "direction", Array<number | string>]>} */
const SWITCHES = [
  ["ones", [100, 1]],
  ["sixes", [60, 6]],
  ["direction", ["high", "low"]],
];

/** Forget a declaration that is no longer open. @param {BoardPage} page */
export function keepDeclared(page) {
  const { declaring, declare } = page.snapshot;
  page.mine.declare = declaring ? (page.mine.declare ?? { ...declare }) : null;
}

/** The open declarations: the dice are counted under each. @param {{ snapshot: Snapshot }} options */
function open({ snapshot }) {
  return (snapshot.worth?.counts ?? []).map((one) => one.declare).filter((one) => one !== null);
}

/** @param {GamePage} page */
export function drawDecisions(page) {
  const { state, due, legal } = page.snapshot;
  if (state.stage === "naming") return [h("div", { class: "choices seat-names" }, naming(page))];
  if (due || legal.includes("cover")) return [choices(button("go", due ? tn("seat.throw", due, { n: due }) : t("seat.cover"), () => page.play([]), { focus: "throw" }))];
  return [...drawSwitches(page), choices(...deciding(page))];
}

/** @param {GamePage} page */
function naming(page) {
  const { state } = page.snapshot;
  /** @param {string} player */
  const name = (player) => () => page.play([{ act: "name_loser", player }]);
  return state.players.filter((one) => !state.out[one]).map((one) => button("", one, name(one), { focus: `name ${one}` }));
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
    legal.includes("turn") ? button("", t("hand.turn"), () => page.play([{ act: "turn" }]), { focus: "turn" }) : null,
    legal.includes("hold") ? button("", hold, () => page.play([...first, { act: "hold", dice: held }]), { focus: "hold" }) : null,
    legal.includes("pass") ? button("go", t("hand.pass"), () => page.play([{ act: "pass", ...(declare ? { declare: /** @type {Act["declare"]} */ (declare) } : {}) }]), { focus: "pass" }) : null,
  ].filter(Boolean);
}

/** The leader's switches: each shows both of its choices, and the active one. @param {GamePage} page */
function drawSwitches(page) {
  const { declare } = page.mine;
  if (!declare || !page.snapshot.legal.includes("pass")) return [];
  return [h("div", { class: "choices switches" }, SWITCHES.map(([name, both]) => two(page, name, both, declare)))];
}

/** @param {GamePage} page @param {"ones" | "sixes" | "direction"} name @param {Array<number | string>} both @param {Declare} declare */
function two(page, name, both, declare) {
  const now = declare[name];
  const flip = () => {
    /** @param {Declare} one */
    const alike = (one) => SWITCHES.filter(([key]) => one[key] === declare[key]).length;
    const others = open(page).filter((one) => one[name] !== now).sort((one, other) => alike(other) - alike(one));
    page.mine.declare = others[0] ?? declare;
    page.draw();
  };
  /** @param {number | string} one */
  const said = (one) => (name === "direction" ? t(`direction.${one}`) : `${name === "ones" ? 1 : 6} = ${one}`);
  return twoWay(both.map((one) => [said(one), one === now]), flip, name);
}

/** @param {...Child} buttons */
function choices(...buttons) {
  return h("div", { class: "choices acts" }, buttons);
}

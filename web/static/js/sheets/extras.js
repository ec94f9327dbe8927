// Events beside the dice: calls, fouls, a die off the board, filling, leaving. Only those that the rules allow now.

import { drawAdmit } from "../poker/poker_panel.js";
import { isCards } from "../shared/cards.js";
import { button, setSheet } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";

/** @type {Array<NonNullable<Act["special"]>>} */
const SPECIALS = ["jule", "flotter_dreier"];

/** The line of chips at the foot; null if none is allowed. @param {GamePage} page */
export function drawExtras(page) {
  const { legal, state, lifts, attendance } = page.snapshot;
  if (isCards(state)) return drawAdmit(page);
  /** @param {boolean} allowed @param {string} focus @param {string} words @param {() => unknown} onclick @param {Props} [props] */
  const key = (allowed, focus, words, onclick, props) => (allowed ? button(words, onclick, { kind: "key2", focus, ...props }) : null);
  /** @param {Act} body */
  const act = (body) => () => page.order({ do: "act", act: body });
  /** @param {string} kind */
  const open = (kind) => () => setSheet(page, { kind });
  /** @param {NonNullable<Act["special"]>} special */
  const call = (special) => {
    const on = state.specials.includes(special);
    return key(legal.includes("call"), special, t(`call.${special}`), act({ act: "call", special, on: !on }), { "aria-pressed": String(on) });
  };
  const found = [
    key(legal.includes("filled"), "filled", t("extra.filled", { player: state.to_fill ?? "" }), act({ act: "filled" })),
    ...SPECIALS.map(call),
    key(legal.includes("off_board"), "off_board", t("extra.off_board"), open("fallen")),
    key(legal.includes("foul"), "foul", t("extra.foul"), open("foul")),
    key(legal.includes("leave") && attendance.costs, "leave", t("extra.leave"), open("leave")),
    key(lifts?.length > 0, "appeal", t("extra.appeal"), open("appeal")),
  ].filter(Boolean);
  return found.length ? h("div", { class: "extras" }, found) : null;
}

/** A die left the board: its landing place decides the penalty (CHC-9). @param {BoardPage} page @param {Sheet} sheet */
export function fallenSheet(page, sheet) {
  const { state } = page.snapshot;
  return state && choiceSheet(page, sheet, t("extra.off_board"), t("fallen.hint", { player: state.to_act ?? "" }), [
    [t("option.off_board"), { act: "off_board", floor: false }],
    [t("option.off_floor"), { act: "off_board", floor: true }],
  ]);
}

/** A foul: what, then who; the engine names who may be charged. @param {BoardPage} page @param {Sheet} sheet */
export function foulSheet(page, sheet) {
  const { state, fouls } = page.snapshot;
  if (!state) return null;
  const { what } = sheet;
  if (what) return choiceSheet(page, sheet, t("extra.foul"), t("foul.who"), (fouls[what] ?? []).map((player) => [player, { act: "foul", player, kind: /** @type {Act["kind"]} */ (what) }]));
  return choiceSheet(page, sheet, t("extra.foul"), t("foul.what"), Object.keys(fouls).map((kind) => [t(`foul.${kind}`), () => setSheet(page, { ...sheet, kind: "foul", what: kind })]));
}

/** Somebody leaves, and pays three himself or is redeemed (DRK-8). @param {BoardPage} page @param {Sheet} sheet */
export function leaveSheet(page, sheet) {
  const { state } = page.snapshot;
  if (!state) return null;
  const { player } = sheet;
  const still = state.players.filter((one) => !state.out[one]);
  if (!player) return choiceSheet(page, sheet, t("extra.leave"), t("leave.who"), still.map((one) => [one, () => setSheet(page, { kind: "leave", player: one })]));
  return choiceSheet(page, sheet, t("leave.title", { player }), t("leave.pays"), [
    [t("leave.himself"), { act: "leave", player }],
    ...still.filter((one) => one !== player).map((one) => /** @type {[string, Act]} */ ([t("leave.redeemed", { player: one }), { act: "leave", player, redeemed_by: one }])),
  ]);
}

/** A sheet of big buttons: [words, the act or what opens the next step]. @param {BoardPage} page @param {Sheet} sheet @param {string} title @param {string} hint @param {Array<[string, Act | (() => void)]>} lines */
function choiceSheet(page, sheet, title, hint, lines) {
  /** @param {Act} act */
  const done = (act) => async () => {
    page.mine.sheet = null;
    await page.order({ do: "act", act });
  };
  const keys = lines.map(([words, act]) => button(words, typeof act === "function" ? act : done(act)));
  return { title, body: [h("p", { class: "hint" }, hint), h("div", { class: "choices" }, keys)] };
}

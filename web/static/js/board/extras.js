// Events beside the dice: calls, fouls, a die off the board, filling, leaving. Only those that the rules allow now.

import { extras } from "../poker/poker_panel.js";
import { isCards } from "../shared/cards.js";
import { button, setSheet } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";

/** @type {Array<NonNullable<Act["special"]>>} */
const SPECIALS = ["jule", "flotter_dreier"];
/** @type {Array<NonNullable<Act["kind"]>>} */
const FOULS = ["spill", "unfilled", "not_emptied", "foreign_body", "overthrown", "unannounced"];

/** The line of chips at the foot; null if none is allowed. @param {GamePage} page */
export function drawExtras(page) {
  const { legal, state } = page.snapshot;
  if (isCards(state)) return extras(page);
  /** @param {Act} body */
  const act = (body) => () => page.order({ do: "act", act: body });
  /** @param {string} kind */
  const open = (kind) => () => setSheet(page, { kind });
  const found = [
    legal.includes("filled") ? button(t("extra.filled", { player: state.to_fill ?? "" }), act({ act: "filled" }), { kind: "key2", focus: "filled" }) : null,
    ...(legal.includes("call") ? SPECIALS.map((special) => call(page, special, act)) : []),
    legal.includes("off_board") ? button(t("extra.off_board"), open("fallen"), { kind: "key2", focus: "off_board" }) : null,
    legal.includes("foul") ? button(t("extra.foul"), open("foul"), { kind: "key2", focus: "foul" }) : null,
    legal.includes("leave") && state.variant === "drinking" ? button(t("extra.leave"), open("leave"), { kind: "key2", focus: "leave" }) : null,
    page.snapshot.lifts?.length ? button(t("extra.appeal"), open("appeal"), { kind: "key2", focus: "appeal" }) : null,
  ].filter(Boolean);
  return found.length ? h("div", { class: "extras" }, found) : null;
}

/** @param {GamePage} page @param {NonNullable<Act["special"]>} special @param {(body: Act) => () => unknown} act */
function call(page, special, act) {
  const on = page.snapshot.state.specials.includes(special);
  return button(t(`call.${special}`), act({ act: "call", special, on: !on }), { kind: "key2", focus: special, "aria-pressed": String(on) });
}

/** A die left the board: its landing place decides the penalty (CHC-9). @param {BoardPage} page @param {Sheet} sheet */
export function fallenSheet(page, sheet) {
  const { state } = page.snapshot;
  return state && choiceSheet(page, sheet, t("extra.off_board"), t("fallen.hint", { player: state.to_act ?? "" }), [
    [t("option.off_board"), { act: "off_board", floor: false }],
    [t("option.off_floor"), { act: "off_board", floor: true }],
  ]);
}

/** A foul: what, then who; most are the thrower's own (DRK-6). @param {BoardPage} page @param {Sheet} sheet */
export function foulSheet(page, sheet) {
  const { state } = page.snapshot;
  if (!state) return null;
  const { what } = sheet;
  if (what) return choiceSheet(page, sheet, t("extra.foul"), t("foul.who"), findCulprits(state, what).map((player) => [player, { act: "foul", player, kind: /** @type {Act["kind"]} */ (what) }]));
  const kinds = FOULS.filter((kind) => findCulprits(state, kind).length);
  return choiceSheet(page, sheet, t("extra.foul"), t("foul.what"), kinds.map((kind) => [t(`foul.${kind}`), () => setSheet(page, { ...sheet, kind: "foul", what: kind })]));
}

/** Those who can have committed a foul; whether it still counts, the table decides. @param {State} state @param {string} [what] */
function findCulprits(state, what) {
  const plays = state.stage === "play";
  const newest = state.results.at(-1) ?? (state.throws.made ? null : state.last_round?.results.at(-1));
  /** @type {Record<string, (player: string) => unknown>} */
  const may = {
    spill: () => true,
    not_emptied: (player) => state.owes.glasses[player],
    unfilled: (player) => state.to_fill && player === state.to_act,
    foreign_body: (player) => plays && player === state.to_act,
    overthrown: (player) => plays && ((player === state.to_act && state.throws.made) || player === newest?.player),
    unannounced: (player) => plays && player === state.leader && state.declaration && !state.throws.made && state.results.length < 2,
  };
  return state.players.filter((player) => !state.out[player] && may[what ?? "spill"](player));
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
  const keys = () => lines.map(([words, act]) => button(words, typeof act === "function" ? act : done(act)));
  return { title, key: [sheet, page.snapshot.head], make: () => [h("p", { class: "hint" }, hint), h("div", { class: "choices" }, keys())] };
}

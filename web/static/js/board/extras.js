// Events beside the dice: calls, fouls, a die off the board, filling, leaving. Only those that the rules allow now.

import { extras } from "../poker/poker_panel.js";
import { hasGame, isCards } from "../shared/cards.js";
import { chip, setSheet } from "../shared/controls.js";
import { sheetKey } from "../shared/dialog.js";
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
    legal.includes("filled") ? chip("filled", t("extra.filled", { player: state.to_fill ?? "" }), act({ act: "filled" })) : null,
    ...(legal.includes("call") ? SPECIALS.map((special) => call(page, special, act)) : []),
    legal.includes("off_board") ? chip("off_board", t("extra.off_board"), open("fallen")) : null,
    legal.includes("foul") ? chip("foul", t("extra.foul"), open("foul")) : null,
    legal.includes("leave") && state.variant === "drinking" ? chip("leave", t("extra.leave"), open("leave")) : null,
    page.snapshot.lifts?.length ? chip("appeal", t("extra.appeal"), open("appeal")) : null,
  ].filter(Boolean);
  return found.length ? h("div", { class: "extras" }, found) : null;
}

/** @param {GamePage} page @param {NonNullable<Act["special"]>} special @param {(body: Act) => () => unknown} act */
function call(page, special, act) {
  const on = page.snapshot.state.specials.includes(special);
  const props = { "aria-pressed": String(on) };
  return chip(special, t(`call.${special}`), act({ act: "call", special, on: !on }), props);
}

/** A die left the board: its landing place decides the penalty (CHC-9). @param {BoardPage} page */
export function fallenSheet(page) {
  if (!hasGame(page)) return null;
  return {
    title: t("extra.off_board"),
    key: page.snapshot.head,
    make: () => [
      h("p", { class: "hint" }, t("fallen.hint", { player: page.snapshot.state.to_act ?? "" })),
      choices(page, [
        [t("option.off_board"), { act: "off_board", floor: false }],
        [t("option.off_floor"), { act: "off_board", floor: true }],
      ]),
    ],
  };
}

/** A foul: what, then who; most are the thrower's own (DRK-6). @param {BoardPage} page @param {Sheet} sheet */
export function foulSheet(page, sheet) {
  const { state } = page.snapshot;
  if (!state) return null;
  /** @returns {Array<[string, () => void]>} */
  const kinds = () => FOULS.filter((kind) => findCulprits(state, kind).length).map((kind) => [t(`foul.${kind}`), () => setSheet(page, { ...sheet, kind: "foul", what: kind })]);
  /** @returns {Array<[string, Act]>} */
  const players = () => findCulprits(state, sheet.what).map((player) => [player, { act: "foul", player, kind: /** @type {Act["kind"]} */ (sheet.what) }]);
  return {
    title: t("extra.foul"),
    key: [sheet.what, page.snapshot.head],
    make: () => [h("p", { class: "hint" }, t(sheet.what ? "foul.who" : "foul.what")), choices(page, sheet.what ? players() : kinds())],
  };
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
export function leaveSheet(page, { player }) {
  const { state } = page.snapshot;
  if (!state) return null;
  const still = state.players.filter((one) => !state.out[one]);
  /** @returns {Array<[string, () => void]>} */
  const who = () => still.map((one) => [one, () => setSheet(page, { kind: "leave", player: one })]);
  /** @param {string} leaver @returns {Array<[string, Act]>} */
  const pays = (leaver) => [
    [t("leave.himself"), { act: "leave", player: leaver }],
    ...still.filter((one) => one !== leaver).map((one) => /** @type {[string, Act]} */ ([t("leave.redeemed", { player: one }), { act: "leave", player: leaver, redeemed_by: one }])),
  ];
  return {
    title: player ? t("leave.title", { player }) : t("extra.leave"),
    key: [player, page.snapshot.head],
    make: () => [h("p", { class: "hint" }, t(player ? "leave.pays" : "leave.who")), choices(page, player ? pays(player) : who())],
  };
}

/** Big buttons: [words, the act or the sheet to open]. @param {Page} page @param {Array<[string, Act | (() => void)]>} lines */
function choices(page, lines) {
  /** @param {Act} act */
  const done = (act) => async () => {
    page.mine.sheet = null;
    await page.order({ do: "act", act });
  };
  return h("div", { class: "choices" }, lines.map(([words, act]) => sheetKey(words, typeof act === "function" ? act : done(act))));
}

// Who is here: going home, pausing, coming, renaming. The table keeps a wish until it can be fulfilled.

import { hasGame } from "../shared/cards.js";
import { draftField, forgetDraft, setSheet } from "../shared/controls.js";
import { sheetKey } from "../shared/dialog.js";
import { h } from "../shared/dom.js";
import { drawRows } from "../shared/rows.js";
import { LONGEST, pub, loadPub, saveRegulars } from "../start/pub.js";
import { letIn, phoneList } from "../phone/seat.js";
import { gameName } from "../shared/phrases.js";
import { language, t } from "../shared/words.js";

/** Return a wish and when it takes effect: "Ben geht nach dieser Runde". @param {Wish} wish */
export function wishWords(wish) {
  const seated = wish.what === "join" && wish.when === "round" && wish.after;
  return t(seated ? "wish.join.seat" : `wish.${wish.what}.${wish.when}`, { player: wish.player, after: wish.after ?? "" });
}

/** Return several wishes in as few words as there are different ones. @param {Wish[]} wishes */
function wishesWords(wishes) {
  /** @type {Map<Wish | string, Wish[]>} */
  const alike = new Map();
  for (const wish of wishes) {
    const kind = wish.after ? wish : `${wish.what}.${wish.when}`; // a wish with a chosen seat is listed separately
    alike.set(kind, [...(alike.get(kind) ?? []), wish]);
  }
  const listed = new Intl.ListFormat(language());
  return [...alike].map(([kind, all]) =>
    all.length === 1 ? wishWords(all[0]) : t(`wishes.${kind}`, { players: listed.format(all.map((wish) => wish.player)) }),
  );
}

/**
 * The evening's news, a strip each: the match of a tournament, the last round, who comes and who goes.
 * @param {Snapshot | null} snapshot
 */
export function eveningStrips(snapshot) {
  const said = wishesWords(snapshot?.attendance?.wishes ?? []);
  return [matchStrip(snapshot), snapshot?.last_orders ? h("p", { class: "strip last-orders" }, t("last_orders.said")) : null, said.length ? h("p", { class: "strip wishes" }, said.join(" · ")) : null];
}

/** The data of these strips. @param {Snapshot | null} snapshot */
export const eveningNews = (snapshot) => [snapshot?.attendance?.wishes, snapshot?.last_orders, snapshot?.match, snapshot?.variant, snapshot?.state?.players, snapshot?.state?.stage === "over"];

/** The match drawn for this table: whether it is the running game, and if not, its state. @param {Snapshot | null} snapshot */
function matchStrip(snapshot) {
  const { match, state } = snapshot ?? {};
  if (!match) return null;
  const filled = { round: match.round, players: match.players.join(", ") };
  const on = state && state.stage !== "over";
  const mine = on && snapshot?.variant === match.variant && state.players.every((name) => match.players.includes(name));
  const words = mine ? t("match.on", filled) : on ? t("match.other", filled) : match.begun ? t("match.by_hand", filled) : t("match.soon", filled);
  const level = match.decider ? `${t("match.decider")} ` : "";
  return h("p", { class: "strip match" }, level, words);
}

/**
 * The sheet "Who is here?". `sheet.seat`: the newcomer whose place is asked; `sheet.renames`: who is being renamed.
 * @param {BoardPage} page
 * @param {Sheet} sheet
 */
export function peopleSheet(page, sheet) {
  if (!hasGame(page)) return null;
  const { state, attendance } = page.snapshot;
  if (pub.language === null) loadPub().then((known) => known && page.draw());
  return {
    title: sheet.seat ? t("people.seat", { player: sheet.seat }) : sheet.renames ? t("people.rename", { player: sheet.renames }) : t("people.title"),
    key: [state.players, state.out, state.stage, attendance, pub.regulars, page.told, page.snapshot.phones?.seated],
    make: () => [page.told ? h("p", { class: "error b", role: "alert" }, page.told) : null, ...parts(page, sheet)],
  };
}

/** @param {GamePage} page @param {Sheet} sheet */
function parts(page, sheet) {
  if (sheet.seat) return places(page, sheet.seat, sheet.asked);
  if (sheet.renames) return [renaming(page, sheet.renames)];
  const { state, attendance } = page.snapshot;
  const here = state.players.filter((player) => state.out[player] !== "left");
  const alone = here.length === 2 && state.stage !== "over";
  return [
    h("section", {}, h("p", { class: "hint past" }, hint(state, attendance)), drawRows("c-here", presentColumns(page), here), alone ? h("p", { class: "hint past" }, t("people.two")) : null, ...drawGone(page), ...phoneList(page)),
    h("section", {}, h("h3", { class: "t1 past" }, t("people.comes")), ...drawComing(page), newName(page), attendance.joins === "next" && state.stage !== "over" ? h("p", { class: "hint past" }, t("people.late")) : null),
  ];
}

/** @param {State} state @param {Snapshot["attendance"]} attendance */
function hint(state, attendance) {
  if (state.stage === "over") return t("people.hint_over");
  return t(attendance.fresh ? "people.hint_now" : "people.hint");
}

/**
 * A player in the game: his wish, or the two ways to go; his name opens the renaming.
 * @param {GamePage} page
 * @returns {Array<Column<string>>}
 */
function presentColumns(page) {
  /** @param {string} player */
  const rename = (player) => h("button", { type: "button", class: "guest name cut", "data-focus": `name ${player}`, "aria-label": t("people.rename", { player }), onclick: () => step(page, { renames: player }) }, player);
  /** @param {string} player */
  const keys = (player) => {
    const wish = wishOf(page, player);
    if (wish) return [h("em", { class: "t1 wished" }, wishWords(wish)), smallKey(t("people.stay"), `stay ${player}`, () => sendWish(page, player, "stay", "here"))];
    return [
      smallKey(t("people.pause"), `pause ${player}`, () => sendHome(page, player, "pause", "paused")),
      smallKey(t("people.leave"), `leave ${player}`, () => sendHome(page, player, "leave", "away")),
    ];
  };
  return [{ cell: rename }, { kind: "keys-of", cell: keys }];
}

/** Regulars who are not at the table, pausing ones first, and newcomers who wait. @param {GamePage} page */
function drawComing(page) {
  const { state, attendance } = page.snapshot;
  const waiting = attendance.wishes.filter((one) => one.what === "join");
  const away = pub.regulars.filter((one) => !plays(state, one.name) && !waiting.some((wish) => wish.player === one.name));
  /** @param {Guest} one */
  const paused = (one) => (one.seat === "paused" ? 0 : 1);
  away.sort((one, other) => paused(one) - paused(other));
  /** @param {Wish} wish */
  const back = (wish) => smallKey(t("people.not_coming"), `stay ${wish.player}`, () => sendWish(page, wish.player, "stay", "away"));
  return [
    waiting.length ? drawRows("c-here", [{ kind: "t1 wished", cell: wishWords }, { kind: "keys-of", cell: back }], waiting) : null,
    away.length ? h("p", { class: "flow away" }, away.map((one) => smallKey(["+ ", one.name, one.seat === "paused" ? ` ${t("people.paused")}` : null], `come ${one.name}`, () => asks(page, one.name)))) : null,
  ];
}

/** A player who left this game does not return to it: he plays the next one. @param {GamePage} page */
function drawGone(page) {
  const { left } = page.snapshot.attendance;
  if (!left.length) return [];
  /** @param {string} player */
  const keys = (player) => {
    const back = wishOf(page, player);
    if (back) return [h("em", { class: "t1 wished" }, wishWords(back)), smallKey(t("people.not_coming"), `stay ${player}`, () => sendWish(page, player, "stay", "away"))];
    return smallKey(t("people.next"), `next ${player}`, () => sendWish(page, player, "next", "here"));
  };
  return [h("h3", { class: "t1 past" }, t("people.left")), drawRows("c-here", [{ kind: "name cut past", cell: (player) => player }, { kind: "keys-of", cell: keys }], left)];
}

/** @param {string} focus @param {string} value */
function nameField(focus, value) {
  return draftField(focus, value, { class: "field", maxlength: LONGEST, enterkeyhint: "done", "aria-label": t("setup.new_name"), placeholder: t("setup.new_name") });
}

/** @param {Page} page */
function newName(page) {
  const input = nameField("new name", "");
  /** @param {Event} event */
  const add = (event) => {
    event.preventDefault();
    const name = input.value.trim();
    forgetDraft("new name");
    if (name) asks(page, name);
  };
  return h("form", { class: "newcomer", onsubmit: add }, input, h("button", { class: "key2", type: "submit", "data-focus": "add name" }, t("setup.add")));
}

/** Ask for a newcomer's seat. @param {Page} page @param {string} player */
function asks(page, player) {
  step(page, { seat: player });
}

/**
 * The places to choose from; `asked` is the request of a guest's phone.
 * @param {GamePage} page
 * @param {string} player
 * @param {string} [asked]
 */
function places(page, player, asked) {
  const { state } = page.snapshot;
  const here = state.players.filter((one) => state.out[one] !== "left");
  /** @param {string} after */
  const seat = (after) => async () => {
    if (!asked) return sendWish(page, player, "join", "here", after);
    step(page, {});
    await letIn(page, asked, after);
  };
  return [
    h("p", { class: "hint past" }, t("people.seat_hint")),
    h("div", { class: "choices" }, here.map((after) => sheetKey(t("people.left_of", { player: after }), seat(after), { focus: `after ${after}` }))),
  ];
}

/** @param {Page} page @param {string} player */
function renaming(page, player) {
  const input = nameField(`other ${player}`, player);
  /** @param {Event} event */
  const rename = async (event) => {
    event.preventDefault();
    const name = input.value.trim();
    if (!name || name === player) return step(page, {});
    if (!(await renameInGame(page, player, name))) return;
    forgetDraft(`other ${player}`);
    const guest = pub.regulars.find((one) => one.name === player);
    if (guest) guest.name = name;
    if (guest) await saveRegulars();
    step(page, {});
  };
  return h("form", { class: "newcomer", onsubmit: rename }, input, h("button", { class: "btn go", type: "submit", "data-focus": "rename" }, t("setup.rename")));
}

/**
 * Rename a player of this evening's games. Returns whether that was done.
 * @param {Page} page
 * @param {string} player
 * @param {string} name
 */
export async function renameInGame(page, player, name) {
  const { state } = page.snapshot ?? {};
  if (!state || !plays(state, player)) return true;
  return page.order({ do: "rename", player, name });
}

/** @param {GamePage} page @param {string} player @param {NonNullable<Command["what"]>} what @param {string} seat */
function sendHome(page, player, what, seat) {
  const { state } = page.snapshot;
  const drinking = state.variant === "drinking" && state.stage !== "over" && !state.out[player];
  if (!drinking) return sendWish(page, player, what, seat);
  page.mine.sheet = { kind: "leave", player };
  return page.draw();
}

/**
 * Send a wish to the table, and remember who is offered for the next game.
 * @param {GamePage} page
 * @param {string} player
 * @param {NonNullable<Command["what"]>} what
 * @param {string} seat
 * @param {string | null} [after]
 */
async function sendWish(page, player, what, seat, after = null) {
  const people = page.snapshot.state.teams?.[player] ?? [player];
  const done = await page.order({ do: "wish", player, what, ...(after ? { after } : {}) });
  if (!done) return step(page, {});
  const guests = pub.regulars.filter((one) => people.includes(one.name));
  for (const guest of guests) guest.seat = seat;
  if (!guests.length && what === "join") pub.regulars = [...pub.regulars, { name: player, seat }];
  step(page, {});
  if (guests.length || what === "join") await saveRegulars();
}

/** Whether somebody plays, by himself or in a team. @param {State} state @param {string} name */
const plays = (state, name) => state.players.includes(name) || Object.values(state.teams ?? {}).flat().includes(name);

/** @param {BoardPage} page @param {string} player */
function wishOf(page, player) {
  return page.snapshot.attendance.wishes.find((one) => one.player === player) ?? null;
}

/**
 * Continue in the sheet, unless it was closed while the table was answering.
 * @param {Page} page
 * @param {Partial<Sheet>} more
 */
function step(page, more) {
  if (page.mine.sheet?.kind !== "people") return;
  setSheet(page, { kind: "people", ...more });
}

/** @param {Child} words @param {string} focus @param {() => unknown} onclick */
const smallKey = (words, focus, onclick) => sheetKey(words, onclick, { kind: "key2", focus });

/** The sheet that asks before a game is ended without a loser. @param {BoardPage} page */
export function endSheet(page) {
  const { state } = page.snapshot;
  if (!state || state.stage === "over") return null;
  const close = () => setSheet(page, null);
  const stop = async () => {
    if ((await page.order({ do: "end" })) && page.mine.sheet?.kind === "end") close(); // otherwise it is closed already
  };
  const game = gameName(state.variant);
  return {
    title: t("end.title"),
    key: page.snapshot.head,
    make: () => h("p", {}, t("end.hint", { game })),
    foot: () => [sheetKey(t("end.no"), close, { focus: "no end" }), sheetKey(t("end.yes"), stop, { kind: "go", focus: "end" })],
  };
}

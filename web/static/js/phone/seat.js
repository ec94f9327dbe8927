// The phone at the table: the request for a seat, its waiting, and in its player's turn the buttons to throw and decide.

import { hasGame, isCards } from "../shared/cards.js";
import { post } from "../shared/commands.js";
import { draftField, forgetDraft } from "../shared/controls.js";
import { sheetKey } from "../shared/dialog.js";
import { findElement, h, show } from "../shared/dom.js";
import { fetchMe, onMe } from "../shared/device.js";
import { atTurn, errorWords } from "../shared/phrases.js";
import { drawRows } from "../shared/rows.js";
import { LONGEST } from "../start/pub.js";
import { drawDecisions, keepDeclared } from "./seat_turn.js";
import { language, t, tn } from "../shared/words.js";

/** @type {{ player: string | null, asks: string | null, error: string | null, leaves: boolean }} */
const seat = { player: null, asks: null, error: null, leaves: false };
let told = ""; // the table's last data on phones: after a change this phone asks who it is
/** @type {boolean | null} */
let called = null; // whether it was his turn at the last redraw

/** Follow this phone's role at the table. @param {Page} page */
export function watchSeat(page) {
  onMe(({ player, asks }) => {
    const refused = seat.asks && !asks && !player && !seat.leaves ? t("seat.refused", { player: seat.asks }) : null;
    Object.assign(seat, { player: player ?? null, asks: asks ?? null });
    if (refused) page.tell(refused);
    else page.draw(); // keep messages about other things
  });
}

/** Let this page play for a player who asked for no seat: a practice has none. @param {string} player */
export function playAs(player) {
  seat.player = player;
}

/** Whether this phone may throw and decide now. @param {Page} page */
export function isPlaying(page) {
  const { state, house } = page.snapshot ?? {};
  return page.role === "watch" && page.link !== "lost" && Boolean(house?.phone_throws) && !isCards(state) && seat.player !== null && state?.to_act === seat.player && state.stage !== "over";
}

/** Draw the bar at the foot of a viewer's page: the way to a seat, or the seated player's information. @param {Page} page */
export function drawSeat(page) {
  const { snapshot } = page;
  const box = findElement("#seat");
  const kind = page.role === "watch" && page.snapshot ? kindOf(page) : "";
  document.body.dataset.seat = kind;
  askAnew(page);
  if (page.snapshot && kind === "turn") keepDeclared(page);
  callPlayer(page);
  const { state, head, declare, legal, due, worth } = snapshot ?? {};
  const turn = kind === "turn" ? [head, legal, due, worth, declare, page.mine.chosen, page.mine.back, page.mine.declare, page.ordering] : [];
  show(box, [language(), kind, seat, state?.to_act, state?.stage, state?.out, state?.results, snapshot?.attendance?.wishes, snapshot?.house, turn], () => (page.snapshot ? PARTS[kind]?.(page) : null) ?? []);
}

/**
 * Let the phone vibrate when its player's turn begins; browsers allow it only after a tap.
 * @param {{ snapshot: Snapshot | null, role: Role }} options
 */
function callPlayer({ snapshot, role }) {
  const { state } = snapshot ?? {};
  const now = role === "watch" && seat.player !== null && state?.to_act === seat.player && state.stage !== "over";
  if (now && called === false && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(200);
  called = now;
}

/** The bar's content: nothing, the way to a seat, a waiting request, the phone's player, or his turn. @param {BoardPage} page */
function kindOf(page) {
  if (seat.player) return isPlaying(page) ? "turn" : "seated";
  if (seat.asks) return "asks";
  return page.snapshot.house?.phone_seats ? "free" : "";
}

/** @param {Page} page */
function askAnew(page) {
  const { snapshot } = page;
  if (!snapshot) return;
  const now = JSON.stringify(snapshot.phones ?? null);
  if (now === told) return;
  const first = told === "";
  told = now;
  if (!first && page.role === "table") page.readLists?.(); // an accepted guest is among the next players
  if (!first && (seat.asks || seat.player)) refresh();
}

/** Ask who this phone is; again if the table's data on phones changed meanwhile. */
async function refresh() {
  const then = told;
  try {
    await fetchMe({ refresh: true });
  } catch {
    told = ""; // with the next news
  }
  if (told !== then && told !== "" && (seat.asks || seat.player)) await refresh();
}

/** @type {Record<string, (page: BoardPage) => Child>} */
const PARTS = {
  free: (page) => sheetKey(t("seat.sit"), open(page), { focus: "sit" }),
  asks: (page) => [words(t("seat.waits", { player: seat.asks })), mySeat(page, t("seat.take_back"))],
  seated: (page) => [words(needWords(page), page.snapshot.state?.to_act === seat.player ? "turn b" : ""), mySeat(page, t("seat.mine"))],
  turn: (page) => (hasGame(page) ? drawDecisions(page) : null),
};

/** @param {Child} said @param {string} [kind] */
function words(said, kind = "") {
  return h("p", { class: `say ${kind}`.trim(), role: "status" }, said);
}

/** @param {Page} page @param {Child} said */
function mySeat(page, said) {
  return sheetKey(said, open(page), { kind: "key2", focus: "seat" });
}

/** @param {Page} page */
function open(page) {
  return () => {
    seat.error = null;
    seat.leaves = false;
    page.mine.sheet = { kind: "seat" };
    page.draw();
  };
}

/** Return the player's news: his turn, or who comes before him. @param {BoardPage} page */
function needWords(page) {
  const { state, attendance } = page.snapshot;
  const player = seat.player ?? "";
  const comes = attendance?.wishes.some((one) => one.player === player && one.what !== "leave" && one.what !== "pause");
  if (!state || state.stage === "over") return t("seat.next_game", { player });
  if (comes) return t("seat.comes", { player });
  if (!state.players.includes(player) || state.out[player]) return t("seat.out", { player });
  if (state.to_act === player) return t("seat.turn", { player: atTurn(state) });
  if (isCards(state)) return t("seat.sits", { player });
  const before = between(state, player);
  return before === null ? t("seat.done", { player }) : tn("seat.before", before, { player });
}

/** How many throw before him in this round; null after his turn. @param {State} state @param {string} player */
function between(state, player) {
  if (state.results.some((one) => one.player === player)) return null;
  const order = [...state.players, ...state.players].slice(state.players.indexOf(state.to_act ?? ""));
  return order.slice(0, order.indexOf(player)).filter((one) => !state.out[one]).length;
}

/** The sheet: ask for a seat, or give it up. @param {BoardPage} page */
export function seatSheet(page) {
  const { state, phones } = page.snapshot;
  return {
    title: t(seat.player ? "seat.title_mine" : "seat.title"),
    key: [seat, state?.players, state?.out, phones?.seated, page.snapshot.house],
    make: () => [seat.error ? h("p", { class: "error b", role: "alert" }, seat.error) : null, ...(seat.player || seat.asks ? mine(page) : asking(page))],
  };
}

/** @param {BoardPage} page */
function mine(page) {
  const leave = async () => {
    seat.leaves = true;
    await post("/api/seat", {}, "DELETE");
    page.mine.sheet = null;
    await refresh();
    page.draw();
  };
  const said = seat.player ? t(page.snapshot.house?.phone_throws ? "seat.throws" : "seat.looks", { player: seat.player }) : t("seat.waits", { player: seat.asks });
  return [h("p", {}, said), sheetKey(t(seat.player ? "seat.leave" : "seat.take_back"), leave, { focus: "leave seat" })];
}

/** @param {BoardPage} page */
function asking(page) {
  const { state, phones } = page.snapshot;
  const here = state ? state.players.filter((one) => state.out[one] !== "left" && !phones.seated.includes(one)) : [];
  /** @param {string} name */
  const ask = (name) => async () => {
    const reply = await post("/api/seat", { name });
    seat.error = reply.ok ? null : errorWords(reply.error);
    if (reply.ok && page.mine.sheet?.kind === "seat") page.mine.sheet = null;
    if (reply.ok) {
      forgetDraft("my name");
      await refresh();
    }
    page.draw();
  };
  return [
    h("p", { class: "hint past" }, t("seat.hint")),
    newName(ask),
    here.length ? h("h3", { class: "t1 past" }, t("seat.am")) : null,
    here.length ? h("p", { class: "flow" }, here.map((one) => sheetKey(one, ask(one), { kind: "key2", focus: `am ${one}` }))) : null,
  ];
}

/** @param {(name: string) => () => unknown} ask */
function newName(ask) {
  const input = draftField("my name", "", { class: "field", maxlength: LONGEST, autocomplete: "nickname", enterkeyhint: "send", "aria-label": t("seat.name"), placeholder: t("seat.name") });
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    if (input.value.trim()) ask(input.value.trim())();
  };
  return h("form", { class: "newcomer", onsubmit: send }, input, h("button", { class: "btn go", type: "submit", "data-focus": "ask" }, t("seat.ask")));
}

/** The card on the table's tablet: a phone asks for a seat. The table's own questions come first. @param {Page} page */
export function seatCards(page) {
  if (page.role !== "table" || !page.snapshot || page.snapshot.question) return [];
  const [first, ...others] = page.snapshot.phones.asking;
  return first ? [card(page, first, others.length)] : []; // one after the other: the game needs its room
}

/** @param {BoardPage} page @param {{ id: string, name: string, known: boolean }} options @param {number} others */
function card(page, { id, name, known }, others) {
  const askPlace = () => {
    page.mine.sheet = { kind: "people", seat: name, asked: id };
    page.draw();
  };
  const yes = known || !page.snapshot.state ? () => letIn(page, id) : askPlace;
  /** @param {string} focus @param {string} said @param {() => unknown} onclick */
  const choice = (focus, said, onclick) => h("button", { "data-focus": `${focus} ${id}`, onclick }, said);
  const said = h("span", { class: "words" }, t(known ? "seat.card_known" : "seat.card", { player: name }), others ? h("small", {}, ` ${tn("seat.more", others)}`) : null);
  return h("div", { class: "strip asks newcomer" }, said, h("span", { class: "answers" }, choice("yes", t("seat.yes"), yes), choice("no", t("seat.no"), () => answerSeat(page, id, { accept: false }))));
}

/**
 * Let a guest's phone in; `after`: the player to whose left the guest sits, where a game has seats.
 * @param {Page} page
 * @param {string} id
 * @param {string} [after]
 */
export const letIn = (page, id, after) => answerSeat(page, id, after ? { accept: true, after } : { accept: true });

/** @param {Page} page @param {string} id @param {Props} answer */
async function answerSeat(page, id, answer) {
  const reply = await post(`/api/seats/asked/${id}`, answer);
  page.tell(reply.ok ? null : errorWords(reply.error));
}

/** The phones at the table, each with a way to remove it: a part of "Who is here?". @param {BoardPage} page */
export function phoneList(page) {
  const { seated } = page.snapshot.phones;
  if (!seated.length) return [];
  /** @param {string} player */
  const remove = (player) => () => post(`/api/seats/${encodeURIComponent(player)}`, {}, "DELETE");
  /** @type {Array<Column<string>>} */
  const columns = [{ kind: "name cut", cell: (player) => player }, { kind: "keys-of", cell: (player) => sheetKey(t("seat.remove"), remove(player), { kind: "key2", focus: `phone ${player}` }) }];
  return [h("h3", { class: "t1 past" }, t("seat.phones")), drawRows("c-here", columns, seated)];
}

// The phone at the table: the request for a seat, its waiting, and in its player's turn the buttons to throw and
// decide.

import { keepKey } from "../moments/keepsake.js";
import { hasGame, isCards } from "../shared/cards.js";
import { post, fetchMe, onMe } from "../shared/commands.js";
import { button, lineForm, setSheet } from "../shared/controls.js";
import { findElement, h, redraw, drawRows } from "../shared/dom.js";
import { atTurn, errorWords } from "../shared/phrases.js";
import { LONGEST } from "../start/pub.js";
import { drawDecisions } from "./seat_turn.js";
import { t, tn } from "../shared/words.js";

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

/** Return the player of this phone; null where it has no seat. */
export const seatOf = () => seat.player;

/** Whether it is the turn of this phone's player. @param {Page} page */
function isTurn({ role, snapshot }) {
  const state = snapshot?.state;
  return role === "watch" && seat.player !== null && state?.to_act === seat.player && state.stage !== "over";
}

/** Whether this phone may throw and decide now. @param {Page} page */
export function isPlaying(page) {
  return isTurn(page) && page.link !== "lost" && Boolean(page.snapshot?.house?.phone_throws)
    && !isCards(page.snapshot?.state);
}

/** Draw the bar at the foot of a viewer's page: the way to a seat, or the seated player's information.
 * @param {Page} page */
export function drawSeat(page) {
  if (!page.snapshot) return;
  const { phones, house } = page.snapshot;
  const own = seat.player ? (isPlaying(page) ? "turn" : "seated") : seat.asks ? "asks" : house?.phone_seats ? "free"
    : "";
  // nothing, the way to a seat, a waiting request, the phone's player, or his turn
  const kind = page.role === "watch" ? own : "";
  document.body.dataset.seat = kind;
  askAnew(page, JSON.stringify(phones ?? null));
  const acts = isTurn(page);
  // browsers allow it only after a tap
  if (acts && called === false && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(200);
  called = acts;
  redraw(findElement("#seat"), [PARTS[kind]?.(page), hasGame(page) ? keepKey(page.snapshot) : null]);
}

/** Ask who this phone is whenever the table's data on phones have changed. @param {Page} page @param {string} now */
function askAnew(page, now) {
  const first = told === "";
  if (now === told) return;
  told = now;
  if (first) return;
  if (page.role === "table") page.readLists?.(); // an accepted guest is among the next players
  if (seat.asks || seat.player) fetchMe({ refresh: true }).catch(() => (told = "")); // with the next news
}

/** @type {Record<string, (page: BoardPage) => Child>} */
const PARTS = {
  free: (page) => button(t("seat.sit"), open(page), { focus: "sit" }),
  asks: (page) => sayAnd(page, t("seat.waits", { player: seat.asks }), t("seat.take_back")),
  seated: (page) => sayAnd(page, needWords(page), t("seat.mine")),
  turn: (page) => (hasGame(page) ? drawDecisions(page) : null),
};

/** @param {BoardPage} page @param {string} said @param {string} key */
function sayAnd(page, said, key) {
  return [h("p", { class: isTurn(page) ? "say turn b" : "say", role: "status" }, said),
    button(key, open(page), { kind: "key2", focus: "seat" })];
}

/** @param {Page} page */
function open(page) {
  return () => {
    Object.assign(seat, { error: null, leaves: false });
    setSheet(page, { kind: "seat" });
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
  if (state.results.some((one) => one.player === player)) return t("seat.done", { player });
  const order = [...state.players, ...state.players].slice(state.players.indexOf(state.to_act ?? ""));
  // so many throw before him
  const before = order.slice(0, order.indexOf(player)).filter((one) => !state.out[one]).length;
  return tn("seat.before", before, { player });
}

/** The sheet: ask for a seat, or give it up. @param {BoardPage} page */
export function seatSheet(page) {
  const { state, phones, house } = page.snapshot;
  const { player, asks } = seat;
  const here = state ? state.players.filter((one) => state.out[one] !== "left" && !phones.seated.includes(one)) : [];
  const leave = async () => {
    seat.leaves = true;
    await post("/api/seat", {}, "DELETE");
    await fetchMe({ refresh: true }).catch(() => {});
    setSheet(page, null);
  };
  /** @param {string} name */
  const ask = async (name) => {
    const reply = await post("/api/seat", { name });
    seat.error = reply.ok ? null : errorWords(reply.error);
    if (reply.ok) await fetchMe({ refresh: true }).catch(() => {});
    if (reply.ok && page.mine.sheet?.kind === "seat") page.mine.sheet = null;
    page.draw();
    return reply.ok;
  };
  const mine = () => [
    h("p",
      player ? t(house?.phone_throws ? "seat.throws" : "seat.looks", { player }) : t("seat.waits", { player: asks })),
    button(t(player ? "seat.leave" : "seat.take_back"), leave, { focus: "leave seat" }),
  ];
  const asking = () => [
    h("p.hint.past", t("seat.hint")),
    lineForm({ name: "my name", words: t("seat.name"), maxlength: LONGEST, autocomplete: "nickname",
      enterkeyhint: "send", kind: "btn go", key: t("seat.ask"), focus: "ask", send: ask }),
    here.length ? [h("h3.t1.past", t("seat.am")),
      h("p.flow", here.map((one) => button(one, () => ask(one), { kind: "key2", focus: `am ${one}` })))] : null,
  ];
  return {
    title: t(player ? "seat.title_mine" : "seat.title"),
    body: [seat.error ? h("p.error.b", { role: "alert" }, seat.error) : null, player || asks ? mine() : asking()],
  };
}

/** The card on the table's tablet: a phone asks for a seat, one after the other, since the game needs its room. The
 * table's own questions come first. @param {Page} page */
export function seatCards(page) {
  if (page.role !== "table" || !page.snapshot || page.snapshot.question) return [];
  const [first, ...others] = page.snapshot.phones.asking;
  if (!first) return [];
  const { id, name, known } = first;
  const yes = known || !page.snapshot.state ? () => letIn(page, id)
    : () => setSheet(page, { kind: "people", seat: name, asked: id });
  /** @param {string} focus @param {string} words @param {() => unknown} onclick */
  const choice = (focus, words, onclick) => h("button.key2.b", { "data-focus": `${focus} ${id}`, onclick }, words);
  const words = h("span.words", t(known ? "seat.card_known" : "seat.card", { player: name }),
    others.length ? h("small", ` ${tn("seat.more", others.length)}`) : null);
  return [h("div.strip.asks.newcomer", words, h("span.answers", choice("yes", t("seat.yes"), yes),
    choice("no", t("seat.no"), () => answerSeat(page, id, { accept: false }))))];
}

/** Let a guest's phone in; `after`: the player to whose left the guest sits, where a game has seats. @param {Page} page
 * @param {string} id @param {string} [after] */
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
  const key = (player) => button(t("seat.remove"), () => post(`/api/seats/${encodeURIComponent(player)}`, {}, "DELETE"),
    { kind: "key2", focus: `phone ${player}` });
  return [h("h3.t1.past", t("seat.phones")),
    drawRows("c-here", [{ kind: "name cut", cell: (player) => player }, { kind: "keys-of", cell: key }], seated)];
}

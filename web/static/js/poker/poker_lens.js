// Cards that lie open on the board: the camera reads them on request. The reading is a proposal: one tap confirms it, two correct
// a card.

import { button } from "../shared/controls.js";
import { post } from "../shared/commands.js";
import { h } from "../shared/dom.js";
import { errorWords } from "../shared/phrases.js";
import { t } from "../shared/words.js";
import { cardKey, drawDeck, drawFace, spokenWords, suitName } from "./poker_deck.js";
import { HAND, categoryWords } from "./poker_words.js";

const WHERE = "/api/cards";

/** Whether the table's camera reads cards, and sees the board. @param {GamePage} page */
export function readsCards(page) {
  return document.body.dataset.reads === "cards" && page.role === "table" && page.snapshot.camera?.status === "ok";
}

/**
 * The key for reading cards; null if the camera reads none. For whole hands it first asks for the player.
 * @param {GamePage} page
 * @param {Sheet} wanted
 */
export function readKey(page, wanted) {
  if (!readsCards(page)) return null;
  const tap = () => {
    page.mine.sheet = { kind: "poker", ...wanted, lens: true, head: page.snapshot.head, hands: {}, gone: [] };
    page.draw();
    if (wanted.count) read(page, wanted.count);
  };
  return button("", t("poker.read"), tap, { focus: `read ${wanted.for}` });
}

/**
 * The cards of each hand in turn, at the last comparison: the counterpart of `asked`.
 * @param {State} state
 * @param {Sheet} options
 * @returns {AskedHand | null}
 */
export function handOf(state, { hands = {}, gone = [] }) {
  const player = state.among.find((one) => !hands[one] && !gone.includes(one));
  if (state.stage !== "compare" || state.phase !== 3 || !player) return null;
  return { title: t("poker.lens_hand", { player }), player, players: Array(HAND).fill(player), taken: Object.values(hands).flat() };
}

/**
 * The sheet of a reading; null once the game has gone on. `asked`: the cards' owner, and their act.
 * @param {GamePage} page
 * @param {Sheet} wanted
 * @param {Asked | null} asked
 */
export function lensSheet(page, wanted, asked) {
  if (!asked || wanted.head !== page.snapshot.head) return null;
  return { title: asked.title, key: [page.snapshot.head], busy: wanted.busy, make: () => drawReading(page, wanted, asked) };
}

/** @param {GamePage} page @param {Partial<Sheet>} more */
function set(page, more) {
  page.mine.sheet = { ...page.mine.sheet, ...more };
  page.draw();
  return page.mine.sheet;
}

/** @param {GamePage} page @param {number} count */
async function read(page, count) {
  const sheet = set(page, { slots: null, pick: null, error: null, holds: null, fewer: undefined, busy: true });
  const reply = await post(WHERE, { count });
  if (page.mine.sheet !== sheet) return; // closed meanwhile
  set(page, { busy: false, ...(reply.ok ? proposal(reply) : { error: reply.error }) });
}

/** The reading as slots: with too many cards it is ambiguous. @param {Reply} reply */
function proposal(reply) {
  if (!reply.cards?.length) return { error: { code: "cards_none" } };
  const slots = reply.cards.map((one, place) => ({ card: one.card, sure: one.sure, candidates: one.candidates, crop: `${WHERE}/${reply.reading}/${place}.jpg` }));
  return { slots };
}

/** @param {GamePage} page @param {Sheet} wanted @param {Asked} asked */
function drawReading(page, wanted, asked) {
  const most = asked.players.length;
  const { pick = null } = wanted;
  if (wanted.busy) return h("p", { class: "hint", role: "status" }, t("poker.lens_reads"));
  const slots = wanted.slots && wanted.slots.length <= most ? fillSlots(wanted.slots, asked) : null;
  const error = wanted.error ?? (wanted.slots && !slots ? { code: "cards_many" } : null);
  return [
    h("p", { class: error ? "warn" : "hint", role: "status" }, error ? errorWords(error) : hintWords(asked, slots, pick)),
    slots ? h("div", { class: pick === null ? "read-cards" : "read-cards picking" }, slots.map((one, place) => slot(page, wanted, asked, one, place))) : null,
    slots && pick !== null ? mending(page, pick, asked, slots) : null,
    slots && pick === null ? drawCategory(page, wanted, asked, slots) : null,
    slots && pick !== null ? null : keys(page, wanted, asked, slots),
  ].filter(Boolean);
}

/** What to do now. @param {Asked} asked @param {Slot[] | null} slots @param {number | null} pick */
function hintWords(asked, slots, pick) {
  if (!slots) return t("poker.lens_lay", { player: asked.player ?? "" });
  if (pick !== null) return t("poker.lens_what");
  return t(slots.every((one) => one.sure) ? "poker.lens_right" : "poker.lens_ask");
}

/** One slot for each expected card; an impossible card is not sure. @param {Slot[]} slots @param {Asked} asked */
function fillSlots(slots, asked) {
  const empty = Array(Math.max(0, (asked.slots ?? asked.players.length) - slots.length)).fill({ card: null, sure: false, candidates: [], crop: null });
  return [...slots.map((one) => ({ ...one, sure: one.sure && !asked.taken.includes(one.card ?? "") })), ...empty];
}

/** @param {GamePage} page @param {Sheet} wanted @param {Asked} asked @param {Slot} one @param {number} place */
function slot(page, wanted, asked, one, place) {
  const several = new Set(asked.players).size > 1;
  const words = one.card ? spokenWords(one.card) : t("poker.lens_missing");
  const kind = ["read-card", one.card ? suitName(one.card) : "", one.sure ? "sure" : "asked"].join(" ");
  const tap = () => set(page, { pick: wanted.pick === place ? null : place });
  return h(
    "button",
    { class: kind, "aria-label": one.sure ? words : t("poker.lens_unsure", { card: words }), "aria-pressed": String(wanted.pick === place), "data-focus": `slot${place}`, "data-read": one.card ?? "", onclick: tap },
    one.crop ? h("img", { src: one.crop, alt: "" }) : null,
    h("span", { class: "face" }, one.card ? drawFace(one.card) : "?"),
    several ? h("small", {}, h("bdi", {}, asked.players[place])) : null,
  );
}

/**
 * The tapped card: its candidates, then the whole deck. A card in another slot swaps places with it.
 * @param {GamePage} page
 * @param {number} pick
 * @param {Asked} asked
 * @param {Slot[]} slots
 */
function mending(page, pick, asked, slots) {
  const one = slots[pick];
  /** @param {string} card */
  const put = (card) => {
    const other = slots.findIndex((each, place) => place !== pick && each.card === card);
    const mended = slots.map((each, place) => (place === other ? { ...each, card: one.card, sure: one.card !== null && one.sure } : each));
    mended[pick] = { ...one, card, sure: true };
    set(page, { slots: mended, pick: null, holds: null });
  };
  const likely = one.candidates.filter((card) => !asked.taken.includes(card));
  const none = () => set(page, { slots: slots.filter((_, place) => place !== pick), fewer: (asked.slots ?? asked.players.length) - 1, pick: null, holds: null });
  return h(
    "div",
    { class: "mending" },
    h("div", { class: "likely" }, likely.map((card) => cardKey(card, false, () => put(card))), asked.fewer ? h("button", { class: "big", "data-focus": "no card", onclick: none }, t("poker.lens_no_card")) : null),
    drawDeck((card) => asked.taken.includes(card), put),
  );
}

/** Return the cards once all of them are sure, else null. @param {Slot[]} slots */
function sureCards(slots) {
  const cards = slots.flatMap((one) => (one.sure && one.card ? [one.card] : []));
  return cards.length === slots.length ? cards : null;
}

/**
 * The value of a hand, once all its cards are sure.
 * @param {GamePage} page
 * @param {Sheet} wanted
 * @param {Asked} asked
 * @param {Slot[]} slots
 */
function drawCategory(page, wanted, asked, slots) {
  const cards = sureCards(slots);
  if (!asked.player || !cards) return null;
  if (wanted.holds === null) weigh(page, { [asked.player]: cards });
  return h("p", { class: "holds", role: "status" }, wanted.holds ? categoryWords(wanted.holds[asked.player]) : "\u2026");
}

/** @param {GamePage} page @param {Record<string, string[]>} hands */
async function weigh(page, hands) {
  const sheet = page.mine.sheet;
  const reply = await post(`${WHERE}/hands`, { hands });
  if (page.mine.sheet === sheet && reply.ok) set(page, { holds: reply.hands });
}

/** @param {GamePage} page @param {Sheet} wanted @param {Asked} asked @param {Slot[] | null} slots */
function keys(page, wanted, asked, slots) {
  const cards = slots && sureCards(slots);
  const again = h("button", { class: slots ? "big" : "big primary", "data-focus": "read", onclick: () => read(page, asked.players.length) }, t(wanted.slots || wanted.error ? "poker.read_again" : "poker.read"));
  const right = slots ? h("button", { class: "big primary", "data-focus": "right", disabled: !cards?.length, onclick: () => cards && enter(page, wanted, asked, cards) }, t("poker.lens_yes")) : null;
  const skip = asked.make ? byHand(page, wanted) : h("button", { class: "big", "data-focus": "skip", onclick: () => next(page, wanted, { gone: [...(wanted.gone ?? []), asked.player] }) }, t("poker.lens_skip"));
  return h("div", { class: "choices" }, again, skip, right);
}

/** @param {GamePage} page @param {Sheet} wanted */
function byHand(page, wanted) {
  const tap = () => {
    page.mine.sheet = { kind: "poker", for: wanted.for, player: wanted.player };
    page.draw();
  };
  return h("button", { class: "big", "data-focus": "by hand", onclick: tap }, t("poker.by_hand"));
}

/** @param {GamePage} page @param {Sheet} wanted @param {Asked} asked @param {string[]} cards @returns {Promise<void>} */
async function enter(page, wanted, asked, cards) {
  if (!asked.make) return void next(page, wanted, { hands: { ...wanted.hands, [asked.player]: cards } });
  page.mine.sheet = null;
  await page.order({ do: "act", act: asked.make(cards) });
}

/**
 * The next hand; after the last one the winner is known.
 * @param {GamePage} page
 * @param {Sheet} wanted
 * @param {Partial<Sheet>} more
 */
async function next(page, wanted, more) {
  const { hands = {}, gone = [] } = { ...wanted, ...more };
  const goesOn = handOf(page.snapshot.state, { hands, gone });
  page.mine.sheet = goesOn ? { ...wanted, hands, gone, slots: null, pick: null, error: null, holds: null } : null;
  page.draw();
  if (goesOn || !Object.keys(hands).length) return;
  const reply = await post(`${WHERE}/hands`, { hands });
  if (reply.ok) await page.order({ do: "act", act: { act: "best", ...reply.best } });
}

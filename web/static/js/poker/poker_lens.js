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

/** Whether the table's camera reads cards, and sees the board. @param {Page} page */
export function readsCards(page) {
  return document.body.dataset.reads === "cards" && page.role === "table" && page.snapshot.camera?.status === "ok";
}

/**
 * The key for reading cards; null if the camera reads none. For whole hands it first asks for the player.
 * @param {Page} page
 * @param {Sheet} wanted
 */
export function readKey(page, wanted) {
  if (!readsCards(page)) return null;
  const tap = () => {
    page.mine.sheet = { kind: "poker", ...wanted, lens: true, head: page.snapshot.head, hands: {}, gone: [] };
    page.draw();
    if (wanted.for !== "compare") read(page, wanted.count);
  };
  return button("", t("poker.read"), tap, { focus: `read ${wanted.for}` });
}

/**
 * The cards of each hand in turn, at the last comparison: the counterpart of `asked`.
 * @param {State} state
 * @param {Sheet} options
 */
export function handOf(state, { hands, gone }) {
  const player = state.among.find((one) => !hands[one] && !gone.includes(one));
  if (state.stage !== "compare" || state.phase !== 3 || !player) return null;
  return { title: t("poker.lens_hand", { player }), player, players: Array(HAND).fill(player), taken: Object.values(hands).flat() };
}

/**
 * The sheet of a reading; null once the game has gone on. `asked`: the cards' owner, and their act.
 * @param {Page} page
 * @param {Sheet} wanted
 * @param {Asked} asked
 */
export function lensSheet(page, wanted, asked) {
  if (!asked || wanted.head !== page.snapshot.head) return null;
  return { title: asked.title, key: [page.snapshot.head], busy: wanted.busy, make: () => drawReading(page, wanted, asked) };
}

/** @param {Page} page @param {Partial<Sheet>} more */
function set(page, more) {
  page.mine.sheet = { ...page.mine.sheet, ...more };
  page.draw();
  return page.mine.sheet;
}

/** @param {Page} page @param {number} count */
async function read(page, count) {
  const sheet = set(page, { slots: null, pick: null, error: null, holds: null, fewer: undefined, busy: true });
  const reply = await post(WHERE, { count });
  if (page.mine.sheet !== sheet) return; // closed meanwhile
  set(page, { busy: false, ...(reply.ok ? proposal(reply) : { error: reply.error }) });
}

/** The reading as slots: with too many cards it is ambiguous. @param {Reply} reply */
function proposal(reply) {
  if (!reply.cards.length) return { error: { code: "cards_none" } };
  const slots = reply.cards.map((one, place) => ({ card: one.card, sure: one.sure, candidates: one.candidates, crop: `${WHERE}/${reply.reading}/${place}.jpg` }));
  return { slots };
}

/** @param {Page} page @param {Sheet} wanted @param {Asked} asked */
function drawReading(page, wanted, asked) {
  const most = asked.players.length;
  if (wanted.busy) return h("p", { class: "hint", role: "status" }, t("poker.lens_reads"));
  const slots = wanted.slots && wanted.slots.length <= most ? fillSlots(wanted.slots, asked) : null;
  const error = wanted.error ?? (wanted.slots && !slots ? { code: "cards_many" } : null);
  const hint = error ? errorWords(error) : slots && wanted.pick !== null ? t("poker.lens_what") : slots ? t(slots.every((one) => one.sure) ? "poker.lens_right" : "poker.lens_ask") : t("poker.lens_lay", { player: asked.player ?? "" });
  return [
    h("p", { class: error ? "warn" : "hint", role: "status" }, hint),
    slots ? h("div", { class: wanted.pick === null ? "read-cards" : "read-cards picking" }, slots.map((one, place) => slot(page, wanted, asked, one, place))) : null,
    slots && wanted.pick !== null ? mending(page, wanted, asked, slots) : null,
    slots && wanted.pick === null ? drawCategory(page, wanted, asked, slots) : null,
    slots && wanted.pick !== null ? null : keys(page, wanted, asked, slots),
  ].filter(Boolean);
}

/** One slot for each expected card; an impossible card is not sure. @param {Slot[]} slots @param {Asked} asked */
function fillSlots(slots, asked) {
  const empty = Array(Math.max(0, (asked.slots ?? asked.players.length) - slots.length)).fill({ card: null, sure: false, candidates: [], crop: null });
  return [...slots.map((one) => ({ ...one, sure: one.sure && !asked.taken.includes(one.card) })), ...empty];
}

/** @param {Page} page @param {Sheet} wanted @param {Asked} asked @param {Slot} one @param {number} place */
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
 * @param {Page} page
 * @param {Sheet} wanted
 * @param {Asked} asked
 * @param {Slot[]} slots
 */
function mending(page, wanted, asked, slots) {
  const one = slots[wanted.pick];
  /** @param {string} card */
  const put = (card) => {
    const other = slots.findIndex((each, place) => place !== wanted.pick && each.card === card);
    const mended = slots.map((each, place) => (place === other ? { ...each, card: one.card, sure: one.card !== null && one.sure } : each));
    mended[wanted.pick] = { ...one, card, sure: true };
    set(page, { slots: mended, pick: null, holds: null });
  };
  const likely = one.candidates.filter((card) => !asked.taken.includes(card));
  const none = () => set(page, { slots: slots.filter((_, place) => place !== wanted.pick), fewer: (asked.slots ?? asked.players.length) - 1, pick: null, holds: null });
  return h(
    "div",
    { class: "mending" },
    h("div", { class: "likely" }, likely.map((card) => cardKey(card, false, () => put(card))), asked.fewer ? h("button", { class: "big", "data-focus": "no card", onclick: none }, t("poker.lens_no_card")) : null),
    drawDeck((card) => asked.taken.includes(card), put),
  );
}

/**
 * The value of a hand, once all its cards are sure.
 * @param {Page} page
 * @param {Sheet} wanted
 * @param {Asked} asked
 * @param {Slot[]} slots
 */
function drawCategory(page, wanted, asked, slots) {
  if (!asked.player || !slots.every((one) => one.sure)) return null;
  if (wanted.holds === null) weigh(page, { [asked.player]: slots.map((one) => one.card) });
  return h("p", { class: "holds", role: "status" }, wanted.holds ? categoryWords(wanted.holds[asked.player]) : "\u2026");
}

/** @param {Page} page @param {Record<string, string[]>} hands */
async function weigh(page, hands) {
  const sheet = page.mine.sheet;
  const reply = await post(`${WHERE}/hands`, { hands });
  if (page.mine.sheet === sheet && reply.ok) set(page, { holds: reply.hands });
}

/** @param {Page} page @param {Sheet} wanted @param {Asked} asked @param {Slot[]} slots */
function keys(page, wanted, asked, slots) {
  const sure = slots?.every((one) => one.sure) && slots.length > 0;
  const again = h("button", { class: slots ? "big" : "big primary", "data-focus": "read", onclick: () => read(page, asked.players.length) }, t(wanted.slots || wanted.error ? "poker.read_again" : "poker.read"));
  const right = slots ? h("button", { class: "big primary", "data-focus": "right", disabled: !sure, onclick: () => enter(page, wanted, asked, slots.map((one) => one.card)) }, t("poker.lens_yes")) : null;
  const skip = wanted.for === "compare" ? h("button", { class: "big", "data-focus": "skip", onclick: () => next(page, wanted, { gone: [...wanted.gone, asked.player] }) }, t("poker.lens_skip")) : byHand(page, wanted);
  return h("div", { class: "choices" }, again, skip, right);
}

/** @param {Page} page @param {Sheet} wanted */
function byHand(page, wanted) {
  const tap = () => {
    page.mine.sheet = { kind: "poker", for: wanted.for, player: wanted.player };
    page.draw();
  };
  return h("button", { class: "big", "data-focus": "by hand", onclick: tap }, t("poker.by_hand"));
}

/** @param {Page} page @param {Sheet} wanted @param {Asked} asked @param {string[]} cards @returns {Promise<void>} */
async function enter(page, wanted, asked, cards) {
  if (wanted.for === "compare") return void next(page, wanted, { hands: { ...wanted.hands, [asked.player]: cards } });
  page.mine.sheet = null;
  await page.order({ do: "act", act: asked.make(cards) });
}

/**
 * The next hand; after the last one the winner is known.
 * @param {Page} page
 * @param {Sheet} wanted
 * @param {Partial<Sheet>} more
 */
async function next(page, wanted, more) {
  const { hands, gone } = { ...wanted, ...more };
  const goesOn = handOf(page.snapshot.state, { hands, gone });
  page.mine.sheet = goesOn ? { ...wanted, hands, gone, slots: null, pick: null, error: null, holds: null } : null;
  page.draw();
  if (goesOn || !Object.keys(hands).length) return;
  const reply = await post(`${WHERE}/hands`, { hands });
  if (reply.ok) await page.order({ do: "act", act: { act: "best", ...reply.best } });
}

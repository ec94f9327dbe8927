// Practice of a game of cards: a dealt hand, the kept cards, and their value.

import { findElement, h, show } from "../shared/dom.js";
import { drawBar } from "../odds/odds_card.js";
import { drawFace, spokenWords, suitName } from "../poker/poker_deck.js";
import { HAND, cardWords, categoryWords, countWords } from "../poker/poker_words.js";
import { language, t, tn } from "../shared/words.js";
import { drawWhen } from "./practice_advice.js";

const OVER = 4; // the phase after the last exchange
const EXACTLY = 1000; // a chance that would round to 0 or 100 % gets one more digit

/** @param {PracticePage<CardPractice>} page */
export function drawCardGame(page) {
  const { game, mine } = page;
  const { kept } = mine;
  const key = [language(), game, kept];
  show(findElement("#task"), key, () => task(game));
  show(findElement("#dice"), key, () => h("div", { class: "hand" }, game.hand.map((card) => oneCard(page, card))));
  show(findElement("#worth"), key, () => (game.phase === OVER ? [] : h("p", { class: "holds" }, t("practice_cards.holds", { category: categoryWords(game.category) }))));
  show(findElement("#panel"), key, () => h("div", { class: "choices" }, keys(page)));
  show(findElement("#advice"), key, () => [...advice(page), drawWhen(page)]);
  show(findElement("#rivals"), key, () => brought(game));
  show(findElement("#looked"), key, () => (game.looked ? looked(game.looked) : []));
}

/** @param {CardPractice} game */
function task(game) {
  const sum = game.brought.reduce((all, one) => all + one.points, 0);
  const words = game.phase === OVER ? t("practice_cards.over", { points: countWords(sum) }) : t("practice_cards.phase", { n: game.phase });
  return [h("p", { class: "doing" }, t("practice_cards.hand", { n: game.number })), h("h2", {}, words)];
}

/** Return the kept cards: all at first; tapped ones are exchanged. @param {PracticePage<CardPractice>} page */
function keptOf(page) {
  return page.mine.kept ?? page.game.hand;
}

/** @param {PracticePage<CardPractice>} page @param {string} card */
function oneCard(page, card) {
  const { game } = page;
  const kept = keptOf(page);
  const keeps = kept.includes(card);
  const tap = () => {
    page.mine.kept = keeps ? kept.filter((one) => one !== card) : game.hand.filter((one) => one === card || kept.includes(one));
    page.draw();
  };
  const props = { class: `hand-card ${suitName(card)} ${keeps ? "kept" : "away"}`, "aria-label": t("practice_cards.card", { card: spokenWords(card) }), "aria-pressed": String(keeps), "data-card": card, "data-focus": card, disabled: game.phase === OVER };
  return h("button", { ...props, onclick: tap }, drawFace(card));
}

/** @param {PracticePage<CardPractice>} page */
function keys(page) {
  const { game } = page;
  if (game.phase === OVER) return button(t("practice_cards.deal"), page.deal, "deal");
  const kept = keptOf(page);
  const words = kept.length === HAND ? t("practice_cards.keep_all") : tn("practice_cards.exchange", HAND - kept.length, { n: HAND - kept.length });
  return button(words, () => page.keep(kept), "exchange");
}

/** @param {string} words @param {() => unknown} onclick @param {string} focus */
function button(words, onclick, focus) {
  return h("button", { class: "big primary", "data-focus": focus, onclick }, words);
}

/** @param {PracticePage<CardPractice>} page */
function advice(page) {
  const { advice: choices } = page.game;
  if (!choices.length) return [];
  return [
    h("ul", { class: "ways" }, choices.map((one, place) => choice(page, one, place, one.points === choices[0].points))),
    h("p", { class: "exact" }, t("practice_cards.exact")),
  ];
}

/** @param {PracticePage<CardPractice>} page @param {KeptCards} one @param {number} place @param {boolean} best */
function choice(page, one, place, best) {
  const kind = best ? "right" : "other";
  return way(one, best ? t("practice.best") : null, kind, { onclick: () => page.keep(one.keep), "data-focus": `way${place}` });
}

/**
 * A way to keep cards, with its average gain and the chance of any points.
 * @param {KeptCards} one
 * @param {string | null} label
 * @param {string} kind
 * @param {Props | null} [props]
 */
function way(one, label, kind, props = null) {
  const words = one.keep.length ? t("practice_cards.keeps", { cards: one.keep.map(cardWords).join(" ") }) : t("practice_cards.none");
  const content = [
    label ? h("span", { class: "label" }, label) : null,
    h("b", {}, words),
    drawBar(one.chance.value),
    h("span", { class: "worth" }, t("practice_cards.worth", { points: one.points.toLocaleString(language(), { maximumFractionDigits: 2 }) }), " · ", t("practice_cards.some", { chance: percent(one.chance.value) })),
  ];
  return h("li", { class: kind }, props ? h("button", { class: "way", ...props }, content) : h("div", { class: "way" }, content));
}

/** @param {number} value */
function percent(value) {
  const digits = value > 0 && value < 1 && (value < 10 / EXACTLY || value > 1 - 10 / EXACTLY) ? 2 : 0;
  return value.toLocaleString(language(), { style: "percent", maximumFractionDigits: digits });
}

/** The gains of each phase of this hand, and of all hands together. @param {CardPractice} game */
function brought(game) {
  const phases = game.brought.map((one, place) => h("li", { class: "rival" }, h("b", { class: "nick" }, t("poker.phase", { n: place + 1 })), h("span", { class: "result" }, categoryWords(one.category)), h("span", {}, countWords(one.points))));
  const hands = game.number - (game.phase === OVER ? 0 : 1);
  const sum = game.points ? h("li", { class: "moves" }, t("practice_cards.sum", { points: countWords(game.points), hands: tn("practice_cards.hands", Math.max(1, hands)) })) : null;
  return [...phases, sum].filter(Boolean);
}

/** An exchange that is over: the kept cards, each category's chance, the result, and the best choice. @param {Exchanged} back */
function looked(back) {
  return [
    h("h3", {}, t("practice_cards.looked")),
    h("article", { class: `turn ${back.as_good ? "good" : "other"}` },
      h("p", { class: "held-cards" }, back.held.map((card) => h("span", { class: `mini-card ${suitName(card)} ${back.chosen.keep.includes(card) ? "kept" : "away"}` }, drawFace(card)))),
      h("p", { class: "verdict" }, t(back.as_good ? "practice_cards.right" : "practice_cards.better")),
      h("ul", { class: "ways" }, back.as_good ? null : way(back.best, null, "better"), way(back.chosen, t("practice_cards.chosen"), "chosen")),
      h("table", { class: "chances" }, h("tbody", {}, back.chances.map((one) => h("tr", { class: one.category === back.got ? "got" : "" }, h("th", { scope: "row" }, categoryWords(one.category)), h("td", {}, percent(one.chance.value)))))),
      h("p", { class: "got" }, t("practice_cards.got", { category: categoryWords(back.got) }), " · ", countWords(back.points)),
    ),
  ];
}

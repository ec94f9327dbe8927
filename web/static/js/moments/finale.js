// A game that is over: the ranking, with what decided it and what each owes; the best throw, the worst luck, and the way to the
// evening's report.

import { cardPart, isCards } from "../shared/cards.js";
import { fitted } from "../shared/controls.js";
import { row } from "../shared/dice.js";
import { h } from "../shared/dom.js";
import { sign } from "../shared/icons.js";
import { resultWords } from "../shared/phrases.js";
import { t, tn } from "../shared/words.js";

const FEW = 4;
/** @type {Record<string, string>} */
const SIGNS = { game: "loser", lost_round: "lost", lost_half: "lost", round: "rounds", schnapps: "schnapps" };

/** @param {Played} snapshot */
export function drawFinale(snapshot) {
  const { state, ended } = snapshot;
  /** @type {Rank[]} */
  const ranking = ended?.ranking ?? state.players.map((player) => ({ player, place: "" }));
  return h(
    "div",
    { class: "finale" },
    rankingList(ranking.map((one) => line(snapshot, one, ranking.length > FEW))),
    ended ? h("div", { class: "notes" }, best(ended), unlucky(ended)) : null,
    ended ? report(ended) : null,
  );
}

/**
 * Make a list of ranks, in two columns if they are many; `tap` makes it a button.
 * @param {RankingLine[]} lines
 * @param {(() => unknown) | null} [tap]
 */
export function rankingList(lines, tap = null) {
  const props = { class: "lines", "data-crowd": lines.length > FEW ? "many" : "few", "data-alike": true };
  const items = lines.map((parts) => h(tap ? "span" : "li", { class: parts.kind }, parts.boxes));
  const list = tap ? h("button", { ...props, "data-focus": "round-end", title: t("correct"), onclick: tap }, items) : h("ol", props, items);
  list.style.setProperty("--half", String(Math.ceil(lines.length / 2)));
  return list;
}

/**
 * Make a line of a ranking: place or mark, name, dice and words.
 * @param {string} kind
 * @param {Child} place
 * @param {string} player
 * @param {Child[]} said
 */
export function rankingLine(kind, place, player, said) {
  return { kind, boxes: [box("place", place), fitted("span", { class: "thrower", "data-whole": true, "data-like": true }, h("bdi", {}, player)), box("thrown", ...said)] };
}

/** @param {Played} snapshot @param {Rank} one @param {boolean} many */
function line(snapshot, one, many) {
  const said = isCards(snapshot.state) ? (cardPart()?.ending(snapshot, one.player) ?? []) : debtsOf(one, many);
  return rankingLine("", `${one.place}`, one.player, said);
}

/**
 * What a player lost and owes, as the bill counts it: in words, or as signs where many players share the room.
 * @param {{ items?: Record<string, number>, halves?: number }} options
 * @param {boolean} many
 * @returns {Child[]}
 */
function debtsOf({ items = {}, halves = 0 }, many) {
  /** @type {Array<[string, number, string]>} */
  const counts = [...(halves ? [/** @type {[string, number, string]} */ (["lost_half", halves, tn("owes.lost_halves", halves)])] : []), ...Object.entries(items).map(([kind, count]) => /** @type {[string, number, string]} */ ([kind, count, tn(`bill_of.${kind}`, count)]))];
  if (!many) return [counts.map(([, , words]) => words).join(", ")];
  return counts.flatMap(([kind, count, words]) => [sign(SIGNS[kind] ?? "glasses", words, "owes", count), " "]);
}

/** @param {Ended} ended */
function best({ best: one }) {
  return one ? note(t("finale.best"), h("bdi", {}, one.player), " ", row(one.dice ?? []), ` ${resultWords(one)}`) : null;
}

/** @param {Ended} ended */
function unlucky({ unlucky: one }) {
  return one ? note(t("finale.unlucky"), h("bdi", {}, one.player), `, ${tn("finale.worst", one.count)}`) : null;
}

/** @param {string} label @param {...Child} words */
function note(label, ...words) {
  return fitted("p", { class: "note" }, h("span", { class: "label", "data-scale": 0.8 }, label), " ", h("b", {}, ...words));
}

/** A code for phones; with buttons a tap opens the report as well. @param {Ended} ended */
function report({ evening }) {
  const address = `/evenings/${evening}`;
  const code = h("img", { class: "qr", src: `${address}.svg`, alt: t("finale.code") });
  const words = box("words", t("finale.report"));
  const looks = document.body.classList.contains("screen");
  return looks ? h("div", { class: "report" }, code, words) : h("a", { class: "report", href: address }, code, words);
}

/** @param {string} kind @param {...Child} words */
function box(kind, ...words) {
  return fitted("span", { class: kind, "data-whole": true }, ...words);
}

// What takes the whole board: a round that has ended, until somebody throws in the next one, and a game that is over.

import { endWords } from "../shared/poker_words.js";
import { isCards } from "../shared/cards.js";
import { drawDice } from "../shared/dice.js";
import { h, drawRows } from "../shared/dom.js";
import { drawLadder, markOf, matOf, matsPlayed, nameCell, notesOf } from "../shared/ladder.js";
import { costWords, decisionWords, overWords, owesWords, rankResults, resultWords } from "../shared/phrases.js";
import { phaseWords, t, tn, counterWords, wholeName } from "../shared/words.js";

const LONG = { round: 70, game: 80 }; // letters; a game's end has the wider column

/** Which round's end a snapshot shows: "go on" puts that one aside on this tablet. @param {Played} snapshot */
export function roundOf({ boot, game, state }) {
  return `${boot}:${game}:${state.last_round?.round ?? 0}`;
}

/** The sentence that says why, in smaller letters where it is long; names stay whole. @param {State} state
 * @param {Child} parts */
function whyHead({ players, stage }, parts) {
  const head = h("h1", parts);
  for (const span of head.children) {
    span.textContent =
      players.reduce((said, name) => said.replaceAll(name, wholeName(name)), span.textContent ?? "");
  }
  head.className = (head.textContent ?? "").length > LONG[stage === "over" ? "game" : "round"] ? "t3" : "t4";
  return head;
}

/** A worth, as a number or in a word. @param {Result} one @param {string} kind */
function worthCell(one, kind) {
  const number = one.kind === "points" || one.kind === "house";
  return h("span", { class: `num ${number ? "pts" : "t2 b"} ${kind}`.trim() }, resultWords(one));
}

/**
 * Why a round cost what it did, and everybody's dice in order of worth; `correct` opens the correction of its last
 * throw.
 * @param {Played} snapshot
 * @param {LastRound} last
 * @param {(() => unknown) | null} correct
 */
export function drawRoundEnd(snapshot, last, correct) {
  const { state } = snapshot;
  const ranked = rankResults(last, snapshot.last_ranking);
  /** Whether a player takes something, and so is red; the worst one is not where only the best gives something away.
   * @param {string} player */
  const isOut = (player) => (last.moves.length ? last.moves.some(([, to]) => to === player) : last.worst === player);
  /** @param {Result} one */
  const dice = ({ player, dice: thrown, throws }) => {
    const drawn = drawDice(thrown ?? []);
    const label = t("correct");
    const key = () =>
      h("button.touch", { "data-focus": `end ${player}`, "aria-label": label, onclick: correct ?? undefined }, drawn);
    return h("span.pair", correct ? key() : drawn, h("span.note.t1.past", tn("throws", throws, { n: throws })));
  };
  /** @param {Result} one */
  const mat = ({ player }) => matOf(player, state, isOut(player) ? "took" : "");
  const list = drawLadder(
    ranked.some((one) => one.kind !== "points" && one.kind !== "house") ? "c-end words" : "c-end",
    [
      { kind: "past place", cell: (one) => ranked.indexOf(one) + 1 },
      { cell: (one) => markOf(snapshot, one.player) },
      { cell: (one) => nameCell(one.player, notesOf(one.player, state, "")) },
      { cell: dice },
      { head: t("worth.head"), right: true, cell: (one) => worthCell(one, isOut(one.player) ? "loses" : "") },
      { head: t("throws.head"), kind: "num past throws", cell: (one) => one.throws },
      { head: counterWords(), right: true, cell: mat },
    ],
    ranked,
    (one) => ({ kind: isOut(one.player) ? "out" : null, "data-player": one.player }),
  );
  if (matsPlayed(state)) {
    const words = h("span.t2.past.cut", t("stack.in"));
    list.append(h("li.r.one", { id: "stack" }, h("span"), words, h("span.mat.pile", String(state.stack))));
  }
  const [why, cost] = [decisionWords(last, ranked), costWords(last, state.mats).join(", ")];
  const kind = ranked.some((one) => isOut(one.player)) || (last.worst && !last.moves.length) ? "loses" : "safe";
  const more = changeWords(snapshot, last);
  const said = [why ? h("span", cost ? `${why}:` : why) : null, " ", cost ? h("span", { class: kind }, cost) : null];
  const then = more.length ? h("p.past", more.join(". ")) : null;
  return h("div.ends", h("div.why", whyHead(state, said), then), h("div.rooms", list));
}

/** Return what begins after the round, and who lost the half that ended with it. @param {Played} snapshot
 * @param {LastRound} last */
function changeWords({ state, acts }, { worst }) {
  const before = acts.at(-1)?.phase;
  if (before === undefined || before === state.phase || !phaseWords(state.phase)) return [];
  const halves = worst && `${before}`.startsWith("half") ? state.lost[worst] : 0;
  const lost = halves && worst ? owesWords({ lost: { [worst]: halves }, phase: state.phase }, worst) : [];
  const owes = lost.map(({ words }) => t("moment.owes", { player: worst, owed: words }));
  return [...owes, t("verdict.next", { phase: phaseWords(state.phase) })];
}

/** The round that decided a game which is over; null where cards, the table or somebody's leaving did.
 * @param {Played} snapshot */
export function decidingRound({ state, acts }) {
  if (isCards(state) || !state.loser || acts.at(-1)?.act?.act === "leave" || acts.at(-1)?.end) return null;
  return state.last_round;
}

/** A game that is over: why, who pays, the dice that decided it, and the ranking with what each owes.
 * @param {Played} snapshot */
export function drawEnd(snapshot) {
  const { state, ended } = snapshot;
  const last = decidingRound(snapshot);
  const ranked = last ? rankResults(last, snapshot.last_ranking) : [];
  const why = last && ranked.length ? decisionWords(last, ranked) : "";
  const moved = last?.moves.length && why ? `${costWords(last, state.mats).join(", ")}.` : null;
  const said = whyHead(state, [
    why ? [h("span", `${why}:`), " "] : null,
    moved ? [h("span", moved), " "] : null,
    h("span", { class: state.winner ? "safe" : state.loser ? "loses" : null }, overWords(state)),
  ]);
  const duel = last ? [last.best, state.loser].map((player) => ranked.find((one) => one.player === player)) : [];
  const shown = /** @type {Result[]} */ (duel.filter((one, place) => one && duel.indexOf(one) === place));
  /** @param {Result} one */
  const loses = (one) => one.player === state.loser;
  const deciding = drawRows(
    "duel",
    [
      { cell: (one) => markOf(snapshot, one.player) },
      { head: t("last_round"), cell: (one) => nameCell(one.player, "") },
      { cell: (one) => drawDice(one.dice ?? []) },
      { cell: (one) => worthCell(one, loses(one) ? "" : "safe") },
    ],
    shown,
    (one) => ({ kind: loses(one) ? "out" : null }),
  );
  const left = h("div.why", said, shown.length ? deciding : null);
  return h("div.ends.over", left, h("div.rooms", drawRanking(snapshot, ended?.ranking)));
}

/** The ranking from the safe to who pays; @param {Played} snapshot @param {Rank[] | undefined} given */
function drawRanking(snapshot, given) {
  const { state } = snapshot;
  /** @type {Rank[]} */
  const ranking = given ?? state.players.map((one) => ({ player: one, place: "" }));
  const safe = ranking.some((one) => one.safe);
  /** What a player owes, as the bill counts it. @param {Rank} one */
  const owes = ({ items = {}, halves = 0 }) => {
    const owed = Object.entries(items).map(([kind, count]) => tn(`bill_of.${kind}`, count, { n: count })).join(", ");
    return owed || (halves ? tn("owes.lost_halves", halves, { n: halves }) : "");
  };
  /** @param {Rank} one */
  const end = (one) => {
    if (isCards(state)) return h("span.num.t2.b", endWords(snapshot, one.player));
    const { game, ...more } = one.items ?? {}; // the lost game is what the red row says
    if (one.player === state.loser) return h("span.num.t2.b.loses", owes({ ...one, items: more }) || t("finale.pays"));
    if (one.safe) return h("span.num.t2.b.safe", t("round", { n: one.safe }));
    return h("span.num.t2.past", owes(one) || "–");
  };
  const list = drawLadder(
    "c-rank",
    [
      { kind: "past place", cell: (one) => one.place },
      { cell: (one) => markOf(snapshot, one.player) },
      { cell: (one) => nameCell(one.player, one.safe && one.player !== state.loser ? owes(one) : "") },
      { head: t(safe ? "finale.safe" : "owes.head"), right: true, cell: end },
    ],
    ranking,
    (one) => ({ kind: state.loser === one.player ? "out pays" : null, "data-player": one.player }),
  );
  [...list.querySelectorAll(".r:not(.hdr)")]
    .forEach((row, place) => /** @type {HTMLElement} */ (row).style.setProperty("--i", String(place)));
  return list;
}

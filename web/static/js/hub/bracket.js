// The bracket of a knock-out, and the winners: on the television, on phones and at the referee's desk.

import { h, drawRows } from "../shared/dom.js";
import { language, t, tn } from "../shared/words.js";

const BELOW = 3; // tables of a round below each other: readable from five metres
const BESIDE = 3; // columns of a television

/** The rounds of a bracket, the latest first. @param {BracketRound[]} rounds */
export function drawBracket(rounds) {
  return h("div.bracket", [...rounds].reverse()
    .map((round) => h("section.bracket-round", { "data-round": round.name }, h("h3", roundWords(round)),
      h("div.matches", round.tables.map((table) => drawTable(table, round)), drawByes(round.byes)))));
}

/** Return the pages of a television: columns of the present round, the one before it where there is room, and those to
 * come. @param {BracketRound[]} rounds */
export function pagesOf(rounds) {
  const each = rounds.map((round) => {
    const beside = Math.ceil(round.tables.length / BELOW);
    const below = Math.ceil(round.tables.length / beside); // four tables: two beside two
    return Array.from({ length: beside },
      (_, at) => ({ round, tables: round.tables.slice(at * below, (at + 1) * below), byes: at ? [] : round.byes }));
  });
  const present = Math.max(0, rounds.findLastIndex((round) => round.tables.some((table) => table.match)));
  let first = present;
  while (first > 0 && each.slice(first - 1, present + 1).flat().length <= BESIDE) first -= 1;
  const columns = each.slice(first).flat();
  const last = columns.findLastIndex((column) => column.round === rounds[present]);
  const pages = [];
  for (let at = 0; at <= last; at += BESIDE) pages.push(columns.slice(at, at + BESIDE));
  return pages;
}

/** @param {BracketColumn[]} columns */
export function drawColumns(columns) {
  const size = columns.length > 2 || columns.some((column) => column.tables.length > 2) ? null : "large";
  return h("div.draw", { "data-size": size, role: "img", "aria-label": t("bracket.title") },
      columns.map(({ round, tables, byes }) => (
    h("div.half", { "data-round": round.name }, h("h2.t2", roundWords(round)),
      tables.map((table) => drawTable(table, round)), drawByes(byes))
  )));
}

/** @param {BracketRound} round */
function roundWords(round) {
  /** @type {Record<string, string>} */
  const words =
    { final: t("bracket.final"), semifinal: t("bracket.semifinal"), quarterfinal: t("bracket.quarterfinal") };
  return words[round.name] ?? t("round", { n: round.round });
}

/** @param {string[]} byes */
const drawByes = (byes) =>
  (byes.length ? h("section.match", h("p.t1.past", t("bracket.byes")), h("p.b", byes.join(", "))) : null);

/** @param {BracketTable} table @param {BracketRound} round */
function drawTable({ match, table, places, sitting, seats, done }, { name }) {
  const where = table ? t("hub.table", { n: table }) : tn("bracket.places", places, { n: places });
  if (!seats.length) return h("section.match", h("p.t2.past", where));
  const head = sitting > 1 ? `${where}, ${t("tournament.sitting", { n: sitting })}` : where;
  const final = name === "final"; // there nobody is out: there are places
  const games = final && seats.some((seat) => seat.games.length > 1) ? seats[0].games.map((_, place) => (
    { head: String(place + 1), kind: "num", cell: (/** @type {BracketSeat} */ seat) => seat.games[place] ?? "\u2013" }))
    : [];
  const stateOf = (/** @type {BracketSeat} */ seat) =>
    (seat.goes_on ? (final ? "won" : "on") : seat.away || (seat.goes_on === false && !final) ? "out" : "level");
  const stateWords = (/** @type {BracketSeat} */ seat) => {
    if (seat.away) return t("bracket.away");
    if (seat.goes_on) return final ? t("bracket.won") : t("bracket.on");
    // its row is grey, and its points are the fewest
    if (stateOf(seat) === "out") return h("span.unseen", t("bracket.out"));
    return done && seat.goes_on === null ? t("bracket.level") : "";
  };
  const columns = [{ head, kind: "name cut", cell: (/** @type {BracketSeat} */ seat) =>
    (seat.sits && seat.sits !== seat.name ? `${seat.sits} (${seat.name})` : seat.name) },
    { kind: "t1 num state", cell: stateWords }, ...games,
    { head: t("tournament.points"), kind: "num pts", cell: (/** @type {BracketSeat} */ seat) => seat.points ?? "" }];
  const list = drawRows("c-match", columns, seats, (seat) => ({ "data-name": seat.name, "data-state": stateOf(seat) }));
  list.style.setProperty("--games", String(games.length));
  return h("section", { class: games.length ? "match final" : "match", "data-match": match ?? "" }, list);
}

/** Honour who has won, and the next places below. @param {Tournament} tournament */
export function drawPodium(tournament) {
  const winners = tournament.podium.filter((one) => one.place === 1);
  const names = new Intl.ListFormat(language()).format(winners.map((one) => one.name));
  return h("section.podium", h("h2.t4.winner", names), h("p.wins", tn("podium.wins", winners.length)), drawRows(
    "c-podium", [{ kind: "past", cell: (one) => `${one.place}.` }, { kind: "name cut", cell: (one) => one.name },
      { kind: "num pts", cell: (one) => one.points }], tournament.podium));
}

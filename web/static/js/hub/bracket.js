// The bracket of a knock-out, and the winners: on the television, on phones and at the referee's desk.

import { h, drawRows } from "../shared/dom.js";
import { language, t, tn } from "../shared/words.js";

const BELOW = 3; // tables of a round below each other: readable from five metres
const BESIDE = 3; // columns of a television

/** The rounds of a bracket, the latest first. @param {BracketRound[]} rounds */
export function drawBracket(rounds) {
  return h("div", { class: "bracket" }, [...rounds].reverse().map((round) => h("section", { class: "bracket-round", "data-round": round.name }, h("h3", {}, roundWords(round)), h("div", { class: "matches" }, round.tables.map((table) => drawTable(table, round)), drawByes(round.byes)))));
}

/**
 * Return the pages of a television: columns of the present round, the one before it where there is room, and those to come.
 * @param {BracketRound[]} rounds
 */
export function pagesOf(rounds) {
  /** @param {BracketRound} round @returns {BracketColumn[]} */
  const columnsOf = (round) => Array.from({ length: Math.ceil(round.tables.length / BELOW) }, (_, at) => ({ round, tables: round.tables.slice(at * BELOW, (at + 1) * BELOW), byes: at ? [] : round.byes }));
  const each = rounds.map(columnsOf);
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
  return h(
    "div",
    { class: "draw", "data-size": columns.length > 2 || columns.some((column) => column.tables.length > 2) ? null : "large", role: "img", "aria-label": t("bracket.title") },
    columns.map((column, place) => {
      const links = columns.slice(place + 1).some((other) => other.round !== column.round) && columns[place + 1].round !== column.round;
      return h("div", { class: links ? "half link" : "half", "data-round": column.round.name }, h("h2", { class: "t1 past" }, roundWords(column.round)), column.tables.map((table) => drawTable(table, column.round)), drawByes(column.byes));
    }),
  );
}

/** @param {BracketRound} round */
function roundWords(round) {
  /** @type {Record<string, string>} */
  const words = { final: t("bracket.final"), semifinal: t("bracket.semifinal"), quarterfinal: t("bracket.quarterfinal") };
  return words[round.name] ?? t("round", { n: round.round });
}

/** @param {string[]} byes */
const drawByes = (byes) => (byes.length ? h("section", { class: "match" }, h("p", { class: "t1 past" }, t("bracket.byes")), h("p", { class: "b" }, byes.join(", "))) : null);

/** @param {BracketTable} table @param {BracketRound} round */
function drawTable(table, round) {
  const where = table.table ? t("hub.table", { n: table.table }) : tn("bracket.places", table.places);
  const sitting = table.sitting > 1 ? `, ${t("tournament.sitting", { n: table.sitting })}` : "";
  if (!table.seats.length) return h("section", { class: "match" }, h("p", { class: "t1 past" }, where));
  const isFinal = round.name === "final" && table.seats.some((seat) => seat.games.length > 1);
  const games = isFinal ? table.seats[0].games.map((_, place) => ({ head: String(place + 1), kind: "num", cell: (/** @type {BracketSeat} */ seat) => seat.games[place] ?? "\u2013" })) : [];
  const state = { kind: "t1 num state", cell: (/** @type {BracketSeat} */ seat) => stateWords(seat, round, table) };
  /** @type {Array<Column<BracketSeat>>} */
  const columns = [{ head: `${where}${sitting}`, kind: "name cut", cell: (seat) => (seat.sits ? `${seat.sits} (${seat.name})` : seat.name) }, state, ...games, { head: t("tournament.points"), kind: "num pts", cell: (seat) => seat.points ?? "" }];
  const list = drawRows("c-match", columns, table.seats, (seat) => ({ "data-name": seat.name, "data-state": stateOf(seat, round), kind: null }));
  list.style.setProperty("--games", String(games.length));
  return h("section", { class: games.length ? "match final" : "match", "data-match": table.match ?? "" }, list);
}

/** @param {BracketSeat} seat @param {BracketRound} round */
function stateOf(seat, round) {
  const isFinal = round.name === "final"; // there nobody is out: there are places
  if (seat.goes_on) return isFinal ? "won" : "on";
  return seat.away || (seat.goes_on === false && !isFinal) ? "out" : "level";
}

/** @param {BracketSeat} seat @param {BracketRound} round @param {BracketTable} table */
function stateWords(seat, round, table) {
  const state = stateOf(seat, round);
  if (state === "out" && !seat.away) return h("span", { class: "unseen" }, t("bracket.out")); // its row is grey, and its points are the fewest
  if (seat.away) return t("bracket.away");
  if (state === "level") return table.done && seat.goes_on === null ? t("bracket.level") : "";
  return /** @type {Record<string, string>} */ ({ won: t("bracket.won"), on: t("bracket.on"), out: t("bracket.out") })[state];
}

/** Honour who has won, and the next places below. @param {Tournament} tournament */
export function drawPodium(tournament) {
  const winners = tournament.podium.filter((one) => one.place === 1);
  const names = new Intl.ListFormat(language()).format(winners.map((one) => one.name));
  return h("section", { class: "podium" }, h("h2", { class: "t4 winner" }, names), h("p", { class: "wins" }, tn("podium.wins", winners.length)), drawRows("c-podium", [{ kind: "past", cell: (one) => `${one.place}.` }, { kind: "name cut", cell: (one) => one.name }, { kind: "num pts", cell: (one) => one.points }], tournament.podium));
}

// Shared parts of a tournament: fetched again whenever its version changes.

import { ask } from "../shared/commands.js";
import { h, drawRows, nameAnd } from "../shared/dom.js";
import { language, t, tn } from "../shared/words.js";
import { finder } from "./desk_parts.js";

/** @type {Tournament | null} */
let kept = null;
/** @type {string | null} */
let key = null;

/** Return the whole tournament of `hall`, null without one; `drawn` is called when it arrives.
 * @param {Hall | null} hall @param {() => void} drawn */
export function wholeTournament(hall, drawn) {
  const now = hall?.cup ? `${hall.boot} ${hall.cup.version}` : null;
  if (now === key) return kept;
  key = now;
  if (now === null) return (kept = null);
  ask(`/api/cup?language=${language()}`).then((told) => {
    if (now !== key) return;
    if (told) kept = told.cup;
    else key = null; // the next news asks again
    drawn();
  });
  return kept;
}

/** How far the tournament is. @param {TournamentBrief} tournament */
export function stateWords(tournament) {
  if (tournament.ended) return t("hub.tournament_over");
  const round = tournament.round ? t("hub.tournament_round",
    { n: tournament.round, done: tournament.done, of: tournament.of }) : t("tournament.not_drawn");
  return tournament.paused ? `${round} · ${t("tournament.paused")}` : round;
}

/** "Tisch 7, Runde 3", and the sitting if there are several. @param {TournamentSeat} seat
 * @param {Tournament} tournament */
export function seatWords(seat, tournament) {
  const words = t("tournament.seat", { table: seat.table, round: tournament.round });
  return tournament.seats.some((one) => one.sitting > 1) ? `${words}, ${t("tournament.sitting", { n: seat.sitting })}`
    : words;
}

/** A name with the mats at the start of each game: "Anna +2". @param {string} name @param {number} mats */
export const withHandicap = (name, mats) => (mats ? `${name} +${mats}` : name);

/** The people of a match, or of a played game, as one line. @param {AtTable} match */
export const namesAt = (match) => match.players.map((name) => withHandicap(name, match.handicap[name])).join(", ");

/** "Anna – Ben: Stechen um den Sieg": who plays whom again because they are level. @param {Decider} due */
export function deciderWords({ players, place, places, group }) {
  const rest = place === "group" ? tn("decider.group", places, { group }) : place === "match"
    ? tn("decider.match", places) : tn("decider.standings", places);
  return `${players.join(" – ")}: ${place === "win" ? t("decider.win") : rest}`;
}

/** What a number behind a name means; nothing where nobody has one. @param {Tournament} tournament */
export const handicapHint = (tournament) =>
  (tournament.players.some((one) => one.handicap) ? h("p.hint", t("tournament.handicap_hint")) : null);

/** The standings, with a box to find somebody in a long one. @param {StandingsRow[]} rows @param {string} name */
export function rankedParts(rows, name) {
  const list = drawRows("c-standing", [
    { kind: "past", cell: (row) => `${row.place}.` },
    { head: t("tournament.name"), cell: (row) => nameAnd(withHandicap(row.name, row.handicap), row.ahead) },
    { head: t("tournament.points"), kind: "num pts", cell: (row) => row.points },
    { head: t("tournament.games"), kind: "num t1 past", cell: (row) => row.games },
  ], rows);
  return [finder(list, name), list];
}

/** @param {string} href @param {string} words */
const paper = (href, words) => h("p", h("a.key2", { href }, words));

/** The way to the certificates, once the tournament is over. @param {Tournament} tournament */
export const certificatesLink = (tournament) =>
  (tournament.ended ? paper("/certificates", t("certificate.all")) : null);

/** The way to the bracket on paper. */
export const bracketLink = () => paper("/bracket", t("bracket.paper"));

/** The way to a round's match report, once it is over. @param {TournamentRound} round */
export const reportLink = (round) =>
  (round.done ? paper(`/report/${round.round}`, t("match_report.of_round", { n: round.round })) : null);

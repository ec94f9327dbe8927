// The tournament on a phone: where I sit, who sits where, the standings, all results.

import { keep, recall } from "../shared/commands.js";
import { findElement, h, show } from "../shared/dom.js";
import { language, t, tn } from "../shared/words.js";
import { bracketLink, certificatesLink, deciderWords, handicapHint, namesAt, rankedParts, reportLink, seatWords, stateWords, wholeTournament, withHandicap } from "./tournament_parts.js";
import { followJoining, joinCard, joining } from "./tournament_join.js";
import { drawBracket, drawPodium } from "./bracket.js";
import { finder, select } from "./desk_parts.js";
import { line, lines } from "../landlord/page_parts.js";
import { follow } from "./follow.js";

const MINE = "knobeltisch-cup-name"; // kept on this phone alone
const box = findElement("#cup");
/** Draw again with what the page was drawn from; empty until then. */
let redraw = () => {};

/** @param {HubPage} now */
function draw(now) {
  redraw = () => draw(now);
  const tournament = wholeTournament(now.hall, now.draw);
  document.title = t("tournament.title");
  const joins = joining(now.hall?.cup);
  show(box, [language(), now.link, now.hall?.cup ? tournament : null, mine(), joins], () => (now.hall?.cup && tournament ? parts(tournament, now.link, now.hall.cup) : [h("p", {}, t("tournament.none"))]));
}

function mine() {
  return recall(MINE) ?? "";
}

/** @param {Tournament} tournament @param {Link} link @param {TournamentBrief} brief */
function parts(tournament, link, brief) {
  return [
    link === "lost" ? h("p", { class: "loses" }, t("hub.lost")) : null,
    h("p", { class: "whole" }, h("b", {}, tournament.title), " ", h("span", { class: "past" }, stateWords(tournament))),
    joinCard(card, Boolean(brief.joins)),
    tournament.podium.length ? card(t("podium.title"), drawPodium(tournament), certificatesLink(tournament)) : null,
    tournament.deciders.length ? card(t("decider.title"), lines(tournament.deciders.map((due) => line(t("hub.table", { n: due.table }), deciderWords(due))))) : null,
    tournament.players.length ? card(t("tournament.my_seat"), me(tournament)) : null,
    tournament.seats.length && !tournament.podium.length ? card(t("tournament.who_sits", { round: tournament.round }), seats(tournament)) : null,
    tournament.bracket.length ? card(t("bracket.title"), drawBracket(tournament.bracket), bracketLink()) : null,
    tournament.players.length ? card(t("tournament.standings"), rankedParts(tournament.standings, "standings")) : null,
    tournament.teams.length ? card(t("tournament.teams"), rankedParts(tournament.teams, "teams")) : null,
    ...[...tournament.rounds].reverse().map((round) => card(t("round", { n: round.round }), matches(round), reportLink(round))),
  ].filter(Boolean);
}

/** @type {MakeCard} */
function card(title, ...content) {
  return h("section", { class: "card" }, h("h2", {}, title), content.flat().filter(Boolean));
}

/** "Anna: Tisch 7, Runde 3": a phone's owner chooses his name once. @param {Tournament} tournament */
function me(tournament) {
  const name = mine();
  const choose = select(t("tournament.choose"), tournament.players.map((one) => [one.name, one.name]), t("tournament.choose"), { onchange: (/** @type {FieldEvent} */ event) => chosen(event.target.value) });
  choose.value = name;
  const seat = tournament.seats.find((one) => one.name === name);
  const row = tournament.standings.find((one) => one.name === name);
  const words = !name ? null : seat ? seatWords(seat, tournament) : tournament.byes.includes(name) ? t("tournament.bye") : t("tournament.no_seat");
  return [choose, words ? h("p", { class: "t3 b", id: "my-seat" }, `${name}: ${words}`) : null, seat?.handicap ? h("p", {}, tn("tournament.my_handicap", seat.handicap)) : null, name && row ? h("p", { class: "past" }, t("tournament.my_place", { place: row.place, points: row.points })) : null];
}

/** @param {string} name */
function chosen(name) {
  keep(MINE, name);
  redraw();
}

/** @param {Tournament} tournament */
function seats(tournament) {
  const byes = tournament.byes.length ? h("p", {}, t("tournament.byes", { names: tournament.byes.join(", ") })) : null;
  const list = lines(tournament.seats.map((seat) => line(withHandicap(seat.name, seat.handicap), null, h("span", {}, seatWords(seat, tournament)))));
  return [finder(list, "seats"), list, handicapHint(tournament), byes];
}

/** @param {TournamentRound} round */
function matches(round) {
  const list = lines(round.matches.map((match) => line(t("hub.table", { n: match.table }), `${namesAt(match) || t("tournament.anybody")} · ${[lost(match), match.left ? t("tournament.left", { n: match.left }) : t("tournament.done")].filter(Boolean).join("; ")}`)), { class: "rows c-acts" });
  return [finder(list, `round${round.round}`), list];
}

/** Who lost, as far as that is known. @param {TournamentMatch} match */
function lost({ losers }) {
  const names = losers.filter(Boolean);
  return names.length ? t("tournament.lost", { names: names.join(", ") }) : null;
}

await follow([draw]);
followJoining(chosen, () => redraw());

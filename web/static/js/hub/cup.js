// The tournament on a phone: where I sit, who sits where, the standings, all results.

import { h, show } from "../shared/dom.js";
import { language, t, tn } from "../shared/words.js";
import { bracketLink, certificatesLink, deciderWords, handicapHint, namesAt, reportLink, seatWords, standingsTable, wholeCup, withHandicap } from "./cup_parts.js";
import { followJoining, joinCard, joining, writesName } from "./cup_join.js";
import { drawBracket, drawPodium } from "./bracket.js";
import { follow } from "./follow.js";

const MINE = "knobeltisch-cup-name"; // kept on this phone alone
const box = document.getElementById("cup");
let page = null;

function draw(now) {
  page = now;
  const cup = wholeCup(now.hall, now.draw);
  document.title = t("cup.title");
  const joins = joining(now.hall?.cup);
  if (writesName()) return;
  show(box, [language(), now.link, now.hall?.cup ? cup : null, mine(), joins], () => (now.hall?.cup && cup ? parts(cup, now) : [h("p", { class: "lead" }, t("cup.none"))]));
}

function mine() {
  try {
    return localStorage.getItem(MINE) ?? "";
  } catch {
    return "";
  }
}

function parts(cup, { link, hall }) {
  return [
    link === "lost" ? h("p", { class: "said" }, t("hub.lost")) : null,
    h("h2", {}, cup.title),
    h("p", { class: "lead" }, stateWords(cup)),
    joinCard(card, hall.cup.joins),
    cup.podium.length ? card(t("podium.title"), drawPodium(cup), certificatesLink(cup)) : null,
    cup.deciders.length ? card(t("decider.title"), h("ul", { class: "devices" }, cup.deciders.map((due) => h("li", {}, h("b", {}, t("hub.table", { n: due.table })), h("span", {}, deciderWords(due)))))) : null,
    cup.players.length ? card(t("cup.my_seat"), me(cup)) : null,
    cup.seats.length && !cup.podium.length ? card(t("cup.who_sits", { round: cup.round }), seats(cup)) : null,
    cup.bracket.length ? card(t("bracket.title"), drawBracket(cup.bracket), bracketLink()) : null,
    cup.players.length ? card(t("cup.standings"), standingsTable(cup.standings)) : null,
    cup.teams.length ? card(t("cup.teams"), standingsTable(cup.teams)) : null,
    ...[...cup.rounds].reverse().map((round) => card(t("round", { n: round.round }), matches(round), reportLink(round))),
  ].filter(Boolean);
}

function stateWords(cup) {
  if (cup.ended) return t("hub.cup_over");
  if (cup.paused) return t("cup.paused");
  return cup.round ? t("hub.cup_round", { n: cup.round, done: cup.done, of: cup.of }) : t("cup.not_drawn");
}

function card(title, ...content) {
  return h("section", { class: "card" }, h("h2", {}, title), content.flat().filter(Boolean));
}

/** "Anna: Tisch 7, Runde 3": a phone's owner chooses his name once. */
function me(cup) {
  const name = mine();
  const choose = h("select", { "aria-label": t("cup.choose"), onchange: (event) => chosen(event.target.value) }, h("option", { value: "" }, t("cup.choose")), cup.players.map((one) => h("option", { value: one.name, selected: one.name === name }, one.name)));
  const seat = cup.seats.find((one) => one.name === name);
  const row = cup.standings.find((one) => one.name === name);
  const words = !name ? null : seat ? seatWords(seat, cup) : cup.byes.includes(name) ? t("cup.bye") : t("cup.no_seat");
  return h("div", { class: "me" }, choose, words ? h("p", { class: "lead", id: "my-seat" }, `${name}: ${words}`) : null, seat?.handicap ? h("p", {}, tn("cup.my_handicap", seat.handicap)) : null, name && row ? h("p", {}, t("cup.my_place", { place: row.place, points: row.points })) : null);
}

function chosen(name) {
  try {
    localStorage.setItem(MINE, name);
  } catch {
    // without storage the browser asks again
  }
  draw(page);
}

function seats(cup) {
  const byes = cup.byes.length ? h("p", {}, t("cup.byes", { names: cup.byes.join(", ") })) : null;
  return [h("ul", { class: "devices" }, cup.seats.map((seat) => h("li", {}, h("b", {}, withHandicap(seat.name, seat.handicap)), h("span", {}, seatWords(seat, cup))))), handicapHint(cup), byes];
}

function matches(round) {
  return h("ul", { class: "devices" }, round.matches.map((match) => h("li", {}, h("span", {}, h("b", {}, t("hub.table", { n: match.table })), " ", namesAt(match) || t("cup.anybody")), h("span", {}, resultWords(match)))));
}

function resultWords(match) {
  const lost = match.losers.filter(Boolean);
  const words = [lost.length ? t("cup.lost", { names: lost.join(", ") }) : null, match.left ? t("cup.left", { n: match.left }) : t("cup.done")];
  return words.filter(Boolean).join("; ");
}

await follow([draw]);
followJoining(chosen, () => draw(page));

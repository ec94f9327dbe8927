// The tournament on a phone: where I sit, who sits where, the standings, all results. A guest writes himself on its
// list, and the referee accepts.

import { fetchMe, keep, onMe, post, recall } from "../shared/commands.js";
import { lineForm, smallKey } from "../shared/controls.js";
import { findElement, h, show } from "../shared/dom.js";
import { followLive } from "../shared/live.js";
import { t, tn } from "../shared/words.js";
import { bracketLink, certificatesLink, deciderWords, handicapHint, namesAt, rankedParts, reportLink, seatWords,
  stateWords, wholeTournament, withHandicap } from "./tournament_parts.js";
import { drawBracket, drawPodium } from "./bracket.js";
import { finder, select } from "./desk_parts.js";
import { line, lines, whyNot } from "../landlord/page_parts.js";

const MINE = "knobeltisch-cup-name"; // kept on this phone alone
const box = findElement("#cup");
/** @type {HubPage} */
const page = { hall: null, link: "live", draw };
/** This phone at the hub: on the list as, asks as, and the last answer.
 * @type {{ player: string | null, asks: string | null, said: string }} */
const phone = { player: null, asks: null, said: "" };
let backs = false; // withdrawn by this phone itself
/** @type {number | null} */
let seen = null; // the tournament's version at this phone's last request

function draw() {
  const { hall, link } = page;
  const cup = hall?.cup ?? null;
  const tournament = wholeTournament(hall, draw);
  document.title = t("tournament.title");
  document.body.dataset.link = link;
  // is it accepted?
  if (phone.asks && (cup?.version ?? null) !== seen) {
    fetchMe({ refresh: true })
      .catch(/** @returns {null} */ () => (seen = null));
  }
  seen = cup?.version ?? null;
  show(box, h("div", tournament ? parts(tournament, Boolean(cup?.joins)) : h("p", t("tournament.none"))));
}

/** @param {Tournament} tournament @param {boolean} joins */
function parts(tournament, joins) {
  const { podium, deciders, players, seats, bracket, standings, teams, rounds } = tournament;
  return [
    page.link === "lost" ? h("p.loses", t("hub.lost")) : null,
    h("p.whole", h("b", tournament.title), " ", h("span.past", stateWords(tournament))),
    phone.player || !(joins || phone.asks || phone.said) ? null
      : h("div", { id: "join" }, card(t("join.title"), joinParts(joins))),
    podium.length ? card(t("podium.title"), drawPodium(tournament), certificatesLink(tournament)) : null,
    deciders.length ? card(t("decider.title"),
      lines(deciders.map((due) => line(t("hub.table", { n: due.table }), deciderWords(due))))) : null,
    players.length ? card(t("tournament.my_seat"), me(tournament)) : null,
    seats.length && !podium.length ? card(t("tournament.who_sits", { round: tournament.round }), seatParts(tournament))
      : null,
    bracket.length ? card(t("bracket.title"), drawBracket(bracket), bracketLink()) : null,
    players.length ? card(t("tournament.standings"), rankedParts(standings, "standings")) : null,
    teams.length ? card(t("tournament.teams"), rankedParts(teams, "teams")) : null,
    [...rounds].reverse().map((round) => card(t("round", { n: round.round }), matches(round), reportLink(round))),
  ];
}

/** @param {string} title @param {...Child} content */
const card = (title, ...content) => h("section.card", h("h2", title), content);

/** @param {boolean} joins */
function joinParts(joins) {
  const said = phone.said ? h("p.loses", { role: "alert" }, phone.said) : null;
  const back = async () => {
    backs = true;
    await post("/api/seat", {}, "DELETE");
    fetchMe({ refresh: true }).catch(() => {});
  };
  if (phone.asks) {
    return [said, h("p.b", { role: "status" }, t("join.waits", { name: phone.asks })),
      smallKey(t("join.back"), back)];
  }
  const send = async (/** @type {string} */ name) => {
    const reply = await post("/api/seat", { name });
    phone.said = reply.ok ? "" : reply.error.code === "away" ? t("hub.lost") : whyNot(reply.error);
    await fetchMe({ refresh: true }).catch(() => {});
    draw();
    return reply.ok;
  };
  return [said, joins ? lineForm({ name: "join name", words: t("join.name"), maxlength: 40, required: true,
    autocomplete: "nickname", enterkeyhint: "send", kind: "key2 go", key: t("join.ask"), send }) : null];
}

/** @param {Tournament} tournament */
function me(tournament) {
  /** @type {string} */
  const name = recall(MINE) ?? "";
  const choose = select(t("tournament.choose"), tournament.players.map((one) => [one.name, one.name]),
    t("tournament.choose"), { onchange: ({ target }) => chosen(target.value) });
  choose.value = name;
  const seat = tournament.seats.find((one) => one.name === name);
  const row = tournament.standings.find((one) => one.name === name);
  const words = !name ? null : seat ? seatWords(seat, tournament) : tournament.byes.includes(name) ? t("tournament.bye")
    : t("tournament.no_seat");
  return [choose, words ? h("p.t3.b", { id: "my-seat" }, `${name}: ${words}`) : null,
    seat?.handicap ? h("p", tn("tournament.my_handicap", seat.handicap)) : null,
    name && row ? h("p.past", t("tournament.my_place", { place: row.place, points: row.points })) : null];
}

/** @param {string} name */
function chosen(name) {
  keep(MINE, name);
  draw();
}

/** @param {Tournament} tournament */
function seatParts(tournament) {
  const byes = tournament.byes.length ? h("p", t("tournament.byes", { names: tournament.byes.join(", ") })) : null;
  const list = lines(tournament.seats.map((seat) =>
    line(withHandicap(seat.name, seat.handicap), null, h("span", seatWords(seat, tournament)))));
  return [finder(list, "seats"), list, handicapHint(tournament), byes];
}

/** @param {TournamentRound} round */
function matches(round) {
  const list = lines(round.matches.map((match) => {
    const names = match.losers.filter(Boolean);
    const state = [names.length ? t("tournament.lost", { names: names.join(", ") }) : null,
      match.left ? t("tournament.left", { n: match.left }) : t("tournament.done")].filter(Boolean);
    return line(t("hub.table", { n: match.table }),
      `${namesAt(match) || t("tournament.anybody")} · ${state.join("; ")}`);
  }), { class: "rows c-acts" });
  return [finder(list, `round${round.round}`), list];
}

await followLive(page, "hall");
onMe(({ player = null, asks = null }) => {
  const news = player !== phone.player || asks !== phone.asks;
  if (phone.asks && !asks && !player) phone.said = backs ? "" : t("join.refused", { name: phone.asks });
  backs = false;
  Object.assign(phone, { player, asks });
  if (news && player) chosen(player); // it was put on the list
  else if (news) draw();
});
fetchMe().catch(() => {}); // the next news asks again

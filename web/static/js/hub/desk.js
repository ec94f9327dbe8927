// The referee's page: open a tournament, draw, decide what waits, note other events.

import { ask, fetchMe } from "../shared/commands.js";
import { draftField, formOf } from "../shared/controls.js";
import { findElement, h } from "../shared/dom.js";
import { openRoom } from "../landlord/number_pad.js";
import { language, t } from "../shared/words.js";
import { desk, done, note, referee } from "./desk_orders.js";
import { drawCards, part, select } from "./desk_parts.js";
import { field, twice } from "../landlord/page_parts.js";
import { drawBracket, drawPodium } from "./bracket.js";
import { bracketLink, certificatesLink, namesAt, rankedParts, reportLink, stateWords } from "./tournament_parts.js";
import { matchList, tableParts } from "./desk_matches.js";
import { joiningParts, peopleParts, signerParts } from "./desk_people.js";
import { deciderParts, looseParts, notedParts } from "./desk_results.js";

const LOOK_MS = 2000;
const box = findElement("#landlord");
let asked = 0; // the number of requests: of two answers the later request's counts

async function room() {
  await fetchMe({ refresh: true });
  const cards = h("div", { class: "cards" });
  /** @param {Event} event */
  const noteCard = (event) => (desk.at = /** @type {HTMLElement} */ (event.target).closest(".card"));
  for (const kind of ["click", "change", "submit"]) cards.addEventListener(kind, noteCard, true);
  cards.addEventListener("input", (event) => (/** @type {HTMLElement} */ (event.target).dataset.typed = ""));
  box.replaceChildren(h("p", { class: "said", role: "status" }), cards);
  desk.look = async () => cards.isConnected && look(cards); // not while the pad is shown
  while (cards.isConnected) {
    await look(cards);
    await new Promise((later) => setTimeout(later, LOOK_MS));
  }
}

/** Draw the pending decisions that have changed. @param {HTMLElement} cards */
async function look(cards) {
  asked += 1;
  const turn = asked;
  const [told, waits] = [await ask(`/api/cup?language=${language()}`), await ask(`/api/referee?language=${language()}`)];
  if (told && waits && turn === asked) drawCards(cards, told.cup ? running(told.cup, waits) : [opening(waits.formats)]);
}

// --- before

/** @param {string[]} formats */
function opening(formats) {
  const title = draftField("title", "", { class: "field", maxlength: 80, required: true, "aria-label": t("tournament.name_of_it") });
  const form = select(t("tournament.format"), formats.map((one) => [one, t(`tournament_format.${one.replaceAll("-", "_")}`)]));
  const tables = draftField("tables", "4", { class: "field", inputmode: "numeric", maxlength: 3, size: 3, "aria-label": t("tournament.tables") });
  const players = draftField("players", "", { class: "field", rows: 12, "aria-label": t("tournament.players") }, "textarea");
  /** @type {HTMLInputElement} */
  const file = h("input", { class: "t1", type: "file", accept: ".txt,.csv,.json", "aria-label": t("tournament.players_file"), onchange: async () => (players.value = (await file.files?.[0]?.text()) ?? "") });
  const open = () => done("/api/landlord/cup", { body: { title: title.value, format: form.value, tables: Number(tables.value), players: players.value } }, t("tournament.opened"));
  const fields = [field(t("tournament.name_of_it"), title), field(t("tournament.format"), form), field(t("tournament.tables"), tables), field(t("tournament.players"), players), field(t("tournament.players_file"), file)];
  return part("open", t("tournament.open"), formats, () => [formOf(open, { class: "opening" }, fields, h("button", { class: "btn go", type: "submit", id: "open-cup" }, t("tournament.open"))), h("p", { class: "hint" }, t("tournament.open_hint"))]);
}

// --- while it is running

/** @param {Tournament} tournament @param {Waits} waits */
function running(tournament, waits) {
  const { joining } = waits;
  const { standings, teams, version, waiting, bracket, ...round } = tournament;
  return [
    waits.waiting.length || waits.loose.length || waits.unread.length ? part("waiting", t("tournament.waiting"), [waits.waiting, waits.loose, waits.unread, tournament.rounds], () => [waits.waiting.map(waitingOne), waits.loose.map((one) => looseOne(one, tournament)), waits.unread.map(unreadOne)]) : null,
    tournament.deciders.length ? part("deciders", t("decider.title"), tournament.deciders, () => deciderParts(tournament)) : null,
    joining.open || joining.may || joining.asking.length ? part("joining", t("join.title"), joining, () => joiningParts(joining)) : null,
    part("round", tournament.title, round, () => roundParts(tournament)),
    tournament.bracket.length ? part("bracket", t("bracket.title"), tournament.bracket, () => [drawBracket(tournament.bracket), bracketLink()]) : null,
    part("standings", t("tournament.standings"), standings, () => rankedParts(standings, "standings")),
    part("people", t("tournament.people"), [tournament.players, tournament.rounds, tournament.ended], () => peopleParts(tournament)),
    waits.noted.length || waits.dismissed.length ? part("noted", t("tournament.noted"), [waits.noted, waits.dismissed], () => notedParts(waits)) : null,
    part("signers", t("match_report.signers"), [waits.signers, desk.given], () => signerParts(waits.signers)),
  ].filter((one) => one !== null);
}

/** @param {Tournament} tournament */
function roundParts(tournament) {
  const draw = h("button", { class: "key2 go", id: "draw", onclick: () => referee({ do: "draw" }) }, t("tournament.draw"));
  const pause = h("button", { class: "key2", onclick: () => note("paused", { on: !tournament.paused }) }, tournament.paused ? t("tournament.go_on") : t("tournament.pause"));
  const end = twice(t("tournament.end"), t("tournament.end_sure"), () => note("ended"));
  const drop = twice(t("tournament.abandon"), t("tournament.abandon_sure"), () => done("/api/landlord/cup", { method: "DELETE" }));
  const papers = [...tournament.rounds.map(reportLink), certificatesLink(tournament)].filter(Boolean);
  return [tournament.podium.length ? drawPodium(tournament) : null, h("p", {}, stateWords(tournament)), matchList(tournament), tournament.ended ? null : tableParts(tournament), h("p", { class: "row-of" }, tournament.ended ? [drop] : [draw, pause, end, drop]), papers.length ? h("div", { class: "row-of papers" }, papers) : null].filter(Boolean);
}

/** A report that waits: its content, what counts now, the effect of approval. @param {WaitingReport} one */
function waitingOne(one) {
  /** @param {boolean} counts */
  const rule = (counts) => referee({ do: "rule", report: one.report, counts, by: t("tournament.referee") });
  const changes = one.changes.map((change) => h("li", {}, t("tournament.change", { name: change.name, before: change.before, after: change.after, had: change.had, has: change.has })));
  const through = [...one.through.map((name) => t("tournament.through", { name })), ...one.out.map((name) => t("tournament.out", { name }))].map((words) => h("li", {}, words));
  return h(
    "article",
    { class: "waits" },
    h("p", {}, h("b", {}, t("tournament.waits_at", { table: one.table, match: one.match, game: one.game })), " ", one.why),
    h("p", {}, t("tournament.said", { what: gameWords(one.said) }), one.now ? ` ${t("tournament.counts_now", { what: gameWords(one.now) })}` : ""),
    changes.length || through.length ? h("ul", {}, changes, through) : h("p", {}, t("tournament.changes_nothing")),
    h("p", { class: "row-of" }, h("button", { class: "key2 may", onclick: () => rule(true) }, t("tournament.yes")), h("button", { class: "key2", onclick: () => rule(false) }, t("tournament.no"))),
  );
}

/** @param {PlayedGame | null} game */
function gameWords(game) {
  if (!game) return t("tournament.taken_back");
  const lost = game.loser ? t("tournament.lost", { names: game.loser }) : t("hub.over");
  return `${namesAt(game)}; ${lost}`;
}

/**
 * A game as its table pushed it, with the handicap in the tournament's form.
 * @param {LooseGame["game"]} game
 * @returns {PlayedGame}
 */
const asPlayed = (game) => ({ ...game, handicap: Object.fromEntries((game.handicap ?? []).map((one) => [one.player, one.mats])) });

/** A game of people of the tournament that no match was found for. @param {LooseGame} one @param {Tournament} tournament */
const looseOne = (one, tournament) => h("article", { class: "waits" }, h("p", {}, h("b", {}, t("tournament.loose")), " ", gameWords(asPlayed(one.game))), h("p", { class: "row-of" }, looseParts(one, tournament)));

/** A table's unreadable report: it is kept, and counts for nothing. @param {UnreadReport} one */
const unreadOne = (one) => h("article", { class: "waits" }, h("p", {}, h("b", {}, one.table ? t("tournament.unread_at", { table: one.table }) : t("tournament.unread")), " ", one.why));

openRoom(box, "tournament.desk", room, (role) => role === "table" || role === "landlord");

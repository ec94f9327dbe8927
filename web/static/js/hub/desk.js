// The referee's page: open a tournament, draw, decide what waits, note other events.

import { ask, fetchMe } from "../shared/commands.js";
import { draftField, formOf, smallKey, hint } from "../shared/controls.js";
import { findElement, h } from "../shared/dom.js";
import { openRoom } from "../landlord/number_pad.js";
import { language, t } from "../shared/words.js";
import { desk, done, drawCards, fileText, note, referee, select } from "./desk_parts.js";
import { field, twice } from "../landlord/page_parts.js";
import { drawBracket, drawPodium } from "./bracket.js";
import { bracketLink, certificatesLink, namesAt, rankedParts, reportLink, stateWords } from "./tournament_parts.js";
import { deciderParts, joiningParts, looseParts, matchList, notedParts, peopleParts, signerParts,
  tableParts } from "./desk_lists.js";

const LOOK_MS = 2000;
const box = findElement("#landlord");

async function room() {
  await fetchMe({ refresh: true });
  const cards = h("div.cards");
  for (const kind of ["click", "change", "submit"]) {
    cards.addEventListener(kind,
      ({ target }) => (desk.at = /** @type {HTMLElement} */ (target).closest(".card")), true);
  }
  cards.addEventListener("input", ({ target }) => (/** @type {HTMLElement} */ (target).dataset.typed = ""));
  box.replaceChildren(h("p.said", { role: "status" }), cards);
  let asked = 0; // the number of requests: of two answers the later request's counts
  desk.look = async () => {
    if (!cards.isConnected) return; // not while the pad is shown
    asked += 1;
    const turn = asked;
    const [told, waits] =
      [await ask(`/api/cup?language=${language()}`), await ask(`/api/referee?language=${language()}`)];
    if (told && waits && turn === asked) {
      drawCards(cards,
        told.cup ? running(told.cup, waits) : [opening(waits.formats)]);
    }
  };
  while (cards.isConnected) {
    await desk.look();
    await new Promise((later) => setTimeout(later, LOOK_MS));
  }
}

/** @param {string[]} formats @returns {DeskPart} */
function opening(formats) {
  const title = draftField("title", "",
    { class: "field", maxlength: 80, required: true, "aria-label": t("tournament.name_of_it") });
  const form =
    select(t("tournament.format"), formats.map((one) => [one, t(`tournament_format.${one.replaceAll("-", "_")}`)]));
  const kind = h("p.hint");
  const describe = () => (kind.textContent = t(`tournament_format_is.${form.value.replaceAll("-", "_")}`));
  form.addEventListener("change", describe);
  const tables = draftField("tables", "4",
    { class: "field", inputmode: "numeric", maxlength: 3, size: 3, "aria-label": t("tournament.tables") });
  const players =
    draftField("players", "", { class: "field", rows: 12, "aria-label": t("tournament.players") }, "textarea");
  /** @type {HTMLInputElement} */
  const file = h("input.t1", { type: "file", accept: ".txt,.csv,.json", "aria-label": t("tournament.players_file"),
    onchange: async () => (players.value = await fileText(file)) });
  const own = h("input.t1", { type: "file", accept: ".toml", "aria-label": t("tournament.format_file") });
  const open = async () => done("/api/landlord/cup", { body: { title: title.value,
    format: (await fileText(own)) || form.value, tables: Number(tables.value), players: players.value } },
    t("tournament.opened"));
  const fields = [field(t("tournament.name_of_it"), title), field(t("tournament.format"), form), kind,
    field(t("tournament.format_file"), own), field(t("tournament.tables"), tables),
    field(t("tournament.players"), players), field(t("tournament.players_file"), file)];
  describe();
  return ["open", t("tournament.open"), () => [formOf(open, { class: "opening" }, fields,
    h("button.btn.go", { type: "submit", id: "open-cup" }, t("tournament.open"))), hint(t("tournament.open_hint"))]];
}

/** @param {Tournament} tournament @param {Waits} waits */
function running(tournament, waits) {
  const { joining, loose, unread, misfits } = waits;
  const { standings, bracket, deciders } = tournament;
  /** @type {Array<false | 0 | DeskPart>} */
  const parts = [
    waits.waiting.length + loose.length + unread.length + misfits.length && ["waiting", t("tournament.waiting"),
      () => waitingParts(waits, tournament)],
    deciders.length && ["deciders", t("decider.title"), () => deciderParts(tournament)],
    (joining.open || joining.may || joining.asking.length > 0)
      && ["joining", t("join.title"), () => joiningParts(joining)],
    ["round", tournament.title, () => roundParts(tournament)],
    bracket.length && ["bracket", t("bracket.title"), () => [drawBracket(bracket), bracketLink()]],
    ["standings", t("tournament.standings"), () => rankedParts(standings, "standings")],
    ["people", t("tournament.people"), () => peopleParts(tournament)],
    waits.noted.length + waits.dismissed.length
      && ["noted", t("tournament.noted"), () => notedParts(waits)],
    ["signers", t("match_report.signers"), () => signerParts(waits.signers)],
  ];
  return parts.filter((one) => one !== false && one !== 0);
}

/** @param {Tournament} tournament */
function roundParts(tournament) {
  const isDue = !tournament.podium.length && tournament.rounds.every((round) => round.done);
  const draw = h("button", { class: isDue ? "key2 go" : "key2", id: "draw", onclick: () => referee({ do: "draw" }) },
    t("tournament.draw"));
  const pause = smallKey(tournament.paused ? t("tournament.go_on") : t("tournament.pause"),
    () => note("paused", { on: !tournament.paused }));
  const end = twice(t("tournament.end"), t("tournament.end_sure"), () => note("ended"));
  const drop =
    twice(t("tournament.abandon"), t("tournament.abandon_sure"), () => done("/api/landlord/cup", { method: "DELETE" }));
  const papers = [...tournament.rounds.map(reportLink), certificatesLink(tournament)].filter(Boolean);
  return [tournament.podium.length ? drawPodium(tournament) : null, h("p", stateWords(tournament)),
    matchList(tournament), tournament.ended ? null : tableParts(tournament),
    h("p.row-of", tournament.ended ? [drop] : [draw, pause, end, drop]),
    papers.length ? h("div.row-of.papers", papers) : null];
}

/** Reports that wait, games of people of the tournament that no match was found for, and reports that cannot be read:
 * these count for nothing. @param {Waits} waits @param {Tournament} tournament */
function waitingParts({ waiting, loose, unread, misfits }, tournament) {
  /** `id`: what the keys are of. @param {string | null} id @param {Child} head @param {Child} more
   * @param {...Child} rest */
  const article = (id, head, more, ...rest) =>
    h("article.waits", { "data-id": id }, h("p", h("b", head), " ", more), rest);
  return [
    misfits.map((words) => article(null, words, null)),
    waiting.map((one) => article(one.report,
      t("tournament.waits_at", { table: one.table, match: one.match, game: one.game }), one.why, reportParts(one))),
    loose.map((one) => article(one.id, t("tournament.loose"), gameWords({ ...one.game,
      handicap: Object.fromEntries((one.game.handicap ?? []).map(({ player, mats }) => [player, mats])) }),
      h("p.row-of", looseParts(one, tournament)))),
    unread.map((one) =>
      article(null, one.table ? t("tournament.unread_at", { table: one.table }) : t("tournament.unread"), one.why)),
  ];
}

/** @param {WaitingReport} one */
function reportParts({ report, said, now, changes, misfits }) {
  const rule = (/** @type {boolean} */ counts) =>
    () => referee({ do: "rule", report, counts, by: t("tournament.referee"), sure: misfits.length > 0 });
  const effects = [...changes.map((change) => t("tournament.change", change)), ...misfits];
  return [
    h("p", t("tournament.said", { what: gameWords(said) }),
      now ? ` ${t("tournament.counts_now", { what: gameWords(now) })}` : ""),
    effects.length ? h("ul", effects.map((words) => h("li", words))) : h("p", t("tournament.changes_nothing")),
    h("p.row-of", smallKey(t("tournament.yes"), rule(true), { kind: "may" }),
      smallKey(t("tournament.no"), rule(false))),
  ];
}

/** @param {(AtTable & { loser: string | null }) | null} game */
const gameWords = (game) => (game
  ? `${namesAt(game)}; ${game.loser ? t("tournament.lost", { names: game.loser }) : t("hub.over")}`
  : t("tournament.taken_back"));

openRoom(box, "tournament.desk", room, (role) => role === "table" || role === "landlord");

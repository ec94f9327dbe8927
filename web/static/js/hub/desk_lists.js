// The referee's lists: matches and tables of the round, people, guests who enter themselves, signers, deciders, what
// was noted.

import { draftField, formOf, lineForm, smallKey, hint } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { choice, desk, done, finder, note, referee, select } from "./desk_parts.js";
import { field, fold, line, lines, twice } from "../landlord/page_parts.js";
import { deciderWords, handicapHint, namesAt, withHandicap } from "./tournament_parts.js";

/** @param {Tournament} tournament */
const working = (tournament) => Array.from({ length: tournament.tables }, (_, place) => place + 1)
  .filter((table) => !tournament.failed.includes(table));

/** @param {string} words @param {number[]} tables @param {(table: number) => unknown} go */
const tableChoice = (words, tables, go) =>
  choice(words, tables.map((table) => [table, t("hub.table", { n: table })]), (table) => go(Number(table)));

/** The matches of the last round, those that are over last; what seldom happens is folded away.
 * @param {Tournament} tournament */
export function matchList(tournament) {
  const matches = [...(tournament.rounds.at(-1)?.matches ?? [])]
    .sort((one, other) => Number(!one.left) - Number(!other.left));
  const more = (/** @type {TournamentMatch} */ match) => {
    const absent = match.drawn.map((name) => twice(t("tournament.absent", { name }),
      t("tournament.absent_sure", { name }), () => note("walked_over", { match: match.match, absent: [name] })));
    const again = match.players.length ? twice(t("tournament.replay"), t("tournament.replay_sure"),
      () => note("replayed", { match: match.match, anew: `${match.match}r` })) : null;
    const others = working(tournament).filter((table) => table !== match.table);
    // the first that is free there
    const sitting = (/** @type {number} */ table) =>
      1 + Math.max(0, ...matches.filter((one) => one !== match && one.table === table).map((one) => one.sitting));
    const mover = others.length ? tableChoice(t("tournament.move"), others,
      (table) => note("moved", { match: match.match, table, sitting: sitting(table) })) : null;
    return fold(t("tournament.more"), h("p.row-of", absent, mover, again),
      match.games && match.players.length ? resultForm(match, tournament) : null);
  };
  const list = lines(matches.map((match) => line(t("hub.table", { n: match.table }), [namesAt(match)
    || t("tournament.anybody"), " · ", match.left ? t("tournament.left", { n: match.left }) : t("tournament.done")],
    null, { "data-id": match.match, folded: tournament.ended ? null : more(match) })),
  { id: "matches", class: "rows c-acts" });
  return matches.length ? [finder(list, "matches"), list] : null;
}

/** Which tables are out of order, and how another one is said to be. @param {Tournament} tournament */
export function tableParts(tournament) {
  const back = tournament.failed.map((table) =>
    smallKey(t("tournament.table_back", { n: table }), () => note("table_failed", { table, back: true })));
  const fails = working(tournament).length > 1 ? tableChoice(t("tournament.table_fails"), working(tournament),
    (table) => referee({ do: "fail_table", table })) : null;
  return h("p.row-of", back, fails);
}

/** A form for how a game of a match ended; with it one that is there is corrected. @param {TournamentMatch} match
 * @param {Tournament} tournament */
function resultForm({ match, games, left, players }, { halves, final }) {
  const game =
    select(t("tournament.game"), Array.from({ length: games }, (_, place) => [place + 1, String(place + 1)]));
  game.value = String(Math.min(games, games - left + 1));
  /** @param {string} words @param {string | null} [none] @param {string} [first] */
  const named = (words, none = null, first = undefined) => {
    const box = select(words, players.map((name) => [name, name]), none);
    box.value = first ?? box.value;
    return field(words, box);
  };
  const fields = halves ? [named(t("tournament.half1")), named(t("tournament.half2")),
    ...(final ? [named(t("tournament.final"), t("tournament.no_final"))] : [])] : players.map((name, place) =>
    named(t("tournament.nth_place", { n: place + 1 }), null, name));
  const send = () => {
    const said = fields.map((one) => /** @type {HTMLSelectElement} */ (one.lastElementChild).value);
    referee({ do: "result", match, game: Number(game.value), by: t("tournament.referee"),
      ...(halves ? { halves: said.slice(0, 2), final: said[2] ?? "" } : { order: said }) });
  };
  return fold(t("tournament.type_result"), formOf(send, {}, field(t("tournament.game"), game), fields,
    h("button.key2", { type: "submit" }, t("tournament.type_result"))));
}

/** Everybody of the list; and who comes late: in the next draw, or at once at a match with room.
 * @param {Tournament} tournament */
export function peopleParts(tournament) {
  const open = (tournament.rounds.at(-1)?.matches ?? []).filter((match) => match.left && match.players.length);
  const where = open.length ? select(t("tournament.newcomer_where"),
    open.map((match) => [match.match, t("hub.table", { n: match.table })]), t("tournament.next_draw")) : null;
  const words = t("tournament.newcomer_name");
  const newcomer = lineForm({ name: "newcomer", maxlength: 40, words, label: words, key: t("tournament.newcomer"),
    send: (name) => note("came", { player: { name }, ...(where?.value ? { match: where.value } : {}) }) });
  if (where) newcomer.lastElementChild?.before(where);
  const list = lines(tournament.players.map((one) => personLine(one, tournament.ended)));
  return [tournament.ended ? null : newcomer, finder(list, "people"), list, handicapHint(tournament)];
}

/** @param {Entrant} one @param {boolean} ended */
function personLine(one, ended) {
  const name = withHandicap(one.name, one.handicap);
  const said = [one.team, one.people.join(", "), one.sits ? t("tournament.played_by", { name: one.sits }) : null,
    one.gone ? t("tournament.is_gone") : null].filter(Boolean).join(" · ");
  if (one.gone || ended) return line(name, said, null, { kind: one.gone ? "gone" : null });
  const words = t("tournament.substitute_for", { name: one.name });
  const substitute = lineForm({ name: `substitute ${one.name}`, maxlength: 40, required: true, words, label: words,
    key: t("tournament.plays_now"), send: (by) => note("substituted", { player: one.name, by }) });
  const back = one.sits
    ? smallKey(t("tournament.plays_again"), () => note("substituted", { player: one.name, by: one.name })) : null;
  return line(name, said, twice(t("tournament.went_home"), t("tournament.went_home_sure"),
    () => note("went_home", { player: one.name })), { folded: fold(t("tournament.substitute"), substitute, back) });
}

/** Guests who entered themselves, and whether more of them may. @param {Joining} joining */
export function joiningParts({ open, may, asking }) {
  const answer = (/** @type {string} */ id, /** @type {boolean} */ accept) =>
    () => done(`/api/seats/asked/${id}`, { body: { accept } });
  const asked = asking.map(({ id, name }) => line(
    name, null, [smallKey(t("join.yes"), answer(id, true), { kind: "may", "aria-label": t("join.yes_to", { name }) }),
      smallKey(t("join.no"), answer(id, false), { "aria-label": t("join.no_to", { name }) })], { "data-id": id }));
  const n = asked.length;
  const turn = smallKey(open ? t("join.close") : t("join.open"), () => referee({ do: "join", open: !open }),
    { id: open ? "join-close" : "join-open" });
  return [
    h("p", open ? t("join.open_now") : may ? t("join.hint") : t("join.closed")),
    n > 1 ? h("p.row-of", twice(t("join.yes_to_all", { n }), t("join.yes_to_all_sure", { n }),
      () => referee({ do: "join", accept: asking.map(({ id }) => id) }))) : null,
    n ? lines(asked, { id: "asking" }) : null,
    open ? h("p.code", h("img", { src: "/qr.svg", alt: t("join.scan") })) : null,
    open || may ? turn : null,
  ];
}

/** Who signs match reports, each with a PIN of his own. @param {Signer[]} signers */
export function signerParts(signers) {
  const list = signers.map((one) => {
    const words = one.team ? `${one.words}, ${one.team}` : one.words;
    const input = one.team ? select(words, (one.people ?? []).map((name) => [name, name])) : draftField(
      `signer ${one.role}`, one.name ?? "", { class: "field", maxlength: 80, required: true, "aria-label": words });
    if (one.team && one.name) input.value = one.name;
    const send = () => input.value.trim() && referee({ do: "appoint", role: one.role, name: input.value.trim() });
    return line(words, one.name ?? t("match_report.nobody"), null, { folded: formOf(send, {}, field(words, input),
      h("button.key2", { type: "submit" }, t("match_report.give_pin"))) });
  });
  return [desk.given ? h("p.pin-given.b", { role: "status" }, t("match_report.pin_is", desk.given)) : null,
    lines(list, { class: "rows c-acts" }), hint(t("match_report.signers_hint"))];
}

/** Who plays whom again because they are level; a throw-off by hand is typed here. @param {Tournament} tournament */
export function deciderParts(tournament) {
  /** @param {Decider} due @param {string} name */
  const ahead = (due, name) => referee(
    { do: "result", match: due.match, game: due.game, order: [name, ...due.drawn.filter((other) => other !== name)] });
  return [
    lines(tournament.deciders.map((due) =>
      line(t("hub.table", { n: due.table }), deciderWords(due), null, { "data-id": due.match,
        folded: h("span.row-of", due.drawn.map((name) =>
          twice(t("tournament.ahead", { name }), t("tournament.ahead_sure", { name }), () => ahead(due, name)))) })),
      { id: "deciders", class: "rows c-acts" }),
    hint(t("tournament.decider_hint")),
  ];
}

/** Where a game without a match belongs: any game of any match, a deciding one too; or to none. @param {LooseGame} one
 * @param {Tournament} tournament */
export function looseParts({ sender, id }, tournament) {
  /** @type {PossibleGame[]} */
  const games = tournament.rounds.flatMap((round) => round.matches).reverse()
    .flatMap((match) => [...Array(match.games).keys()].map((place) => ({ match, game: place + 1 })));
  const choices =
    [...tournament.deciders.map((due) => ({ match: { ...due, handicap: {} }, game: due.game })).reverse(), ...games];
  const values = choices.map(({ match, game }, place) => /** @type {[number, string]} */ (
    [place, t("tournament.game_of", { table: match.table, game, players: namesAt(match) })]));
  const where = choice(t("tournament.belongs_to"), values, (place) => referee(
    { do: "assign", sender, id, match: choices[Number(place)].match.match, game: choices[Number(place)].game }));
  return [where,
    twice(t("tournament.dismiss"), t("tournament.dismiss_sure"), () => referee({ do: "dismiss", sender, id }))];
}

/** What the referee has noted last, each to be taken back. @param {Waits} waits */
export function notedParts({ noted, dismissed }) {
  const entries = noted.map(({ id, kind, back, may, player, absent, by, match, game, table, round }) => {
    const about = [player, absent?.join(", "), by, match, game ? t("tournament.game_n", { n: game }) : null,
      table ? t("hub.table", { n: table }) : null, round ? t("round", { n: round }) : null]
      .filter(Boolean).join(" · ");
    const undo = may ? twice(t("tournament.undo"), t("tournament.undo_sure"), () => note("undone", { entry: id }))
      : null;
    return line(t(`noted.${kind}`), about, back ? h("span.t1", t("tournament.is_undone")) : undo,
      { kind: back ? "gone" : null, "data-id": id });
  });
  const games = dismissed.map((one) => line(t("tournament.was_dismissed"), null,
    smallKey(t("tournament.undo"), () => referee({ do: "dismiss", ...one, back: true })), { "data-id": one.id }));
  const list = lines([...games, ...entries], { id: "noted" });
  return [finder(list, "noted"), list];
}

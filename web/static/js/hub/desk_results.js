// What the referee types: a result, who is ahead in a decider, where a game without a match belongs, what is taken back.

import { formOf } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { note, referee } from "./desk_orders.js";
import { choice, finder, select } from "./desk_parts.js";
import { field, fold, line, lines, twice } from "../landlord/page_parts.js";
import { deciderWords, namesAt } from "./tournament_parts.js";

/** Who plays whom again because they are level; a throw-off by hand is typed here. @param {Tournament} tournament */
export function deciderParts(tournament) {
  /** @param {Decider} due @param {string} name */
  const ahead = (due, name) => referee({ do: "result", match: due.match, game: due.game, order: [name, ...due.drawn.filter((other) => other !== name)] });
  return [
    lines(tournament.deciders.map((due) => line(t("hub.table", { n: due.table }), deciderWords(due), null, { folded: h("span", { class: "row-of" }, due.drawn.map((name) => twice(t("tournament.ahead", { name }), t("tournament.ahead_sure", { name }), () => ahead(due, name)))) })), { id: "deciders", class: "rows c-acts" }),
    h("p", { class: "hint" }, t("tournament.decider_hint")),
  ];
}

/** A form for how a game of a match ended; with it one that is there is corrected. @param {TournamentMatch} match @param {Tournament} tournament */
export function resultForm({ match, games, left, players }, { halves, final }) {
  const game = select(t("tournament.game"), Array.from({ length: games }, (_, place) => [place + 1, String(place + 1)]));
  game.value = String(Math.min(games, games - left + 1));
  /** @param {string} words @param {string | null} [none] @param {string} [first] */
  const named = (words, none = null, first = undefined) => {
    const box = select(words, players.map((name) => [name, name]), none);
    box.value = first ?? box.value;
    return field(words, box);
  };
  const places = () => players.map((name, place) => named(t("tournament.nth_place", { n: place + 1 }), null, name));
  const fields = halves ? [named(t("tournament.half1")), named(t("tournament.half2")), ...(final ? [named(t("tournament.final"), t("tournament.no_final"))] : [])] : places();
  const send = () => {
    const said = fields.map((one) => /** @type {HTMLSelectElement} */ (one.lastElementChild).value);
    referee({ do: "result", match, game: Number(game.value), by: t("tournament.referee"), ...(halves ? { halves: said.slice(0, 2), final: said[2] ?? "" } : { order: said }) });
  };
  return fold(t("tournament.type_result"), formOf(send, {}, field(t("tournament.game"), game), fields, h("button", { class: "key2", type: "submit" }, t("tournament.type_result"))));
}

/** Where a game without a match belongs: any game of any match, a deciding one too; or to none. @param {LooseGame} one @param {Tournament} tournament */
export function looseParts({ sender, id }, tournament) {
  const deciders = tournament.deciders.map((due) => ({ match: { ...due, handicap: {} }, game: due.game })).reverse();
  /** @type {PossibleGame[]} */
  const games = tournament.rounds.flatMap((round) => round.matches).reverse().flatMap((match) => [...Array(match.games).keys()].map((place) => ({ match, game: place + 1 })));
  const choices = [...deciders, ...games];
  const values = choices.map(({ match, game }, place) => /** @type {[number, string]} */ ([place, t("tournament.game_of", { table: match.table, game, players: namesAt(match) })]));
  const where = choice(t("tournament.belongs_to"), values, (place) => referee({ do: "assign", sender, id, match: choices[Number(place)].match.match, game: choices[Number(place)].game }));
  return [where, twice(t("tournament.dismiss"), t("tournament.dismiss_sure"), () => referee({ do: "dismiss", sender, id }))];
}

/** What the referee has noted last, each to be taken back. @param {Waits} waits */
export function notedParts({ noted, dismissed }) {
  /** @param {NotedEntry} entry */
  const about = ({ player, absent, by, match, game, table, round }) =>
    [player, absent?.join(", "), by, match, game ? t("tournament.game_n", { n: game }) : null, table ? t("hub.table", { n: table }) : null, round ? t("round", { n: round }) : null].filter(Boolean).join(" · ");
  /** @param {NotedEntry} entry */
  const back = (entry) => twice(t("tournament.undo"), t("tournament.undo_sure"), () => note("undone", { entry: entry.id }));
  const entries = noted.map((entry) => line(t(`noted.${entry.kind}`), about(entry), entry.back ? h("span", { class: "t1" }, t("tournament.is_undone")) : entry.may ? back(entry) : null, { kind: entry.back ? "gone" : null }));
  const games = dismissed.map((one) => line(t("tournament.was_dismissed"), null, h("button", { class: "key2", onclick: () => referee({ do: "dismiss", ...one, back: true }) }, t("tournament.undo"))));
  const list = lines([...games, ...entries], { id: "noted" });
  return [finder(list, "noted"), list];
}

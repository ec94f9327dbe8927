// What the referee types: a result, who is ahead in a decider, where a game without a match belongs, what is taken back.

import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { finder, select } from "./desk_parts.js";
import { field, fold, line, lines, twice } from "../landlord/page_parts.js";
import { deciderWords, namesAt } from "./tournament_parts.js";

/**
 * Who plays whom again because they are level; a throw-off by hand is typed here.
 * @param {Tournament} tournament
 * @param {Referee} referee
 */
export function deciderParts(tournament, referee) {
  /** @param {Decider} due @param {string} name */
  const ahead = (due, name) => referee({ do: "result", match: due.match, game: due.game, order: [name, ...due.drawn.filter((other) => other !== name)] });
  return [
    lines(tournament.deciders.map((due) => line(t("hub.table", { n: due.table }), deciderWords(due), null, { folded: h("span", { class: "row-of" }, due.drawn.map((name) => twice(t("tournament.ahead", { name }), t("tournament.ahead_sure", { name }), () => ahead(due, name)))) })), { id: "deciders", class: "rows c-acts" }),
    h("p", { class: "hint" }, t("tournament.decider_hint")),
  ];
}

/**
 * A form for how a game of a match ended; with it one that is there is corrected.
 * @param {TournamentMatch} match
 * @param {Tournament} tournament
 * @param {Referee} referee
 */
export function resultForm(match, tournament, referee) {
  const game = select(t("tournament.game"), Array.from({ length: match.games }, (_, place) => [place + 1, String(place + 1)]));
  game.value = String(Math.min(match.games, match.games - match.left + 1));
  const fields = tournament.halves ? halfFields(match, tournament) : placeFields(match);
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    referee({ do: "result", match: match.match, game: Number(game.value), by: t("tournament.referee"), ...fields.read() });
  };
  return fold(t("tournament.type_result"), h("form", { onsubmit: send }, field(t("tournament.game"), game), fields.boxes, h("button", { class: "key2", type: "submit" }, t("tournament.type_result"))));
}

/** @param {TournamentMatch} match @param {Tournament} tournament */
function halfFields(match, tournament) {
  const keys = ["tournament.half1", "tournament.half2", ...(tournament.final ? ["tournament.final"] : [])];
  /** @type {Record<string, string>} */
  const words = { "tournament.half1": t("tournament.half1"), "tournament.half2": t("tournament.half2"), "tournament.final": t("tournament.final") };
  const boxes = keys.map((key) => select(words[key], named(match.players), key === "tournament.final" ? t("tournament.no_final") : null));
  const read = () => ({ halves: boxes.slice(0, 2).map((box) => box.value), final: boxes[2]?.value ?? "" });
  return { boxes: boxes.map((box, place) => field(words[keys[place]], box)), read };
}

/** @param {TournamentMatch} match */
function placeFields(match) {
  const boxes = match.players.map((name, place) => {
    const box = select(t("tournament.nth_place", { n: place + 1 }), named(match.players));
    box.value = name;
    return box;
  });
  return { boxes: boxes.map((box, place) => field(t("tournament.nth_place", { n: place + 1 }), box)), read: () => ({ order: boxes.map((box) => box.value) }) };
}

/** @param {string[]} names @returns {Array<[string, string]>} */
const named = (names) => names.map((name) => [name, name]);

/**
 * Where a game without a match belongs: any game of any match, a deciding one too; or to none.
 * @param {LooseGame} one
 * @param {Tournament} tournament
 * @param {Referee} referee
 */
export function looseParts(one, tournament, referee) {
  const matches = tournament.rounds.flatMap((round) => round.matches).reverse();
  /** @type {PossibleGame[]} */
  const choices = matches.flatMap((match) => [...Array(match.games).keys()].map((place) => ({ match, game: place + 1 })));
  for (const due of tournament.deciders) choices.unshift({ match: { match: due.match, table: due.table, players: due.players, handicap: {} }, game: due.game });
  /** @param {PossibleGame} choice */
  const words = ({ match, game }) => t("tournament.game_of", { table: match.table, game, players: namesAt(match) });
  /** @param {FieldEvent} event */
  const chosen = (event) => {
    const { match, game } = choices[Number(event.target.value)];
    event.target.blur();
    referee({ do: "assign", sender: one.sender, id: one.id, match: match.match, game });
  };
  const where = select(t("tournament.belongs_to"), choices.map((choice, place) => [place, words(choice)]), t("tournament.belongs_to"), { onchange: chosen });
  return [where, twice(t("tournament.dismiss"), t("tournament.dismiss_sure"), () => referee({ do: "dismiss", sender: one.sender, id: one.id }))];
}

/**
 * What the referee has noted last, each to be taken back.
 * @param {NotedEntry[]} noted
 * @param {GameKey[]} dismissed
 * @param {Referee} referee
 */
export function notedParts(noted, dismissed, referee) {
  /** @param {NotedEntry} entry */
  const back = (entry) => twice(t("tournament.undo"), t("tournament.undo_sure"), () => referee({ do: "note", kind: "undone", entry: entry.id }));
  const entries = noted.map((entry) => line(t(`noted.${entry.kind}`), notedWords(entry), entry.back ? h("span", { class: "t1" }, t("tournament.is_undone")) : entry.may ? back(entry) : null, { kind: entry.back ? "gone" : null }));
  const games = dismissed.map((one) => line(t("tournament.was_dismissed"), null, h("button", { class: "key2", onclick: () => referee({ do: "dismiss", ...one, back: true }) }, t("tournament.undo"))));
  const list = lines([...games, ...entries], { id: "noted" });
  return [finder(list, "noted"), list];
}

/** @param {NotedEntry} entry */
function notedWords(entry) {
  const about = [entry.player, entry.absent?.join(", "), entry.by, entry.match, entry.game ? t("tournament.game_n", { n: entry.game }) : null, entry.table ? t("hub.table", { n: entry.table }) : null, entry.round ? t("round", { n: entry.round }) : null];
  return about.filter(Boolean).join(" · ");
}

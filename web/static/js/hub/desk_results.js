// What the referee types: a result, who is ahead in a decider, where a game without a match belongs, what is taken back.

import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { finder, twice } from "./desk_parts.js";
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
    h("ul", { class: "devices", id: "deciders" }, tournament.deciders.map((due) => h("li", {}, h("b", {}, t("hub.table", { n: due.table })), h("span", {}, deciderWords(due)), h("span", { class: "row-of" }, due.drawn.map((name) => twice(t("tournament.ahead", { name }), t("tournament.ahead_sure", { name }), () => ahead(due, name))))))),
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
  const game = select(t("tournament.game"), Array.from({ length: match.games }, (_, place) => String(place + 1)));
  game.value = String(Math.min(match.games, match.games - match.left + 1));
  const fields = tournament.halves ? halfFields(match, tournament) : placeFields(match);
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    referee({ do: "result", match: match.match, game: Number(game.value), by: t("tournament.referee"), ...fields.read() });
  };
  const form = h("form", { class: "opening", onsubmit: send }, labelled(t("tournament.game"), game), fields.boxes, h("button", { class: "big", type: "submit" }, t("tournament.type_result")));
  return h("details", { class: "more" }, h("summary", {}, t("tournament.type_result")), form);
}

/** @param {TournamentMatch} match @param {Tournament} tournament */
function halfFields(match, tournament) {
  const keys = ["tournament.half1", "tournament.half2", ...(tournament.final ? ["tournament.final"] : [])];
  /** @type {Record<string, string>} */
  const words = { "tournament.half1": t("tournament.half1"), "tournament.half2": t("tournament.half2"), "tournament.final": t("tournament.final") };
  const boxes = keys.map((key) => select(words[key], match.players, key === "tournament.final" ? t("tournament.no_final") : null));
  const read = () => ({ halves: boxes.slice(0, 2).map((box) => box.value), final: boxes[2]?.value ?? "" });
  return { boxes: boxes.map((box, place) => labelled(words[keys[place]], box)), read };
}

/** @param {TournamentMatch} match */
function placeFields(match) {
  const boxes = match.players.map((name, place) => {
    const box = select(t("tournament.nth_place", { n: place + 1 }), match.players);
    box.value = name;
    return box;
  });
  return { boxes: boxes.map((box, place) => labelled(t("tournament.nth_place", { n: place + 1 }), box)), read: () => ({ order: boxes.map((box) => box.value) }) };
}

/** @param {string} words @param {string[]} values @param {string | null} [none] */
function select(words, values, none = null) {
  const options = values.map((value) => h("option", { value }, value));
  return h("select", { class: "big", "aria-label": words }, none === null ? options : [h("option", { value: "" }, none), options]);
}

/** @param {string} words @param {HTMLElement} field */
const labelled = (words, field) => h("label", {}, h("span", {}, words), field);

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
  const where = h("select", { class: "big", "aria-label": t("tournament.belongs_to"), onchange: chosen }, h("option", { value: "" }, t("tournament.belongs_to")), choices.map((choice, place) => h("option", { value: place }, words(choice))));
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
  const lines = noted.map((entry) => h("li", { class: entry.back ? "gone" : null }, h("span", {}, notedWords(entry)), entry.back ? h("span", {}, t("tournament.is_undone")) : entry.may ? back(entry) : null));
  const games = dismissed.map((one) => h("li", {}, h("span", {}, t("tournament.was_dismissed")), h("button", { class: "big", onclick: () => referee({ do: "dismiss", ...one, back: true }) }, t("tournament.undo"))));
  const list = h("ul", { class: "devices", id: "noted" }, [...games, ...lines]);
  return [finder(list, "noted"), list];
}

/** @param {NotedEntry} entry */
function notedWords(entry) {
  const about = [entry.player, entry.absent?.join(", "), entry.by, entry.match, entry.game ? t("tournament.game_n", { n: entry.game }) : null, entry.table ? t("hub.table", { n: entry.table }) : null, entry.round ? t("round", { n: entry.round }) : null];
  return [t(`noted.${entry.kind}`), ...about.filter(Boolean)].join(" · ");
}

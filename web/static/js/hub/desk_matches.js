// The matches of a round for the referee: absentees, another table, a replay, a broken table.

import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { finder, select } from "./desk_parts.js";
import { fold, line, lines, twice } from "../landlord/page_parts.js";
import { namesAt } from "./tournament_parts.js";
import { resultForm } from "./desk_results.js";

/**
 * List the matches of the last round, those that are over last; `note` notes something about one of them.
 * @param {Tournament} tournament
 * @param {Note} note
 * @param {Referee} referee
 */
export function matchList(tournament, note, referee) {
  const round = tournament.rounds.at(-1);
  if (!round) return null;
  const ordered = [...round.matches].sort((one, other) => Number(!one.left) - Number(!other.left));
  const list = lines(ordered.map((match) => line(t("hub.table", { n: match.table }), [namesAt(match) || t("tournament.anybody"), " · ", match.left ? t("tournament.left", { n: match.left }) : t("tournament.done")], null, { folded: tournament.ended ? null : more(match, round, tournament, note, referee) })), { id: "matches", class: "rows c-acts" });
  return [finder(list, "matches"), list];
}

/**
 * What seldom happens is folded away.
 * @param {TournamentMatch} match
 * @param {TournamentRound} round
 * @param {Tournament} tournament
 * @param {Note} note
 * @param {Referee} referee
 */
function more(match, round, tournament, note, referee) {
  const absent = match.drawn.map((name) => twice(t("tournament.absent", { name }), t("tournament.absent_sure", { name }), () => note("walked_over", { match: match.match, absent: [name] })));
  const again = match.players.length ? twice(t("tournament.replay"), t("tournament.replay_sure"), () => note("replayed", { match: match.match, anew: `${match.match}r` })) : null;
  return fold(t("tournament.more"), h("p", { class: "row-of" }, absent, mover(match, round, tournament, note), again), match.games && match.players.length ? resultForm(match, tournament, referee) : null);
}

/**
 * Another table: the first sitting that is free there.
 * @param {TournamentMatch} match
 * @param {TournamentRound} round
 * @param {Tournament} tournament
 * @param {Note} note
 */
function mover(match, round, tournament, note) {
  /** @param {number} table */
  const sitting = (table) => 1 + Math.max(0, ...round.matches.filter((one) => one !== match && one.table === table).map((one) => one.sitting));
  const others = working(tournament).filter((table) => table !== match.table);
  if (!others.length) return null;
  return choice(t("tournament.move"), others, (table) => note("moved", { match: match.match, table, sitting: sitting(table) }));
}

/** @param {Tournament} tournament */
function working(tournament) {
  return Array.from({ length: tournament.tables }, (_, place) => place + 1).filter((table) => !tournament.failed.includes(table));
}

/**
 * Which tables are out of order, and how another one is said to be.
 * @param {Tournament} tournament
 * @param {Note} note
 * @param {Referee} referee
 */
export function tableParts(tournament, note, referee) {
  const back = tournament.failed.map((table) => h("button", { class: "key2", type: "button", onclick: () => note("table_failed", { table, back: true }) }, t("tournament.table_back", { n: table })));
  const fails = working(tournament).length > 1 ? choice(t("tournament.table_fails"), working(tournament), (table) => referee({ do: "fail_table", table })) : null;
  return h("p", { class: "row-of" }, back, fails);
}

/**
 * A choice of tables that acts when one is chosen.
 * @param {string} words
 * @param {number[]} tables
 * @param {(table: number) => unknown} go
 */
function choice(words, tables, go) {
  /** @param {FieldEvent} event */
  const chosen = (event) => {
    const table = Number(event.target.value);
    event.target.blur();
    if (table) go(table);
  };
  return select(words, tables.map((table) => [table, t("hub.table", { n: table })]), words, { onchange: chosen });
}

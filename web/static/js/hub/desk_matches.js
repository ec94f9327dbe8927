// The matches of a round for the referee: absentees, another table, a replay, a broken table.

import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { note, referee } from "./desk_orders.js";
import { choice, finder } from "./desk_parts.js";
import { fold, line, lines, twice } from "../landlord/page_parts.js";
import { namesAt } from "./tournament_parts.js";
import { resultForm } from "./desk_results.js";

/** The matches of the last round, those that are over last. @param {Tournament} tournament */
export function matchList(tournament) {
  const round = tournament.rounds.at(-1);
  if (!round) return null;
  const ordered = [...round.matches].sort((one, other) => Number(!one.left) - Number(!other.left));
  const list = lines(ordered.map((match) => line(t("hub.table", { n: match.table }), [namesAt(match) || t("tournament.anybody"), " · ", match.left ? t("tournament.left", { n: match.left }) : t("tournament.done")], null, { folded: tournament.ended ? null : more(match, round.matches, tournament) })), { id: "matches", class: "rows c-acts" });
  return [finder(list, "matches"), list];
}

/** What seldom happens is folded away. @param {TournamentMatch} match @param {TournamentMatch[]} matches @param {Tournament} tournament */
function more(match, matches, tournament) {
  const absent = match.drawn.map((name) => twice(t("tournament.absent", { name }), t("tournament.absent_sure", { name }), () => note("walked_over", { match: match.match, absent: [name] })));
  const again = match.players.length ? twice(t("tournament.replay"), t("tournament.replay_sure"), () => note("replayed", { match: match.match, anew: `${match.match}r` })) : null;
  return fold(t("tournament.more"), h("p", { class: "row-of" }, absent, mover(match, matches, tournament), again), match.games && match.players.length ? resultForm(match, tournament) : null);
}

/** Another table: the first sitting that is free there. @param {TournamentMatch} match @param {TournamentMatch[]} matches @param {Tournament} tournament */
function mover(match, matches, tournament) {
  /** @param {number} table */
  const sitting = (table) => 1 + Math.max(0, ...matches.filter((one) => one !== match && one.table === table).map((one) => one.sitting));
  const others = working(tournament).filter((table) => table !== match.table);
  return others.length ? tableChoice(t("tournament.move"), others, (table) => note("moved", { match: match.match, table, sitting: sitting(table) })) : null;
}

/** @param {Tournament} tournament */
function working(tournament) {
  return Array.from({ length: tournament.tables }, (_, place) => place + 1).filter((table) => !tournament.failed.includes(table));
}

/** Which tables are out of order, and how another one is said to be. @param {Tournament} tournament */
export function tableParts(tournament) {
  const back = tournament.failed.map((table) => h("button", { class: "key2", type: "button", onclick: () => note("table_failed", { table, back: true }) }, t("tournament.table_back", { n: table })));
  const fails = working(tournament).length > 1 ? tableChoice(t("tournament.table_fails"), working(tournament), (table) => referee({ do: "fail_table", table })) : null;
  return h("p", { class: "row-of" }, back, fails);
}

/** @param {string} words @param {number[]} tables @param {(table: number) => unknown} go */
function tableChoice(words, tables, go) {
  return choice(words, tables.map((table) => [table, t("hub.table", { n: table })]), (table) => go(Number(table)));
}

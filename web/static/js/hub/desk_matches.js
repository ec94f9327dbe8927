// The matches of a round for the referee: absentees, another table, a replay, a broken table.

import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { twice } from "./desk_parts.js";
import { namesAt } from "./cup_parts.js";
import { resultForm } from "./desk_results.js";

/** List the matches of the last round; `note` notes something about one of them. */
export function matchList(cup, note, referee) {
  const round = cup.rounds.at(-1);
  if (!round) return null;
  return h("ul", { class: "devices matches" }, round.matches.map((match) => h("li", {}, h("b", {}, t("hub.table", { n: match.table })), h("span", {}, namesAt(match) || t("cup.anybody")), h("span", {}, match.left ? t("cup.left", { n: match.left }) : t("cup.done")), cup.ended ? null : more(match, round, cup, note, referee))));
}

/** What seldom happens is folded away. */
function more(match, round, cup, note, referee) {
  const absent = match.drawn.map((name) => twice(t("cup.absent", { name }), t("cup.absent_sure", { name }), () => note("walked_over", { match: match.match, absent: [name] })));
  const again = match.players.length ? twice(t("cup.replay"), t("cup.replay_sure"), () => note("replayed", { match: match.match, anew: `${match.match}r` })) : null;
  return h("details", { class: "more" }, h("summary", {}, t("cup.more")), h("p", { class: "row-of" }, absent, mover(match, round, cup, note), again), match.games && match.players.length ? resultForm(match, cup, referee) : null);
}

/** Another table: the first sitting that is free there. */
function mover(match, round, cup, note) {
  const sitting = (table) => 1 + Math.max(0, ...round.matches.filter((one) => one !== match && one.table === table).map((one) => one.sitting));
  const others = working(cup).filter((table) => table !== match.table);
  if (!others.length) return null;
  return choice(t("cup.move"), others, (table) => note("moved", { match: match.match, table, sitting: sitting(table) }));
}

function working(cup) {
  return Array.from({ length: cup.tables }, (_, place) => place + 1).filter((table) => !cup.failed.includes(table));
}

/** Which tables are out of order, and how another one is said to be. */
export function tableParts(cup, note, referee) {
  const back = cup.failed.map((table) => h("button", { class: "big", type: "button", onclick: () => note("table_failed", { table, back: true }) }, t("cup.table_back", { n: table })));
  const fails = working(cup).length > 1 ? choice(t("cup.table_fails"), working(cup), (table) => referee({ do: "fail_table", table })) : null;
  return h("p", { class: "row-of" }, back, fails);
}

/** A choice of tables that acts when one is chosen. */
function choice(words, tables, go) {
  const chosen = (event) => {
    const table = Number(event.target.value);
    event.target.blur();
    if (table) go(table);
  };
  return h("select", { class: "big", "aria-label": words, onchange: chosen }, h("option", { value: "" }, words), tables.map((table) => h("option", { value: table }, t("hub.table", { n: table }))));
}

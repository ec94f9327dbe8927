// The tournament's lists on the television, page by page: who sits where, the standings, who plays a decider, and the code for phones.

import { h } from "../shared/dom.js";
import { drawRows } from "../shared/rows.js";
import { t } from "../shared/words.js";
import { withHandicap } from "./tournament_parts.js";

const ROWS = 9; // of a column below its title, readable from five metres
const COLUMNS = 2; // beside the code

/** @type {Array<Column<SceneLine>>} */
const LINE = [{ kind: "name cut", cell: (line) => line.name }, { kind: "num b", cell: (line) => line.said }];

/** Return the tournament's lists; while guests enter themselves only the list so far. @param {Tournament} tournament @param {boolean} joins @returns {Scene[]} */
export function listScenes(tournament, joins) {
  if (joins) return pages(t("join.title"), tournament.players.map(({ name }) => ({ name, said: "" })), t("join.scan")) || [];
  const seats = tournament.seats.map((seat) => ({ name: withHandicap(seat.name, seat.handicap), said: t("hub.table", { n: seat.table }) }));
  const rows = tournament.standings.map((row) => ({ name: `${row.place}. ${row.name}`, said: row.points }));
  const level = tournament.deciders.map((due) => ({ name: due.players.join(" \u2013 "), said: t("hub.table", { n: due.table }) }));
  const here = tournament.ended || tournament.podium.length ? [] : seats;
  return [
    ...(level.length ? pages(t("decider.title"), level) : []),
    ...(here.length ? pages(t("tournament.who_sits", { round: tournament.round }), here) : []),
    ...(rows.length ? pages(t("tournament.standings"), rows) : []),
  ];
}

/** @param {string} title @param {SceneLine[]} lines @param {string} [words] @returns {Scene[]} */
function pages(title, lines, words = t("tournament.phone")) {
  const most = ROWS * COLUMNS;
  const of = Math.max(1, Math.ceil(lines.length / most));
  return Array.from({ length: of }, (_, page) => {
    const here = lines.slice(page * most, (page + 1) * most);
    const columns = [here.slice(0, ROWS), here.slice(ROWS)];
    const heading = of > 1 ? `${title} ${page + 1}/${of}` : title;
    const code = h("div", { class: "code" }, h("img", { src: "/qr.svg", alt: "" }), h("p", {}, words));
    return { name: "list", key: [heading, here, words], make: () => h("section", { class: "lines" }, h("h2", {}, heading), columns.map((column) => drawRows("c-line many", LINE, column)), code) };
  });
}

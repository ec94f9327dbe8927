// Draws the left half of a game of Chicago poker: the standing call as cards, whose faces nobody sees, and the tricks
// of this hand.

import { h } from "../shared/dom.js";
import { t, tn } from "../shared/words.js";
import { HAND, TRICKS, activePlayers, categoryWords, namesWords, handWords } from "../shared/poker_words.js";

/** How many cards of a kind a call speaks of. @type {Record<string, number[]>} */
const GROUPS = { pair: [2], two_pairs: [2, 2], three_of_a_kind: [3], full_house: [3, 2], four_of_a_kind: [4] };

/** The call that stands and by whom, else how far the leader is from the end: the list says who leads.
 * @param {Played} snapshot */
export function drawCards({ state, rules }) {
  const { standing, declared } = state;
  const { players = [], category = null } = standing ?? {};
  // their rows show who they are
  const who = players.length < 3 ? namesWords(players) : t("poker.players", { n: players.length });
  const groups = standing ? (GROUPS[category ?? ""] ?? [HAND]) : [];
  const backs = HAND - groups.reduce((sum, count) => sum + count, 0);
  /** @param {number} count @param {string} kind */
  const cards = (count, kind) =>
    h("span.grp", Array.from({ length: count }, () => h("i", { class: `playing ${kind}` })));
  const hand = [...groups.map((count, place) => cards(count, place ? "square" : "round")), cards(backs, "back")];
  const said = standing ? categoryWords(category) : declared ? t("poker.plays_chicago", { player: declared }) : "";
  return [
    h("p.cap.t2", h("span.cut", standing ? t("poker.stands") : leadWords(state, rules)), h("b.fact.cut", who)),
    h("span.hand", hand),
    said ? h("p.t4.b.call", said) : null,
    reminders(state, rules),
  ];
}

/** What the leader lacks to the end of the game. @param {State} state @param {Options} rules */
function leadWords(state, rules) {
  const wins = Number(rules.goal ?? 52);
  const points = activePlayers(state).map((player) => state.points[player]);
  const most = Math.max(...points);
  const tied = points.filter((one) => one === most).length > 1;
  if (!most) return t("poker.goal", { points: wins });
  return most < wins ? tn("poker.missing", wins - most, { goal: wins }) : t(tied ? "poker.tied" : "poker.reached");
}

/** The tricks, this hand's gains, and reminders; the most urgent first. @param {State} state @param {Options} rules */
function reminders(state, rules) {
  const { tricks, scored, stage } = state;
  /** @param {string} label @param {Child} words */
  const line = (label, words) => h("li", h("span.past", label), " ", words);
  // one card may be seen open
  const open = rules.one_up && rules.one_up !== "off" && stage === "exchange" && state.phase < 3;
  const rests = state.hand === 1 && state.phase === 1 && ["draw", "exchange"].includes(stage); // the camera
  const winners = tricks.flatMap((one, place) => [place ? " · " : "", h("bdi", one.winner)]);
  return h(
    "ul.said",
    tricks.length ? line(t("poker.tricks", { n: tricks.length, of: TRICKS }), winners) : null,
    scored.length ? line(t("poker.hand", { n: state.hand }), handWords(scored).join(" · ")) : null,
    open ? h("li", t(`one_up.${rules.one_up}`)) : null,
    rests ? h("li.hint", t("poker.rests")) : null,
  );
}

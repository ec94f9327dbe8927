// Draws the left half of a game of Chicago poker: the standing call, and the tricks and gains of this hand.

import { h } from "../shared/dom.js";
import { t, tn } from "../shared/words.js";
import { TRICKS, activePlayers, categoryWords, namesWords, handWords } from "./poker_words.js";

/** The call that stands and by whom, or the present step; and the points that the leader lacks: the list says who leads. @param {Played} snapshot */
export function drawCall({ state, rules }) {
  const { standing, declared } = state;
  const wins = Number(rules?.goal ?? 52);
  const points = activePlayers(state).map((player) => state.points[player]);
  const most = Math.max(...points);
  const tied = points.filter((one) => one === most).length > 1;
  const goal = !most ? t("poker.goal", { points: wins }) : most < wins ? tn("poker.missing", wins - most, { goal: wins }) : t(tied ? "poker.tied" : "poker.reached");
  const now = declared ? t("poker.plays_chicago", { player: declared }) : t(`poker_step.${state.stage}`);
  const step = state.stage === "draw" ? t("poker_step.draw") : `${t("poker.phase", { n: state.phase })} · ${now}`;
  const { players = [], category = null } = standing ?? {};
  const who = players.length < 3 ? namesWords(players) : t("poker.players", { n: players.length }); // their rows show who they are
  return [
    h("p", { class: "cap t2" }, h("span", { class: "cut" }, standing ? `${t("poker.stands")} ${who}` : ""), h("span", {}, goal)),
    h("p", { class: "t4 b call" }, standing ? categoryWords(category) : step),
  ];
}

/** The tricks, this hand's gains, and reminders; the most urgent first. The list has the calls and each player's duties. @param {Played} snapshot */
export function drawHand({ state, rules }) {
  /** @param {string} label @param {Child} words */
  const line = (label, words) => h("li", {}, h("span", { class: "past" }, label), " ", words);
  const open = rules?.one_up && rules.one_up !== "off" && state.stage === "exchange" && state.phase < 3; // one exchanged card may be seen open
  const rests = state.hand === 1 && state.phase === 1 && ["draw", "exchange"].includes(state.stage); // the camera
  return h(
    "ul",
    { class: "said" },
    state.tricks.length ? line(t("poker.tricks", { n: state.tricks.length, of: TRICKS }), state.tricks.flatMap((one, place) => [place ? " · " : "", h("bdi", {}, one.winner)])) : null,
    state.scored.length ? line(t("poker.hand", { n: state.hand }), handWords(state.scored).join(" · ")) : null,
    open ? h("li", {}, t(`one_up.${rules.one_up}`)) : null,
    rests ? h("li", { class: "hint" }, t("poker.rests")) : null,
  );
}

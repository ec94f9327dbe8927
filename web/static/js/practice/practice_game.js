// Draws a game of practice: the task, the dice, the buttons, the others.

import { countedWords } from "../shared/counter.js";
import { cup, die, row } from "../shared/dice.js";
import { findElement, h, show } from "../shared/dom.js";
import { turnCard } from "../odds/odds_card.js";
import { beatWords, resultWords, throwsLeft } from "../shared/phrases.js";
import { drawAdvice } from "./practice_advice.js";
import { drawPanel } from "./practice_panel.js";
import { language, t } from "../shared/words.js";
import { worthLines } from "../board/worth.js";

/** @param {PracticePage<DicePractice>} page */
export function drawGame(page) {
  drawTask(page.game);
  drawDice(page);
  drawWorth(page);
  drawPanel(page);
  drawAdvice(page);
  drawRivals(page.game);
  drawLooked(page.game);
}

/** @param {DicePractice} game */
function drawTask(game) {
  const { state } = game;
  show(findElement("#task"), [language(), state, game.busy, game.legal], () => {
    if (game.busy) return h("h2", { class: "busy" }, t("practice.busy"));
    if (state.stage === "over") return h("h2", {}, overWords(state));
    const beat = state.stage === "play" ? beatWords(game) : null;
    return [
      beat ? h("p", { class: "beat" }, t("beat.label"), " ", h("b", {}, beat)) : null,
      h("h2", {}, state.to_act),
      h("p", { class: "doing" }, taskWords(game), state.stage === "play" ? ` · ${throwsLeft(state)}` : ""),
    ];
  });
}

/** @param {State} state */
function overWords(state) {
  return state.loser ? t("practice.lost", { player: state.loser }) : t("over.none");
}

/** @param {DicePractice} game */
function taskWords(game) {
  const { state } = game;
  if (state.stage !== "play") return t(`practice_task.${state.stage}`);
  if (state.free.length) return t(game.legal.includes("pass") ? "practice_task.choose" : "practice_task.again");
  return t(state.declaration ? "practice_task.follow" : "practice_task.lead");
}

/** @param {PracticePage<DicePractice>} page */
function drawDice(page) {
  const { game, mine } = page;
  const { state } = game;
  show(findElement("#dice"), [language(), state, mine.chosen, mine.back, game.busy, game.legal], () => {
    if (game.busy || state.stage === "over") return [];
    const free = state.free.length
      ? h("div", { class: "free" }, state.free.map((value, place) => touch(page, "chosen", value, place)))
      : h("div", { class: "free" }, cup());
    return [free, outside(page)];
  });
}

/** @param {PracticePage<DicePractice>} page */
function outside(page) {
  const { state, legal } = page.game;
  if (!state.held.length) return null;
  const back = legal.includes("take_back");
  const dice = state.held.map((value, place) => (back ? touch(page, "back", value, place) : die(value, "mid")));
  return h("div", { class: "held" }, h("span", { class: "label" }, t("held")), h("span", { class: "row" }, dice));
}

/** The worth of your dice on the board; the list shows the others'. @param {PracticePage<DicePractice>} page */
function drawWorth({ game, mine }) {
  const worth = game.busy || game.worth?.past ? null : game.worth;
  const low = game.state.declaration?.direction === "low";
  show(findElement("#worth"), [language(), worth, mine.declare, low], () => worthLines(worth, mine.declare, low));
}

/**
 * Put a die aside, or take it back, by a tap.
 * @param {PracticePage<DicePractice>} page
 * @param {"chosen" | "back"} list
 * @param {number} value
 * @param {number} place
 */
function touch(page, list, value, place) {
  const chosen = page.mine[list].includes(place);
  const kind = list === "back" ? "mid" : "big";
  if (list === "chosen" && !page.game.legal.includes("hold")) return die(value, kind);
  const tap = () => {
    page.mine[list] = chosen ? page.mine[list].filter((one) => one !== place) : [...page.mine[list], place];
    page.draw();
  };
  const aside = t(chosen ? "die.unhold" : "die.hold", { value });
  const label = list === "back" ? t("practice.take_back", { value }) : aside;
  const props = { class: "touch", "aria-pressed": String(chosen), "aria-label": label, onclick: tap };
  return h("button", { ...props, "data-focus": `${list}${place}` }, die(value, chosen ? `${kind} chosen` : kind));
}

/** @param {DicePractice} game */
function drawRivals(game) {
  const { state } = game;
  const last = state.last_round;
  show(findElement("#rivals"), [language(), state], () => [
    ...state.players.map((player) => rival(state, player)),
    last?.moves.length ? h("li", { class: "moves" }, `${t("round", { n: last.round })}: ${last.moves.map(moved).join(", ")}`) : null,
  ].filter(Boolean));
}

/** Return whose mats moved where, without a verb. @param {[string | null, string | null, number]} move */
function moved([from, to, count]) {
  return t("practice.move", { from: from ?? t("practice.stack"), to: to ?? t("practice.away"), count });
}

/** A player with this round's result, or the last one's until there is one. @param {State} state @param {string} player */
function rival(state, player) {
  const now = state.results.findLast((one) => one.player === player);
  const last = state.results.length ? null : state.last_round;
  const before = last?.results.findLast((one) => one.player === player);
  const result = now ?? before;
  const mats = state.mats[player] ?? 0;
  const kind = ["rival", state.to_act === player && "at-it", before && "before"].filter(Boolean).join(" ");
  return h(
    "li",
    { class: kind },
    h("b", { class: "nick" }, player),
    last && before ? h("small", {}, t("round", { n: last.round })) : null,
    result ? h("span", { class: "result" }, row(result.dice ?? [], "mini"), h("b", {}, resultWords(result))) : null,
    mats ? h("span", { class: "mats" }, countedWords(mats)) : null,
  );
}

/** @param {DicePractice} game */
function drawLooked(game) {
  show(findElement("#looked"), [language(), game.looked], () => (game.looked ? [h("h3", {}, t("practice.looked")), turnCard(game.looked)] : []));
}

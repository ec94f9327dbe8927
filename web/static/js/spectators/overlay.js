// The lower third over a stream's picture: the thrower, the result to beat, the dice, everybody's mats, and news: the last
// round's outcome, who comes and goes, the evening's last round.

import { wishesWords } from "../sheets/attendance.js";
import { cardPart, isCards } from "../shared/cards.js";
import { countedWords } from "../shared/counter.js";
import { cup, mat, row } from "../shared/dice.js";
import { findElement, h, show } from "../shared/dom.js";
import { atTurn, beatWords, doingWords, moveWords, outWords, overWords, owesWords, whatNow } from "../shared/phrases.js";
import { matsPlayed } from "../board/players.js";
import { followTable } from "../board/viewer.js";
import { language, t } from "../shared/words.js";

/** @param {Page} page */
function drawThird(page) {
  const { snapshot, link } = page;
  const third = findElement("#third");
  third.hidden = snapshot === null;
  if (!snapshot) return;
  drawTurn(snapshot, link);
  drawLying(snapshot);
  drawScores(snapshot.state);
  drawNews(snapshot);
}

/** @param {Snapshot} snapshot @param {Link} link */
function drawTurn(snapshot, link) {
  const key = [language(), snapshot.state, snapshot.standing, snapshot.legal, snapshot.again, link, Boolean(cardPart())];
  show(findElement("#turn"), key, () => {
    if (link === "lost") return [name(atTurn(snapshot.state) || t("brand")), h("p", { class: "doing" }, t("link.lost"))];
    if (!snapshot.state) return [name(t("brand")), h("p", { class: "doing" }, t("watch.soon"))];
    const { state } = snapshot;
    if (state.stage === "over") return [name(overWords(state)), null];
    if (isCards(state)) return [name(cardPart()?.headline(state) ?? ""), h("p", { class: "doing" }, doingWords(snapshot))];
    return [name(atTurn(state)), h("p", { class: "doing" }, toBeat(snapshot) ?? whatNow(snapshot))];
  });
}

/** @param {string} words */
function name(words) {
  return h("h1", { class: "name", title: words }, words);
}

/** @param {Played} snapshot */
function toBeat(snapshot) {
  const words = snapshot.state.stage === "play" ? beatWords(snapshot) : null;
  return words ? [h("span", { class: "label" }, t("beat.label")), " ", h("b", { class: "call" }, words)] : null;
}

/** @param {Snapshot} snapshot */
function drawLying(snapshot) {
  const { state } = snapshot;
  const due = state && state.stage !== "over" ? snapshot.due : 0;
  show(findElement("#lying"), [language(), state?.free, state?.held, state?.stage, due], () => {
    if (!state || state.stage === "over" || isCards(state)) return [];
    const held = state.held.length ? h("span", { class: "held", title: t("held") }, row(state.held)) : null;
    const free = state.free.length ? row(state.free) : due ? cup() : null;
    return [held, free];
  });
}

/** @param {State | null} state */
function drawScores(state) {
  const scores = findElement("#scores");
  scores.dataset.crowd = (state?.players.length ?? 0) > 6 ? "big" : "few";
  show(scores, [language(), state, Boolean(cardPart())], () =>
    state ? state.players.map((player) => score(player, state)) : [],
  );
}

/** @param {Snapshot} snapshot */
function drawNews(snapshot) {
  const last = snapshot.state?.last_round ?? null;
  const wishes = snapshot.attendance?.wishes ?? [];
  show(findElement("#news"), [language(), last, wishes, snapshot.last_orders], () => {
    const moves = last ? moveWords(last).join(", ") : "";
    const said = [snapshot.last_orders ? t("last_orders.said") : "", ...wishesWords(wishes), last && moves ? `${t("round", { n: last.round })}: ${moves}` : ""];
    return [said.filter(Boolean).join(" · ")];
  });
}

/** @param {string} player @param {State} state */
function score(player, state) {
  if (isCards(state)) return cardScore(player, state);
  const mats = state.mats[player] ?? 0;
  const out = state.out[player];
  const turn = state.to_act === player && state.stage !== "over";
  const kind = ["score", turn && "turn", out && "out", state.loser === player && "loser"].filter(Boolean).join(" ");
  const owed = owesWords(state, player).join(", ");
  const said = out ? outWords(out) : owed;
  return h(
    "li",
    { class: kind, "data-player": player, "data-mats": mats },
    h("span", { class: "nick", title: player }, player),
    matsPlayed(state)
      ? h("span", { class: "mats", role: "img", "aria-label": countedWords(mats) }, mat(), h("b", {}, String(mats)))
      : null,
    said ? h("em", {}, said) : null,
  );
}

/** @param {string} player @param {State} state */
function cardScore(player, state) {
  const kind = ["score", state.to_act === player && "turn", state.out[player] && "out"].filter(Boolean).join(" ");
  return h("li", { class: kind, "data-player": player, "data-points": state.points[player] }, h("span", { class: "nick", title: player }, player), cardPart()?.score(player, state) ?? null);
}

followTable([drawThird]);

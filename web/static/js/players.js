// Draws the right half: the stack, and for each player the mats and this round's result.

import { counted, stackWords } from "./counter.js";
import { coasters, cup, die, pile, row } from "./dice.js";
import { h, show } from "./dom.js";
import { howWords, moveWords, outWords, owesWords, resultWords, rollOffResults } from "./phrases.js";
import { language, t, tn } from "./words.js";

export function drawTable(page) {
  const snapshot = page.snapshot;
  const state = snapshot?.state ?? null;
  document.getElementById("table").hidden = !state;
  drawStack(state);
  const list = document.getElementById("players");
  list.dataset.crowd = !state ? "" : state.players.length > 8 ? "big" : state.players.length > 5 ? "some" : "few";
  const results = !state ? [] : state.stage === "roll_off" ? rollOffResults(snapshot) : state.results;
  show(list, [language(), state, snapshot?.standing, snapshot?.trail, results], () =>
    state ? state.players.map((player) => one(player, snapshot, results)) : [],
  );
  drawRound(state);
}

function drawStack(state) {
  show(document.getElementById("stack"), [language(), state?.stack, state?.stage, state?.phase], () => {
    if (!state || !matsPlayed(state)) return [];
    return [pile(state.stack), h("span", { class: "count" }, state.stack ? String(state.stack) : ""), h("span", {}, stackWords(state.stack))];
  });
}

/** Base Chicago and the drinking game have no mats: then none are drawn, and there are no phases. */
export function matsPlayed(state) {
  return state.stack > 0 || Object.values(state.mats).some((count) => count > 0) || state.phase !== 1;
}

function one(player, snapshot, results) {
  const { state, standing } = snapshot;
  const out = state.out[player];
  const turn = state.to_act === player && state.stage !== "over";
  const result = results.findLast((each) => each.player === player) ?? null;
  const mats = state.mats[player] ?? 0;
  const kind = ["player", turn && "turn", out && "out", state.loser === player && "loser"].filter(Boolean).join(" ");
  return h(
    "li",
    { class: kind, "data-player": player, "data-mats": mats },
    h("span", { class: "nick", title: player }, player),
    h("span", { class: "result" }, result ? resultOf(result, standing) : null),
    h(
      "span",
      { class: "owns" },
      h("span", { class: "mats", role: "img", "aria-label": counted(mats) }, mats ? coasters(mats) : null, number(mats)),
      badges(player, state, out, result ? howWords(snapshot, result) : ""),
    ),
  );
}

function number(mats) {
  return mats > 1 ? h("b", { class: "number" }, String(mats)) : null;
}

function badges(player, state, out, how) {
  const words = how ? [["how", how]] : [];
  if (state.loser === player) words.push(["loser", t("loser")]);
  if (out) words.push(["safe", outWords(out)]);
  else if (state.leader === player) words.push(["lead", t("leader")]);
  for (const owed of owesWords(state, player)) words.push(["owes", owed]);
  return words.map(([kind, word]) => h("em", { class: `badge ${kind}` }, word));
}

/** A result's dice; of a covered one the cup, with what was held beside it. */
function dice(result) {
  if (result.kind !== "covered") return row(result.dice ?? [], "mini");
  return h("span", { class: "row mini" }, (result.held ?? []).map((value) => die(value)), cup());
}

function resultOf(result, standing) {
  const low = standing?.low?.player === result.player;
  const high = standing?.high?.player === result.player && !low;
  const mark = low ? h("em", { class: "badge low" }, t("low")) : high ? h("em", { class: "badge high" }, t("high")) : null;
  const words = resultWords(result);
  return [dice(result), h("b", { class: words.length > 5 ? "wordy" : "" }, words), mark];
}

function drawRound(state) {
  const last = state?.last_round ?? null;
  show(document.getElementById("round"), [language(), last], () => {
    if (!last) return [];
    const words = moveWords(last);
    return words.length ? [h("span", { class: "label" }, t("round", { n: last.round })), words.join(", ")] : [];
  });
}

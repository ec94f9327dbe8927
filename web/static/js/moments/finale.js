// A game that is over: the ranking, with the final throws and each player's payment; the best throw, the worst luck, and the way
// to the evening's report.

import { cards, isCards } from "../shared/cards.js";
import { fitted } from "../shared/controls.js";
import { row } from "../shared/dice.js";
import { h } from "../shared/dom.js";
import { sign } from "../shared/icons.js";
import { owesWords, resultWords } from "../shared/phrases.js";
import { t, tn } from "../shared/words.js";

const FEW = 4;
const OWED = ["rounds", "schnapps", "glasses"];

export function finale(snapshot) {
  const { state, ended } = snapshot;
  const ranking = ended?.ranking ?? state.players.map((player) => ({ player, place: "" }));
  const lines = ranking.map((one) => line(snapshot, one));
  const list = h("ol", { class: "lines", "data-crowd": lines.length > FEW ? "many" : "few", "data-alike": true }, lines);
  list.style.setProperty("--half", Math.ceil(lines.length / 2));
  return h(
    "div",
    { class: "finale" },
    list,
    ended ? h("div", { class: "notes" }, best(ended), unlucky(ended)) : null,
    ended ? report(ended) : null,
  );
}

function line(snapshot, { player, place }) {
  const { state } = snapshot;
  const result = state.last_round?.results.findLast((one) => one.player === player);
  const thrown = result ? [row(result.dice ?? []), " ", h("b", {}, resultWords(result)), " "] : [];
  const said = isCards(state) ? (cards()?.ending(snapshot, player) ?? []) : [...thrown, ...pays(state, player)];
  return h("li", {}, box("place", `${place}`), fitted("span", { class: "thrower", "data-whole": true, "data-like": true }, h("bdi", {}, player)), box("thrown", ...said));
}

/** A player's payment, as signs: the loser a round besides his debts. */
function pays(state, player) {
  return OWED.flatMap((kind) => {
    const count = (state.owes?.[kind]?.[player] ?? 0) + (kind === "rounds" && state.loser === player ? 1 : 0);
    return count ? [sign(kind, owesWords({ owes: { [kind]: { [player]: count } } }, player)[0], "owes", count), " "] : [];
  });
}

function best({ best: one }) {
  return one ? note(t("finale.best"), h("bdi", {}, one.player), " ", row(one.dice ?? []), ` ${resultWords(one)}`) : null;
}

function unlucky({ unlucky: one }) {
  return one ? note(t("finale.unlucky"), h("bdi", {}, one.player), `, ${tn("finale.worst", one.count)}`) : null;
}

function note(label, ...words) {
  return fitted("p", { class: "note" }, h("span", { class: "label", "data-scale": 0.8 }, label), " ", h("b", {}, ...words));
}

/** A code for phones; with buttons a tap opens the report as well. */
function report({ evening }) {
  const address = `/evenings/${evening}`;
  const code = h("img", { class: "qr", src: `${address}.svg`, alt: t("finale.code") });
  const words = box("words", t("finale.report"));
  const looks = document.body.classList.contains("screen");
  return looks ? h("div", { class: "report" }, code, words) : h("a", { class: "report", href: address }, code, words);
}

function box(kind, ...words) {
  return fitted("span", { class: kind, "data-whole": true }, ...words);
}

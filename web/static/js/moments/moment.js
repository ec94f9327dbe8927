// Moments: for two seconds the end of a round, or a great throw, covers "who is next". Nothing waits for it: no control is below
// it (moment.css), and any tap, key or event ends it.

import { happened } from "../caller/caller_words.js";
import { fitted } from "../shared/controls.js";
import { mat, row } from "../shared/dice.js";
import { h } from "../shared/dom.js";
import { moveWords, owesWords, resultWords } from "../shared/phrases.js";
import { t } from "../shared/words.js";

const LASTS_MS = 2000;
const MOST_SAID = 4;
const OWED = ["rounds", "schnapps", "glasses"];

let before = null;
let about = null; // the board when the moment began
let timer;

addEventListener("pointerdown", end, { capture: true });
addEventListener("keydown", end, { capture: true });

/** Show the moment that a snapshot brings; none for a page that was opened or came back later. */
export function showMoment({ snapshot, link }) {
  if (!snapshot || snapshot === before) return;
  const last = before;
  before = snapshot;
  if (about !== boardOf(snapshot)) end();
  const news = link === "lost" || snapshot.question ? null : happened(last, snapshot);
  const words = news?.round ? roundWords(last.state, snapshot.state) : [];
  if (news?.great) begin(snapshot, "great", cheer(news.result, words));
  else if (words.length && snapshot.state.stage !== "over") begin(snapshot, "plain", [drawn(), line("says", words.join(", "))]);
}

/** The parts that must not change while the moment is shown: the dice, the turn, the game. */
function boardOf({ boot, game, state, question }) {
  return JSON.stringify([boot, game, state?.stage, state?.to_act, state?.throws, state?.free, state?.results, state?.last_round, question?.id]);
}

function begin(snapshot, kind, content) {
  const box = document.getElementById("moment");
  box.className = `moment ${kind}`;
  box.replaceChildren(...content);
  box.hidden = false;
  about = boardOf(snapshot);
  timer = setTimeout(end, LASTS_MS);
}

function end() {
  if (about === null) return;
  clearTimeout(timer);
  about = null;
  const box = document.getElementById("moment");
  box.hidden = true;
  box.replaceChildren();
}

/** Return the cost of a round: the mats that moved, and new debts. */
function roundWords(then, now) {
  const more = (old, counts, player) => (counts?.[player] ?? 0) - (old?.[player] ?? 0);
  const debts = now.players.flatMap((player) => {
    const owes = Object.fromEntries(OWED.map((kind) => [kind, { [player]: more(then.owes?.[kind], now.owes?.[kind], player) }]));
    return owesWords({ owes, lost: { [player]: more(then.lost, now.lost, player) } }, player).map((owed) => t("moment.owes", { player, owed }));
  });
  return shortened([...moveWords(now.last_round), ...debts]);
}

/** Return no more pieces than two seconds of reading allow. */
function shortened(pieces) {
  return pieces.length <= MOST_SAID ? pieces : [...pieces.slice(0, MOST_SAID), t("moment.others", { n: pieces.length - MOST_SAID })];
}

function cheer(result, words) {
  const dice = result.dice ? [" ", row(result.dice)] : [];
  return [line("says", t("moment.great", { player: result.player, result: resultWords(result) }), ...dice), words.length ? line("more", words.join(", ")) : null].filter(Boolean);
}

function drawn() {
  return h("span", { class: "picture" }, mat());
}

function line(kind, ...content) {
  return fitted("div", { class: kind }, ...content);
}

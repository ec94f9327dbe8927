// Draws the players: for each a colour and an initial, the name, this round's result, and the mats as a number on a mat.

import { drawCards, playsCards } from "../shared/cards.js";
import { fitted } from "../shared/controls.js";
import { countedWords, stackWords } from "../shared/counter.js";
import { cup, mat, pile, row } from "../shared/dice.js";
import { findElement, h, show } from "../shared/dom.js";
import { sign } from "../shared/icons.js";
import { howWords, moveWords, outWords, owesWords, resultWords, rollOffResults, shortWords } from "../shared/phrases.js";
import { language, t } from "../shared/words.js";

const ONE_COLUMN = 6;
const ROWS = 12; // as many as two columns hold in letters that are readable from a metre
const COLOURS = 6;
const SHAPES = ["circle", "square", "drop", "hexagon"];
/** @type {Record<string, string>} */
const OUT_SIGNS = { left: "left", not_in_final: "sits_out" };
/** @type {Array<"rounds" | "schnapps" | "glasses">} */
const OWED = ["rounds", "schnapps", "glasses"];

/** @param {Page} page */
export function drawTable(page) {
  const snapshot = page.snapshot;
  const state = snapshot?.state ?? null;
  findElement("#table").hidden = !state;
  if (playsCards(page)) return drawCards("drawTable", page, "stack", "players", "round");
  drawStack(state);
  const seated = state ? atTable(state) : [];
  const { list, many } = listFor(state, seated.length);
  const rolls = snapshot ? rollOffResults(snapshot) : [];
  const results = rolls.length ? rolls : (state?.results ?? []);
  show(list, [language(), state, snapshot?.colours, snapshot?.standing, snapshot?.trail, results], () => {
    if (!snapshot?.state) return [];
    const { players } = snapshot.state;
    const letters = initialsOf(players);
    return seated.map((seat) => drawPlayer(players[seat], snapshot, results, { many, seat: colourOf(snapshot, seat), letters: letters[seat] }));
  });
  drawRound(state);
}

/** Make room for this many rows, in two columns if they are many. @param {State | null} state @param {number} count */
export function listFor(state, count) {
  const list = findElement("#players");
  const many = count > ONE_COLUMN;
  list.dataset.crowd = !state ? "" : many ? "many" : "few";
  document.body.dataset.crowd = list.dataset.crowd;
  list.style.setProperty("--rows", String(Math.max(many ? Math.ceil(count / 2) : count, 1)));
  return { list, many };
}

/**
 * Return the seats with a row: all; with more than twelve players, first without those who left, then without those who are out.
 * @param {State} state
 */
function atTable(state) {
  const seats = state.players.map((_, seat) => seat);
  /** @param {number} seat */
  const reason = (seat) => state.out[state.players[seat]];
  const spare = [...seats.filter((seat) => reason(seat) === "left"), ...seats.filter((seat) => reason(seat) && reason(seat) !== "left")];
  const dropped = new Set(spare.slice(0, Math.max(0, seats.length - ROWS)));
  return seats.filter((seat) => !dropped.has(seat));
}

/** @param {State | null} state */
function drawStack(state) {
  show(findElement("#stack"), [language(), state?.stack, state?.stage, state?.phase], () => {
    if (!state || !matsPlayed(state)) return [];
    const count = state.stack ? fitted("b", { class: "count" }, String(state.stack)) : null;
    return [pile(state.stack), count, fitted("span", { class: "stacked" }, stackWords(state.stack))];
  });
}

/** Whether the game has mats: base Chicago and the drinking game have none, and no phases. @param {State} state */
export function matsPlayed(state) {
  return state.stack > 0 || Object.values(state.mats).some((count) => count > 0) || state.phase !== 1;
}

/** Give each player a letter, and a second one if two would have the same. @param {string[]} players */
export function initialsOf(players) {
  const signs = players.map((name) => [...new Intl.Segmenter().segment(name)].map((one) => one.segment));
  const first = signs.map((one) => one[0].toLocaleUpperCase());
  return first.map((letter, place) => {
    if (first.filter((other) => other === letter).length === 1) return letter;
    const digit = signs[place].at(-1);
    return letter + (digit && /\d/u.test(digit) ? digit : (signs[place][1] ?? ""));
  });
}

/**
 * The number of a player's colour: a person keeps it all evening.
 * @param {{ colours: Record<string, number>, state: State }} options
 * @param {number} seat
 */
export function colourOf({ colours, state }, seat) {
  return colours?.[state.players[seat]] ?? seat;
}

/** The colour and the shape of a number: 24 people of an evening look different. @param {number} seat */
export function looksOf(seat) {
  return [`seat${(seat % COLOURS) + 1}`, SHAPES[Math.floor(seat / COLOURS) % SHAPES.length]];
}

/**
 * A player's row: his name, his last throw or call (`result`), his signs, and his count as a number on a mat.
 * @param {string} player
 * @param {{ seat: number, letters: string, kinds: Array<string | boolean | null | undefined>, turn: boolean, data: Props, result: Child, resultKind?: string, signs: Child[], number: number, words: string }} options
 */
export function playerRow(player, { seat, letters, kinds, turn, data, result, resultKind = "result", signs, number, words }) {
  return h(
    "li",
    { class: ["player", ...looksOf(seat), turn && "turn", ...kinds].filter(Boolean).join(" "), "data-player": player, ...data, "aria-current": turn ? "true" : null },
    fitted("span", { class: "initial", "aria-hidden": "true" }, letters),
    h("span", { class: "nick fit", "data-whole": true, "data-like": true, title: player }, h("bdi", { class: "fitted" }, player)),
    fitted("span", { class: resultKind, "data-whole": true }, result),
    marks(signs),
    h("span", { class: number ? "mats" : "mats none", role: "img", title: words, "aria-label": words }, mat(number), h("span", { class: "unseen" }, words)),
  );
}

/**
 * @param {string} player
 * @param {Played} snapshot
 * @param {ShownResult[]} results
 * @param {{ seat: number, letters: string, many: boolean }} options
 */
function drawPlayer(player, snapshot, results, { seat, letters, many }) {
  const { state, standing } = snapshot;
  const out = state.out[player];
  const result = results.findLast((each) => each.player === player) ?? null;
  return playerRow(player, {
    seat,
    letters,
    turn: state.to_act === player && state.stage !== "over",
    kinds: [out && "out", !out && !result && "waits", result && standing?.to_beat?.player === player && "aim", state.loser === player && "loser"],
    data: { "data-mats": state.mats[player] ?? 0 },
    result: result ? [...dice(result), h("b", { title: resultWords(result) }, isHeldAndCovered(result) ? drawnCovered(result) : shortWords(result))] : outSign(out),
    signs: badges(player, state, { out: result ? out : null, standing, result, how: result ? howWords(snapshot, result) : "", many }),
    ...mainCountOf(player, state),
  });
}

/** A player's debts besides mats: kind, how many, in words. @param {string} player @param {State} state */
function debts(player, state) {
  /** @type {Array<[string, number]>} */
  const counts = [...OWED.map((kind) => /** @type {[string, number]} */ ([kind, state.owes?.[kind]?.[player] ?? 0])), ["lost", state.lost?.[player] ?? 0]];
  const words = owesWords(state, player);
  return counts.filter(([, count]) => count).map(([kind, count], place) => ({ kind, count, words: words[place] }));
}

/**
 * A player's mats; without mats the first other count: rounds, glasses, rounds lost.
 * @param {string} player
 * @param {State} state
 */
export function mainCountOf(player, state) {
  const first = debts(player, state)[0];
  const number = matsPlayed(state) ? (state.mats[player] ?? 0) : (first?.count ?? 0);
  return { number, words: matsPlayed(state) || !first ? countedWords(number) : first.words };
}

/** The sign of a player who is out, in place of a result. @param {string | null} [out] */
function outSign(out) {
  return out ? sign(OUT_SIGNS[out] ?? "safe", outWords(out), "safe") : null;
}

/**
 * The signs of a row: they have a corner of their own, so that the result's words are as large as possible.
 * @param {Child[]} signs
 */
function marks(signs) {
  const shown = signs.filter(Boolean).flatMap((one, place) => (place ? [" ", one] : [one]));
  return shown.length ? fitted("span", { class: "marks", "data-whole": true }, shown) : null;
}

/** The sign for the way to a result: in one throw, or put together. @param {string} how */
function signOf(how) {
  const atOnce = how === t("how.at_once");
  return atOnce ? "at_once" : "together";
}

/**
 * @param {string} player
 * @param {State} state
 * @param {{ out: string | null, standing: Snapshot["standing"], result: ShownResult | null, how: string, many: boolean }} options
 */
function badges(player, state, { out, standing, result, how, many }) {
  const owed = debts(player, state).slice(matsPlayed(state) ? 0 : 1); // the first one is the number itself
  return [
    standingSign(standing, result),
    how && many ? h("span", { class: "unseen" }, how) : null, // no room for its sign in two columns
    how && !many ? sign(signOf(how.trim()), how.trim(), "how") : null,
    state.loser === player ? sign("loser", t("loser"), "loser") : null,
    outSign(out),
    !out && !state.out[player] && state.leader === player ? sign("lead", t("leader"), "lead") : null,
    ...owed.map(({ kind, count, words }) => sign(kind, words, "owes", count)),
  ];
}

/** @param {Snapshot["standing"]} standing @param {ShownResult | null} result */
function standingSign(standing, result) {
  if (!result) return null;
  if (standing?.low?.player === result.player) return sign("low", t("low"), "low");
  return standing?.high?.player === result.player ? sign("high", t("high"), "high") : null;
}

/**
 * The dice that stand for a value not yet there: of a roll for the lead, and those held outside a covered cup.
 * @param {ShownResult} result
 */
function dice(result) {
  if (isHeldAndCovered(result)) return [row(result.held ?? [], "close"), " "];
  return result.value === null && result.kind === "points" ? [row(result.dice ?? [], "close")] : [];
}

/** @param {ShownResult} result */
function isHeldAndCovered(result) {
  return result.kind === "covered" && Boolean(result.held?.length);
}

/** The cup beside dice that are held: its word beside them would be too small to be read from afar. @param {ShownResult} result */
function drawnCovered(result) {
  return [h("span", { class: "row", "data-em": 1.1 }, cup()), h("span", { class: "unseen" }, resultWords(result))];
}

/** @param {State | null} state */
function drawRound(state) {
  const ended = document.body.dataset.round === "ended"; // the stage says it all
  const last = ended ? null : (state?.last_round ?? null);
  show(findElement("#round"), [language(), last], () => (last ? lastWords(t("round", { n: last.round }), moveWords(last).join(", ")) : []));
}

/**
 * The outcome of the last round or hand; empty if there is none.
 * @param {string} label
 * @param {string} words
 * @returns {Child}
 */
export function lastWords(label, words) {
  return words ? h("span", { class: "fitted" }, h("span", { class: "label", "data-scale": 0.85 }, label), " ", words) : [];
}

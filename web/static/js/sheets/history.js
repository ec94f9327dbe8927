// The evening's acts with their times, to correct one or to go back to it; and the appeal: the camera's pictures.

import { button, loadSheet, setSheet, smallKey, hint } from "../shared/controls.js";
import { drawChanges, takenParts } from "./changes.js";
import { handWords } from "../shared/poker_words.js";
import { drawAct } from "./correct.js";
import { crop, drawDice } from "../shared/dice.js";
import { h } from "../shared/dom.js";
import { actWords, gameName, rankResults, resultWords, verdictWords } from "../shared/phrases.js";
import { clockTime, has, inGame, t, tn } from "../shared/words.js";

let unfolded = new Set(); // the rounds that are open, by their first entry

/**
 * The sheet of the evening. `sheet`: {lines, head, to, changes}; `to` is the chosen entry to go back to.
 * @param {BoardPage} page
 * @param {Sheet} sheet
 */
export function historySheet(page, sheet) {
  if (!sheet.lines) unfolded = new Set();
  if (sheet.head !== page.snapshot.head) load(page, sheet);
  const stay = () => setSheet(page, { ...sheet, to: null });
  const go = async () => {
    page.mine.sheet = null;
    await page.order({ do: "undo", to: sheet.to ?? undefined }, sheet.moment);
  };
  return {
    title: t("tool.history"),
    busy: !sheet.lines,
    body: sheet.to ? confirm(page, sheet, sheet.to) : list(page, sheet),
    foot: sheet.to ? [button(t("hand.not_again"), stay, { focus: "back" }),
      button(t("undo"), go, { kind: "go", focus: "go" })] : null,
  };
}

/** @param {BoardPage} page @param {Sheet} sheet @param {number | null} [before] */
function load(page, sheet, before = null) {
  sheet.head = page.snapshot.head;
  const older = before === null ? [] : (sheet.lines ?? []);
  loadSheet(page, before === null ? "/api/acts" : `/api/acts?before=${before}`,
    (told) => ({ lines: [...(told?.acts ?? page.snapshot.acts), ...older], ends: told !== null && !told.acts.length }));
}

/** @param {BoardPage} page @param {Sheet} sheet */
function list(page, sheet) {
  const lines = sheet.lines ?? page.snapshot.acts;
  if (!lines.length) return [redo(page), h("p", t("history.empty"))];
  /** The entries in groups, one for each round; a game's start is separate.
   * @type {Array<{ key: string, entries: PastEntry[] }>} */
  const groups = [];
  for (const entry of lines) {
    const key = entry.start ? `start ${entry.id}` : `${entry.phase} ${entry.round}`;
    if (groups.at(-1)?.key === key) groups.at(-1)?.entries.push(entry);
    else groups.push({ key, entries: [entry] });
  }
  return [
    redo(page),
    groups.reverse().map(({ entries }, place) => drawGroup(page, entries, place === 0)),
    sheet.ends ? null : smallKey(t("history.older"), () => load(page, sheet, lines[0].id), { focus: "older" }),
  ];
}

/** @param {BoardPage} page @param {PastEntry[]} entries @param {boolean} newest */
function drawGroup(page, entries, newest) {
  const acts = h("ol.history", entries.map((entry) => item(page, entry)).reverse());
  const [entry] = entries;
  if (entry.start || entry.round === undefined) return acts;
  /** @type {On<Event>} */
  const toggle = ({ target }) => (target.open ? unfolded.add(entry.id) : unfolded.delete(entry.id));
  const head = () => {
    const title = h("h3", t(entry.played_with === "cards" ? "poker.hand" : "round", { n: entry.round }));
    const { last, ranking } = entries.findLast((one) => one.ended)?.ended ?? {};
    if (!last) return h("summary", title);
    if (!("results" in last)) return h("summary", title, " ", handWords(last.scored).join(" · "));
    const ranked = rankResults(last, ranking ?? []);
    const dice = ranked.map((result) =>
      h("span.ranked", h("b.cut", result.player), drawDice(result.dice ?? []), h("span.num", resultWords(result))));
    return [h("summary", title, " ", verdictWords(last, ranked)), dice.length ? h("p.results", dice) : null];
  };
  const counter = entry.variant === page.snapshot.variant ? page.snapshot.counter : entry.counter;
  return h("details.fold", { open: newest || unfolded.has(entry.id), ontoggle: toggle },
    inGame(entry.variant, head, counter), acts);
}

/** @param {BoardPage} page */
function redo(page) {
  const told = page.role === "table" ? page.snapshot.redo : null;
  if (!told) return null;
  const again = async () => {
    const { moment } = page.snapshot;
    page.mine.sheet = null;
    await page.order({ do: "redo" }, moment);
  };
  const { words, dice, key } = takenParts(told, page.snapshot.state);
  return h("p.redo", h("span.act", words, " ", drawDice(dice)), " ", smallKey(key, again, { focus: "redo" }));
}

/** @param {BoardPage} page @param {PastEntry} entry */
function item(page, entry) {
  const correct = () => setSheet(page, { kind: "correct", entry: entry.id, player: entry.player, place: null });
  const back = () => {
    const { moment } = page.snapshot;
    loadSheet(page, `/api/acts/${entry.id}/undo`, (told) => ({ to: entry.id, changes: told?.changes, moment }));
  };
  const mine = page.role === "table";
  return h(
    "li",
    { class: entry.start ? "r c-act begins" : "r c-act" },
    h("time.t1.past", clockTime(entry.at)),
    entryLine(entry),
    h("small.t1.past", t(has(`from.${entry.from}`) ? `from.${entry.from}` : "from.other")),
    mine && entry.act ? smallKey(t("correct"), correct, { focus: `correct ${entry.id}` }) : h("span"),
    mine ? smallKey(t("history.to"), back, { focus: `to ${entry.id}` }) : h("span"),
  );
}

/** @param {PastEntry} entry */
function entryLine(entry) {
  if (entry.start) return h("span.entry", h("b", gameName(entry.start.variant)), ` ${entry.start.players.join(", ")}`);
  if (!entry.act) return h("span.entry", actWords(entry).text); // the table ended the game
  return h("span.entry", h("b", entry.player ?? ""), " ", drawAct(entry.act, entry.variant),
    entry.corrected ? h("i.t1.past", t("corrected")) : null);
}

/** @param {BoardPage} page @param {Sheet} sheet @param {number} to */
function confirm(page, sheet, to) {
  const lines = (sheet.lines ?? page.snapshot.acts).filter((entry) => entry.id >= to);
  return [
    h("p", tn("history.confirm", lines.length)),
    lines.some((entry) => entry.start) ? h("p.warn.b", t("undo.start")) : null,
    h("ol.history",
      lines.map((entry) => h("li.r.c-act", h("time.t1.past", clockTime(entry.at)), entryLine(entry))).reverse()),
    drawChanges(sheet.changes ?? []),
  ];
}

/** The appeal: every lift of this turn as the camera saw it. A tap on a picture corrects that die.
 * @param {BoardPage} page */
export function appealSheet(page) {
  const lifts = page.snapshot.lifts ?? [];
  return {
    title: t("appeal.title", { player: lifts.at(-1)?.player ?? "" }),
    body: lifts.length ? [...lifts.map((one, place) => drawLift(page, one, place)), hint(t("appeal.gone"))]
      : h("p", t("appeal.none")),
  };
}

/** @param {BoardPage} page @param {Lift} lift @param {number} place */
function drawLift(page, lift, place) {
  const entry = page.snapshot.acts.find((one) => one.id === lift.entry);
  const dice = entry?.act?.dice ?? [];
  const evidence = lift.dice.map(({ value, thrown }, at) => {
    const open = () => setSheet(page, { kind: "correct", entry: entry?.id, player: lift.player,
      place: dice.includes(value) ? dice.indexOf(value) : null });
    const picture = crop(`/api/lifts/${lift.id}/${at}`, 140);
    const mine = page.role === "table" && thrown && entry;
    return h("figure", mine ? h("button.touch", { "aria-label": t("die.correct", { value }), onclick: open }, picture)
      : picture, h("figcaption", t(thrown ? "crop.seen" : "appeal.held"), drawDice([value])));
  });
  const head = h("h3", t("appeal.lift", { n: place + 1 }), " ", h("small.t1.past", clockTime(lift.at)), " ",
    entry ? drawDice(actWords(entry).dice) : h("em", t("appeal.not_taken")));
  return h("section.lift", head, h("div.crops", evidence));
}

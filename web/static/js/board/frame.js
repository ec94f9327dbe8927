// Draws the frame of the board: the head with the game, quiet strips below it, the last act and the way back at the foot.

import { eveningNews, eveningStrips } from "../sheets/attendance.js";
import { facts } from "../poker/poker_words.js";
import { hasGame, isCards, playsCards } from "../shared/cards.js";
import { button, choiceField, setSheet } from "../shared/controls.js";
import { findElement, h, show } from "../shared/dom.js";
import { drawDice } from "../shared/dice.js";
import { drawExtras } from "./extras.js";
import { icon } from "../shared/icons.js";
import { actWords, atTurn, errorWords, gameName, isThrow } from "../shared/phrases.js";
import { seatCards } from "../phone/seat.js";
import { isStackInFoot, roundOf } from "../moments/round_words.js";
import { matsPlayed } from "./players.js";
import { takenParts } from "../sheets/changes.js";
import { startRematch } from "../start/starting.js";
import { takeBack } from "./entering.js";
import { LANGUAGES, has, language, setLanguage, t } from "../shared/words.js";
import { post } from "../shared/commands.js";

const MOVED = "/api/moved";
const REDO_MS = 12_000; // how long an undo is offered back
/** @type {{ of: string, until: number }} */
let redo = { of: "", until: 0 };

/** @param {Page} page */
export function drawBar(page) {
  const state = page.snapshot?.state ?? null;
  const key = [language(), page.role, state?.variant, state?.phase, state?.round ?? state?.hand, state?.stage, state?.specials, handOn(page), page.snapshot?.camera.status];
  show(findElement("#bar"), key, () => [
    h("p", {}, listFacts(state)),
    h("nav", {}, page.role === "table" ? tools(page, state) : null, tool(page, "more", "more", t("tool.more"), "menu")),
  ]);
}

/** Return the game: variant, round, phase. @param {State | null} state @returns {Child[]} */
export function listFacts(state) {
  if (!state) return [h("b", {}, t("brand"))];
  const round = isCards(state) ? facts(state) : [t("round", { n: state.round })];
  const phase = `phase.${state.phase}`;
  const phased = !isCards(state) && state.stage !== "over" && matsPlayed(state) && has(phase) ? [t(phase)] : [];
  const called = (state.specials ?? []).map((special) => t(`called.${special}`));
  return [h("b", { class: "cut" }, gameName(state.variant)), ...[...round, ...phased, ...called].map((one) => h("span", {}, one))];
}

/** @param {Page} page @param {State | null} state */
function tools(page, state) {
  if (!state) return [];
  const hand = () => {
    page.mine.hand = !handOn(page);
    page.mine.chosen = [];
    page.draw();
  };
  const status = page.snapshot?.camera.status;
  const byHand = handOn(page);
  return [
    isCards(state) || status === "absent" ? null : h("button", { "data-focus": "hand", "aria-pressed": String(byHand), title: t(status === "ok" ? "camera.ok" : "tool.hand"), onclick: hand }, icon(status === "ok" ? "camera" : "no_camera"), h("span", {}, t(byHand ? "tool.hand" : "tool.camera"))),
    tool(page, "people", "people", t("people.title"), "people"),
    tool(page, "history", "history", t("tool.history"), "history"),
  ];
}

/** @param {Page} page @param {string} focus @param {string} sign @param {string} words @param {string} kind */
function tool(page, focus, sign, words, kind) {
  const open = () => setSheet(page, { kind });
  return h("button", { class: focus === "more" ? "more" : null, "data-focus": focus, onclick: open }, icon(sign), h("span", {}, words));
}

/** Whether throws are entered by hand: as chosen on this tablet, else whenever the camera does not see the board. @param {Page} page */
export function handOn(page) {
  if (page.role !== "table" || !page.snapshot || isCards(page.snapshot.state)) return false;
  return page.mine.hand ?? page.snapshot.camera.status !== "ok";
}

/** The choice of the page's language. @param {Page} page */
export function languageChoice(page) {
  /** @param {string} one */
  const pick = async (one) => {
    if (!(await setLanguage(one))) page.tell(t("error.away"));
    page.draw();
  };
  return choiceField(LANGUAGES.map((one) => [one, t(`language.${one}`)]), language(), pick, { class: "field language", "aria-label": t("language") });
}

/** @param {Page} page */
export function drawStrips(page) {
  const { snapshot, link, told } = page;
  const notice = snapshot?.notice ?? null;
  const camera = snapshot?.camera ?? null;
  const panel = snapshot?.panel ?? null;
  const toSign = page.role === "table" && (snapshot?.state?.stage ?? "over") === "over" ? snapshot?.to_sign : null; // for its signers, while no game is running
  const key = [language(), page.role, link, told, notice, camera, panel, snapshot === null, playsCards(page), eveningNews(snapshot), snapshot?.phones?.asking, Boolean(snapshot?.question), snapshot?.to_sign];
  show(findElement("#strips"), key, () => [
    link === "lost" ? strip("lost", t("link.lost")) : null,
    camera?.name === "simulated" ? strip("simulated", t("simulated")) : null,
    snapshot === null && link !== "lost" ? strip("camera", t("link.first")) : null,
    playsCards(page) ? null : cameraStrip(page),
    panel?.status === "stuck" ? strip("camera", [t("panel.stuck"), detail(panel.message)]) : null,
    ...seatCards(page),
    ...eveningStrips(snapshot),
    toSign ? strip("asks", h("button", { class: "key2 b", "data-focus": "sign", onclick: () => location.assign("/match-report") }, t("match.sign", { round: toSign }))) : null,
    told ? strip("told", told) : notice ? strip("told", noticeWords(notice)) : null,
  ]);
}

/** What the camera asks of the table, what was found at the start, or why it does not see; in safe mode its name is the code of the reason. @param {Page} page */
function cameraStrip(page) {
  const { ask, status = "absent", notes, name, message = "" } = page.snapshot?.camera ?? {};
  if (ask && page.role === "table") return h("div", { class: "strip camera asks" }, h("span", { class: "words" }, t(`camera_ask.${ask}`)), h("span", { class: "answers" }, answers(page, ask)));
  if (status === "ok" && notes?.length && page.role === "table") return strip("camera", t("camera_note", { notes: notes.map((note) => t(`camera_note.${note}`)).join(" ") }));
  if (["ok", "absent"].includes(status) || !has(`camera.${status}`)) return null;
  const why = has(`safe.${name}`) ? t(`safe.${name}`) : "";
  return strip("camera", [t(`camera.${status}`, { why }), ["missing", "safe"].includes(status) ? detail(message) : null]);
}

/** @param {Page} page @param {string} ask */
function answers(page, ask) {
  /** @param {string} name @param {string} path @param {object} body @param {string} words */
  const key = (name, path, body, words) => {
    const answer = async () => {
      const reply = await post(path, body);
      page.tell(reply.ok ? null : errorWords(reply.error));
    };
    return h("button", { class: "key2 b", "data-focus": name, onclick: answer }, words);
  };
  if (ask === "moved") return [key("moved yes", MOVED, { moved: true }, t("camera_ask.yes")), key("moved no", MOVED, { moved: false }, t("camera_ask.no"))];
  if (ask === "board") return [key("without board", "/api/without-board", {}, t("camera_ask.without"))];
  return ask === "back" ? [key("moved yes", MOVED, { moved: true }, t("camera_ask.after_all"))] : [];
}

/** @param {Notice} notice @returns {string} */
function noticeWords(notice) {
  const words = errorWords({ code: notice.key, values: notice.values });
  return [words, ...(notice.also ?? []).map(noticeWords)].join(" ");
}

/** A technical detail from the table: beside the sentence, and marked as English. @param {string} message */
function detail(message) {
  return message ? h("small", { class: "detail", lang: "en" }, ` (${message})`) : null;
}

/** @param {string} kind @param {Child} words */
function strip(kind, words) {
  return h("p", { class: `strip ${kind}` }, words);
}

/** @param {Page} page */
export function drawFoot(page) {
  const { acts, legal, state, lifts, head, game, moment, ended } = page.snapshot ?? {};
  const whole = document.body.dataset.round === "ended";
  const offered = redoOffered(page);
  const key = [language(), page.role, acts?.at(-1), head, game, legal, state?.specials, state?.to_fill, state?.stage, state?.to_act, lifts?.length, whole, moment, offered, ended, page.ordering];
  show(findElement("#foot"), key, () => {
    if (!hasGame(page)) return offered && page.snapshot ? redoButtons(page.snapshot, page) : [];
    if (page.role !== "table") return said(page, whole);
    if (state?.stage === "over") return overFoot(page);
    const buttons = whole && !page.snapshot.question ? h("span", { class: "duo" }, undo(page), goOn(page)) : game ? undo(page, "wide") : null;
    return [offered ? redoButtons(page.snapshot, page) : [said(page, whole), drawExtras(page)], buttons];
  });
}

/** What was done last, or after a round who begins the next one. @param {GamePage} page @param {boolean} whole */
function said(page, whole) {
  const { state, acts } = page.snapshot;
  if (whole && state.stage !== "over") {
    const stack = matsPlayed(state) && state.last_round && isStackInFoot(state.last_round) ? [h("span", { class: "past" }, t("stack.in")), " ", h("b", {}, String(state.stack)), ", "] : null;
    return h("p", { class: "say" }, h("span", { class: "cut" }, stack, h("span", { class: "past" }, t("round.next", { n: state.round })), " ", h("b", {}, t("next.leads", { player: atTurn(state) }))));
  }
  const last = acts.at(-1);
  if (!last) return h("p", { class: "say" });
  const { text, dice } = actWords(last);
  const open = () => setSheet(page, { kind: "correct", entry: last.id, player: last.player, place: null });
  const mine = page.role === "table" && isThrow(last); // its dice open its correction
  const drawn = mine ? h("button", { class: "touch", "data-focus": "last", "aria-label": t("correct"), onclick: open }, drawDice(dice)) : drawDice(dice);
  return h("p", { class: "say" }, h("span", { class: "cut" }, last.player ? [h("b", {}, last.player), " "] : null, text), dice.length ? drawn : null);
}

/** One tap takes back the last act; the label names it beforehand. @param {GamePage} page @param {string} [kind] */
function undo(page, kind = "") {
  const last = page.snapshot.acts.at(-1);
  const what = last ? actWords(last) : { text: t("act.start"), dice: [] };
  const words = [`${t("undo")}:`, last?.player ?? "", what.text, ...what.dice].filter((one) => one !== "").join(" ");
  return h("button", { class: `btn undo ${kind}`.trim(), "data-focus": "undo", "aria-label": words, title: words, onclick: () => takeBack(page) }, icon("undo"), t("undo"));
}

/** Put the end of a round aside on this tablet. @param {GamePage} page */
function goOn(page) {
  const { snapshot } = page;
  const done = () => {
    page.mine.seen = roundOf(snapshot);
    page.draw();
  };
  return button(t("go_on"), done, { kind: "go", focus: "go_on" });
}

/** @param {GamePage} page */
function overFoot(page) {
  const { ended } = page.snapshot;
  const other = () => setSheet(page, { kind: "setup" });
  return [
    h("p", { class: "say" }, undo(page), ended ? h("a", { class: "btn report", "data-focus": "report", href: `/evenings/${ended.evening}` }, t("finale.report")) : null),
    h("span", { class: "duo" }, button(t("other_game"), other), button(t("rematch"), () => startRematch(page), { kind: page.snapshot.question ? "" : "go" })),
  ];
}

/** Whether an undo of the last seconds is offered back; null if not. @param {Page} page */
function redoOffered(page) {
  const { snapshot } = page;
  if (page.role !== "table" || !snapshot?.redo || snapshot.question) return null;
  if (redo.of !== snapshot.moment) {
    redo = { of: snapshot.moment, until: performance.now() + REDO_MS };
    setTimeout(() => page.draw(), REDO_MS + 50);
  }
  return performance.now() < redo.until ? redo.of : null;
}

/** What was taken back or corrected, by anybody, and the tap that brings it back. @param {Snapshot} snapshot @param {Page} page */
function redoButtons({ redo: gone, state }, page) {
  if (!gone) return null;
  const { words, dice, key } = takenParts(gone, state);
  return h(
    "div",
    { class: "taken", id: "taken" },
    h("p", { class: "say" }, h("span", { class: "cut" }, words), dice.length ? drawDice(dice) : null),
    button(key, () => page.order({ do: "redo" }), { kind: "may", focus: "redo" }),
  );
}

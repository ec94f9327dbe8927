// Draws the frame of the board: the head with the game, quiet strips below it, the last act and the way back at the
// foot.

import { eveningStrips } from "../sheets/attendance.js";
import { hasGame, isCards, playsCards } from "../shared/cards.js";
import { button, setSheet } from "../shared/controls.js";
import { findElement, h, redraw } from "../shared/dom.js";
import { drawDice } from "../shared/dice.js";
import { drawExtras } from "../sheets/extras.js";
import { icon } from "../shared/icons.js";
import { greatThrow, nextWords } from "../shared/next_step.js";
import { actWords, errorWords, gameName } from "../shared/phrases.js";
import { seatCards } from "../phone/seat.js";
import { matsPlayed } from "../shared/ladder.js";
import { roundOf } from "../moments/ends.js";
import { keepKey } from "../moments/keepsake.js";
import { takenParts } from "../sheets/changes.js";
import { startRematch } from "../start/starting.js";
import { takeBack } from "../shared/typed_dice.js";
import { has, phaseWords, t, tn, wholeName } from "../shared/words.js";
import { post } from "../shared/commands.js";

const MOVED = "/api/moved";
const REDO_MS = 12_000; // how long an undo is offered back
/** @type {{ of: string, until: number }} */
let redo = { of: "", until: 0 };

/** @param {Page} page */
export function drawBar(page) {
  const state = page.snapshot?.state ?? null;
  const { status } = page.snapshot?.camera ?? {};
  const byHand = handOn(page);
  /** @param {string} kind @param {string} words @param {string} [sign] */
  const tool = (kind, words, sign = kind) => h("button", { class: kind === "more" ? "more" : null, "data-focus": kind,
    onclick: () => setSheet(page, { kind: kind === "more" ? "menu" : kind }) }, icon(sign), h("span", words));
  const hand = () => {
    Object.assign(page.mine, { hand: !byHand, chosen: [] });
    page.draw();
  };
  const camera = () => h("button", { "data-focus": "hand", "aria-pressed": String(byHand),
    title: t(status === "ok" ? "camera.ok" : "tool.hand"), onclick: hand },
    icon(status === "ok" ? "camera" : "no_camera"), h("span", t(byHand ? "tool.hand" : "tool.camera")));
  redraw(findElement("#bar"), [
    h("p", listFacts(state)),
    h("nav", page.role === "table" && state ? [isCards(state) || status === "absent" ? null : camera(),
      tool("people", t("people.title")), tool("history", t("tool.history"))] : null, tool("more", t("tool.more"))),
  ]);
}

/** Return the game: variant, round or hand, phase. @param {State | null} state @returns {Child[]} */
export function listFacts(state) {
  if (!state) return [h("b", t("brand"))];
  const { stage, phase, round, hand } = state;
  const cards = isCards(state);
  const phased = stage !== "over" && (cards ? stage !== "draw" : matsPlayed(state) && phaseWords(phase));
  const first = cards ? t("poker.hand", { n: hand }) : t("round", { n: round });
  const facts = phased ? [first, cards ? t("poker.phase", { n: phase }) : phaseWords(phase)] : cards ? [] : [first];
  return [h("b.cut", gameName(state.variant)),
    ...[...facts, ...(state.specials ?? []).map((special) => t(`called.${special}`))].map((one) => h("span", one))];
}

/** Whether throws are entered by hand: as chosen on this tablet, else whenever the camera does not see the board.
 * @param {Page} page */
export function handOn(page) {
  if (page.role !== "table" || !page.snapshot || isCards(page.snapshot.state)) return false;
  return page.mine.hand ?? page.snapshot.camera.status !== "ok";
}

/** @param {Page} page */
export function drawStrips(page) {
  const { snapshot, link, told } = page;
  const { notice = null, camera = null, panel = null } = snapshot ?? {};
  redraw(findElement("#strips"), [
    link === "lost" ? strip("lost", t("link.lost")) : null,
    camera?.name === "simulated" ? strip("simulated", t("simulated")) : null,
    snapshot === null && link !== "lost" ? strip("camera", t("link.first")) : null,
    playsCards(page) ? null : cameraStrip(page),
    panel?.status === "stuck" ? strip("camera", [t("panel.stuck"), detail(panel.message)]) : null,
    ...seatCards(page),
    ...eveningStrips(snapshot),
    signStrip(page),
    told ? strip("told", told) : notice ? strip("told", noticeWords(notice)) : null,
  ]);
}

/** The way to a report that its signers confirm, while no game is running. @param {Page} page */
function signStrip({ role, snapshot }) {
  const round = snapshot?.to_sign;
  if (role !== "table" || !round || (snapshot.state?.stage ?? "over") !== "over") return null;
  const sign = () => location.assign("/match-report");
  return strip("asks", h("button.key2.b", { "data-focus": "sign", onclick: sign }, t("match.sign", { round })));
}

/** What the camera asks of the table, what was found at the start, or why it does not see; in safe mode its name is the
 * code of the reason. @param {Page} page */
function cameraStrip(page) {
  const { ask, status = "absent", notes, name, message = "" } = page.snapshot?.camera ?? {};
  const table = page.role === "table";
  /** @param {string} focus @param {string} path @param {object} body @param {string} words */
  const key = (focus, path, body, words) => {
    const onclick = async () => {
      const reply = await post(path, body);
      page.tell(reply.ok ? null : errorWords(reply.error));
    };
    return h("button.key2.b", { "data-focus": focus, onclick }, words);
  };
  /** @type {Record<string, () => Child>} */
  const keys = {
    moved: () => [key("moved yes", MOVED, { moved: true }, t("camera_ask.yes")),
      key("moved no", MOVED, { moved: false }, t("camera_ask.no"))],
    board: () => key("without board", "/api/without-board", {}, t("camera_ask.without")),
    back: () => key("moved yes", MOVED, { moved: true }, t("camera_ask.after_all")),
  };
  if (ask && table) {
    return h("div.strip.camera.asks", h("span.words", t(`camera_ask.${ask}`)),
      h("span.answers", keys[ask]?.()));
  }
  if (status === "ok" && notes?.length && table) {
    return strip("camera",
      t("camera_note", { notes: notes.map((note) => t(`camera_note.${note}`)).join(" ") }));
  }
  if (["ok", "absent"].includes(status) || !has(`camera.${status}`)) return null;
  const why = has(`safe.${name}`) ? t(`safe.${name}`) : "";
  return strip("camera",
    [t(`camera.${status}`, { why }), ["missing", "safe"].includes(status) ? detail(message) : null]);
}

/** @param {Notice} notice @returns {string} */
function noticeWords({ key, values, also }) {
  return [errorWords({ code: key, values }), ...(also ?? []).map(noticeWords)].join(" ");
}

/** A technical detail from the table: beside the sentence, and marked as English. @param {string} message */
function detail(message) {
  return message ? h("small.detail", { lang: "en" }, ` (${message})`) : null;
}

/** @param {string} kind @param {Child} words */
function strip(kind, words) {
  return h("p", { class: `strip ${kind}` }, words);
}

/** @param {Page} page */
export function drawFoot(page) {
  const { snapshot } = page;
  const whole = document.body.dataset.round === "ended";
  const again = snapshot?.redo && redoOffered(snapshot, page) ? redoButtons(snapshot.redo, page) : null;
  redraw(findElement("#foot"), hasGame(page) ? footParts(page, whole, again) : again);
}

/** @param {GamePage} page @param {boolean} whole @param {Child} again */
function footParts(page, whole, again) {
  const { snapshot, role } = page;
  const { state, game, question } = snapshot;
  if (role !== "table") return [said(snapshot, whole), besideIt(snapshot)];
  if (state.stage === "over") return overFoot(page);
  const both = () => h("span.duo", undo(page), goOn(page));
  const keys = whole && !question ? both() : game ? undo(page, "wide") : null;
  return [again ?? [said(snapshot, whole), drawExtras(page)], keys];
}

/** Who comes next: never what lies there, for that is drawn large already. @param {Played} snapshot
 * @param {boolean} whole */
function said(snapshot, whole) {
  const { state, next } = snapshot;
  /** @param {string | null} words @param {string | null | undefined} name @param {string} [kind] */
  const say = (words, name, kind = "") =>
    h("p.say", words ? h("span.past", words) : null, h("b", { class: `cut ${kind}`.trim() }, name));
  if (state.stage === "over") return say(t("finale.rematch"), t("finale.key"));
  if (whole) {
    return say(t("round.next", { n: state.round }),
      state.stage === "play" ? t("next.leads", { player: wholeName(next?.who ?? "") }) : nextWords(snapshot));
  }
  if (greatThrow(snapshot)) return say(t("next.now"), next?.who, "turn");
  if (next?.after) return say(t("next.then"), next.after);
  return h("p.say.past", state.stage === "play" ? t("next.last") : null);
}

/** What a television adds: the stack, below the column of mats; of a game that is over how long it took.
 * @param {Played} snapshot */
function besideIt({ state, ended }) {
  const rounds = state.last_round?.round;
  const counted = (/** @type {string} */ key, /** @type {number} */ n) => tn(key, n, { n });
  if (state.stage === "over" && ended && rounds) {
    return h("p.beside.past", [counted("finale.rounds", rounds), counted("finale.minutes", ended.minutes)].join(", "));
  }
  if (isCards(state) || !matsPlayed(state)) return null;
  return h("p.beside", h("span.past", t("stack.in")), h("span.mat.pile", String(state.stack)));
}

/** One tap takes back the last act; the label names it beforehand. @param {GamePage} page @param {string} [kind] */
function undo(page, kind = "") {
  const last = page.snapshot.acts.at(-1);
  const what = last ? actWords(last) : { text: t("act.start"), dice: [] };
  const words = [`${t("undo")}:`, last?.player ?? "", what.text, ...what.dice].filter((one) => one !== "").join(" ");
  return h("button", { class: `btn undo ${kind}`.trim(), "data-focus": "undo", "aria-label": words, title: words,
    onclick: () => takeBack(page) }, icon("undo"), t("undo"));
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
  const { ended, question } = page.snapshot;
  return [
    h("p.say", undo(page), ended
      ? h("a.btn.report", { "data-focus": "report", href: `/evenings/${ended.evening}` }, t("finale.report")) : null,
    keepKey(page.snapshot)),
    h("span.duo", button(t("other_game"), () => setSheet(page, { kind: "setup" })),
      button(t("rematch"), () => startRematch(page), { kind: question ? "" : "go" })),
  ];
}

/** Whether an undo of the last seconds is offered back. @param {Snapshot} snapshot @param {Page} page */
function redoOffered({ redo: gone, question, moment }, page) {
  if (page.role !== "table" || !gone || question) return false;
  if (redo.of !== moment) {
    redo = { of: moment, until: performance.now() + REDO_MS };
    setTimeout(() => page.draw(), REDO_MS + 50);
  }
  return performance.now() < redo.until;
}

/** What was taken back or corrected, by anybody, and the tap that brings it back.
 * @param {NonNullable<Snapshot["redo"]>} gone @param {Page} page */
function redoButtons(gone, page) {
  const { words, dice, key } = takenParts(gone, page.snapshot?.state ?? null);
  return h(
    "div.taken",
    { id: "taken" },
    h("p.say", h("span.cut", words), dice.length ? drawDice(dice) : null),
    button(key, () => page.order({ do: "redo" }), { kind: "may", focus: "redo" }),
  );
}

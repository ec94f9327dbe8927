// Draws the frame of the board: the bar on top, quiet strips below it, the way back at the foot.

import { eveningNews, eveningStrips } from "../sheets/attendance.js";
import { cardPart, hasGame, isCards, playsCards } from "../shared/cards.js";
import { fitted } from "../shared/controls.js";
import { findElement, h, show } from "../shared/dom.js";
import { row } from "../shared/dice.js";
import { drawExtras } from "./extras.js";
import { icon } from "../shared/icons.js";
import { movedStrip, notesStrip } from "./camera_questions.js";
import { actWords, errorWords, gameName } from "../shared/phrases.js";
import { seatCards } from "../phone/seat.js";
import { matsPlayed } from "./players.js";
import { LANGUAGES, has, language, setLanguage, t } from "../shared/words.js";

/** @param {Page} page */
export function drawBar(page) {
  const state = page.snapshot?.state ?? null;
  const key = [language(), page.role, state?.variant, state?.phase, state?.round ?? state?.hand, state?.stage, state?.stack, Boolean(cardPart()), state?.specials, handOn(page), page.snapshot?.camera];
  show(findElement("#bar"), key, () => [
    h("strong", { class: "brand" }, t("brand")),
    state ? fitted("button", { class: "facts", "data-focus": "lesson", title: t("menu.lesson"), onclick: () => openSheet(page, "lesson") }, listFacts(state)) : h("span", { class: "facts" }),
    h("span", { class: "tools" }, cameraSign(page), page.role === "table" ? tools(page, state) : null, more(page), languages(page)),
  ]);
}

/** Return the game: variant, round, phase. @param {State | null} state @returns {Child[]} */
export function listFacts(state) {
  if (!state) return [];
  const words = [gameName(state.variant)];
  if (isCards(state)) words.push(...(cardPart()?.facts(state) ?? []));
  else if (state.stage !== "over") words.push(t("round", { n: state.round }));
  const phase = `phase.${state.phase}`;
  const phased = !isCards(state) && state.stage !== "over" && matsPlayed(state) && has(phase) ? h("b", { class: "phase" }, t(phase)) : null;
  const calls = (state.specials ?? []).map((special) => h("b", { class: "phase" }, t(`called.${special}`)));
  return [...words.map((word) => h("span", {}, word)), phased, ...calls].filter(Boolean).flatMap((one, place) => (place ? [" · ", one] : [one]));
}

/** The camera as a sign: whether it sees the dice. Its fault is in a strip below. @param {Page} page */
function cameraSign(page) {
  const status = page.snapshot?.camera.status;
  if (!status) return null;
  const rests = playsCards(page);
  const words = rests ? t("camera.rests") : status === "ok" ? t("camera.ok") : t(has(`camera.${status}`) ? `camera.${status}` : "camera.absent", { why: "" });
  return h("span", { class: `lens ${rests ? "rests" : status === "ok" ? "sees" : "blind"}`, role: "img", title: words, "aria-label": words }, icon(status === "ok" && !rests ? "camera" : "no_camera"));
}

/** @param {Page} page @param {State | null} state */
function tools(page, state) {
  if (!state) return [];
  /** @param {string} kind */
  const open = (kind) => () => openSheet(page, kind);
  return [
    isCards(state) ? null : h(
      "button",
      { class: "tool", "data-focus": "hand", "aria-pressed": String(handOn(page)), onclick: () => toggleHand(page) },
      withSign("hand", t("tool.hand")),
    ),
    h("button", { class: "tool", "data-focus": "people", onclick: open("people") }, withSign("people", t("people.title"))),
    h("button", { class: "tool", "data-focus": "history", onclick: open("history") }, withSign("history", t("tool.history"))),
  ];
}

/** @param {Page} page @param {string} kind */
function openSheet(page, kind) {
  page.mine.sheet = { kind };
  page.draw();
}

/** @param {Page} page */
function more(page) {
  const open = () => openSheet(page, "menu");
  return h("button", { class: "tool", "data-focus": "more", onclick: open }, withSign("more", t("tool.more")));
}

/** A sign with its word, which is hidden if there is no room. @param {string} name @param {string} words */
function withSign(name, words) {
  return [icon(name), fitted("span", { class: "word", "data-scale": 0.94 }, words)]; // of the lighter weight
}

/**
 * Whether throws are entered by hand: as chosen on this tablet, else whenever the camera does not see the board.
 * @param {Page} page
 */
export function handOn(page) {
  if (page.role !== "table" || !page.snapshot || isCards(page.snapshot.state)) return false;
  return page.mine.hand ?? page.snapshot.camera.status !== "ok";
}

/** @param {Page} page */
function toggleHand(page) {
  page.mine.hand = !handOn(page);
  page.mine.chosen = [];
  page.draw();
}

/** @param {Page} page */
function languages(page) {
  /** @type {On<Event>} */
  const pick = (event) => {
    setLanguage(event.target.value);
    page.draw();
  };
  const options = LANGUAGES.map((one) =>
    h("option", { value: one, selected: one === language() }, t(`language.${one}`)),
  );
  return h("span", { class: "languages" }, icon("language"), h("select", { class: "language", "aria-label": t("language"), onchange: pick }, options));
}

/** @param {Page} page */
export function drawStrips(page) {
  const { snapshot, link, told } = page;
  const notice = snapshot?.notice ?? null;
  const camera = snapshot?.camera ?? null;
  const panel = snapshot?.panel ?? null;
  const recording = snapshot?.recording ?? false;
  const key = [language(), page.role, link, told, notice, camera, panel, recording, snapshot === null, playsCards(page), eveningNews(snapshot), snapshot?.phones?.asking, Boolean(snapshot?.question), snapshot?.to_sign];
  show(findElement("#strips"), key, () => [
    camera?.name === "simulated" ? strip("simulated", t("simulated")) : null,
    link === "lost" ? strip("lost", t("link.lost")) : null,
    snapshot === null && link !== "lost" ? strip("camera", t("link.first")) : null,
    playsCards(page) ? null : (movedStrip(page) ?? notesStrip(page) ?? cameraStrip(camera)),
    panel?.status === "stuck" ? strip("camera", [t("panel.stuck"), detail(panel.message)]) : null,
    ...seatCards(page),
    ...eveningStrips(snapshot),
    signStrip(page),
    recording ? strip("camera", t("recording")) : null,
    told ? strip("told", told) : notice ? strip("told", noticeWords(notice)) : null,
  ]);
}

/**
 * The way to the match report, for its signers, while no game is running.
 * @param {Page} page
 */
function signStrip({ role, snapshot }) {
  const { to_sign: round, state } = snapshot ?? {};
  if (!round || role !== "table" || (state && state.stage !== "over")) return null;
  return strip("asks", h("button", { "data-focus": "sign", onclick: () => location.assign("/match-report") }, t("match.sign", { round })));
}

/** The camera's fault; in safe mode its name is the code of the reason. @param {Snapshot["camera"] | null} camera */
function cameraStrip(camera) {
  if (!camera || ["ok", "absent"].includes(camera.status) || !has(`camera.${camera.status}`)) return null;
  const why = has(`safe.${camera.name}`) ? t(`safe.${camera.name}`) : "";
  return strip("camera", [t(`camera.${camera.status}`, { why }), ["missing", "safe"].includes(camera.status) ? detail(camera.message) : null]);
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
  const { acts, legal, state, lifts, head, game } = page.snapshot ?? {};
  const last = acts?.at(-1);
  const key = [language(), page.role, last, head, game, legal, state?.specials, state?.to_fill, lifts?.length, Boolean(cardPart())];
  show(findElement("#foot"), key, () => (page.role === "table" ? [hasGame(page) ? drawExtras(page) : null, game ? undo(page, last) : null] : []));
}

/** One tap takes back the last act; the button names it beforehand. @param {Page} page @param {Entry | undefined} last */
function undo(page, last) {
  const said = last ? actWords(last) : { text: t("act.start"), dice: [] };
  const take = () => page.order({ do: "undo", count: 1 });
  const words = [t("undo"), ": ", last?.player ?? "", " ", said.text, " ", said.dice.join(" ")].join("").trim();
  return h(
    "button",
    { class: "undo", "data-focus": "undo", "aria-label": words, title: words, onclick: take },
    fitted("span", { class: "what", "data-whole": true }, h("span", { class: "drawn", "data-em": 1.15 }, icon("undo")), " ", h("span", { class: "word" }, t("undo"))),
    fitted("span", { class: "which" }, last?.player ? `${last.player}: ` : "", said.text, " ", row(said.dice, "mini")),
  );
}

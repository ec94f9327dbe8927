// The correction of an act: tap a die, tap its value. Each value shows its effect beforehand.

import { setSheet } from "../shared/controls.js";
import { changeWords } from "./changes.js";
import { ask } from "../shared/commands.js";
import { crop, drawDice, drawDie } from "../shared/dice.js";
import { sheetKey } from "../shared/dialog.js";
import { h } from "../shared/dom.js";
import { drawFaces } from "../board/keypad.js";
import { actWords, errorWords, isThrow } from "../shared/phrases.js";
import { language, t } from "../shared/words.js";

const LINES = 2; // lines that are readable at a glance on a button

/**
 * The sheet of an entry, null once it no longer counts. `sheet`: {entry, place, mode, typed, back, told, moment}.
 * @param {BoardPage} page
 * @param {Sheet} sheet
 */
export function correctionSheet(page, sheet) {
  if (sheet.told === undefined || sheet.moment !== page.snapshot.moment) load(page, sheet);
  const line = page.snapshot.acts.find((one) => one.id === sheet.entry);
  const { act, variant } = (sheet.told?.act ? sheet.told : line) ?? {};
  if (sheet.told === null || !act) return null;
  const entry = { act, variant };
  const player = sheet.player ?? line?.player ?? "";
  const thrown = isThrow(entry);
  return {
    title: thrown ? t("correct.title", { player }) : t("correct.act", { player, act: actWords(entry).text }),
    key: [entry, sheet.told?.options?.length ?? 0, page.snapshot.lifts],
    busy: !sheet.told?.options,
    make: () => (sheet.back ? goBack(sheet.back) : thrown ? drawDiceToCorrect(page, sheet, entry) : choices(page, sheet, entry)),
    foot: () => (sheet.back ? backKeys(page, sheet, sheet.back) : thrown ? rest(page, sheet, entry) : null),
  };
}

/** @param {BoardPage} page @param {Sheet} sheet */
async function load(page, sheet) {
  sheet.told ??= {}; // requested
  sheet.moment = page.snapshot.moment; // the board of the answer
  const { moment } = sheet;
  const told = await ask(`/api/acts/${sheet.entry}/alternatives`);
  if (page.mine.sheet?.kind !== "correct" || page.mine.sheet.entry !== sheet.entry) return;
  setSheet(page, { ...page.mine.sheet, told, moment });
}

/** @param {BoardPage} page @param {Sheet} sheet @param {ThrowOf} entry */
function drawDiceToCorrect(page, sheet, entry) {
  if (sheet.mode === "all") return retype(page, sheet, entry);
  const place = sheet.place ?? null;
  const seen = place === null ? null : seenAs(page, sheet.entry, entry.act.dice, place);
  return [
    h("p", { class: "slots" }, entry.act.dice.map((value, at) => slot(page, sheet, value, at)), seen ? crop(seen.url, 96, "evidence") : null),
    h("p", { class: "hint past" }, hint(sheet, place)),
    place === null ? null : values(page, sheet, entry, place),
  ];
}

/** @param {Sheet} sheet @param {number | null} place */
function hint(sheet, place) {
  if (place === null) return t("correct.which");
  return sheet.mode === "none" ? t("correct.none_hint") : t("correct.value");
}

/** @param {Page} page @param {Sheet} sheet @param {number} value @param {number} place */
function slot(page, sheet, value, place) {
  const chosen = sheet.place === place;
  const tap = () => setSheet(page, { ...sheet, place, mode: null });
  return h(
    "button",
    { class: "touch", "aria-label": t("die", { value }), "aria-pressed": String(chosen), "data-slot": place, "data-focus": `slot${place}`, onclick: tap },
    drawDie(chosen && sheet.mode === "none" ? null : value, chosen ? "tap" : ""),
  );
}

/**
 * The camera's candidates for this die: the lift's die of that value, if the lift is still in memory.
 * @param {BoardPage} page
 * @param {number | undefined} entry
 * @param {number[]} all
 * @param {number} place
 */
function seenAs(page, entry, all, place) {
  const lift = page.snapshot.lifts?.find((one) => one.entry === entry);
  const thrown = lift?.dice.filter((one) => one.thrown && one.value === all[place]) ?? [];
  const die = thrown[all.slice(0, place).filter((value) => value === all[place]).length];
  return lift && die ? { ...die, url: `/api/lifts/${lift.id}/${lift.dice.indexOf(die)}` } : null;
}

/** @param {BoardPage} page @param {Sheet} sheet @param {ThrowOf} entry @param {number} place */
function values(page, sheet, entry, place) {
  const now = entry.act.dice[place];
  const likely = (seenAs(page, sheet.entry, entry.act.dice, place)?.candidates ?? []).filter((value) => value !== now);
  const order = [...likely, ...[1, 2, 3, 4, 5, 6].filter((value) => !likely.includes(value))];
  return h("div", { class: "values" }, order.map((value) => drawValue(page, sheet, entry, place, value, likely.includes(value))));
}

/**
 * One value to tap, with its effect; the present value closes the sheet.
 * @param {Page} page
 * @param {Sheet} sheet
 * @param {ThrowOf} entry
 * @param {number} place
 * @param {number} value
 * @param {boolean} likely
 */
function drawValue(page, sheet, entry, place, value, likely) {
  const now = entry.act.dice[place] === value;
  const wanted = entry.act.dice.map((old, at) => (at === place ? value : old)).sort();
  const option = optionOf(sheet, (act) => isSame(act?.dice, wanted));
  const tap = () => (now ? setSheet(page, null) : choose(page, sheet, { ...entry.act, dice: wanted }));
  const refused = option && !option.ok && !option.back;
  return h(
    "button",
    { class: likely ? "value likely" : "value", "data-face": value, "data-focus": `face${value}`, "aria-label": t("die", { value }), disabled: refused, onclick: tap },
    drawDie(value),
    h("span", {}, now ? t("correct.now") : consequences(option)),
  );
}

/** @param {Alternative | null} option */
function consequences(option) {
  if (!option) return null;
  if (option.back) return [changeWords(option.back.changes)[0], t("correct.more")].filter(Boolean).map((line) => h("span", {}, line));
  if ("error" in option) return h("span", { class: "refused past" }, errorWords(option.error));
  const words = changeWords(option.changes);
  const more = words.length - LINES;
  return [...words.slice(0, LINES), more > 0 ? t("change.more", { n: more }) : null].filter(Boolean).map((line) => h("span", {}, line));
}

/** The other corrections: no die at all, other dice altogether, no throw at all. @param {Page} page @param {Sheet} sheet @param {ThrowOf} entry */
function rest(page, sheet, entry) {
  if (sheet.mode === "all") return retypeKeys(page, sheet, entry);
  if ((sheet.place ?? null) === null) return null;
  const never = optionOf(sheet, (act) => act === null);
  return [
    sheetKey(t("correct.no_die"), () => setSheet(page, { ...sheet, mode: "none" }), { focus: "none" }),
    sheetKey(t("correct.other_dice"), () => setSheet(page, { ...sheet, mode: "all", typed: [] }), { focus: "all" }),
    sheetKey(t("correct.no_throw"), () => choose(page, sheet, null), { focus: "never", disabled: never && !never.ok && !never.back }),
  ];
}

/**
 * Type the dice again: more were there than were read, or quite different ones.
 * @param {Page} page
 * @param {Sheet} sheet
 * @param {ThrowOf} entry
 */
function retype(page, sheet, entry) {
  const typed = sheet.typed ?? [];
  const count = entry.act.dice.length;
  return [
    h("p", { class: "hint past" }, t("correct.retype", { n: count })),
    h("p", { class: "slots" }, Array.from({ length: count }, (_, at) => drawDie(typed[at]))),
    drawFaces((value) => setSheet(page, { ...sheet, typed: [...typed, value].slice(0, count) }), { off: typed.length === count }),
  ];
}

/** @param {Page} page @param {Sheet} sheet @param {ThrowOf} entry */
function retypeKeys(page, sheet, entry) {
  const typed = sheet.typed ?? [];
  return [
    sheetKey(t("hand.clear"), () => setSheet(page, { ...sheet, typed: typed.slice(0, -1) }), { focus: "clear", disabled: !typed.length }),
    sheetKey(t("hand.enter"), () => choose(page, sheet, { ...entry.act, dice: [...typed].sort() }), { kind: "go", focus: "enter", disabled: typed.length < entry.act.dice.length }),
  ];
}

/** The other decisions, for acts without dice. @param {Page} page @param {Sheet} sheet @param {ActOf} entry */
function choices(page, sheet, entry) {
  const options = (sheet.told?.options ?? []).filter((option) => option.ok || option.back || option.act === null);
  return [
    h("p", { class: "now" }, t("correct.was"), " ", drawAct(entry.act, entry.variant)),
    h("div", { class: "values wide" }, options.map((option) =>
      h("button", { class: "value", disabled: !option.ok && !option.back, "data-focus": JSON.stringify(option.act), onclick: () => choose(page, sheet, option.act) },
        h("span", {}, h("b", {}, option.act ? drawAct(option.act, entry.variant) : t("correct.never")), consequences(option))),
    )),
  ];
}

/** An act of some game as words, its dice and its declaration. @param {Act} act @param {string} [variant] */
export function drawAct(act, variant) {
  const said = actWords({ act, variant });
  const declared = act.declare ? ` ${t("declare", { ...act.declare, direction: t(`direction.${act.declare.direction}`) })}` : "";
  return h("span", { class: "act", lang: language() }, said.text, declared, " ", drawDice(said.dice));
}

/** @param {Sheet} sheet @param {(act: Act | null) => boolean} fits */
function optionOf(sheet, fits) {
  return (sheet.told?.options ?? []).find((option) => fits(option.act)) ?? null;
}

/** @param {unknown} one @param {unknown} other */
function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Correct at once if everything fits; otherwise show first what must be entered again.
 * @param {Page} page
 * @param {Sheet} sheet
 * @param {Act | null} act
 */
function choose(page, sheet, act) {
  const option = optionOf(sheet, (one) => isSame(one, act));
  const back = option && "back" in option ? option.back : null;
  if (back) setSheet(page, { ...sheet, back: { ...back, act } });
  else sendCorrection(page, sheet, act);
}

/** Later acts do not fit: show the differences by then, and the first act to enter again. @param {NonNullable<Sheet["back"]>} back */
function goBack({ act, first, count, changes }) {
  const words = changeWords(changes);
  return [
    h("p", { class: "now" }, act ? drawAct(act, first.variant) : t("correct.never")),
    h("p", { class: "hint past" }, t(words.length ? "correct.later" : "correct.later_none")),
    words.length ? h("ul", { class: "changes" }, words.map((one) => h("li", {}, one))) : null,
    h("p", { class: "hint" }, t("correct.from", { n: count }), " ", h("b", {}, first.player ?? ""), " ", first.act ? drawAct(first.act, first.variant) : actWords(first).text),
  ];
}

/** @param {Page} page @param {Sheet} sheet @param {NonNullable<Sheet["back"]>} back */
function backKeys(page, sheet, { act }) {
  return [
    sheetKey(t("correct.keep"), () => setSheet(page, { ...sheet, back: null }), { focus: "keep" }),
    sheetKey(t("correct.back"), () => sendCorrection(page, sheet, act, { later: "drop" }), { kind: "go", focus: "go_back" }),
  ];
}

/** @param {Page} page @param {Sheet} sheet @param {Act | null} act @param {Partial<Command>} [more] */
async function sendCorrection(page, sheet, act, more = {}) {
  setSheet(page, null);
  await page.order({ do: "correct", entry: sheet.entry, act, ...more }, sheet.moment);
}

// The correction of an act: tap a die, tap its value. Each value shows its effect beforehand.

import { button, loadSheet, setSheet, hint } from "../shared/controls.js";
import { changeWords, drawChanges } from "./changes.js";
import { crop, drawDice, drawDie, drawFaces } from "../shared/dice.js";
import { h } from "../shared/dom.js";
import { actWords, declareWords, errorWords, isThrow } from "../shared/phrases.js";
import { language, t } from "../shared/words.js";

const LINES = 2; // lines that are readable at a glance on a button

/** One act, what it could have been instead, and what is chosen on its sheet. */
class Correction {
  /** @param {BoardPage} page @param {Sheet} sheet @param {ActOf} entry */
  constructor(page, sheet, entry) {
    this.page = page;
    this.sheet = sheet;
    this.act = entry.act;
    this.variant = entry.variant;
    this.dice = entry.act.dice ?? [];
    this.place = sheet.place ?? null;
    this.typed = sheet.typed ?? [];
    this.options = sheet.told?.options ?? [];
  }

  /** @param {Partial<Sheet>} more */
  set(more) {
    setSheet(this.page, { ...this.sheet, ...more });
  }

  /** @param {Act | null} act */
  optionOf(act) {
    return this.options.find((option) => JSON.stringify(option.act) === JSON.stringify(act)) ?? null;
  }

  /** The dice as they were read; of the chosen one its picture, and the values to tap. */
  drawThrow() {
    if (this.sheet.mode === "all") return this.retype();
    const { place } = this;
    const seen = place === null ? null : this.seenAs(place);
    const slots = this.dice.map((value, at) => {
      const chosen = place === at;
      return h("button.touch", { "aria-label": t("die", { value }), "aria-pressed": String(chosen), "data-slot": at,
        "data-focus": `slot${at}`, onclick: () => this.set({ place: at }) }, drawDie(value, chosen ? "tap" : ""));
    });
    return [
      h("p.slots", slots, seen ? crop(seen.url, 96, "evidence") : null),
      hint(t(place === null ? "correct.which" : "correct.value")),
      place === null ? null : this.values(place, seen?.candidates ?? []),
    ];
  }

  /** The camera's view of this die: the lift's die of that value, if the lift is still in memory.
   * @param {number} place */
  seenAs(place) {
    const value = this.dice[place];
    const lift = this.page.snapshot.lifts?.find((one) => one.entry === this.sheet.entry);
    const alike = lift?.dice.filter((one) => one.thrown && one.value === value) ?? [];
    const die = alike[this.dice.slice(0, place).filter((one) => one === value).length];
    return lift && die ? { ...die, url: `/api/lifts/${lift.id}/${lift.dice.indexOf(die)}` } : null;
  }

  /** The values to tap with their effects, those that the camera thought of first; the present one closes the sheet.
   * @param {number} place @param {number[]} candidates */
  values(place, candidates) {
    const likely = candidates.filter((value) => value !== this.dice[place]);
    return h("div.values", [...new Set([...likely, 1, 2, 3, 4, 5, 6])].map((value) => {
      const now = this.dice[place] === value;
      const act = { ...this.act, dice: this.dice.map((old, at) => (at === place ? value : old)).sort() };
      const option = this.options.find((one) => String(one.act?.dice) === String(act.dice)) ?? null;
      const tap = () => (now ? setSheet(this.page, null) : this.choose(act));
      const props = { class: likely.includes(value) ? "value likely" : "value", "data-face": value,
        "data-focus": `face${value}`, "aria-label": t("die", { value }), disabled: option && !option.ok && !option.back,
        onclick: tap };
      return h("button", props, drawDie(value), h("span", now ? t("correct.now") : consequences(option)));
    }));
  }

  /** Type the dice again: more were there than were read, or quite different ones. */
  retype() {
    const { length } = this.dice;
    return [
      hint(t("correct.retype", { n: length })),
      h("p.slots", Array.from({ length }, (_, at) => drawDie(this.typed[at]))),
      drawFaces((value) => this.set({ typed: [...this.typed, value].slice(0, length) }),
        { off: this.typed.length === length }),
    ];
  }

  /** The keys of a throw: other dice altogether, no throw at all. */
  rest() {
    const { typed } = this;
    if (this.sheet.mode === "all") {
      return [
        button(t("hand.clear"), () => this.set({ typed: typed.slice(0, -1) }),
          { focus: "clear", disabled: !typed.length }),
        button(t("hand.enter"), () => this.choose({ ...this.act, dice: [...typed].sort() }),
          { kind: "go", focus: "enter", disabled: typed.length < this.dice.length }),
      ];
    }
    if (this.place === null) return null;
    const never = this.optionOf(null);
    return [
      button(t("correct.other_dice"), () => this.set({ mode: "all", typed: [] }), { focus: "all" }),
      button(t("correct.no_throw"), () => this.choose(null),
        { focus: "never", disabled: never && !never.ok && !never.back }),
    ];
  }

  /** The other decisions, for acts without dice. */
  drawOthers() {
    const options = this.options.filter((option) => option.ok || option.back || option.act === null);
    return [
      h("p.now", t("correct.was"), " ", drawAct(this.act, this.variant)),
      h("div.values.wide", options.map((option) =>
        h("button.value", { disabled: !option.ok && !option.back, "data-focus": JSON.stringify(option.act),
            onclick: () => this.choose(option.act) },
          h("span", h("b", option.act ? drawAct(option.act, this.variant) : t("correct.never")), consequences(option))),
      )),
    ];
  }

  /** Correct at once if everything fits; otherwise show first what must be entered again. @param {Act | null} act */
  choose(act) {
    const option = this.optionOf(act);
    const back = option && "back" in option ? option.back : null;
    if (back) this.set({ back: { ...back, act } });
    else this.send(act);
  }

  /** Later acts do not fit: show the differences by then, and the first act to enter again; and the keys.
   * @param {NonNullable<Sheet["back"]>} back */
  later({ act, first, count, changes }) {
    const list = drawChanges(changes);
    return {
      body: [
        h("p.now", act ? drawAct(act, first.variant) : t("correct.never")),
        hint(t(list ? "correct.later" : "correct.later_none")),
        list,
        h("p.hint", t("correct.from", { n: count }), " ", h("b", first.player ?? ""), " ",
          first.act ? drawAct(first.act, first.variant) : actWords(first).text),
      ],
      foot: [button(t("correct.keep"), () => this.set({ back: null }), { focus: "keep" }),
        button(t("correct.back"), () => this.send(act, { later: "drop" }), { kind: "go", focus: "go_back" })],
    };
  }

  /** @param {Act | null} act @param {Partial<Command>} [more] */
  async send(act, more = {}) {
    setSheet(this.page, null);
    await this.page.order({ do: "correct", entry: this.sheet.entry, act, ...more }, this.sheet.moment);
  }
}

/** The sheet of an entry, null once it no longer counts. `sheet`: {entry, place, mode, typed, back, told, moment}.
 * @param {BoardPage} page @param {Sheet} sheet */
export function correctionSheet(page, sheet) {
  if (sheet.told === undefined || sheet.moment !== page.snapshot.moment) {
    const { moment } = page.snapshot; // the board of the answer
    Object.assign(sheet, { told: sheet.told ?? {}, moment });
    loadSheet(page, `/api/acts/${sheet.entry}/alternatives`, (told) => ({ told, moment }));
  }
  const line = page.snapshot.acts.find((one) => one.id === sheet.entry);
  const { act, variant } = (sheet.told?.act ? sheet.told : line) ?? {};
  if (sheet.told === null || !act) return null;
  const entry = { act, variant };
  const player = sheet.player ?? line?.player ?? "";
  const correction = new Correction(page, sheet, entry);
  const thrown = isThrow(entry);
  return {
    title: thrown ? t("correct.title", { player }) : t("correct.act", { player, act: actWords(entry).text }),
    busy: !sheet.told?.options,
    ...(sheet.back ? correction.later(sheet.back) : thrown ? { body: correction.drawThrow(), foot: correction.rest() }
      : { body: correction.drawOthers() }),
  };
}

/** @param {Alternative | null} option */
function consequences(option) {
  if (!option) return null;
  if (option.back) {
    return [changeWords(option.back.changes)[0], t("correct.more")].filter(Boolean)
      .map((line) => h("span", line));
  }
  if ("error" in option) return h("span.refused.past", errorWords(option.error));
  const words = changeWords(option.changes);
  const more = words.length - LINES;
  return [...words.slice(0, LINES), more > 0 ? t("change.more", { n: more }) : null].filter(Boolean)
    .map((line) => h("span", line));
}

/** An act of some game as words, its dice and its declaration. @param {Act} act @param {string} [variant] */
export function drawAct(act, variant) {
  const said = actWords({ act, variant });
  const declared = act.declare ? ` ${declareWords(act.declare)}` : "";
  return h("span.act", { lang: language() }, said.text, declared, " ", drawDice(said.dice));
}

// Draws the parts of the page for setting up: one check, the lens, the button test, and what all tests have in common.

import { h } from "../shared/dom.js";
import { language, shortDay, t } from "../shared/words.js";

const SIGNS = { good: "✓", fair: "!", bad: "✗" };
const STRAIGHT_MM = 0.05; // a smaller distortion is negligible
/** @param {number} value */
const formatNumber = (value) => value.toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
/** @param {number} value */
const formatMm = (value) => `${formatNumber(value)} mm`;
/** @param {number} value */
export const formatPercent = (value) => `${Math.round(value * 100)} %`;
/** @param {number} value */
const formatTenths = (value) => `${formatNumber(value * 100)}\u00a0%`;
/** @type {Record<string, (value: number) => string>} */
const VALUES = {
  marks: (value) => `${value} / 4`,
  field: formatPercent,
  error: formatMm,
  sharp: formatMm,
  light: (value) => formatPercent(value / 255),
  even: formatPercent,
  glare: formatTenths,
  colour: (value) => `× ${formatNumber(value)}`,
  grain: (value) => `± ${formatNumber(value)}`,
  exposure: (value) => `${Math.round(value)} ms`,
  flicker: formatPercent,
};

/** How the camera took the picture, in its own words, as far as known. @param {Exposure} taken */
export function takenLine(taken) {
  /** @type {string[]} */
  const parts = [];
  /** @param {string} name @param {number | null} value @param {(value: number) => number | string} shown */
  const say = (name, value, shown) => value === null || parts.push(t(`taken.${name}`, { n: shown(value) }));
  say("seconds", taken.seconds, (value) => Math.max(1, Math.round(1 / (value || 1))));
  say("gain", taken.gain, formatNumber);
  say("kelvin", taken.kelvin, (value) => Math.round(value / 100) * 100);
  say("focus", taken.focus || null, (value) => Math.round(100 / value));
  return parts.length ? h("p", { class: "hint" }, `${t("calibrate.taken")} ${parts.join(" · ")}`) : null;
}

/**
 * One check: its sign and verdict, the finding, and the remedy if there is one. Glare stands beside what was kept: the gain of a film.
 * @param {Finding} finding
 * @param {KeptSetup | null} kept
 */
export function checkRow({ check, verdict, said, value }, kept) {
  const before = check === "glare" && kept ? ` · ${t("calibrate.glare_kept", { n: formatTenths(kept.glare) })}` : "";
  return h(
    "li",
    { class: `finding ${verdict}`, "data-check": check },
    sign(verdict),
    h("div", {}, h("h3", { class: "b" }, t(`check.${check}`), " ", h("span", { class: "t1 past" }, VALUES[check]?.(value) ?? "", before)), findingWords(check, said)),
  );
}

/** @param {Verdict} verdict */
function sign(verdict) {
  return h("b", { class: "sign" }, h("span", { "aria-hidden": "true" }, SIGNS[verdict]), " ", t(`verdict.${verdict}`));
}

/** @param {string} check @param {string} verdict */
function findingWords(check, verdict) {
  const mend = verdict === "good" ? null : h("p", { class: "mend" }, t(`mend.${check}.${verdict}`));
  return [h("p", {}, t(`finding.${check}.${verdict}`)), mend];
}

/** The verdict of a test by hand, once there is one. @param {string} check @param {Verdict | null} verdict */
export function verdictOf(check, verdict) {
  return verdict ? verdictLine(check, verdict, findingWords(check, verdict)) : null;
}

/**
 * The button that starts, restarts or stops a test; and why it cannot start now.
 * @param {string} test
 * @param {{ running: boolean, verdict: unknown }} state
 * @param {boolean} between
 * @param {OrderSetup} order
 */
export function starter(test, { running, verdict }, between, order) {
  const stop = () => order({ do: "stop" });
  if (running) return [h("button", { class: "key2", "data-focus": `stop ${test}`, onclick: stop }, t("calibrate.stop"))];
  const [again, first] = test === "lens" ? [t("calibrate.measure_again"), t("calibrate.measure")] : [t("calibrate.again"), t("calibrate.begin")];
  const words = verdict ? again : first;
  const begin = () => order({ do: "begin", test });
  return [
    between ? null : h("p", { class: "mend" }, t("calibrate.mid_turn")),
    h("button", { class: "key2", "data-focus": `begin ${test}`, disabled: !between, onclick: begin }, words),
  ];
}

/** Each button lights its tick. @param {Calibration} found @param {OrderSetup} order */
export function buttonsTest({ buttons, panel, panel_trouble: trouble, between }, order) {
  const { all, pressed, running, verdict } = buttons;
  if (trouble) return [h("h2", {}, t("check.buttons")), h("p", { class: "mend" }, t("calibrate.panel_trouble")), h("p", { class: "hint" }, trouble)];
  if (!panel) return [h("h2", {}, t("check.buttons")), h("p", {}, t("calibrate.no_panel"))];
  return [
    h("h2", {}, t("check.buttons")),
    h("p", { class: running ? "now" : "" }, running ? t("calibrate.buttons_now") : t("calibrate.buttons_why")),
    verdictOf("buttons", verdict),
    running || pressed.length ? ticks("button", all, pressed, (one) => t(`panel_button.${one}`), (button, down) => t(down ? "calibrate.pressed" : "calibrate.unpressed", { button })) : null,
    ...starter("buttons", buttons, between, order),
  ];
}

/**
 * A list in which each one that was seen gets its tick.
 * @param {"button" | "view"} what
 * @param {string[]} all
 * @param {string[]} done
 * @param {(one: string) => string} words
 * @param {(words: string, on: boolean) => string} label
 */
function ticks(what, all, done, words, label) {
  /** @param {string} one @param {boolean} on */
  const tick = (one, on) => h("li", { class: on ? "on" : "", [`data-${what}`]: one, "aria-label": label(words(one), on) }, h("b", { "aria-hidden": "true" }, on ? "✓ " : "· "), words(one));
  return h("ul", { class: "ticks" }, all.map((one) => tick(one, done.includes(one))));
}

/**
 * Show the camera the board flat, then with each of its edges lifted; and the result.
 * @param {Calibration} found
 * @param {OrderSetup} order
 */
export function lensTest({ lens, between }, order) {
  const { all, seen, running, said, verdict, before, after, kept, marks } = lens;
  const lift = seen.length < all.length ? t("calibrate.lens_now") : t("calibrate.lens_lay");
  const next = seen.length ? lift : t("calibrate.lens_flat");
  const hint = marks < 4 ? t("calibrate.lens_marks", { n: marks }) : next;
  return [
    h("h2", {}, t("check.lens")),
    h("p", { class: running ? "now" : "" }, running ? hint : t("calibrate.lens_why")),
    said && verdict && !running ? verdictLine("lens", verdict, findingWords("lens", said), gained(before, after)) : null,
    running ? ticks("view", all, seen, (one) => t(`lens_view.${one}`), (view, on) => t(on ? "calibrate.lens_seen" : "calibrate.lens_unseen", { view })) : null,
    ...starter("lens", { running, verdict: said || kept }, between, order),
    kept && !running ? known(kept, !said, between, order) : null,
  ];
}

/** @param {string} check @param {Verdict} verdict @param {...Child} words */
export function verdictLine(check, verdict, ...words) {
  return h("div", { class: `finding ${verdict}`, "data-check": check }, sign(verdict), h("div", {}, ...words));
}

/** @param {number | null} before @param {number | null} after */
function gained(before, after) {
  if (before === null || after === null) return null;
  const words = before < STRAIGHT_MM ? t("calibrate.lens_straight") : t("calibrate.lens_gain", { before: formatMm(before), after: formatMm(after) });
  return h("p", {}, words);
}

/**
 * The lens in use, and a way to discard it.
 * @param {KeptLens} kept
 * @param {boolean} told
 * @param {boolean} between
 * @param {OrderSetup} order
 */
function known(kept, told, between, order) {
  const forget = () => order({ do: "forget_lens" });
  const from = shortDay(kept.at);
  const bends = () => t("calibrate.lens_kept", { day: from, before: formatMm(kept.before), after: formatMm(kept.after) });
  const words = kept.before < STRAIGHT_MM ? t("calibrate.lens_kept_straight", { day: from }) : bends();
  return h(
    "div",
    { class: "row-of" },
    told ? h("p", { class: "hint" }, words) : null,
    h("button", { class: "key2", "data-focus": "forget lens", disabled: !between, onclick: forget }, t("calibrate.lens_forget")),
  );
}

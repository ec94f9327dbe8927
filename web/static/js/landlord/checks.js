// What the table finds while it is set up: each check with its value, its verdict and its remedy.

import { h } from "../shared/dom.js";
import { language, t } from "../shared/words.js";

const SIGNS = { good: "✓", fair: "!", bad: "✗" };
const formatNumber = (/** @type {number} */ value) =>
  value.toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
export const formatMm = (/** @type {number} */ value) => `${formatNumber(value)} mm`;
export const formatPercent = (/** @type {number} */ value) => `${Math.round(value * 100)} %`;
const formatTenths = (/** @type {number} */ value) => `${formatNumber(value * 100)}\u00a0%`;
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
export function takenLine({ seconds, gain, kelvin, focus }) {
  const parts = [
    seconds === null ? null : t("taken.seconds", { n: Math.max(1, Math.round(1 / (seconds || 1))) }),
    gain === null ? null : t("taken.gain", { n: formatNumber(gain) }),
    kelvin === null ? null : t("taken.kelvin", { n: Math.round(kelvin / 100) * 100 }),
    focus ? t("taken.focus", { n: Math.round(100 / focus) }) : null,
  ].filter(Boolean);
  return parts.length ? h("p.hint", `${t("calibrate.taken")} ${parts.join(" · ")}`) : null;
}

/** The checks, each with its value, the finding, and the remedy if there is one. Glare stands beside what was kept: the
 * gain of a film. @param {Finding[]} findings @param {KeptSetup | null} [kept] */
export function checkList(findings, kept = null) {
  return h("ul.findings", findings.map(({ check, verdict, said, value }) => {
    const before = check === "glare" && kept ? ` · ${t("calibrate.glare_kept", { n: formatTenths(kept.glare) })}` : "";
    return verdictLine("li", check, verdict, h("h3.b", t(`check.${check}`), " ",
      h("span.t1.past", VALUES[check]?.(value) ?? "", before)), findingWords(check, said));
  }));
}

/** A verdict with its sign, and what is said of it. @param {"li" | "div"} tag @param {string} check
 * @param {Verdict} verdict @param {...Child} words */
export function verdictLine(tag, check, verdict, ...words) {
  const sign = h("b.sign", h("span", { "aria-hidden": "true" }, SIGNS[verdict]), " ", t(`verdict.${verdict}`));
  return h(tag, { class: `finding ${verdict}`, "data-check": check }, sign, h("div", words));
}

/** What a check found, and what helps. @param {string} check @param {string} verdict */
export function findingWords(check, verdict) {
  const mend = verdict === "good" ? null : h("p.mend", t(`mend.${check}.${verdict}`));
  return [h("p", t(`finding.${check}.${verdict}`)), mend];
}

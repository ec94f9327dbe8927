// Draws dice, the cup and mats as SVG. Faces are drawn, not loaded: no file, no font, any size.

import { h, s } from "./dom.js";
import { t } from "./words.js";

const A = 26;
const M = 50;
const B = 74;
/** @type {Record<number, Array<[number, number]>>} */
const PIPS = {
  1: [[M, M]],
  2: [[A, B], [B, A]],
  3: [[A, B], [M, M], [B, A]],
  4: [[A, A], [A, B], [B, A], [B, B]],
  5: [[A, A], [A, B], [M, M], [B, A], [B, B]],
  6: [[A, A], [A, M], [A, B], [B, A], [B, M], [B, B]],
};

/** Draw one die; a value that is not 1 to 6 draws an empty face. @param {number | null | undefined} value @param {string} [kind] */
export function die(value, kind = "") {
  const pips = (PIPS[value ?? 0] ?? []).map(([x, y]) =>
    s("circle", { cx: x, cy: y, r: value === 1 ? 12 : 9.5, class: value === 1 ? "pip one" : "pip" }),
  );
  const name = pips.length ? t("die", { value }) : t("die.empty");
  return s(
    "svg",
    { class: `die ${kind}`, viewBox: "0 0 100 100", preserveAspectRatio: "none", role: "img", "aria-label": name, "data-value": value ?? "" },
    s("rect", { x: 3, y: 5, width: 94, height: 94, rx: 19, class: "edge" }),
    s("rect", { x: 3, y: 2, width: 94, height: 92, rx: 19, class: "face" }),
    ...pips,
  );
}

/** Draw one die of design.css; null draws the place of one that is not thrown yet. @param {number | null | undefined} value @param {string} [kind] */
export function drawDie(value, kind = "") {
  return h("i", { class: `die d${value ?? 0} ${kind}`.trim(), role: "img", "aria-label": value ? t("die", { value }) : t("die.empty"), "data-value": value ?? "" });
}

/** Draw dice of one size side by side, as `design.css` knows them; `kindOf` may add a class to one ("held"). @param {number[]} values @param {(place: number) => string} [kindOf] */
export function drawDice(values, kindOf = () => "") {
  const each = values.map((value, place) => h("i", { class: `die d${value} ${kindOf(place)}`.trim(), "data-value": value }));
  return h("span", each.length ? { class: "dice", role: "img", "aria-label": values.join(" ") } : {}, each);
}

/**
 * Show the camera's own picture of a die. A missing picture leaves its place empty.
 * @param {string} url
 * @param {number} size
 * @param {string | null} [kind]
 */
export function crop(url, size, kind = null) {
  /** @param {MouseEvent} event */
  /** @type {On<Event>} */
  const gone = (event) => {
    event.currentTarget.style.visibility = "hidden";
  };
  return h("img", { class: kind, src: url, alt: t("crop"), width: size, height: size, onerror: gone });
}

/** @type {Record<string, number>} */
const EACH = { large: 2, close: 1.15 }; // ems, with the gap

/** Draw several dice in a row, each as large as the text around it. @param {number[]} values @param {string} [kind] */
export function row(values, kind = "") {
  return h("span", { class: `row ${kind}`, "data-em": ((EACH[kind] ?? 1.34) * values.length).toFixed(2) }, values.map((value) => die(value)));
}

/** Draw the cup, standing mouth down on the table. */
export function cup() {
  return s(
    "svg",
    { class: "cup", viewBox: "0 0 120 130", role: "img", "aria-label": t("cup") },
    s("ellipse", { cx: 60, cy: 116, rx: 54, ry: 11, class: "shade" }),
    s("path", { d: "M26 18 Q60 6 94 18 L108 112 Q60 126 12 112 Z", class: "leather" }),
    s("ellipse", { cx: 60, cy: 18, rx: 34, ry: 8, class: "bottom" }),
    s("path", { d: "M16 88 Q60 102 104 88 L106 98 Q60 112 14 98 Z", class: "band" }),
  );
}

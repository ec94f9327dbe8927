// The throw that decided a game, as a picture to keep: what the finale says and shows, drawn by the browser.

import { button } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { decidingRound } from "./ends.js";

const [WIDTH, HEIGHT, EDGE, DIE] = [1200, 675, 64, 112];
const PIPS = [[1, 1], [0, 0], [2, 2], [2, 0], [0, 2], [0, 1], [2, 1]];
/** Which of these a die shows. @param {number} n */
const pipsOf = (n) => PIPS.filter((_, place) => [n % 2, n > 1, n > 1, n > 3, n > 3, n > 5, n > 5][place]);

/** The key that saves it; null where no throw decided the game. @param {Played} snapshot */
export function keepKey(snapshot) {
  if (snapshot.state.stage !== "over" || !decidingRound(snapshot)) return null;
  return button(t("finale.keep"), keepPicture, { kind: "report", focus: "keep" });
}

/** Save the finale that the board shows. */
function keepPicture() {
  const canvas = h("canvas", { width: WIDTH, height: HEIGHT });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  /** @param {Element | null} part @param {number} y @param {number} size @param {number} [right] */
  const write = (part, y, size, right = 0) => {
    if (!part) return;
    pen.font = `700 ${size}px Barlow, sans-serif`;
    pen.fillStyle = getComputedStyle(part).color;
    pen.textAlign = right ? "right" : "left";
    pen.fillText(part.textContent ?? "", right || EDGE, y, right ? 2 * DIE : WIDTH - 2 * EDGE);
  };
  /** @param {string} colour @param {number} x @param {number} y @param {number} side @param {number} radius */
  const fill = (colour, x, y, side, radius) => {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.roundRect(x, y, side, side, radius);
    pen.fill();
  };
  /** @param {number} n @param {number} x @param {number} y */
  const drawDie = (n, x, y) => {
    fill("#f7f1e1", x, y, DIE, DIE * 0.18);
    for (const [across, down] of pipsOf(n)) {
      fill(n === 1 ? "#c2281f" : "#15130e", x + DIE * (0.13 + 0.27 * across), y + DIE * (0.13 + 0.27 * down), DIE / 5,
        DIE / 10);
    }
  };
  fill(getComputedStyle(document.documentElement).backgroundColor, 0, 0, WIDTH, 0);
  document.querySelectorAll("#whole h1 span").forEach((said, place) => write(said, 110 + 72 * place, 60));
  document.querySelectorAll("#whole .duel .r:not(.hdr)").forEach((row, place) => {
    const top = 320 + place * (DIE + 32);
    write(row.querySelector(".name"), top + 74, 52);
    row.querySelectorAll(".die").forEach((die, nth) => drawDie(Number(die.dataset.value), 560 + nth * (DIE + 12), top));
    write(row.querySelector(".num"), top + 74, 52, WIDTH - EDGE);
  });
  write(document.querySelector(".head b"), HEIGHT - 40, 28);
  canvas.toBlob((blob) =>
    h("a", { href: URL.createObjectURL(/** @type {Blob} */ (blob)), download: "knobeltisch.png" }).click());
}

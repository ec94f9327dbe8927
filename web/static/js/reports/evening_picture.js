// Draws an evening as a picture for a phone: each player's losses and payments, the best throw. No file, no font but the page's.

const WIDE = 1080;
const HIGH = 1350;
const EDGE = 64;
const INSIDE = WIDE - 2 * EDGE;
const FOOT = 1286;
const LIST = 312; // where the rows begin
const BEST = 310; // the least room of the best throw
const ROW_MOST = 132;
const COLORS = { night: "#10201a", felt: "#183027", line: "#3a5a49", cream: "#f8f1de", soft: "#c3cfbf", amber: "#ffc24b", brick: "#ff9d80", face: "#fbf5e4", edge: "#b9ab8b", pip: "#1d1a14", one: "#b3261e" };
const FROM_THE_RIGHT = /^[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** @type {Record<number, number[][]>} */
const PIPS = {
  1: [[50, 50]],
  2: [[26, 74], [74, 26]],
  3: [[26, 74], [50, 50], [74, 26]],
  4: [[26, 26], [26, 74], [74, 26], [74, 74]],
  5: [[26, 26], [26, 74], [50, 50], [74, 26], [74, 74]],
  6: [[26, 26], [26, 50], [26, 74], [74, 26], [74, 50], [74, 74]],
};

/**
 * Draw the table's data (`title`, `day`, `facts`, `rows`, `best`) on a canvas, once the page's font has these letters.
 * @param {HTMLCanvasElement} canvas
 * @param {EveningPicture} told
 */
export async function drawEvening(canvas, told) {
  canvas.width = WIDE;
  canvas.height = HIGH;
  const letters = JSON.stringify(told);
  await Promise.all([500, 700].map((weight) => document.fonts.load(`${weight} 40px Barlow`, letters).catch(/** @returns {FontFace[]} */ () => [])));
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("this browser draws on no canvas");
  const family = getComputedStyle(canvas).fontFamily;
  const board = { pen, family };
  pen.fillStyle = COLORS.night;
  pen.fillRect(0, 0, WIDE, HIGH);
  pen.textBaseline = "alphabetic";
  write(board, told.title, { x: EDGE, y: 104, size: 44, most: INSIDE, color: COLORS.amber });
  write(board, told.day, { x: EDGE, y: 184, size: 68, most: INSIDE, weight: 700 });
  write(board, told.facts.join("  ·  "), { x: EDGE, y: 244, size: 40, most: INSIDE, color: COLORS.soft });
  const row = Math.min(ROW_MOST, (FOOT - BEST - LIST) / Math.max(1, told.rows.length));
  write(board, told.lost_label, { x: WIDE - EDGE - 24, y: LIST - 12, size: 30, most: INSIDE, color: COLORS.soft, align: "right" });
  const most = Math.max(1, ...told.rows.map((one) => one.lost));
  told.rows.forEach((one, place) => drawRow(board, one, LIST + place * row, row, most));
  drawBest(board, told, LIST + told.rows.length * row);
}

/**
 * Write one line at the given size, smaller if it does not fit, with an ellipsis if that were too small. Returns its width.
 * @param {Drawing} drawing
 * @param {string} text
 * @param {DrawnLine} line
 */
function write({ pen, family }, text, { x, y, size, most, color = COLORS.cream, weight = 500, align = "left", least = 0.66 }) {
  /** @param {number} px */
  const font = (px) => (pen.font = `${weight} ${px}px ${family}`);
  font(size);
  const smaller = Math.max(size * least, Math.min(size, (size * most) / pen.measureText(text).width));
  font(smaller);
  const shown = cut(pen, text, most);
  pen.fillStyle = color;
  pen.textAlign = align;
  pen.direction = FROM_THE_RIGHT.test(text) ? "rtl" : "ltr"; // its reading direction; `align` sets its place
  pen.fillText(shown, x, y);
  return pen.measureText(shown).width;
}

/** @param {CanvasRenderingContext2D} pen @param {string} text @param {number} most */
function cut(pen, text, most) {
  const signs = Intl.Segmenter ? [...new Intl.Segmenter().segment(text)].map((one) => one.segment) : Array.from(text);
  let shown = text;
  while (signs.length > 1 && pen.measureText(shown).width > most) {
    signs.pop();
    shown = `${signs.join("").trimEnd()}…`;
  }
  return shown;
}

/**
 * One player: his name and payment; a bar for the games he lost, proportional to their number.
 * @param {Drawing} board
 * @param {EveningRow} one
 * @param {number} top
 * @param {number} high
 * @param {number} most
 */
function drawRow(board, one, top, high, most) {
  const { pen } = board;
  const gap = high * 0.07;
  pen.fillStyle = COLORS.felt;
  pen.beginPath();
  pen.roundRect(EDGE, top + gap, INSIDE, high - 2 * gap, 18);
  pen.fill();
  const size = Math.min(52, high * 0.6);
  const middle = top + high / 2 + size * 0.34;
  const number = write(board, String(one.lost), { x: WIDE - EDGE - 24, y: middle, size: size * 1.1, most: 120, weight: 700, color: one.lost ? COLORS.brick : COLORS.soft, align: "right" });
  const dots = Math.min(one.lost, 8);
  const end = WIDE - EDGE - 44 - number;
  for (let place = 0; place < dots && most <= 8; place++) mark(pen, end - place * size * 0.62, top + high / 2, size * 0.22);
  const words = end - (most <= 8 ? most * size * 0.62 : 0) - EDGE - 30;
  const name = write(board, one.player, { x: EDGE + 24, y: middle, size, most: words * 0.6, weight: 700 });
  write(board, one.words, { x: EDGE + 24 + name + 22, y: middle, size: size * 0.74, most: words - name - 30, color: COLORS.soft });
}

/** @param {CanvasRenderingContext2D} pen @param {number} x @param {number} y @param {number} radius */
function mark(pen, x, y, radius) {
  pen.strokeStyle = COLORS.brick;
  pen.lineWidth = radius * 0.5;
  pen.beginPath();
  pen.moveTo(x - radius, y - radius);
  pen.lineTo(x + radius, y + radius);
  pen.moveTo(x + radius, y - radius);
  pen.lineTo(x - radius, y + radius);
  pen.stroke();
}

/** The best throw of each game, the first in large. @param {Drawing} board @param {EveningPicture} told @param {number} above */
function drawBest(board, told, above) {
  const [first, ...others] = told.best;
  if (!first) return;
  const room = FOOT - above;
  const size = Math.min(180, room * 0.42);
  const top = above + (room - size - 150) / 2 + 70;
  write(board, `${told.best_label}: ${first.game}`, { x: EDGE, y: top - 24, size: 40, most: INSIDE, color: COLORS.soft });
  first.dice.forEach((value, place) => die(board.pen, value, EDGE + place * size * 1.14, top, size));
  const beside = EDGE + first.dice.length * size * 1.14 + 24;
  write(board, first.words, { x: beside, y: top + size * 0.44, size: Math.min(76, size * 0.5), most: WIDE - EDGE - beside, weight: 700, color: COLORS.amber, least: 0.4 });
  write(board, first.player, { x: beside, y: top + size * 0.86, size: Math.min(52, size * 0.34), most: WIDE - EDGE - beside });
  if (others.length) write(board, others.map((one) => `${one.game}: ${one.words}`).join("  ·  "), { x: EDGE, y: top + size + 58, size: 34, most: INSIDE, color: COLORS.soft });
}

/** @param {CanvasRenderingContext2D} pen @param {number} value @param {number} x @param {number} y @param {number} size */
function die(pen, value, x, y, size) {
  const unit = size / 100;
  /** @param {number} top @param {number} high @param {string} color */
  const box = (top, high, color) => {
    pen.fillStyle = color;
    pen.beginPath();
    pen.roundRect(x + 3 * unit, y + top * unit, 94 * unit, high * unit, 19 * unit);
    pen.fill();
  };
  box(5, 94, COLORS.edge);
  box(2, 92, COLORS.face);
  pen.fillStyle = value === 1 ? COLORS.one : COLORS.pip;
  for (const [across, down] of PIPS[value] ?? []) {
    pen.beginPath();
    pen.arc(x + across * unit, y + down * unit, (value === 1 ? 12 : 9.5) * unit, 0, 2 * Math.PI);
    pen.fill();
  }
}

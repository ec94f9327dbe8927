// Lets text fill its box. A box of class `fit` is a size container; its content's width is in these measures, in ems: `--e1` on
// one line, `--e2` at best on two, `--e3` on three. The style sheet derives the size from them and the box, so text never exceeds
// its box on any screen. This needs no layout. Before a text gets too small to read, its letters are drawn narrower (`--narrow`):
// those of a word of wide letters, and all of a font that is wider than the page's own.

const LONGEST = 14; // ems: a longer name gets an ellipsis rather than becoming too small to read
const USUAL = 6; // ems: ten letters of most names
const SAFE = 1.04; // for rounding and kerning
const SPACE = 0.3;
const LINES = 5;
const WIDE = 6.3; // ems: a longer word's letters are drawn narrower
const WIDE_LINE = 8.5; // ems: the same for a longer line that must stay one
const NARROWEST = 0.6; // any narrower, and letters are hard to distinguish
const SQUARE = /[\u1100-\u11ff\u2e80-\ud7af\uf900-\ufaff\uff00-\uff60]/gu; // an em wide; without a font for them, boxes of another width than measured
const SAMPLE = "Jürgen Zeynep Anna Deckel Schock raus High low 203 führt 1 2 3 4 5 6";
const SAMPLE_EMS = 27.89; // of Barlow Semi Condensed, 700

const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d")); // null only beside another kind
/** @type {Map<string, number>} */
const widths = new Map();
let fontNarrow = 1; // how much narrower all letters are drawn for a font that is wider than ours

/** Return the width of a text in ems, in the heavier weight of the page's font. @param {string} text */
export function widthInEms(text) {
  const width = widths.get(text) ?? Math.max(pen.measureText(text).width / 100, text.match(SQUARE)?.length ?? 0);
  widths.set(text, width);
  return width;
}

/**
 * Return the least width in ems that holds the words on so many lines, whole words only.
 * @param {number[]} words
 * @param {number} lines
 */
export function narrowestWidth(words, lines) {
  const total = words.reduce((sum, one) => sum + one + SPACE, -SPACE);
  let [low, high] = [Math.max(...words, total / lines), total];
  for (let step = 0; step < 12 && high - low > 0.05; step += 1) {
    const middle = (low + high) / 2;
    if (linesOf(words, middle) <= lines) high = middle;
    else low = middle;
  }
  return high;
}

/** @param {number[]} words @param {number} room */
function linesOf(words, room) {
  let [lines, used] = [1, 0];
  for (const one of words) {
    const more = used ? used + SPACE + one : one;
    if (more <= room) used = more;
    else [lines, used] = [lines + 1, one];
  }
  return lines;
}

/**
 * Return the widths of the words below a node in ems, with letters this much narrower; a drawing has its width in `data-em`. The
 * content of one line (`data-together`) is one word, unless single words are requested.
 * @param {Node} node
 * @param {number} [narrow]
 * @param {boolean} [single]
 * @returns {number[]}
 */
function wordsIn(node, narrow = 1, single = false) {
  if (node instanceof Text) return node.data.split(/[^\S\u00a0]+/u).filter(Boolean).map((word) => widthInEms(word) * narrow);
  if (!isElement(node) || node.classList.contains("unseen")) return [];
  if (node.dataset.em) return [Number(node.dataset.em) * (node.matches(".row") ? 1 : narrow)]; // dice stay square
  const scale = Number(node.dataset.scale ?? 1); // smaller than its surroundings
  const words = [...node.childNodes].flatMap((child) => wordsIn(child, narrow, single)).map((width) => width * scale);
  return single || node.dataset.together === undefined || !words.length ? words : [words.reduce((sum, one) => sum + SPACE + one)];
}

/** Whether a node is an element; one of a drawing has all that is asked of it here. @param {Node} node @returns {node is HTMLElement} */
function isElement(node) {
  return node.nodeType === Node.ELEMENT_NODE;
}

/**
 * Return how much narrower the letters of a box are drawn: 1 unless needed. A corner of signs is not changed.
 * @param {HTMLElement} box
 * @param {number[]} words
 * @param {boolean} whole
 */
function narrowness(box, words, whole) {
  if (box.matches(".marks")) return 1;
  const word = WIDE / Math.max(...words);
  const line = whole ? WIDE_LINE / narrowestWidth(words, 1) : 1;
  return Math.max(NARROWEST, Math.min(fontNarrow, word, line));
}

/** @param {HTMLElement} box */
function measure(box) {
  const found = wordsIn(box, 1, true);
  if (!found.length) return;
  const whole = box.hasAttribute("data-whole"); // a name: one line
  const narrow = narrowness(box, found, whole);
  const words = wordsIn(box, narrow);
  box.toggleAttribute("data-narrow", narrow < 1);
  box.style.setProperty("--narrow", narrow.toFixed(3));
  for (let lines = 1; lines <= LINES; lines += 1) {
    const width = lines === 1 || !whole ? narrowestWidth(words, lines) : LONGEST * 9;
    box.style.setProperty(`--e${lines}`, ((whole ? Math.min(width, lines === 1 ? LONGEST : width) : width) * SAFE + 0.05).toFixed(3));
  }
}

/** @param {Iterable<HTMLElement>} boxes */
function measureAll(boxes) {
  for (const box of boxes) measure(box);
  for (const group of document.querySelectorAll("[data-alike]")) alignGroup(group);
}

/** Give names below each other one size: that of the longest, unless one is extreme. @param {HTMLElement} group */
function alignGroup(group) {
  const wide = [...group.querySelectorAll(".fit[data-like]")].map((box) => Number(box.style.getPropertyValue("--e1")));
  group.style.setProperty("--alike", String(Math.min(USUAL, Math.max(...wide, 1))));
}

function begin() {
  pen.font = `700 100px ${getComputedStyle(document.body).fontFamily}`;
  widths.clear();
  fontNarrow = Math.min(1, SAMPLE_EMS / widthInEms(SAMPLE));
  measureAll(document.querySelectorAll(".fit"));
}

/** Measure everything that appears on the page, and everything again when a font has loaded. */
export function fitAll() {
  begin();
  new MutationObserver((changes) => {
    const boxes = new Set();
    for (const { target, addedNodes } of changes) {
      const around = (isElement(target) ? target : target.parentElement)?.closest(".fit");
      if (around) boxes.add(around);
      for (const node of addedNodes) {
        if (!isElement(node)) continue;
        if (node.matches(".fit")) boxes.add(node);
        for (const box of node.querySelectorAll(".fit")) boxes.add(box);
      }
    }
    if (boxes.size) measureAll(boxes);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  document.fonts?.addEventListener("loadingdone", begin);
}


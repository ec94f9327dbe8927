// Decides whether a tap can have been meant. A control that has just appeared ignores taps, and no control accepts two
// at once.

const REST_MS = globalThis.restMs ?? 600; // tests of other things may be in a hurry
const UNDER_FINGER_MS = 2 * REST_MS; // a control that appears under a finger rests longer
const CONTROLS = 'button, a[href], summary, [role="button"], input[type="checkbox"], input[type="radio"]';
const TYPED = 'input:not([type="checkbox"]):not([type="radio"]), textarea';
const PLACES = "#panel, #ask, #dice, #foot, #seat, #taken, #advice, dialog"; // their controls act on the present game

/** @typedef {{ box: DOMRect, until: number, slid: number, from: DOMRect | undefined }} Known */

/** @type {WeakMap<HTMLElement, string>} */
const names = new WeakMap(); // the visible controls
/** @type {Map<string, Known>} */
const shown = new Map(); // each visible control by its name: its place, and the end of its rest
/** @type {string | undefined} */
let moment; // the moment of the visible controls
let last = { at: -Infinity, x: 0, y: 0 }; // the last tap, accepted or not

/** Watch the whole page. `about`: the subject of its controls if no game gives one. @param {string} [about] */
export function watchTaps(about) {
  new MutationObserver(() => look()).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["hidden", "open", "disabled", "data-moment"],
  });
  /** @type {number | null} */
  let refused = null; // a finger that came down too early is ignored when it goes up, too
  addEventListener("pointerdown",
    (event) => (refused = isTooEarly(/** @type {Element} */ (event.target), event) ? event.pointerId : null), true);
  addEventListener(
    "click",
    (event) => {
      const control = /** @type {Element} */ (event.target).closest?.(CONTROLS);
      const typing = event.detail === 0 && document.activeElement?.matches(TYPED); // Enter sends typed text
      if (!control || typing) return;
      const early = (event.detail > 0 && refused === /** @type {PointerEvent} */ (event).pointerId)
        || isTooEarly(control, event);
      refused = null;
      const at = performance.now();
      // The finger's place, whether this tap is accepted or not: a control that appears there next rests longer. A key
      // has none.
      last = event.detail > 0 ? { at, x: event.clientX, y: event.clientY } : { at: -Infinity, x: 0, y: 0 };
      if (early) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      const known = knownOf(control);
      if (!known || "repeat" in control.dataset) return; // a key for typing
      known.until = Math.max(known.until, at + REST_MS);
      letRest(control, known.until);
    },
    true,
  );
  // otherwise controls moved by a rotation would seem to move with the next change
  addEventListener("resize", () => requestAnimationFrame(() => look()));
  look();
  if (about) document.body.dataset.moment = about;
}

/**
 * Whether a tap came too early. What counts is when the finger moved: a busy page hears of it late.
 * @param {Element} target
 * @param {MouseEvent} event
 */
function isTooEarly(target, event) {
  const control = target.closest?.(CONTROLS);
  if (!control) return false;
  look({ moves: false }); // scrolling a list changes nothing under the finger
  const { until = Infinity, slid = 0, from } = knownOf(control) ?? {};
  const key = event.type === "click" && event.detail === 0; // a key points at no place
  return until > event.timeStamp
    || (slid > event.timeStamp && !key && !(from && inside(from, event.clientX, event.clientY)));
}

/** @param {Known | undefined} known */
function untilOf(known) {
  return known ? Math.max(known.until, known.slid) : 0;
}

/** @param {HTMLElement} control */
function knownOf(control) {
  return shown.get(names.get(control) ?? "");
}

function look({ moves = true } = {}) {
  const now = performance.now();
  const first = moment === undefined; // on a page that was just opened, the time of leaving the last page counts
  moment = document.body.dataset.moment;
  /** @type {Map<string, Known>} */
  const seen = new Map();
  for (const control of document.querySelectorAll(CONTROLS)) {
    const box = control.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const name = nameOf(control, seen);
    names.set(control, name);
    const known = shown.get(name);
    const under = inside(box, last.x, last.y) && now - last.at < UNDER_FINGER_MS;
    const later = first ? REST_MS : now + (under ? UNDER_FINGER_MS : REST_MS);
    /** @type {Known} */
    const one = { box, until: known?.until ?? later, slid: known?.slid ?? 0, from: known?.from };
    // it has become wider, and lies under the finger now
    const grown = known && under && !inside(known.box, last.x, last.y);
    if (known && moves && (grown || !overlap(known.box, box))) Object.assign(one, { slid: later, from: known.box });
    seen.set(name, one);
    if (untilOf(one) > now) letRest(control, untilOf(one));
  }
  shown.clear();
  for (const [name, one] of seen) shown.set(name, one);
}

/** Let a control rest, and report it to screen readers. @param {HTMLElement} control @param {number} until */
function letRest(control, until) {
  if (control.dataset.rests) return;
  control.dataset.rests = "";
  control.setAttribute("aria-disabled", "true");
  /** Let it work again once its time is over. @returns {void} */
  const wake = () => {
    const left = untilOf(knownOf(control)) - performance.now();
    if (left > 0) return void setTimeout(wake, left);
    delete control.dataset.rests;
    control.removeAttribute("aria-disabled");
  };
  setTimeout(wake, until - performance.now());
}

/**
 * Identify controls by their effect, not by their element: a redrawn control is the same while it means the same.
 * @param {HTMLElement} control
 * @param {Map<string, Known>} others
 */
function nameOf(control, others) {
  const place = control.closest(PLACES);
  const acts = place && !place.matches("dialog");
  const about = acts ? moment : (place?.querySelector("h2")?.textContent ?? "");
  const focus = control.dataset.focus ?? "";
  const words = acts && focus ? "" : control.textContent;
  const dice = [...control.querySelectorAll("[data-value]")].map((die) => die.dataset.value);
  const name = [place?.id || place?.className || "", about, focus, words, dice].join("|");
  let number = 1;
  while (others.has(`${name}#${number}`)) number += 1;
  return `${name}#${number}`;
}

/** @param {DOMRect} one @param {DOMRect} other */
function overlap(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && high > 0 && wide * high > 0.5 * Math.min(one.width * one.height, other.width * other.height);
}

/** @param {DOMRect} box @param {number} x @param {number} y */
function inside(box, x, y) {
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

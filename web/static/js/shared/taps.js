// One place that decides whether a tap can have been meant. What has only just appeared takes none, and nothing takes two at once.

const REST_MS = globalThis.restMs ?? 600; // tests of other things may be in a hurry
const UNDER_FINGER_MS = 2 * REST_MS; // what appears where a finger just was rests longer
const CONTROLS = 'button, a[href], summary, [role="button"], input[type="checkbox"], input[type="radio"]';
const TYPED = 'input:not([type="checkbox"]):not([type="radio"]), textarea';
const PLACES = "#panel, #ask, #dice, #foot, #seat, #taken, #advice, dialog"; // what is in them acts on the game as it stands

const names = new WeakMap(); // the controls in sight
const shown = new Map(); // each control in sight by its name: where it is, and until when it rests
let moment; // what the controls in sight are about
let last = { at: -Infinity, x: 0, y: 0 }; // the last tap, taken or not

/** Watch over the whole page, whatever draws it. `about`: what its controls are about where no game says it. */
export function watchTaps(about) {
  new MutationObserver(() => look()).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["hidden", "open", "disabled", "data-moment"],
  });
  let refused = null; // a finger that came down too early says nothing when it goes up either
  addEventListener("pointerdown", (event) => (refused = early(event.target, event) ? event.pointerId : null), true);
  addEventListener(
    "click",
    (event) => {
      const control = event.target.closest?.(CONTROLS);
      const typing = event.detail === 0 && document.activeElement?.matches(TYPED); // Enter sends what was written
      if (!control || typing) return;
      const late = event.detail > 0 && refused === event.pointerId;
      refused = null;
      if (late || early(control, event.detail > 0 ? event : null)) {
        finger(event); // what appears here next rests longer, whether this tap was taken or not
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      taken(control, event);
    },
    true,
  );
  addEventListener("resize", () => look()); // else what a turned screen moves would seem to move with the next change
  look();
  if (about) document.body.dataset.moment = about;
}

/** Whether it is too early for a tap at a `point`, or by a key without one. */
function early(target, point) {
  const control = target.closest?.(CONTROLS);
  if (!control) return false;
  look({ moves: false }); // a list that was scrolled has not changed under the finger
  const { until = Infinity, slid = 0, from } = knownOf(control) ?? {};
  const now = performance.now();
  return until > now || (slid > now && point !== null && !inside(from, point.clientX, point.clientY));
}

/** Remember where the finger was; the same control takes its next tap after a rest, if it is no key for typing. */
function taken(control, event) {
  finger(event);
  const known = knownOf(control);
  if (!known || "repeat" in control.dataset) return;
  known.until = Math.max(known.until, performance.now() + REST_MS);
  rest(control, known.until);
}

/** Remember where the finger is; a key has no place. */
function finger(event) {
  last = event.detail > 0 ? { at: performance.now(), x: event.clientX, y: event.clientY } : { at: -Infinity, x: 0, y: 0 };
}

function untilOf(known) {
  return known ? Math.max(known.until, known.slid) : 0;
}

function knownOf(control) {
  return shown.get(names.get(control));
}

/** Notice what has appeared, or with `moves` come to lie elsewhere, since the last look. */
function look({ moves = true } = {}) {
  const now = performance.now();
  const first = moment === undefined; // a page that has only just been opened: what counts is when the one before was left
  moment = document.body.dataset.moment;
  const seen = new Map();
  for (const control of document.querySelectorAll(CONTROLS)) {
    const box = control.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const name = nameOf(control, seen);
    names.set(control, name);
    const known = shown.get(name);
    const later = first ? REST_MS : now + (underFinger(box, now) ? UNDER_FINGER_MS : REST_MS);
    const one = { box, until: known?.until ?? later, slid: known?.slid ?? 0, from: known?.from };
    if (known && moves && !overlap(known.box, box)) Object.assign(one, { slid: later, from: known.box });
    seen.set(name, one);
    if (untilOf(one) > now) rest(control, untilOf(one));
  }
  shown.clear();
  for (const [name, one] of seen) shown.set(name, one);
}

/** Let a control rest, and say so to who does not see the page. */
function rest(control, until) {
  if (control.dataset.rests) return;
  control.dataset.rests = "";
  control.setAttribute("aria-disabled", "true");
  const wake = () => {
    const left = untilOf(knownOf(control)) - performance.now();
    if (left > 0) return void setTimeout(wake, left);
    delete control.dataset.rests;
    control.removeAttribute("aria-disabled");
  };
  setTimeout(wake, until - performance.now());
}

/** Tell controls apart by what they do, not by their element: what is drawn anew is the same while it means the same. */
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

function overlap(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && high > 0 && wide * high > 0.5 * Math.min(one.width * one.height, other.width * other.height);
}

function underFinger(box, now) {
  return inside(box, last.x, last.y) && now - last.at < UNDER_FINGER_MS;
}

function inside(box, x, y) {
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

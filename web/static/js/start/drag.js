// Drags a line of a list to another place, by finger or mouse. The others make room; nothing is sent until it is dropped.

/** @type {Array<"pointerup" | "pointercancel">} */
const ENDS = ["pointerup", "pointercancel"];

/**
 * Let `grip` drag `line` within its list; `drop(from, to)` is called if its place changed.
 * @param {HTMLElement} grip
 * @param {HTMLElement} line
 * @param {(from: number, to: number) => void} drop
 */
export function makeDraggable(grip, line, drop) {
  grip.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    grip.focus();
    grip.setPointerCapture(event.pointerId);
    follow(grip, line, event, drop);
  });
}

/**
 * @param {HTMLElement} grip
 * @param {HTMLElement} line
 * @param {PointerEvent} down
 * @param {(from: number, to: number) => void} drop
 */
function follow(grip, line, down, drop) {
  const from = placeOf(line);
  let start = down.clientY;
  line.classList.add("dragged");
  /** @param {PointerEvent} event */
  const move = (event) => {
    start += makeRoom(line, event.clientY);
    line.style.translate = `0 ${event.clientY - start}px`;
  };
  const end = () => {
    grip.removeEventListener("pointermove", move);
    for (const name of ENDS) grip.removeEventListener(name, end);
    line.classList.remove("dragged");
    line.style.translate = "";
    const to = placeOf(line);
    if (to !== from) drop(from, to);
  };
  grip.addEventListener("pointermove", move);
  for (const name of ENDS) grip.addEventListener(name, end);
}

/**
 * Move the neighbours around the dragged line, never the line itself: removed from the page it would lose the finger. Returns how
 * far its own place has moved.
 * @param {HTMLElement} line
 * @param {number} y
 */
function makeRoom(line, y) {
  const before = line.offsetTop;
  for (let next = line.nextElementSibling; next && y > middle(next); next = line.nextElementSibling) line.before(next);
  for (let last = line.previousElementSibling; last && y < middle(last); last = line.previousElementSibling) line.after(last);
  return line.offsetTop - before;
}

/** @param {HTMLElement} line */
function placeOf(line) {
  return [...(line.parentElement?.children ?? [])].indexOf(line);
}

/** @param {Element} one */
function middle(one) {
  const line = /** @type {HTMLElement} */ (one);
  const box = line.getBoundingClientRect();
  return box.top + box.height / 2;
}

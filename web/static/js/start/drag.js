// Drags a line of a list to another place, by finger or mouse. The others make room; nothing is sent until it is dropped.

/** Let `grip` drag `line` within its list; `drop(from, to)` is called if its place changed. */
export function draggable(grip, line, drop) {
  grip.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    grip.focus();
    grip.setPointerCapture(event.pointerId);
    follow(grip, line, event, drop);
  });
}

function follow(grip, line, down, drop) {
  const list = line.parentElement;
  const from = [...list.children].indexOf(line);
  let start = down.clientY;
  line.classList.add("dragged");
  const move = (event) => {
    start += makeRoom(line, event.clientY);
    line.style.translate = `0 ${event.clientY - start}px`;
  };
  const end = (event) => {
    grip.removeEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"]) grip.removeEventListener(name, end);
    line.classList.remove("dragged");
    line.style.translate = "";
    const to = [...list.children].indexOf(line);
    if (to !== from) drop(from, to, event);
  };
  grip.addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"]) grip.addEventListener(name, end);
}

/**
 * Move the neighbours around the dragged line, never the line itself: removed from the page it would lose the finger. Returns how
 * far its own place has moved.
 */
function makeRoom(line, y) {
  const before = line.offsetTop;
  for (let next = line.nextElementSibling; next && y > middle(next); next = line.nextElementSibling) line.before(next);
  for (let last = line.previousElementSibling; last && y < middle(last); last = line.previousElementSibling) line.after(last);
  return line.offsetTop - before;
}

function middle(line) {
  const box = line.getBoundingClientRect();
  return box.top + box.height / 2;
}

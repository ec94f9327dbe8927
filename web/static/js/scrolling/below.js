// Marks whatever can be scrolled further down, so that its lower edge fades (base.css): no list ends where the screen ends.

const BOXES = "html, main, section, article, aside, div, ol, ul, dialog";
const SLACK_PX = 8; // less is a rounding or a margin

/** @type {Set<Element>} */
const scrolling = new Set(); // the boxes that scroll, by their style
/** @type {Set<Element>} */
const changed = new Set(); // where something has changed since the last look
let due = false;

/** Watch the whole page, and mark each box with `data-below` while there is more below. */
export function watchScrolling() {
  const all = () => markSoon([document.documentElement]);
  new MutationObserver((changes) => markSoon(changes.map((one) => /** @type {Element} */ (one.target)))).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["hidden", "open"] });
  addEventListener("scroll", () => markSoon([]), true);
  addEventListener("resize", all);
  document.fonts.ready.then(all);
  all();
}

/** Mark the boxes before the next picture, once for all changes until then. @param {Element[]} places */
function markSoon(places) {
  for (const place of places) changed.add(place);
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    const boxes = [...new Set([...scrolling, ...[...changed].flatMap(boxesAt)])].filter((box) => box.isConnected);
    changed.clear();
    const more = boxes.map((box) => goesOn(box)); // all is read before anything is written
    scrolling.clear();
    boxes.forEach((box, place) => {
      box.toggleAttribute("data-below", more[place] === true);
      if (more[place] !== null) scrolling.add(box);
    });
  });
}

/** The boxes in which a change may show: those around it and in it. Others have changed only if they scroll already. @param {Element} place */
function boxesAt(place) {
  /** @type {Element[]} */
  const around = [];
  for (let box = place.closest(BOXES); box; box = box.parentElement?.closest(BOXES) ?? null) around.push(box);
  return [...around, ...place.querySelectorAll(BOXES)];
}

/** Whether more of a box can be scrolled into sight below; null for one that does not scroll.
 * @param {Element} box */
function goesOn(box) {
  const { overflowY } = getComputedStyle(box);
  const scrolls = box === document.documentElement ? !["hidden", "clip"].includes(overflowY) : ["auto", "scroll"].includes(overflowY);
  return scrolls ? box.scrollHeight - box.clientHeight - box.scrollTop > SLACK_PX : null;
}

// Marks whatever can be scrolled further down, so that its lower edge fades (base.css): no list ends where the screen ends.

const BOXES = "html, main, section, article, aside, div, ol, ul, dialog";
const SLACK_PX = 8; // less is a rounding or a margin

let due = false;

/** Watch the whole page, and mark each box with `data-below` while there is more below. */
export function watchScrolling() {
  new MutationObserver(markSoon).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["hidden", "open"] });
  addEventListener("scroll", markSoon, true);
  addEventListener("resize", markSoon);
  document.fonts.ready.then(markSoon);
  markSoon();
}

/** Mark the boxes before the next picture, once for all changes until then. */
function markSoon() {
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    const boxes = [...document.querySelectorAll(BOXES)];
    const more = boxes.map((box) => goesOn(box)); // all is read before anything is written
    boxes.forEach((box, place) => box.toggleAttribute("data-below", more[place]));
  });
}

/** Whether more of a box can be scrolled into sight below.
 * @param {Element} box */
function goesOn(box) {
  if (box.scrollHeight - box.clientHeight - box.scrollTop <= SLACK_PX) return false;
  const { overflowY } = getComputedStyle(box);
  return box === document.documentElement ? !["hidden", "clip"].includes(overflowY) : ["auto", "scroll"].includes(overflowY);
}

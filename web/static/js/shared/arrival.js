// Runs before a page is drawn. A page that has just opened ignores taps: the finger may have meant the page before it.
// `taps.js` watches the page from then on; it comes after the page's own links, on a slow line by seconds. It also picks the
// canvas of `design.css`, before anything is drawn: a phone, a tablet, or a tablet held upright; a template may name another.

{
  const REST_MS = globalThis.restMs ?? 600; // counted from leaving the page before; tests of other things may be in a hurry
  let down = Infinity; // when the finger came down that now goes up
  addEventListener("pointerdown", (event) => (down = event.timeStamp), true);
  addEventListener(
    "click",
    (event) => {
      const at = event.detail > 0 ? Math.min(down, event.timeStamp) : event.timeStamp; // a key has no finger
      if (at >= REST_MS) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
}

{
  const root = document.documentElement;
  const phone = matchMedia("(max-width: 599px), (max-height: 479px)");
  const upright = matchMedia("(orientation: portrait)");
  const pickCanvas = () => {
    root.classList.remove("ph", "up", "tab");
    root.classList.add(phone.matches ? "ph" : upright.matches ? "up" : "tab");
  };
  if (!root.classList.contains("tv")) {
    for (const query of [phone, upright]) query.addEventListener("change", pickCanvas);
    pickCanvas();
  }
}

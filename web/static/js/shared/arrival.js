// Runs before a page is drawn, in old browsers too: no module, and nothing newer than 2016. A page that has just opened
// ignores taps: the finger may have meant the page before it. `taps.js` watches the page from then on; it comes after
// the page's own links, on a slow line by seconds. It picks the canvas of `design.css`: a phone, a tablet, or a tablet
// held upright. It says that the browser is too old, where it cannot read the page's scripts, and over https keeps the
// page that says it is offline.

{
  // counted from leaving the page before; tests of other things may be in a hurry
  const REST_MS = window.restMs === undefined ? 600 : window.restMs;
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
    root.classList.remove("ph", "pa", "up", "tab");
    root.classList.add(phone.matches ? "ph" : upright.matches ? "up" : "tab");
    // a phone held across: only the board is drawn otherwise
    if (phone.matches && !upright.matches) root.classList.add("pa");
  };
  const asked = /[?&]text=(\w+)/u.exec(location.search);
  if (asked) document.cookie = `text=${asked[1]}; path=/; max-age=31536000; SameSite=Strict`;
  const inset = /[?&]inset=(10|\d(?:\.\d)?)(?:&|$)/u.exec(location.search);
  if (inset) root.style.setProperty("--inset", inset[1]); // hundredths of a television's sides
  root.classList.toggle("large", /(^|; )text=large/u.test(document.cookie));
  if (!root.classList.contains("tv")) {
    for (const query of [phone, upright]) query.addEventListener("change", pickCanvas);
    pickCanvas();
  }
}

{
  const script = document.currentScript;
  const words = (script && script.dataset.says) || "";
  let told = false;
  const tell = () => {
    if (told) return;
    told = true;
    const say = document.createElement("p");
    say.className = "noscript";
    say.setAttribute("role", "alert");
    say.textContent = words;
    document.body.insertBefore(say, document.body.firstChild);
  };
  const tellSoon = () => (document.body ? tell() : document.addEventListener("DOMContentLoaded", tell));
  const knows = "noModule" in document.createElement("script") && "findLast" in Array.prototype && "hasOwn" in Object
    && "structuredClone" in window && CSS.supports("selector(&)");
  if (!knows) tellSoon();
  window.addEventListener("error", (event) => {
    if (event.message.includes("SyntaxError")) tellSoon();
  });
}

// `kiosk.py` restarts a dead page
if (location.hostname === "localhost") setInterval(() => fetch("/healthz?screen").catch(() => {}), 5000);

if (location.protocol === "https:" && navigator.serviceWorker) {
  navigator.serviceWorker.register("/worker.js").catch(() => {}); // a certificate that is not trusted
}

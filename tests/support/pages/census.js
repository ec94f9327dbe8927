// Looks over a page as it stands and tells what nobody could read or press. Geometry only: no picture is compared.
window.census = (() => {
  const GRACE = 1.5; // pixels
  const TINY = 6; // pixels: smaller, and nobody reads it on a phone in the hand either
  const seen = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const words = (node) => (node.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40);
  const describe = (node) => {
    const own = (one) => `${one.localName}${one.id ? `#${one.id}` : ""}${one.getAttribute("class") ? `.${one.getAttribute("class").trim().split(/\s+/).join(".")}` : ""}`;
    return [node.parentElement?.parentElement, node.parentElement, node].filter(Boolean).map(own).join(" > ").slice(0, 110);
  };

  /** Whether it is said only: cut away for who sees, there for who hears. */
  let away = new Map(); // by element: many texts share most of what is around them

  function unseen(node) {
    if (!away.has(node)) away.set(node, getComputedStyle(node).clipPath !== "none" || Boolean(node.parentElement && unseen(node.parentElement)));
    return away.get(node);
  }

  /** How much larger a drawing is on the screen: it keeps its proportions in a box of others. */
  function scaleOf(drawing) {
    const [box, view] = [drawing.getBoundingClientRect(), drawing.viewBox.baseVal];
    return Math.min(box.width / view.width, box.height / view.height);
  }

  /** All that is written: each text with the box of its ink, about. */
  function texts(root) {
    const found = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!node.data.trim() || parent.closest(".unseen, script, noscript, option, select, title") || unseen(parent) || !seen(parent)) continue;
      const drawn = parent.ownerSVGElement; // whose sizes are of the drawing, not of the screen
      const size = parseFloat(getComputedStyle(parent).fontSize) * (drawn ? scaleOf(drawn) : 1);
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.width < 0.5) continue;
        const middle = (box.top + box.bottom) / 2; // of ascent and descent: the ink is 0.55 em above it and 0.45 em below at most
        found.push({ node: parent, text: node.data.trim(), size, left: box.left, right: box.right, top: middle - 0.52 * size, bottom: middle + 0.46 * size });
      }
    }
    return found;
  }

  /** What cuts a node off: the nearest ancestors that do not let it out, and the window. */
  let known = new Map();

  function frames(node) {
    if (!known.has(node)) known.set(node, framesOf(node));
    return known.get(node);
  }

  function framesOf(node) {
    const found = [];
    for (let at = node; at && at !== document.documentElement; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (overflowX !== "visible" || overflowY !== "visible") found.push({ at, x: overflowX !== "visible", y: overflowY !== "visible" });
      if (at.localName === "dialog") return found;
    }
    return found;
  }

  function clipped(one) {
    for (const { at, x, y } of frames(one.node)) {
      const box = at.getBoundingClientRect();
      if (scrolls(at)) return null; // it can be brought into sight
      if ((x && (one.left < box.left - GRACE || one.right > box.right + GRACE)) || (y && (one.top < box.top - GRACE || one.bottom > box.bottom + GRACE))) return at;
    }
    const out = one.left < -GRACE || one.right > innerWidth + GRACE || one.top < -GRACE || one.bottom > innerHeight + GRACE;
    return out ? document.body : null;
  }

  function scrolls(at) {
    return /auto|scroll/.test(getComputedStyle(at).overflowY) && at.scrollHeight > at.clientHeight + 1 && at.matches("dialog, .scrolls");
  }

  /** What is drawn and must not lie on anything else. */
  function drawn(root) {
    return [...root.querySelectorAll("svg.die, svg.cup, svg.mat, svg.pile, .badge svg, img, button, select, input, .chip")]
      .filter((node) => seen(node) && !node.closest(".travels"))
      .map((node) => {
        const box = node.getBoundingClientRect();
        return { node, text: "", left: box.left, right: box.right, top: box.top, bottom: box.bottom };
      })
      .filter((box) => box.right - box.left > 1);
  }

  function overlaps(all) {
    const found = [];
    const sorted = all.filter((one) => one.bottom > one.top).sort((a, b) => a.top - b.top);
    for (let i = 0; i < sorted.length; i += 1) {
      const a = sorted[i];
      for (let j = i + 1; j < sorted.length && sorted[j].top < a.bottom - GRACE; j += 1) {
        const b = sorted[j];
        if (Math.min(a.right, b.right) - Math.max(a.left, b.left) <= GRACE) continue;
        if (Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) <= GRACE) continue;
        if (a.node.contains(b.node) || b.node.contains(a.node)) continue;
        if (a.node.closest(".card") && a.node.closest(".card") === b.node.closest(".card") && (a.node.matches(".pick") || b.node.matches(".pick")) && !(a.text && b.text)) continue; // in its free corner
        if (a.node.closest(".fitted") && a.node.closest(".fitted") === b.node.closest(".fitted") && a.text && b.text) continue; // lines of one text
        found.push(["overlap", `${words(a.node) || describe(a.node)} / ${words(b.node) || describe(b.node)}`, `${describe(a.node)} / ${describe(b.node)}`]);
      }
    }
    return found;
  }

  /** What is to be pressed: all of it on the screen, free, and as large as a finger. */
  function controls(root) {
    const found = [];
    for (const node of root.querySelectorAll("button, select, input, a[href]")) {
      if (!seen(node) || node.matches(".unseen")) continue;
      const box = node.getBoundingClientRect();
      const name = words(node) || node.getAttribute("aria-label") || describe(node);
      if (frames(node).some(({ at }) => scrolls(at))) continue;
      if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) found.push(["off screen", name, describe(node)]);
      if (box.width < 47.5 || box.height < 47.5) found.push(["small", `${name} ${Math.round(box.width)}x${Math.round(box.height)}`, describe(node)]);
      if (node.disabled) continue;
      for (const [x, y] of [[0.5, 0.5], [0.15, 0.2], [0.85, 0.8]]) {
        const on = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
        if (on && (node.contains(on) || on.contains(node))) continue;
        found.push(["covered", name, `${describe(node)} by ${on ? describe(on) : "nothing"}`]);
        break;
      }
    }
    return found;
  }

  /** Names of at most ten letters stand there whole, everything needed is there, and no text is too small for a phone in the hand. */
  function names(expected) {
    const found = [];
    const table = document.querySelector("#table");
    for (const node of document.querySelectorAll(".nick > .fitted, .name > .fitted, .thrower > .fitted")) {
      if (seen(node) && [...node.textContent].length <= 10 && node.scrollWidth > node.clientWidth + 1) found.push(["name cut", words(node), describe(node)]);
    }
    if (table && !table.hidden) {
      const rows = [...table.querySelectorAll(".nick")].filter((node) => seen(node) && node.getBoundingClientRect().width > 4);
      const instead = [...document.querySelectorAll(".screen .thrower, .screen > .moment")].some(seen); // a television's end of a round, and its moments
      if (!instead && rows.length !== Math.min(expected, 12)) found.push(["missing", `${rows.length} of ${expected} players`, "#players"]);
    }
    return found;
  }

  /** A box that has words has room for them. */
  function squeezed(root) {
    return [...root.querySelectorAll(".fit")]
      .filter((node) => words(node) && seen(node) && !unseen(node) && !node.closest(".unseen") && Math.min(node.clientWidth, node.clientHeight) < 4)
      .map((node) => ["missing", `${words(node)} ${node.clientWidth}x${node.clientHeight}`, describe(node)]);
  }

  function scrolled() {
    const page = document.scrollingElement;
    const found = [];
    if (page.scrollHeight > innerHeight + 1 || page.scrollWidth > innerWidth + 1) found.push(["scrolls", `${page.scrollWidth}x${page.scrollHeight}`, "page"]);
    return found;
  }

  let smallest = 99;

  function look(expected) {
    known = new Map();
    away = new Map();
    const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
    const written = texts(root);
    const found = [...names(expected), ...controls(root), ...squeezed(root), ...scrolled()];
    for (const one of written) {
      const by = clipped(one);
      if (by) found.push(["clipped", one.text.slice(0, 40), `${describe(one.node)} by ${describe(by)}`]);
      smallest = Math.min(smallest, one.size);
      if (one.size < TINY) found.push(["tiny", `${one.text.slice(0, 30)} ${one.size.toFixed(1)}px`, describe(one.node)]);
    }
    const lying = drawn(root);
    for (const one of lying) if (clipped(one)) found.push(["clipped", words(one.node) || describe(one.node), `${describe(one.node)} by ${describe(clipped(one))}`]);
    return [...found, ...overlaps([...written, ...lying])];
  }

  /** Show each board in turn and look it over; gives the faults as [index, kind, what, where], and the smallest text. */
  async function run(boards) {
    const faults = [];
    smallest = 99;
    for (const [index, board] of boards.entries()) {
      window.push(board);
      await null; // what watches over the page has its turn
      press(index);
      await null;
      for (const fault of look(board.state?.players.length ?? 0)) faults.push([index, ...fault]);
    }
    return { faults, smallest };
  }

  /** Show pairs of boards and tell what the moments between them cover, at any time of their coming. */
  async function moments(pairs) {
    const found = [];
    for (const [before, after] of pairs) {
      window.push(before);
      await null;
      window.push(after);
      await null;
      const box = document.querySelector("#moment");
      if (!box.hidden) found.push({ stage: after.state.stage, ...covers(box) });
    }
    return found;
  }

  function covers(box) {
    const parts = [box, ...box.querySelectorAll("*")];
    const controls = [...document.querySelectorAll("button, select, input, a[href]")].filter(seen);
    const moving = box.getAnimations({ subtree: true });
    const below = new Set();
    for (const at of [0, 0.3, 0.6, 0.9]) {
      for (const one of moving) one.currentTime = at * one.effect.getComputedTiming().endTime;
      for (const node of controls) if (parts.some((part) => inSight(part, box, node))) below.add(words(node) || describe(node));
    }
    return { covers: [...below], moving: moving.length };
  }

  /** Whether what is in sight of a part of the moment lies on a control. */
  function inSight(part, box, control) {
    const [one, other, clip] = [part, control, box].map((node) => node.getBoundingClientRect());
    const edge = part === box || getComputedStyle(box).overflowX === "visible" ? { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 } : clip;
    const wide = Math.min(one.right, edge.right, other.right) - Math.max(one.left, edge.left, other.left);
    const high = Math.min(one.bottom, edge.bottom, other.bottom) - Math.max(one.top, edge.top, other.top);
    return wide > 0.5 && high > 0.5;
  }

  /** Half-typed throws and chosen dice are states as well: tap some, never one that orders anything. */
  function press(index) {
    if (index % 3 === 0) document.querySelector("#panel [data-face]:not(:disabled)")?.click();
    if (index % 3 === 1) document.querySelector('#dice button[aria-pressed="false"]')?.click();
    if (index % 4 === 0) document.querySelector('#ask [data-focus="other"]')?.click();
  }

  const SMALLEST = 14; // pixels: of the scale of type, what dialogs and pages are written in
  const FINGER = 44;
  const EDGE = 4; // pixels, the border counted
  const APART = 2; // pixels

  /** What a dialog or a page that may be scrolled has wrong: cut off, on top of anything else, out of reach, too small. */
  function place() {
    known = new Map();
    away = new Map();
    const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
    const found = [...reach(root), ...wide(root), ...sidewards(root)]; // it scrolls: where things lie is asked after it
    const written = texts(root).filter((one) => !sideways(one.node));
    found.push(...cramped(written), ...touching(root), ...broken(root));
    smallest = 99;
    for (const one of written) {
      const by = cut(one);
      if (by) found.push(["clipped", one.text.slice(0, 40), `${describe(one.node)} by ${describe(by)}`]);
      smallest = Math.min(smallest, one.size);
      if (one.size < SMALLEST - 0.05) found.push(["tiny", `${one.text.slice(0, 30)} ${one.size.toFixed(1)}px`, describe(one.node)]);
    }
    const lying = drawn(root).filter((one) => !sideways(one.node));
    return { faults: [...found, ...overlaps([...written, ...lying].filter((one) => !pinned(one.node)).map(inSightOf))], smallest };
  }

  /** Whether a node stays where it is while the page is scrolled: then it lies on other things in turn. */
  const pinned = (node) => Boolean(node) && node.localName !== "dialog" && (["fixed", "sticky"].includes(getComputedStyle(node).position) || pinned(node.parentElement));

  /** Whether it is in a box that is scrolled sideways by itself, as a wide table is. */
  const sideways = (node) => Boolean(node.closest(".wide, .scrolls, .table-box"));

  /** What cuts something off for good: what is out of a box that is scrolled down can be brought into sight. */
  function cut(one) {
    let below = false;
    for (const { at, x, y } of frames(one.node)) {
      const box = at.getBoundingClientRect();
      const { overflowX, overflowY } = getComputedStyle(at);
      if (x && !/auto|scroll/.test(overflowX) && (one.left < box.left - GRACE || one.right > box.right + GRACE)) return at;
      below ||= /auto|scroll/.test(overflowY);
      if (y && !below && (one.top < box.top - GRACE || one.bottom > box.bottom + GRACE)) return at;
    }
    return one.left < -GRACE || one.right > innerWidth + GRACE ? document.body : null;
  }

  /** What of something is in sight now, of all the boxes that are scrolled around it. */
  function inSightOf(one) {
    const shown = { ...one };
    for (const { at, y } of frames(one.node)) {
      if (!y || at === document.body) continue;
      const box = at.getBoundingClientRect();
      shown.top = Math.max(shown.top, box.top);
      shown.bottom = Math.min(shown.bottom, box.bottom);
    }
    return shown;
  }

  /** What is to be pressed can be brought into sight, is free there, and as large as a finger. */
  function reach(root) {
    const found = [];
    const before = root.scrollTop;
    for (const node of root.querySelectorAll("button, select, input, a[href]")) {
      if (!seen(node) || node.matches(".unseen") || unseen(node)) continue;
      node.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const box = (node.matches("[type=checkbox], [type=radio]") && node.closest("label") ? node.closest("label") : node).getBoundingClientRect(); // a tap on the words does it too
      const name = words(node) || node.getAttribute("aria-label") || describe(node);
      if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) found.push(["off screen", name, describe(node)]);
      if (box.width < FINGER - 0.5 || box.height < FINGER - 0.5) found.push(["small", `${name} ${Math.round(box.width)}x${Math.round(box.height)}`, describe(node)]);
      if (node.disabled) continue;
      const on = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      if (!on || !(node.contains(on) || on.closest("label")?.contains(node))) found.push(["covered", name, `${describe(node)} by ${on ? describe(on) : "nothing"}`]);
    }
    root.scrollTop = before;
    scrollTo(0, 0);
    return found;
  }

  /** The words of a button keep away from its edge. */
  function cramped(written) {
    const found = [];
    for (const one of written) {
      const button = one.node.closest("button, a[href]");
      if (!button || parseFloat(getComputedStyle(button).borderLeftWidth) < 1) continue;
      const box = button.getBoundingClientRect();
      const room = Math.min(one.left - box.left, box.right - one.right);
      if (room < EDGE) found.push(["cramped", `${words(button)}: ${room.toFixed(1)} px`, describe(button)]);
    }
    return found;
  }

  /** A short word is never broken into its letters, nor is a word of a title. */
  function broken(root) {
    const found = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const parts = parent.closest("h1, h2, h3") && !parent.closest("bdi") ? /\p{L}\p{Ll}{1,13}/gu : /^\s*\p{L}{2,6}\s*$/gu;
      if (parent.closest("script, option, title") || unseen(parent) || !seen(parent)) continue;
      for (const part of node.data.matchAll(parts)) {
        const range = document.createRange();
        range.setStart(node, part.index);
        range.setEnd(node, part.index + part[0].length);
        const boxes = [...range.getClientRects()]; // a letter of another font has a box of its own, a little higher or lower
        if (boxes.some((box) => box.top >= boxes[0].bottom - GRACE)) found.push(["broken", part[0].trim(), describe(parent)]);
      }
    }
    return found;
  }

  /** Between two buttons that each have an edge there is room. */
  function touching(root) {
    const framed = [...root.querySelectorAll("button, a[href], select, input, label")]
      .filter((one) => seen(one) && !unseen(one) && !sideways(one) && !pinned(one) && parseFloat(getComputedStyle(one).borderTopWidth) >= 1 && parseFloat(getComputedStyle(one).borderLeftWidth) >= 1)
      .map((one) => [one, one.getBoundingClientRect()]);
    const found = [];
    for (const [place, [one, a]] of framed.entries()) {
      for (const [other, b] of framed.slice(place + 1)) {
        if (one.contains(other) || other.contains(one) || frames(one)[0]?.at !== frames(other)[0]?.at) continue;
        const across = Math.max(a.left, b.left) - Math.min(a.right, b.right);
        const down = Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom);
        if (Math.max(across, down) > -1 && Math.max(across, down) < APART) found.push(["touching", `${words(one)} / ${words(other)}: ${Math.max(across, down).toFixed(1)} px`, `${describe(one)} / ${describe(other)}`]);
      }
    }
    return found;
  }

  /** Nothing, such as a table, has to be pushed aside to be read. */
  function sidewards(root) {
    return [...root.querySelectorAll("*")]
      .filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX) && seen(one) && !one.matches("input"))
      .map((one) => ["sideways", `${one.scrollWidth} in ${one.clientWidth}`, describe(one)]);
  }

  /** Nothing is wider than its page or its dialog. */
  function wide(root) {
    return [document.scrollingElement, root]
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .map((one) => ["scrolls", `${one.scrollWidth} in ${one.clientWidth}`, describe(one)]);
  }

  return { run, look, moments, place };
})();

// The law of the drawing: five text sizes and two weights on a page, no text squeezed, moved or cut off, none on top of another,
// names of up to twelve letters whole, no text under a die, a key or a mat, dice of one list equal, one filled yellow button.
globalThis.census = (() => {
  const SLACK = 1.5; // px, for rounding
  const LONGEST = 12;
  const WIDEST = /[MW\u2e80-\ud7af]{5}/u; // twelve ordinary letters are less wide

  const seen = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !node.closest(".unseen, [hidden], option, noscript");
  const where = (node) => `${node.tagName.toLowerCase()}.${node.getAttribute("class") ?? ""}`.slice(0, 60);

  /** The elements in which text stands itself, with the box of that text. */
  function texts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = new Map();
    while (walker.nextNode()) {
      const node = walker.currentNode.parentElement;
      if (!walker.currentNode.data.trim() || ["SCRIPT", "STYLE"].includes(node.tagName) || !seen(node)) continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
      found.set(node, [...(found.get(node) ?? []), ...boxes]);
    }
    return found;
  }

  /** What clips a node, down to the page. */
  function clippers(node) {
    const found = [];
    for (let one = node; one && one !== document.body; one = one.parentElement) if ([getComputedStyle(one).overflowX, getComputedStyle(one).overflowY].some((way) => way !== "visible")) found.push(one);
    return found;
  }

  function fontFaults(nodes) {
    const faults = [];
    const sizes = new Set();
    for (const node of nodes) {
      const style = getComputedStyle(node);
      sizes.add(Number.parseFloat(style.fontSize).toFixed(1));
      if (!["500", "700"].includes(style.fontWeight)) faults.push(["weight", style.fontWeight, where(node)]);
      if (style.letterSpacing !== "normal" && style.letterSpacing !== "0px") faults.push(["spaced", style.letterSpacing, where(node)]);
      for (let one = node; one; one = one.parentElement) if (getComputedStyle(one).transform !== "none") faults.push(["transformed", node.textContent.slice(0, 20), where(one)]);
    }
    if (sizes.size > 5) faults.push(["sizes", [...sizes].join(" "), "page"]);
    return faults;
  }

  function cutFaults(found) {
    const faults = [];
    for (const [node, boxes] of found) {
      const said = node.textContent.trim();
      const ends = node.closest(".note") || node.closest(".cut") && ([...said].length > LONGEST || WIDEST.test(said)); // an ellipsis is right there
      for (const clip of clippers(node)) {
        const scrolls = clip.scrollHeight > clip.clientHeight + SLACK && getComputedStyle(clip).overflowY === "auto";
        if (clip.matches("dialog, .scrolls, select, input") || scrolls && !node.closest(".tv")) break; // nobody scrolls a television
        const edge = clip.getBoundingClientRect();
        if (boxes.some((box) => !ends && (box.right > edge.right + SLACK || box.left < edge.left - SLACK) || box.bottom > edge.bottom + box.height / 3 || box.top < edge.top - box.height / 3)) faults.push(["cut", said.slice(0, 30), where(node)]);
      }
      if (!ends && boxes.some((box) => box.right > innerWidth + SLACK || box.left < -SLACK)) faults.push(["off screen", said.slice(0, 30), where(node)]);
    }
    return faults;
  }

  /** What is left of a box within all that clips it. */
  function clipped(box, around) {
    const edges = around.map((one) => one.getBoundingClientRect());
    const [left, top] = [Math.max(box.left, ...edges.map((edge) => edge.left)), Math.max(box.top, ...edges.map((edge) => edge.top))];
    const [right, bottom] = [Math.min(box.right, ...edges.map((edge) => edge.right)), Math.min(box.bottom, ...edges.map((edge) => edge.bottom))];
    return { left, top, right, bottom, height: bottom - top };
  }

  function overlapFaults(found) {
    const flat = [...found].flatMap(([node, boxes]) => (node.closest(".moment, dialog, .foot, .seatbar") ? [] : boxes.map((box) => ({ node, box: clipped(box, clippers(node)) }))));
    const faults = [];
    flat.forEach((one, place) => {
      for (const other of flat.slice(place + 1)) {
        if (one.node.contains(other.node) || other.node.contains(one.node)) continue;
        const [wide, high] = [Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left), Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)];
        if (wide > SLACK && high > Math.min(one.box.height, other.box.height) / 3) faults.push(["overlap", `${one.node.textContent.trim().slice(0, 20)} / ${other.node.textContent.trim().slice(0, 20)}`, where(one.node)]);
      }
    });
    return faults;
  }

  /** Text under a die, a key or a mat; and the last of a ladder, which nobody may have to look for. */
  function thingFaults(found) {
    const faults = [];
    const beside = (node) => !node.closest(".moment, dialog, .foot, .seatbar");
    const things = [...document.querySelectorAll(".die, .key, .btn, .mat, .cup i, .playing")].filter((one) => seen(one) && beside(one));
    for (const [node, boxes] of found) {
      if (!beside(node)) continue;
      for (const thing of things) {
        if (thing.contains(node) || node.contains(thing)) continue;
        const edge = clipped(thing.getBoundingClientRect(), clippers(thing.parentElement));
        for (const each of boxes) {
          const box = clipped(each, clippers(node));
          const [wide, high] = [Math.min(box.right, edge.right) - Math.max(box.left, edge.left), Math.min(box.bottom, edge.bottom) - Math.max(box.top, edge.top)];
          if (wide > SLACK && high > box.height / 4) faults.push(["under", `${node.textContent.trim().slice(0, 20)} / ${where(thing)}`, where(node)]);
        }
      }
    }
    const last = [...document.querySelectorAll("html:not(.ph, .large) body:not(:has(.taken, .strip, .extras)) .board > .list [data-player], html:not(.ph:not(.pa)) .ends [data-player]")].filter(seen).at(-1);
    const room = last?.closest(".list, .rooms").getBoundingClientRect();
    if (last && last.getBoundingClientRect().bottom > room.bottom + last.offsetHeight / 4) faults.push(["last", last.textContent.slice(0, 30), where(last)]);
    return faults;
  }

  function shapeFaults() {
    const faults = [];
    for (const list of document.querySelectorAll(".rows")) {
      const widths = new Set([...list.querySelectorAll(".die")].filter(seen).map((die) => Math.round(die.getBoundingClientRect().width)));
      if (widths.size > 1) faults.push(["dice", [...widths].join(" "), where(list)]);
    }
    const filled = [...document.querySelectorAll(".go:not(:disabled)")].filter(seen).filter((one) => !document.querySelector("dialog[open]") || one.closest("dialog"));
    if (filled.length > 1) faults.push(["two filled", filled.map((one) => one.textContent).join(" / "), "page"]);
    return faults;
  }

  function place() {
    const found = texts();
    return [...fontFaults(found.keys()), ...cutFaults(found), ...overlapFaults(found), ...thingFaults(found), ...shapeFaults()];
  }

  async function run(boards) {
    const faults = [];
    for (const [number, board] of boards.entries()) {
      globalThis.push(board);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      faults.push(...place().map((fault) => [number, ...fault]));
      if (![...document.querySelectorAll("h1, h2")].some(seen)) faults.push([number, "empty", "nothing is in large letters", "page"]);
    }
    return faults;
  }

  return { place, run };
})();

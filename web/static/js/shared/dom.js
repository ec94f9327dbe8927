// Makes elements. Text always goes in as text: a name can never become markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element: h("button.go.wide", {onclick: tap}, "Text", child), or without attributes h("p", "Text").
 * @template {Tag} T
 * @param {T} tag its name, and its classes
 * @param {Props | Child} [first]
 * @param {...Child} children
 */
export function h(tag, first = {}, ...children) {
  const [name, ...kinds] = tag.split(".");
  const node = document.createElement(/** @type {NameOf<T>} */ (name));
  if (kinds.length) node.className = kinds.join(" ");
  if (typeof first !== "object" || first === null || Array.isArray(first) || first instanceof Node) {
    return fill(node,
      {}, [first, ...children]);
  }
  return fill(node, first, children);
}

/**
 * Make an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 */
export function s(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** @template {Element} T @param {T} node @param {Props} props @param {Child[]} children */
function fill(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) hear(node, name, /** @type {EventListener} */ (value));
    else if (name === "value") /** @type {HTMLInputElement} */ (/** @type {unknown} */ (node)).value = String(value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...flatten(children));
  return node;
}

/** The listeners of an element: a redraw that looks as before renews them alone.
 * @type {WeakMap<Element, Record<string, EventListener>>} */
const heard = new WeakMap();

/** @param {Element} node @param {string} name @param {EventListener} listener */
function hear(node, name, listener) {
  heard.set(node, { ...heard.get(node), [name]: listener });
  node.addEventListener(name.slice(2), (event) => heard.get(node)?.[name](event));
}

/** Return the nodes and texts among children, in their order. @param {Child} children
 * @returns {Array<string | Node>} */
export function flatten(children) {
  const there = /** @type {unknown[]} */ ([children]).flat(9)
    .filter((child) => child !== null && child !== undefined && child !== false);
  return /** @type {Array<string | Node>} */ (there);
}

/** Return the element that a selector names. Throws if there is none. @param {string} selector
 * @param {ParentNode} [within] */
export function findElement(selector, within = document) {
  const found = within.querySelector(selector);
  if (!found) throw new Error(`no ${selector} on this page`);
  return found;
}

/** @type {WeakMap<HTMLElement, string>} */
const looks = new WeakMap();

/** Fill `box` with what `fresh` holds, unless it looks as before: what is typed or unfolded there survives. Returns
 * whether it was filled. @param {HTMLElement} box @param {HTMLElement} fresh */
export function show(box, fresh) {
  const look = fresh.innerHTML;
  if (looks.get(box) === look) return false;
  looks.set(box, look);
  const restore = rememberPlace(box);
  box.replaceChildren(...fresh.childNodes);
  restore();
  return true;
}

/** Fill `box` with these parts, unless they look as before, or are there already: an unchanged button must survive a
 * finger on it, and gets the new listeners. @param {HTMLElement} box @param {Child} parts */
export function redraw(box, parts) {
  const nodes = flatten(parts);
  if (nodes.length && nodes.every((node, place) => node === box.childNodes[place])) return false;
  const fresh = h("div", nodes);
  if (show(box, fresh)) return true;
  const now = [...fresh.querySelectorAll("*")];
  [...box.querySelectorAll("*")]
    .forEach((node, place) => heard.has(node) && heard.set(node, heard.get(now[place]) ?? {}));
  return false;
}

/** Remember the focus in `box`, and its caret; the function returned restores them after a redraw and returns whether
 * it could. @param {HTMLElement} box */
export function rememberPlace(box) {
  const before = document.activeElement;
  const focus = before && box.contains(before) ? /** @type {HTMLElement} */ (before).dataset.focus : null;
  const { selectionStart: from = null, selectionEnd: to = null } =
    /** @type {Partial<HTMLInputElement>} */ (before ?? {});
  return () => {
    const after = focus ? box.querySelector(`[data-focus="${CSS.escape(focus)}"]`) : null;
    after?.focus();
    if (from !== null) /** @type {HTMLInputElement | null} */ (after)?.setSelectionRange?.(from, to);
    return after !== null;
  };
}

/**
 * Draw a list. `kind`: the class that sets the widths of its columns; `propsOf`: the attributes of a row, `kind` of
 * which adds a class ("now", "out"). A column's `kind` is the class of its cells ("name cut", "num"); without one a
 * cell stands for itself.
 * @template T
 * @param {string} kind
 * @param {Array<Column<T>>} columns
 * @param {T[]} items
 * @param {(item: T) => Props & { kind?: string | null }} [propsOf]
 */
export function drawRows(kind, columns, items, propsOf = () => ({})) {
  const headed = columns.some((one) => one.head);
  const heads = () => columns.map(({ head = "", kind: cells = "", right = cells.includes("num") }) =>
    h("span", { class: right ? "num" : null }, head));
  /** @param {T} item */
  const row = (item) => {
    const { kind: more, ...props } = propsOf(item);
    return h("li", { ...props, class: more ? `r ${more}` : "r" }, columns.map(({ kind: cells, cell }) => {
      const said = cell(item);
      return cells === undefined && said instanceof Node ? said : h("span", { class: cells || null }, said);
    }));
  };
  return h("ol", { class: `rows ${kind}` }, headed ? h("li.r.hdr", heads()) : null, items.map(row));
}

/** A name, and below it in small letters what is said of it. @param {string} name @param {Child} said
 * @param {string} [kind] */
export function nameAnd(name, said, kind = "") {
  return h("span.stackd", h("span", { class: `name cut ${kind}`.trim() }, name),
    said ? h("span.t1.past.cut", said) : null);
}

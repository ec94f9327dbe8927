// Makes elements. Text always goes in as text: a name can never become markup.

const SVG = "http://www.w3.org/2000/svg";

/** Make an element: h("button", {class: "big", onclick: tap}, "Text", child). */
export function h(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** Make an SVG element. */
export function s(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const shown = new WeakMap();

/** Fill `box` again only if `key` changed: an unchanged button must survive a finger on it. */
export function show(box, key, make) {
  const text = JSON.stringify(key);
  if (shown.get(box) === text) return false;
  shown.set(box, text);
  const focus = box.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
  box.replaceChildren(...[make()].flat().filter(Boolean));
  if (focus) box.querySelector(`[data-focus="${CSS.escape(focus)}"]`)?.focus();
  return true;
}

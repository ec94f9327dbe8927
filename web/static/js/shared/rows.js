// Lists: each is declared once, as columns in their order; a row says one thing in each of them.

import { h } from "./dom.js";

/**
 * Draw a list. `kind`: the class that sets the widths of its columns; `propsOf`: the attributes of a row, `kind` of which adds a
 * class ("now", "out"). A column's `kind` is the class of its cells ("name cut", "num"); without one a cell stands for itself.
 * @template T
 * @param {string} kind
 * @param {Array<Column<T>>} columns
 * @param {T[]} items
 * @param {(item: T) => Props & { kind?: string | null }} [propsOf]
 */
export function drawRows(kind, columns, items, propsOf = () => ({})) {
  const headed = columns.some((one) => one.head);
  const heads = () => columns.map(({ head = "", kind: cells = "", right = cells.includes("num") }) => h("span", { class: right ? "num" : null }, head));
  /** @param {T} item */
  const row = (item) => {
    const { kind: more, ...props } = propsOf(item);
    return h("li", { ...props, class: more ? `r ${more}` : "r" }, columns.map((one) => drawCell(one, item)));
  };
  return h("ol", { class: `rows ${kind}` }, headed ? h("li", { class: "r hdr" }, heads()) : null, items.map(row));
}

/** @template T @param {Column<T>} column @param {T} item */
function drawCell({ kind, cell }, item) {
  const said = cell(item);
  return kind === undefined && said instanceof Node ? said : h("span", { class: kind || null }, said);
}

/** A name, and below it in small letters what is said of it. @param {string} name @param {Child} said @param {string} [kind] */
export function nameAnd(name, said, kind = "") {
  return h("span", { class: "stackd" }, h("span", { class: `name cut ${kind}`.trim() }, name), said ? h("span", { class: "t1 past cut" }, said) : null);
}

// A sheet: a dialog over the page with a head, what it says or asks, and its keys at the foot.

import { openOver } from "../sheets/back.js";
import { flatten, h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

let sheets = 0;

/** Show an empty sheet; `closed` is called however it was closed. Focus moves in, and back to where it was. @param {() => void} closed */
export function showDialog(closed) {
  const back = rememberFocus();
  const id = `sheet-title-${(sheets += 1)}`;
  const dialog = h("dialog", { "aria-labelledby": id });
  const shut = openOver(() => dialog.close());
  dialog.addEventListener("close", () => {
    shut();
    dialog.remove();
    closed();
    back();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Fill a sheet. What is scrolled stays where it is while the title is the same.
 * @param {HTMLDialogElement} dialog
 * @param {string} kind
 * @param {SheetParts} parts
 * @param {() => void} close
 */
export function fillDialog(dialog, kind, { title, aside = null, body, foot = null }, close) {
  const old = dialog.querySelector(".body");
  const id = dialog.getAttribute("aria-labelledby");
  const before = dialog.querySelector("h2")?.textContent;
  const cross = h("button", { type: "button", class: "close", "aria-label": t("close"), onclick: close }, icon("loser"));
  const head = h("header", { class: "head" }, h("p", {}, h("h2", { id, class: "b cut fact", tabindex: "-1" }, title), aside ? h("span", { class: "cut" }, aside) : null), h("nav", {}, cross));
  const box = h("div", { class: "body" }, body);
  const keys = flatten(foot);
  dialog.className = `sheet ${kind}`;
  dialog.replaceChildren(head, box, ...(keys.length ? [h("footer", { class: "foot" }, keys)] : []));
  if (old && before === dialog.querySelector("h2")?.textContent) box.scrollTop = old.scrollTop;
}

/**
 * Open a sheet that asks or informs once; `make(close)` returns its parts.
 * @param {string} kind
 * @param {string} title
 * @param {(close: () => void) => Omit<SheetParts, "title">} make
 * @param {() => void} [closed]
 */
export function openSheet(kind, title, make, closed = () => {}) {
  const dialog = showDialog(closed);
  const close = () => dialog.close();
  fillDialog(dialog, kind, { title, ...make(close) }, close);
}

/**
 * A key of a sheet. `kind`: "go" for the expected one, "key2" for a small one in a row.
 * @param {Child} words
 * @param {On<MouseEvent>} onclick
 * @param {Props & { kind?: string, focus?: string }} [props]
 */
export function sheetKey(words, onclick, { kind = "", focus, ...props } = {}) {
  return h("button", { type: "button", class: kind === "key2" ? "key2" : `btn ${kind}`.trim(), "data-focus": focus ?? (typeof words === "string" ? words : null), onclick, ...props }, words);
}

/** Remember the focus; return a function that restores it, even after a redraw. */
export function rememberFocus() {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const name = before?.dataset?.focus;
  return () => {
    if (before?.isConnected) before.focus();
    else if (name) [...document.querySelectorAll(`[data-focus="${CSS.escape(name)}"]`)].at(-1)?.focus();
  };
}

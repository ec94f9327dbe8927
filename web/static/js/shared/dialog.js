// A sheet that asks or informs, then closes. Focus moves in, and back to where it was.

import { openOver } from "../sheets/back.js";
import { flatten, h } from "./dom.js";
import { t } from "./words.js";

let sheets = 0;

/**
 * Open a sheet; `make(close)` returns its content; `closed` is called however it was closed.
 * @param {string} kind
 * @param {string} title
 * @param {(close: () => void) => Child} make
 * @param {() => void} [closed]
 */
export function openSheet(kind, title, make, closed = () => {}) {
  const back = rememberFocus();
  const id = `sheet-title-${(sheets += 1)}`;
  const dialog = h("dialog", { class: `sheet ${kind}`, "aria-labelledby": id });
  const close = () => dialog.close();
  const cross = h("button", { class: "tool sign", type: "button", "aria-label": t("close"), onclick: close }, "✕");
  const shut = openOver(close);
  dialog.addEventListener("close", () => {
    shut();
    dialog.remove();
    back();
    closed();
  });
  dialog.append(h("header", {}, h("h2", { id }, title), cross), ...flatten(make(close)));
  document.body.append(dialog);
  dialog.showModal();
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

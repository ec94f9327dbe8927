// Buttons, switches, lists to choose from, fields that keep what was typed, and sheets over the page: a head, what it
// says or asks, and its keys at the foot. The browser's Back closes the sheets one by one, and only then leaves the
// page.

import { ask } from "./commands.js";
import { drawRows, findElement, h, redraw } from "./dom.js";
import { t } from "./words.js";
import { icon } from "./icons.js";

/**
 * A button; of the kind `go` it is the expected act, of `may` its equal alternative, of `key2` a small one in a row.
 * @param {Child} words
 * @param {On<MouseEvent>} onclick
 * @param {Props & { kind?: string, focus?: string | null }} [props]
 */
export function button(words, onclick, { kind = "", focus, ...props } = {}) {
  return h("button", { type: "button", class: kind === "key2" ? "key2" : `btn ${kind}`.trim(),
    "data-focus": focus ?? (typeof words === "string" ? words : null), onclick, ...props }, words);
}

/** A small key in a row. @param {Child} words @param {On<MouseEvent>} onclick
 * @param {Props & { kind?: string, focus?: string | null }} [props] */
export function smallKey(words, onclick, { kind = "", focus = null, ...props } = {}) {
  return h("button", { type: "button", class: `key2 ${kind}`.trim(), "data-focus": focus, onclick, ...props }, words);
}

/** What is said in small letters. @param {...Child} words */
export const hint = (...words) => h("p.hint.past", words);

/**
 * A switch with two choices, [words, whether it is on]; a tap anywhere on it selects the other one.
 * @param {Array<[string, boolean]>} choices
 * @param {() => unknown} onclick
 * @param {string} focus
 */
export function twoWay(choices, onclick, focus) {
  const halves = choices.map(([words, on]) => h("span", { class: on ? "half on" : "half" }, words));
  const now = choices.find(([, on]) => on)?.[0] ?? "";
  return h("button.switch", { "aria-label": now, "data-focus": focus, onclick }, halves);
}

/**
 * A choice among these, each [value, words]; `pick` gets the value that is chosen.
 * @template V
 * @param {Array<[V, string]>} choices
 * @param {V} now
 * @param {(value: V) => unknown} pick
 * @param {Props} props
 */
export function choiceField(choices, now, pick, props) {
  return h("select", { onchange: ({ target }) => pick(choices[target.selectedIndex][0]), class: "field", ...props },
    choices.map(([value, words]) => h("option", { value: String(value), selected: value === now }, words)));
}

/**
 * A list of which one line is chosen by a tap: its name, and what it is.
 * @template {{ name: string, what: string }} T
 * @param {string} head
 * @param {T[]} lines
 * @param {(line: T) => boolean} isOn
 * @param {(line: T) => unknown} pick
 * @param {Array<Column<T>>} [more]
 */
export function drawPicks(head, lines, isOn, pick, more = []) {
  /** @param {T} one */
  const key = (one) => h("button.name.cut.across", { type: "button", "aria-pressed": String(isOn(one)),
    "data-focus": `game ${one.name}`, onclick: () => pick(one) }, one.name);
  return drawRows("c-game", [{ cell: () => h("i.pick") }, { head, cell: key },
    { kind: "what past cut", cell: (one) => one.what }, ...more], lines, (one) => ({ kind: isOn(one) ? "on" : null }));
}

/** What a leader declares, in the order of the panel's switches.
 * @type {Array<["ones" | "sixes" | "direction", Array<number | string>]>} */
export const SWITCHES = [
  ["ones", [100, 1]],
  ["sixes", [60, 6]],
  ["direction", ["high", "low"]],
];

/** The leader's three switches: each shows both of its choices, and the active one. @param {Declare} declare
 * @param {(name: "ones" | "sixes" | "direction") => unknown} flip */
export function drawSwitches(declare, flip) {
  /** @param {string} name @param {number | string} one */
  const said = (name, one) => (name === "direction" ? t(`direction.${one}`) : `${name === "ones" ? 1 : 6} = ${one}`);
  return h("div.switches", SWITCHES.map(([name, both]) =>
    twoWay(both.map((one) => [said(name, one), one === declare[name]]), () => flip(name), name)));
}

/** Half-typed text by the field's name: it outlives every redraw until it is sent. @type {Map<string, string>} */
const drafts = new Map();

/**
 * A field that keeps half-typed text. `name`: unique on its page; `value`: its text before anybody types.
 * @param {string} name
 * @param {string} value
 * @param {Props} [props]
 * @param {"input" | "textarea"} [tag]
 */
export function draftField(name, value, props = {}, tag = "input") {
  const kind = tag === "input" ? { type: "text", autocomplete: "off" } : {};
  const field = /** @type {HTMLInputElement} */ (
    h(tag, { ...kind, ...props, value: drafts.get(name) ?? value, "data-focus": name }));
  field.addEventListener("input", () => {
    if (field.value === value) drafts.delete(name);
    else drafts.set(name, field.value);
  });
  return field;
}

/** Forget what was typed into a field: it was sent. @param {string} name */
export function forgetDraft(name) {
  drafts.delete(name);
}

/** A form; `send` does what it is for, with the form as it stands there. @param {(form: HTMLElement) => unknown} send
 * @param {Props} props @param {...Child} children */
export function formOf(send, props, ...children) {
  /** @type {On<SubmitEvent>} */
  const onsubmit = (event) => {
    event.preventDefault();
    send(event.currentTarget);
  };
  return h("form", { ...props, onsubmit }, children);
}

/**
 * A form of one field and its key: what is typed goes to `send`, without spaces around it; unless that says no, the
 * field forgets it.
 * @param {LineForm} asked
 */
export function lineForm({ name, value = "", words, label = null, key, kind = "key2", focus = null, send, ...props }) {
  const input = draftField(name, value,
    { class: "field", enterkeyhint: "done", "aria-label": words, placeholder: label ? null : words, ...props });
  const submit = async (/** @type {HTMLElement} */ form) => {
    // a redraw may have renewed this listener alone
    const text = /** @type {HTMLInputElement} */ (findElement("input", form)).value.trim();
    if ((text || value) && (await send(text)) !== false) forgetDraft(name);
  };
  return formOf(submit, { class: label ? null : "newcomer" }, label ? h("label", h("span", label), input) : input,
    h("button", { type: "submit", class: kind, "data-focus": focus }, key));
}

/** The way back to the table, on pages beside the board: a guest's phone only looks on there. */
export function wayBack() {
  return h("a.way-back", { "data-focus": "back", href: "/" }, h("span", { "aria-hidden": "true" }, "←"), " ",
    t("page.back"));
}

/** Open a sheet over the board, or show its next step; null closes it. @param {Page} page
 * @param {Sheet | null} sheet */
export function setSheet(page, sheet) {
  page.mine.sheet = sheet;
  page.draw();
}

/** Fetch what the open sheet shows; it may be closed or about something else meanwhile. @param {Page} page
 * @param {string} address @param {(told: Awaited<ReturnType<typeof ask>>) => Sheet} take */
export async function loadSheet(page, address, take) {
  const { kind, entry } = page.mine.sheet ?? {};
  const told = await ask(address);
  if (page.mine.sheet?.kind === kind && page.mine.sheet?.entry === entry) {
    setSheet(page,
      { ...page.mine.sheet, ...take(told) });
  }
}

let sheets = 0;
/** @type {HTMLDialogElement[]} */
const open = []; // the sheets over the board, the uppermost last
let own = 0; // steps back by a sheet itself after it was closed otherwise

if (history.state?.sheet) {
  own += 1; // a sheet was open as the page was loaded again: its steps lead nowhere now
  history.go(-history.state.sheet);
}

addEventListener("popstate", () => {
  if (own) own -= 1;
  else open.pop()?.close();
});

/** Show an empty sheet; `closed` is called however it was closed. Focus moves in, and back to where it was, even after
 * a redraw. @param {() => void} closed */
export function showDialog(closed) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const name = before?.dataset?.focus;
  const id = `sheet-title-${(sheets += 1)}`;
  const dialog = h("dialog", { "aria-labelledby": id }, h("header.head"), h("div.body"), h("footer.foot"));
  open.push(dialog);
  history.pushState({ sheet: open.length }, "");
  dialog.addEventListener("close", () => {
    const place = open.indexOf(dialog);
    if (place >= 0) {
      open.splice(place, 1);
      own += 1;
      history.back();
    }
    dialog.remove();
    closed();
    if (before?.isConnected) before.focus();
    else if (name) [...document.querySelectorAll(`[data-focus="${CSS.escape(name)}"]`)].at(-1)?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Fill a sheet with what has changed in it. What is scrolled stays where it is while the title is the same.
 * @param {HTMLDialogElement} dialog
 * @param {string} kind
 * @param {SheetParts} parts
 * @param {() => void} close
 */
export function fillDialog(dialog, kind, { title, aside = null, body, foot = null }, close) {
  const [head, box, keys] = /** @type {HTMLElement[]} */ ([...dialog.children]);
  const inside = dialog.contains(document.activeElement) && dialog !== document.activeElement;
  const before = head.textContent;
  const cross = h("button.close", { type: "button", "aria-label": t("close"), onclick: close }, icon("loser"));
  const name = h("h2.b.cut.fact", { id: dialog.getAttribute("aria-labelledby"), tabindex: "-1" }, title);
  dialog.className = `sheet ${kind}`;
  redraw(head, [h("p", name, aside ? h("span.cut", aside) : null), h("nav", cross)]);
  redraw(box, body);
  redraw(keys, foot);
  keys.hidden = !keys.firstChild;
  if (before !== head.textContent) box.scrollTop = 0;
  // the title names the next step
  if (inside && !dialog.contains(document.activeElement)) findElement("h2", dialog).focus();
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

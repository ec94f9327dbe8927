// Shared by the tournament's pages: choices, cards that are drawn again as they change, long lists with a box to search them.

import { draftField } from "../shared/controls.js";
import { h, rememberPlace } from "../shared/dom.js";
import { card } from "../landlord/page_parts.js";
import { language, t } from "../shared/words.js";

const MANY = 12; // so many lines of a list are seen at once on a phone

/** A choice; `none`: what stands there before anything is chosen. @param {string} words @param {Array<[string | number, string]>} values @param {string | null} [none] @param {Props} [props] */
export function select(words, values, none = null, props = {}) {
  const options = values.map(([value, name]) => h("option", { value }, name));
  return h("select", { class: "field", "aria-label": words, ...props }, none === null ? null : h("option", { value: "" }, none), options);
}

/** A choice that acts as soon as something is chosen. @param {string} words @param {Array<[string | number, string]>} values @param {(value: string) => unknown} go */
export function choice(words, values, go) {
  /** @type {On<Event>} */
  const chosen = ({ target }) => {
    target.blur();
    if (target.value) go(target.value);
  };
  return select(words, values, words, { onchange: chosen });
}

/**
 * A card to draw: `key` identifies its content, `make` returns it.
 * @param {string} name
 * @param {string} title
 * @param {unknown} key
 * @param {() => Child[]} make
 * @returns {DeskPart}
 */
export function part(name, title, key, make) {
  return { name, title, key: JSON.stringify([language(), title, key]), make };
}

const drawn = new WeakMap(); // each card's drawn key

/**
 * Draw these cards: each again only if its content has changed, and not while somebody uses it.
 * @param {HTMLElement} box
 * @param {DeskPart[]} parts
 */
export function drawCards(box, parts) {
  for (const old of [...box.children]) if (!parts.some(({ name }) => old.id === `card-${name}`)) old.remove();
  for (const [place, { name, title, key, make }] of parts.entries()) {
    const old = box.querySelector(`#card-${name}`);
    if (old && (busy(old) || (drawn.get(old) === key && !("done" in old.dataset)))) continue;
    const made = card(name, title, ...make());
    drawn.set(made, key);
    const restore = rememberPlace(box);
    if (old) old.replaceWith(made);
    else box.insertBefore(made, box.children[place] ?? null);
    restore();
  }
}

/**
 * Whether somebody is typing there, is being asked to confirm, or has unfolded something: do not redraw under his finger.
 * @param {HTMLElement} place
 */
function busy(place) {
  if ("done" in place.dataset) return false;
  const typing = place.contains(document.activeElement) && document.activeElement?.matches("input, textarea, select");
  return typing || place.querySelector(".danger, details[open], [data-typed]") !== null;
}

const unfolded = new Set(); // the long lists of which all lines are seen

/**
 * Above a long list: a box that leaves the lines with the typed letters, and a button for those that are folded away; nothing for a short one.
 * @param {HTMLElement} list
 * @param {string} name
 */
export function finder(list, name) {
  const rows = /** @type {HTMLElement[]} */ ([...list.children]).filter((one) => !one.classList.contains("hdr"));
  if (rows.length <= MANY) return null;
  const input = draftField(`find-${name}`, "", { class: "field", type: "search", id: `find-${name}`, oninput: foldRows });
  const unfold = () => {
    unfolded.add(name);
    foldRows();
  };
  const all = h("button", { class: "key2", type: "button", onclick: unfold }, t("tournament.show_all", { n: rows.length }));
  function foldRows() {
    const wanted = input.value.trim().toLowerCase();
    const whole = wanted || unfolded.has(name);
    for (const [place, one] of rows.entries()) one.hidden = whole ? !one.textContent.toLowerCase().includes(wanted) : place >= MANY;
    all.hidden = Boolean(whole);
  }
  foldRows();
  return h("div", { class: "find" }, h("label", {}, h("span", {}, t("tournament.find")), input), all);
}

// Shared by the pages of landlord and referee: cards, a change and its result, a button that asks back.

import { draftField } from "../shared/controls.js";
import { h, rememberPlace } from "../shared/dom.js";
import { nameAnd } from "../shared/rows.js";
import { sendChange } from "../shared/device.js";
import { errorWords } from "../shared/phrases.js";
import { has, language, t } from "../shared/words.js";

const MANY = 12; // so many lines of a list are seen at once on a phone
const WIDE = ["waiting", "round", "bracket", "tables", "open"]; // cards as wide as a tablet
const SURE_MS = 8000; // an unanswered question disappears

/** A card with its heading. @param {string} name @param {string} title @param {...Child} content */
export function card(name, title, ...content) {
  return h("section", { class: WIDE.includes(name) ? "card whole" : "card", id: `card-${name}` }, h("h2", {}, title), content.flat().filter(Boolean));
}

/** A list of lines. @param {Child[]} items @param {Props} [props] */
export const lines = (items, props = {}) => h("ol", { class: "rows c-said", ...props }, items);

/**
 * A line of a list: a name, below it what is said of it, and what can be done; `folded`: what is seldom done.
 * @param {string} name
 * @param {Child} said
 * @param {Child} [acts]
 * @param {Props & { kind?: string | null, folded?: Child }} [props]
 */
export function line(name, said, acts = null, { kind = null, folded = null, ...props } = {}) {
  return h("li", { class: kind ? `r ${kind}` : "r", ...props }, nameAnd(name, said), h("span", { class: "row-of" }, acts), folded);
}

/** What is seldom done. @param {string} title @param {...Child} content */
export const fold = (title, ...content) => h("details", {}, h("summary", {}, title), content);

/** A field with its words. @param {string} words @param {HTMLElement} input */
export const field = (words, input) => h("label", {}, h("span", {}, words), input);

/** A choice; `none`: what stands there before anything is chosen. @param {string} words @param {Array<[string | number, string]>} values @param {string | null} [none] @param {Props} [props] */
export function select(words, values, none = null, props = {}) {
  const options = values.map(([value, name]) => h("option", { value }, name));
  return h("select", { class: "field", "aria-label": words, ...props }, none === null ? null : h("option", { value: "" }, none), options);
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

/** Show what was done, or why not, at the top of the page. @param {string} words */
export function say(words) {
  const place = document.querySelector("#landlord .said");
  if (!place) return;
  place.textContent = words;
  place.scrollIntoView({ block: "nearest" });
}

/**
 * Carry out a change; show a refusal. Returns the reply, or null.
 * @param {string} url
 * @param {ChangeOptions} [options]
 * @returns {Promise<LandlordReply | null>}
 */
export async function act(url, options = {}) {
  const reply = await sendChange(url, options);
  if (reply.ok) return reply;
  say(reply.error.code === "away" ? t("hub.lost") : t("landlord.failed", { message: whyNot(reply.error) }));
  return null;
}

/** The reason for the tournament's refusal, in the page's own words if it has some. @param {Fault} error */
export function whyNot(error) {
  const [kind, code] = error.code.split(".");
  if (kind !== "cup" || !code) return errorWords(error);
  const words = has(`hub_refused.${code}`) ? t(`hub_refused.${code}`) : "";
  return code === "form" || !words ? `${words} ${error.message}`.trim() : words; // for a list the line helps
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

/** A button that asks back: only a second tap does it. @type {Twice} */
export function twice(words, sure, go) {
  const place = h("span", { class: "row-of" });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const calm = () => {
    clearTimeout(timer);
    place.replaceChildren(h("button", { class: "key2", type: "button", onclick: ask }, words));
  };
  const confirm = () => {
    calm();
    go();
  };
  const ask = () => {
    timer = setTimeout(calm, SURE_MS);
    place.replaceChildren(
      h("button", { class: "key2 danger", type: "button", onclick: confirm }, sure),
      h("button", { class: "key2", type: "button", onclick: calm }, t("landlord.no")),
    );
  };
  calm();
  return place;
}

// Shared by the tournament's pages: choices, the referee's orders, cards that are drawn again as they change, long
// lists with a box to search them.

import { draftField, forgetDraft, smallKey } from "../shared/controls.js";
import { h, rememberPlace, show } from "../shared/dom.js";
import { act, card, say } from "../landlord/page_parts.js";
import { t } from "../shared/words.js";

const MANY = 12; // so many lines of a list are seen at once on a phone

/** A choice; `none`: what stands there before anything is chosen. @param {string} words
 * @param {Array<[string | number, string]>} values @param {string | null} [none] @param {Props} [props] */
export function select(words, values, none = null, props = {}) {
  const options = values.map(([value, name]) => h("option", { value }, name));
  return h("select", { class: "field", "aria-label": words, ...props },
    none === null ? null : h("option", { value: "" }, none), options);
}

/** A choice that acts as soon as something is chosen. @param {string} words
 * @param {Array<[string | number, string]>} values @param {(value: string) => unknown} go */
export function choice(words, values, go) {
  /** @type {On<Event>} */
  const chosen = ({ target }) => {
    target.blur();
    if (target.value) go(target.value);
  };
  return select(words, values, words, { onchange: chosen });
}

/**
 * The card of the referee's last action, the last PIN handed out until the next act, and what draws the page again.
 * @type {{ at: HTMLElement | null, given: Fill | null, look: () => Promise<unknown> }}
 */
export const desk = { at: null, given: null, look: async () => {} };

/** Return the text of a file as the hub reads lists: in UTF-8 or UTF-16, else Windows-1252.
 * @param {HTMLInputElement} input */
export async function fileText({ files }) {
  const bytes = await files?.[0]?.arrayBuffer();
  if (!bytes) return "";
  try {
    const wide = { 254: "utf-16be", 255: "utf-16le" }[new Uint8Array(bytes)[0] ?? 0];
    return new TextDecoder(wide, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Carry out a change, and say so in these words. Returns false if it was refused. @param {string} url
 * @param {ChangeOptions} options @param {string} [words] */
export async function done(url, options, words = "") {
  const { at } = desk;
  const reply = await act(url, { ...options,
    sure: () => done(url, { ...options, body: { .../** @type {object} */ (options.body), sure: true } }, words) });
  if (!reply) return false;
  say([words, reply.note].filter(Boolean).join(" "));
  desk.given = reply.pin ? /** @type {Fill} */ (/** @type {unknown} */ (reply)) : null;
  if (at) at.dataset.done = ""; // its typed or unfolded content is finished
  for (const typed of at?.querySelectorAll("[data-focus]") ?? []) forgetDraft(typed.dataset.focus ?? "");
  await desk.look();
  return true;
}

/** A decision of the referee. @param {Record<string, unknown>} body */
export const referee = (body) => done("/api/referee", { body });

/** An event of the tournament. @param {string} kind @param {Record<string, unknown>} [said] */
export const note = (kind, said = {}) => referee({ do: "note", kind, ...said });

/** Draw these cards: each again only if it looks different, and not while somebody uses it.
 * @param {HTMLElement} box @param {DeskPart[]} parts */
export function drawCards(box, parts) {
  for (const old of [...box.children]) if (!parts.some(([name]) => old.id === `card-${name}`)) old.remove();
  for (const [place, [name, title, make]] of parts.entries()) {
    let there = box.querySelector(`#card-${name}`);
    const restore = rememberPlace(box);
    const made = card(name, title, ...make());
    if (!there || "done" in there.dataset) {
      there?.remove();
      there = card(name, "");
      box.insertBefore(there, box.children[place] ?? null);
    }
    const typing = there.contains(document.activeElement) && document.activeElement?.matches("input, textarea, select");
    // not under his finger
    if (!typing && !there.querySelector(".danger, details[open], [data-typed]")) show(there, made);
    restore();
  }
}

const unfolded = new Set(); // the long lists of which all lines are seen

/** Above a long list: a box that leaves the lines with the typed letters, and a button for those that are folded away;
 * nothing for a short one. @param {HTMLElement} list @param {string} name */
export function finder(list, name) {
  const rows = /** @type {HTMLElement[]} */ ([...list.children]).filter((one) => !one.classList.contains("hdr"));
  if (rows.length <= MANY) return null;
  const input =
    draftField(`find-${name}`, "", { class: "field", type: "search", id: `find-${name}`, oninput: foldRows });
  const unfold = () => {
    unfolded.add(name);
    foldRows();
  };
  const all = smallKey(t("tournament.show_all", { n: rows.length }), unfold);
  function foldRows() {
    const wanted = input.value.trim().toLowerCase();
    const whole = wanted || unfolded.has(name);
    for (const [place, one] of rows.entries()) {
      one.hidden = whole ? !one.textContent.toLowerCase().includes(wanted)
        : place >= MANY;
    }
    all.hidden = Boolean(whole);
  }
  foldRows();
  return h("div.find", h("label", h("span", t("tournament.find")), input), all);
}

// What the pages of landlord and referee share: cards, a change and what came of it, a button that asks back.

import { h } from "../shared/dom.js";
import { change } from "../shared/device.js";
import { errorWords } from "../shared/phrases.js";
import { has, language, t } from "../shared/words.js";

const SURE_MS = 8000; // a question that nobody answers goes away

/** A card with its heading. */
export function card(name, title, ...content) {
  return h("section", { class: "card", id: `card-${name}` }, h("h2", {}, title), content.flat().filter(Boolean));
}

/** A card as it is to be drawn: `key` is what it tells of, `make` gives what is in it. */
export function part(name, title, key, make) {
  return { name, title, key: JSON.stringify([language(), title, key]), make };
}

const drawn = new WeakMap(); // each card with the key of what it tells

/** Draw these cards: each anew only where what it tells is another, and not where somebody is at it. */
export function drawCards(box, parts) {
  for (const old of [...box.children]) if (!parts.some(({ name }) => old.id === `card-${name}`)) old.remove();
  for (const [place, { name, title, key, make }] of parts.entries()) {
    const old = box.querySelector(`#card-${name}`);
    if (old && (busy(old) || (drawn.get(old) === key && !("done" in old.dataset)))) continue;
    const made = card(name, title, ...make());
    drawn.set(made, key);
    if (old) old.replaceWith(made);
    else box.insertBefore(made, box.children[place] ?? null);
  }
}

/** Whether somebody writes there, is asked whether he is sure, or has opened what is folded away: nothing is drawn anew below his finger. */
function busy(place) {
  if ("done" in place.dataset) return false;
  const typing = place.contains(document.activeElement) && document.activeElement.matches("input, textarea, select");
  return typing || place.querySelector(".danger, details[open], [data-typed]") !== null;
}

/** Say what was done, or why not, at the top of the page. */
export function say(words) {
  const line = document.querySelector("#landlord .said");
  if (!line) return;
  line.textContent = words;
  line.scrollIntoView({ block: "nearest" });
}

/** Do something; say why not, where it is refused. Gives the reply, or null. */
export async function act(url, options = {}) {
  const reply = await change(url, options);
  if (reply.ok) return reply;
  say(reply.error.code === "away" ? t("hub.lost") : t("landlord.failed", { message: whyNot(reply.error) }));
  return null;
}

/** Why the tournament does not take something; where there are no words for it, in its own. */
export function whyNot(error) {
  const [kind, code] = error.code.split(".");
  if (kind !== "cup" || !code) return errorWords(error);
  const words = has(`hub_refused.${code}`) ? t(`hub_refused.${code}`) : "";
  return code === "form" || !words ? `${words} ${error.message}`.trim() : words; // of a list it is the line that helps
}

/** A button that asks back: only a second tap does it. */
export function twice(words, sure, go) {
  const place = h("span", { class: "twice" });
  let timer;
  const calm = () => {
    clearTimeout(timer);
    place.replaceChildren(h("button", { class: "big", type: "button", onclick: ask }, words));
  };
  const ask = () => {
    timer = setTimeout(calm, SURE_MS);
    place.replaceChildren(
      h("button", { class: "big danger", type: "button", onclick: () => (calm(), go()) }, sure),
      h("button", { class: "big", type: "button", onclick: calm }, t("landlord.no")),
    );
  };
  calm();
  return place;
}

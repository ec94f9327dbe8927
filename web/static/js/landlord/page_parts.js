// Shared by the pages that scroll: cards, lists with acts, a change and its result, a button that asks back.

import { smallKey, hint } from "../shared/controls.js";
import { h, nameAnd, drawRows } from "../shared/dom.js";
import { sendChange } from "../shared/commands.js";
import { errorWords } from "../shared/phrases.js";
import { has, t } from "../shared/words.js";

const WIDE = ["waiting", "round", "bracket", "tables", "open", "evening"]; // cards as wide as a tablet
/** The steps from the box to the first throw. */
export const STEPS = ["language", "pin", "camera", "board", "light", "buttons", "tablet", "throw"];
const SURE_MS = 8000; // an unanswered question disappears

/** A card with its heading. @param {string} name @param {string} title @param {...Child} content */
export const card = (name, title, ...content) =>
  h("section", { class: WIDE.includes(name) ? "card whole" : "card", id: `card-${name}` }, h("h2", title), content);

/** Draw a landlord's cards, each [name, title, content], below the last result; one without content is left out.
 * @param {HTMLElement} box @param {string} said @param {Array<[string, string, Child]>} cards */
export function drawRoom(box, said, cards) {
  box.replaceChildren(
    h("p.said", { role: "status" }, said),
    h("div.cards", cards.map(([name, title, content]) => content && card(name, title, content))),
    hint(t("landlord.logs_out")),
  );
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
  return h("li", { class: kind ? `r ${kind}` : "r", ...props }, nameAnd(name, said), h("span.row-of", acts), folded);
}

/** What is seldom done. @param {string} title @param {...Child} content */
export const fold = (title, ...content) => h("details", h("summary", title), content);

/** A field with its words. @param {string} words @param {HTMLElement} input */
export const field = (words, input) => h("label", h("span", words), input);

/** Show what was done, or why not, at the top of the page. @param {string} words */
export function say(words) {
  const place = document.querySelector("main > .said");
  if (!place) return;
  place.textContent = words;
  place.scrollIntoView({ block: "nearest" });
}

/** Carry out a change; show a refusal. Returns the reply, or null. @param {string} url @param {ChangeOptions} [options]
 * @returns {Promise<LandlordReply | null>} */
export async function act(url, options = {}) {
  const reply = await sendChange(url, options);
  if (reply.ok) return reply;
  if (reply.error.code === "cup.asks") {
    say(reply.error.message);
    document.querySelector("main > .said")
      ?.append(" ", smallKey(t("landlord.sure"), () => options.sure?.(), { kind: "danger" }));
    return null;
  }
  say(reply.error.code === "away" ? t("landlord.away") : t("landlord.failed", { message: whyNot(reply.error) }));
  return null;
}

/** What a key does: a change, and once it is carried out `then`. @param {string} url @param {ChangeOptions} options
 * @param {(reply: LandlordReply) => unknown} then */
export const acting = (url, options, then) => async () => {
  const reply = await act(url, options);
  if (reply) await then(reply);
};

/** The reason for the tournament's refusal, in the page's own words if it has some. @param {Fault} error */
export function whyNot(error) {
  const [kind, code] = error.code.split(".");
  if (kind !== "cup" || !code) return errorWords(error);
  const words = has(`hub_refused.${code}`) ? t(`hub_refused.${code}`) : "";
  return code === "form" || !words ? `${words} ${error.message}`.trim() : words; // for a list the line helps
}

/** A button that asks back: only a second tap does it. @param {string} words @param {string} sure
 * @param {() => unknown} go */
export function twice(words, sure, go) {
  const place = h("span.row-of");
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const calm = () => {
    clearTimeout(timer);
    place.replaceChildren(smallKey(words, ask));
  };
  const confirm = () => {
    calm();
    go();
  };
  function ask() {
    timer = setTimeout(calm, SURE_MS);
    place.replaceChildren(smallKey(sure, confirm, { kind: "danger" }), smallKey(t("landlord.no"), calm));
  }
  calm();
  return place;
}

/** Draw the list beside the step `now`. `done` are the steps that are done; `open` goes to another one, where that is
 * possible. @param {string[]} steps @param {string} now @param {string[]} done
 * @param {((step: string) => unknown) | null} [open] */
export function stepList(steps, now, done, open = null) {
  /** @type {Array<Column<string>>} */
  const columns = [
    { cell: (step) => h("button.name.cut",
      { disabled: !open || step === now, "data-focus": step, onclick: () => open?.(step) }, t(`guide_step.${step}`)) },
    { cell: (step) => (done.includes(step) ? h("span.safe", `✓ ${t("guide.done")}`)
      : h("span.past", step === now ? t("guide.now") : t("guide.left"))) },
  ];
  return h("section.card", h("h2", t("guide.title")), drawRows("c-said c-steps", columns, steps,
    (step) => ({ kind: step === now ? "now" : null, "aria-current": step === now ? "step" : null })));
}

// The other pages and sheets: one line each, under "More".

import { choiceField, setSheet, smallKey } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { LANGUAGES, language, setLanguage, t } from "../shared/words.js";

/** The lines by subject, the most wanted first: the words' key, target (`href`, or `sheet` over the board), sign, role
 * (null: all). @type {Array<{ words: string, lines: MenuLine[] }>} */
const GROUPS = [
  {
    words: "menu.group.game",
    lines: [
      { words: "menu.new", sheet: "setup", sign: "new", role: "table" },
      { words: "menu.history", sheet: "history", sign: "history", role: "table" },
      { words: "menu.people", sheet: "people", sign: "people", role: "table" },
      { words: "menu.bill", sheet: "bill", sign: "rounds", role: null },
      { words: "menu.end", sheet: "end", sign: "lead", role: "table" },
    ],
  },
  {
    words: "menu.group.look",
    lines: [
      { words: "menu.watch", sheet: "watching", sign: "watch", role: null },
      { words: "caller.title", sheet: "caller", sign: "caller" },
      { words: "menu.evenings", href: "/evenings", sign: "evenings" },
      { words: "menu.season", href: "/season", sign: "season" },
      { words: "menu.everybody", href: "/people", sign: "people" },
    ],
  },
  {
    words: "menu.group.learn",
    lines: [
      { words: "menu.lesson", sheet: "lesson", sign: "explain", played: true },
      { words: "menu.odds", href: "/odds", sign: "odds" },
      { words: "menu.dice", href: "/dice", sign: "dice" },
      { words: "menu.practice", href: "/practice", sign: "practice" },
    ],
  },
  {
    words: "menu.group.house",
    lines: [
      { words: "menu.become", href: "/landlord", sign: "landlord", role: "watch" },
      { words: "menu.landlord", href: "/landlord", sign: "landlord", role: "table" },
    ],
  },
];

/** @param {Page} page */
export function menuSheet(page) {
  const variant = page.snapshot?.variant;
  const running = page.snapshot?.state && page.snapshot.state.stage !== "over";
  const large = document.documentElement.classList.contains("large");
  // a larger text for this screen, or the usual one again
  const turn = () => location.assign(`${location.pathname}?text=${large ? "usual" : "large"}`);
  const offered = (/** @type {MenuLine} */ { role, sheet, played }) => (!role || role === page.role)
    && (sheet !== "end" || running) && (!played || variant);
  const entry = (/** @type {MenuLine} */ { words, sign, href, sheet }) => {
    const said = [icon(sign), h("span", t(words))];
    return h("li",
      href ? h("a.btn", { href }, said) : h("button.btn", { onclick: () => setSheet(page, { kind: sheet }) }, said));
  };
  const groups = GROUPS.map(({ words, lines }) => ({ words, lines: lines.filter(offered) }))
    .filter(({ lines }) => lines.length);
  return {
    title: t("menu.title"),
    body: h("div.menus",
      groups.map(({ words, lines }) => h("section", h("h3.t1.past", t(words)), h("ul.menu", lines.map(entry))))),
    foot: [smallKey(t("menu.text"), turn, { "aria-pressed": String(large), focus: "text" }), languageChoice(page)],
  };
}

/** The choice of the page's language. @param {Page} page */
function languageChoice(page) {
  /** @param {string} one */
  const pick = (one) => (page.link === "lost" ? page.tell(t("error.away")) : setLanguage(one));
  return choiceField(LANGUAGES.map((one) => [one, t(`language.${one}`)]), language(), pick,
    { class: "field language", "aria-label": t("language") });
}

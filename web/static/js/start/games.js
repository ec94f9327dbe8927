// The games to choose from, the house's own first; and the rules of one as the table enforces them.

import { drawPicks, openSheet } from "../shared/controls.js";
import { h, redraw } from "../shared/dom.js";
import { drawLesson, fetchLesson } from "./lesson.js";
import { chosen } from "./chosen.js";
import { fetchJson, pub, variantOf } from "./pub.js";
import { errorWords } from "../shared/phrases.js";
import { has, language, t } from "../shared/words.js";

/** Draw the games to choose from, the house's own rules first and of these the last played ones; and the chosen game's
 * lines. @param {Form} form */
export function drawGames(form) {
  const { parts } = form;
  const lesson = fetchLesson({ variant: chosen.variant, options: chosen.options }, form.draw);
  const game = chosen.house ?? variantOf(chosen.variant).title;
  redraw(parts.lesson, lesson && [h("h3.t1.past", t("lesson.title", { game })), drawLesson(lesson)]);
  const isOn = (/** @type {GameChoice} */ { pick }) => chosen.variant === pick.variant && chosen.house === pick.house;
  const choose = (/** @type {GameChoice} */ { pick }) => {
    Object.assign(chosen, pick, { options: { ...pick.options }, counter: null });
    form.tell(null);
  };
  const place = (/** @type {House} */ { name }) =>
    (pub.lately.includes(name) ? pub.lately.indexOf(name) : pub.lately.length);
  const houses = [...pub.houses].sort((one, other) => place(one) - place(other)).map(({ name, base, options }) => {
    const variant = variantOf(base);
    return { name, what: t("setup.house_of", { game: variant.title }),
      least: Number(options.players_min ?? variant.players_min),
      most: Number(options.players_max ?? variant.players_max), pick: { variant: base, house: name, options } };
  });
  const all = pub.variants.map(({ variant, title, players_min: least, players_max: most }) => ({ name: title, what: has(
    `game.${variant}`) ? t(`game.${variant}`) : "", least, most, pick: { variant, house: null, options: {} } }));
  redraw(parts.games, drawPicks(t("setup.game"), [...houses, ...all], isOn, choose,
    [{ head: t("setup.players"), kind: "num", cell: (one) => `${one.least}–${one.most}` }]));
}

/** Show the rules of a game as the table enforces them. @param {string} name @param {string} variant
 * @param {Options} options */
export async function openRules(name, variant, options) {
  const box = h("div.told", h("p", t("rules.coming")));
  openSheet("rules-sheet", t("rules.of", { game: name }), () => ({ body: box }));
  const asked = new URLSearchParams({ language: language(), ...options });
  try {
    /** @type {GameRules} */
    const { changed, sections } = await fetchJson(`/api/rules/${variant}?${asked}`);
    const all = [...(changed.length ? [{ heading: t("rules.changed"), lines: changed }] : []),
      ...sections.map(({ heading, sentences }) => ({ heading, lines: sentences.map((each) => each.text) }))];
    box.replaceChildren(
      ...all.flatMap(({ heading, lines }) => [h("h3", heading), h("ul", lines.map((line) => h("li", line)))]));
  } catch (error) {
    const { said } = /** @type {{ said?: Reply }} */ (error);
    box.replaceChildren(h("p.error.b", said ? errorWords(said.error) : t("error.away")));
  }
}

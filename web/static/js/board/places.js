// The stage of a game whose result has its dice in an order: the die that lies, what stands already, and the places.

import { isPlaying } from "../phone/seat.js";
import { placeOf, placesOf } from "../shared/choices.js";
import { drawDie } from "../shared/dice.js";
import { h } from "../shared/dom.js";
import { throwWords } from "../shared/next_step.js";
import { resultWords } from "../shared/phrases.js";
import { t } from "../shared/words.js";

/** @param {GamePage} page @param {Child} lies the dice on the table, or the cup */
export function placeParts(page, lies) {
  const { state, standing } = page.snapshot;
  const beat = standing.to_beat;
  const beaten = beat && [h("span.beaten", `${t("beat.label")}: `), h("b.fact", `${beat.player} ${resultWords(beat)}`)];
  const places = Object.entries(placesOf(state) ?? {});
  return [
    h("p.cap.t2", h("span", throwWords(state, state.free.length > 0)), h("span.cut", beaten)),
    lies,
    h("p.worth.num.t5", places.map(([, value]) => [value ?? h("span.turn", "_"), " "])),
    h("div.places", places.map(([name, value]) => drawPlace(page, name, value))),
  ];
}

/** A place with its die; where one may be put there, the place is the key. @param {GamePage} page @param {string} name
 * @param {number | null} value */
function drawPlace(page, name, value) {
  const choice = page.snapshot.choices.find(({ act }) => placeOf(act) === name);
  const button = page.snapshot.panel?.status === "ok" ? choice?.button : null; // the panel's button that does it
  const parts =
    [drawDie(value), h("span", t(`place.${name}`)), button ? h("small.t1.past", t(`panel_button.${button}`)) : null];
  const kind = choice ? "spot may" : "spot";
  if (!choice || (page.role !== "table" && !isPlaying(page))) return h("span", { class: kind }, parts);
  const put = () => (page.role === "table" ? page.order({ do: "act", act: choice.act }) : page.play([choice.act]));
  return h("button", { class: kind, "data-focus": `place ${name}`, onclick: put }, parts);
}

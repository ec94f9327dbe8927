// The sheet of the caller: what this device says and plays, and how loud.

import { hasVoice, localVoice, speak, whenVoices, changeWishes, wishes } from "./caller.js";
import { h } from "../shared/dom.js";
import { playSound } from "./sounds.js";
import { t } from "../shared/words.js";

let following = false;

/** @param {Page} page */
export function callerSheet(page) {
  if (!following) whenVoices(() => page.draw());
  following = true;
  const voice = localVoice();
  return {
    title: t("caller.title"),
    key: [wishes.speaks, wishes.sounds, voice?.name ?? null, hasVoice()],
    make: () => [
      h("p", { class: "hint past" }, t("caller.here")),
      switchFor(page, "speaks", t("caller.speaks"), () => speak(t("caller.sample"))),
      hasVoice() ? null : h("p", { class: "hint past" }, t("caller.no_voice")),
      volume("volume", t("caller.volume"), wishes.speaks, () => speak(t("caller.sample"))),
      switchFor(page, "sounds", t("caller.sounds"), () => playSound("mats", wishes.loudness)),
      volume("loudness", t("caller.loudness"), wishes.sounds, () => playSound("chicago", wishes.loudness)),
    ],
  };
}

/**
 * A switch with its state in words and colour; turning it on plays a sample.
 * @param {Page} page
 * @param {"speaks" | "sounds"} name
 * @param {string} words
 * @param {() => void} sample
 */
function switchFor(page, name, words, sample) {
  const flip = () => {
    changeWishes({ [name]: !wishes[name] });
    page.draw();
    if (wishes[name]) sample();
  };
  const state = t(wishes[name] ? "caller.on" : "caller.off");
  const props = { class: "btn flip", role: "switch", "aria-checked": String(wishes[name]), "data-focus": name, onclick: flip };
  return h("button", props, h("span", {}, words), h("b", {}, state));
}

/** @param {"volume" | "loudness"} name @param {string} words @param {boolean} on @param {() => void} sample */
function volume(name, words, on, sample) {
  /** @type {On<Event>} */
  const turn = (event) => {
    changeWishes({ [name]: Number(event.target.value) });
    sample();
  };
  const input = h("input", { type: "range", min: 0.1, max: 1, step: 0.1, value: wishes[name], disabled: !on, onchange: turn });
  input.value = String(wishes[name]); // a range takes its value only once its ends are known
  return h("label", { class: "volume" }, h("span", {}, words), input);
}

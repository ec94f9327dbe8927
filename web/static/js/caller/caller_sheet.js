// The sheet of the caller: what this device says and plays, and how loud.

import { hasVoice, localVoice, speak, changeWishes, wishes } from "./caller.js";
import { h } from "../shared/dom.js";
import { playSound } from "./sounds.js";
import { t } from "../shared/words.js";

let following = false;

/** @param {Page} page */
export function callerSheet(page) {
  if (!following) window.speechSynthesis?.addEventListener?.("voiceschanged", () => page.draw()); // some browsers find them late
  following = true;
  const voice = localVoice();
  return {
    title: t("caller.title"),
    key: [wishes.speaks, wishes.sounds, voice?.name ?? null, hasVoice()],
    make: () => [
      h("p", { class: "hint past" }, t("caller.here")),
      switchFor(page, "speaks", t("caller.speaks"), () => speak(t("caller.sample"))),
      hasVoice() ? null : h("p", { class: "hint past" }, t("caller.no_voice")),
      switchFor(page, "sounds", t("caller.sounds"), () => playSound("mats")),
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

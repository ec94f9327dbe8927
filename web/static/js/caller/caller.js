// The caller: announces events on devices that switched it on, and on the television if the landlord allows it. Only
// voices of the device itself and the table's own are used: another would send the players' names away.

import { announce } from "./caller_words.js";
import { isAudible, playFrom, playSound, stopSpeech, wakeSound } from "./sounds.js";
import { keep, recall } from "../shared/commands.js";
import { hint } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { language, t } from "../shared/words.js";

const KEPT = "caller";
const HIDDEN_MS = 25000;
const QUIET_MS = 3000;
const LONGEST = 240; // the table's limit of letters

const screen = document.body.classList.contains("television");

/** What this device says and plays; how loud, its own keys say. @type {{ speaks: boolean, sounds: boolean }} */
const wishes = { speaks: false, sounds: false, ...(screen ? null : recall(KEPT)) };

const synthesis = window.speechSynthesis ?? null;
/** @type {Snapshot | null} */
let before = null; // the last announcement is no news any more
let lost = false;
/** @type {number | undefined} */
let back;
let hiddenAt = 0;
let quietUntil = 0;
let tables = false; // whether the table has a voice of its own
let following = false; // whether voices that come later are heard of
let awake = false; // browsers keep silent until somebody has tapped

addEventListener("pointerdown", wake, { once: true, capture: true });
addEventListener("keydown", wake, { once: true, capture: true });
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") hiddenAt = performance.now();
  // the stream was closed: its first content is old
  else if (performance.now() - hiddenAt > HIDDEN_MS) quietUntil = performance.now() + QUIET_MS;
});

/** Note the page's content; call this at each redraw. Snapshots come from the disk, so all is certain.
 * @param {Page} page */
export function announceNews(page) {
  const { snapshot } = page;
  tables = Boolean(snapshot?.house?.voice);
  if (screen) followLandlord(page);
  if (page.link === "lost") lost = true;
  else if (lost) cameBack(page);
  if (!snapshot || snapshot === before || lost) return;
  const news = announce(before, snapshot);
  before = snapshot;
  if (!news || document.visibilityState === "hidden" || performance.now() < quietUntil) return;
  const own = snapshot.house?.sounds[news.moment ?? ""];
  if (own) return void ((wishes.speaks || wishes.sounds) && playFrom(`/api/sounds/${news.moment}?${own}`));
  if (wishes.speaks) speak(news.text);
  if (wishes.sounds && news.sound) playSound(news.sound, news.mats);
}

/** On the television the landlord decides; a browser that may autoplay needs no tap. @param {Page} page */
function followLandlord(page) {
  const on = Boolean(page.snapshot?.house?.screen_sound);
  if (on === wishes.sounds) return;
  Object.assign(wishes, { speaks: on, sounds: on });
  if (!on) return stopSpeech();
  wakeSound(page.draw);
}

/** Whether the landlord allows sound on the television, and the browser waits for a key or a tap. */
export function waitsForTap() {
  return screen && wishes.sounds && !isAudible();
}

/** The connection is back: its first content is old. From then on news is news. @param {Page} page */
function cameBack(page) {
  if (back) return;
  back = setTimeout(() => {
    before = page.snapshot;
    lost = page.link === "lost";
    back = undefined;
  });
}

/** @param {string} text @returns {void} */
function speak(text) {
  if (!text) return;
  const voice = localVoice();
  if (tables && (screen || !voice)) {
    return void playFrom(
      `/api/voice?${new URLSearchParams({ language: language(), text: text.slice(0, LONGEST) })}`);
  }
  if (!voice || !(awake || (screen && isAudible()))) return;
  synthesis.cancel();
  const utterance = new SpeechSynthesisUtterance(text);
  Object.assign(utterance, { voice, lang: voice.lang });
  synthesis.speak(utterance);
}

function localVoice() {
  const voices = synthesis?.getVoices() ?? [];
  const fits = voices.filter((one) => one.localService && one.lang.toLowerCase().startsWith(language()));
  return fits.find((one) => one.default) ?? fits[0] ?? null;
}

function wake() {
  if (wishes.sounds || wishes.speaks) wakeSound(); // the voice may be a file
  if (awake) return;
  awake = true;
  if (!wishes.speaks || !synthesis) return;
  const silent = new SpeechSynthesisUtterance(" ");
  silent.volume = 0;
  synthesis.speak(silent); // some browsers only let a voice speak after it was used in a tap
}

/** The sheet of the caller: what this device says and plays. @param {Page} page */
export function callerSheet(page) {
  if (!following) synthesis?.addEventListener?.("voiceschanged", () => page.draw()); // some browsers find them late
  following = true;
  const voice = localVoice();
  const audible = tables || voice !== null;
  /** A switch with its state in words and colour; turning it on wakes voice and sound, and plays a sample.
   * @param {"speaks" | "sounds"} name @param {string} words @param {() => void} sample */
  const choice = (name, words, sample) => {
    const flip = () => {
      wishes[name] = !wishes[name];
      if (!wishes.speaks) {
        synthesis?.cancel();
        stopSpeech();
      }
      wake();
      keep(KEPT, wishes);
      page.draw();
      if (wishes[name]) sample();
    };
    const props =
      { class: "btn flip", role: "switch", "aria-checked": String(wishes[name]), "data-focus": name, onclick: flip };
    return h("button", props, h("span", words), h("b", t(wishes[name] ? "caller.on" : "caller.off")));
  };
  return {
    title: t("caller.title"),
    body: [
      hint(t("caller.here")),
      choice("speaks", t("caller.speaks"), () => speak(t("caller.sample"))),
      audible ? null : hint(t("caller.no_voice")),
      choice("sounds", t("caller.sounds"), () => playSound("mats")),
    ],
  };
}

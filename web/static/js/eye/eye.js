// The page of the phone that is the table's eye. It says all the while that it is, and ends when the table says so.

import { stayAwake } from "../shared/commands.js";
import { findElement, h } from "../shared/dom.js";
import { errorWords } from "../shared/phrases.js";
import { has, loadWords, t } from "../shared/words.js";
import { EyeCamera, HALTS } from "./eye_camera.js";
import { Refused, begin as beginSending, forgetKey, give, halt, keptKey, useInvitation } from "./eye_link.js";

const SOONEST_MS = 500; // the pause after a failure, doubled each time
const LATEST_MS = 8000;
const SLOW_MS = 1000; // a picture that takes longer comes late to the page
const ENDS = [...HALTS, "not_the_eye", "not_invited", "eye_elsewhere"]; // trying again would not help

const box = findElement("#eye");
const says = h("p.says.t3.b", { role: "status" });
const more = h("p.more.past");
const video = h("video", { muted: true, playsinline: true, hidden: true });
const buttons = h("p.row-of");
const camera = new EyeCamera(video);

let running = false;
let lit = false;
/** @type {(() => void) | null} */
let sleep = null;

async function begin() {
  await loadWords();
  document.title = t("eye.title");
  video.muted = true;
  box.append(says, video, buttons, more);
  document.addEventListener("visibilitychange", seen);
  // a phone gives its camera to a page over https only: explain the browser's warning, and lead there
  if (!window.isSecureContext) {
    say(t("eye.secure"), t("eye.secure_why"));
    const there = `https://${location.host}/eye${location.hash}`;
    return buttons.replaceChildren(h("a.btn.go", { id: "secure", href: there }, t("eye.secure_open")),
      h("a.btn", { href: "/secure" }, t("eye.secure_lasting")));
  }
  try {
    await useInvitation();
  } catch (error) {
    return stop(error);
  }
  if (!keptKey()) return stop(new Refused("not_the_eye"));
  await look();
}

async function look() {
  running = true;
  say(t("eye.opens"));
  buttons.replaceChildren();
  let pause = SOONEST_MS;
  const restart = () => (pause = SOONEST_MS);
  while (running) {
    try {
      await watch(restart);
    } catch (error) {
      if (!running) break; // the guest has ended it, and the camera with it
      if (!(error instanceof Refused)) throw error;
      if (ENDS.includes(error.code)) return stop(error);
      say(refusal(error));
      await wait(Math.max(pause, 1000 * error.wait));
      pause = Math.min(2 * pause, LATEST_MS);
    }
  }
  await halt("stopped"); // after the last picture, which would take it back
  stop(null);
}

/** Send pictures as the table asks for them; `arrived` is called after each. @param {() => unknown} arrived */
async function watch(arrived) {
  if (!camera.live) await camera.open();
  video.hidden = false;
  let wanted = await beginSending();
  sleep ??= stayAwake();
  const torch = h("button.btn", { id: "light", onclick: () => camera.apply({ torch: (lit = !lit) }) }, t("eye.light"));
  const end = h("button.btn", { id: "end", onclick: ended }, t("eye.end"));
  buttons.replaceChildren(...(camera.hasTorch ? [torch, end] : [end]));
  while (running) {
    if (document.hidden) {
      await halt("hidden"); // once more: the picture that was on its way has taken it back
      while (document.hidden) await wait(SOONEST_MS);
    }
    if (!camera.live) await camera.open();
    const began = performance.now();
    wanted = await give(await camera.picture(wanted));
    arrived();
    if (!running) return;
    const took = performance.now() - began;
    say(t("eye.is_eye"), took > SLOW_MS ? t("eye.slow") : t("eye.is_eye_more"));
    if (wanted.pause > took) await wait(wanted.pause - took);
  }
}

/** @param {Refused} error */
function refusal(error) {
  if (error.code === "away") return t("eye.away");
  if (HALTS.includes(error.code)) return t(`eye_halt.${error.code}`);
  const own = `eye_error.${error.code}`; // elsewhere the same code is about taps and files
  return has(own) ? t(own) : errorWords(error);
}

/** End it at once on the guest's word; `look` says so once the last picture has come. */
function ended() {
  running = false;
  camera.close();
  buttons.replaceChildren();
}

/** Stop looking, say why, and offer to go on where that can help. @param {unknown} error */
function stop(error) {
  running = false;
  camera.close();
  video.hidden = true;
  sleep?.();
  sleep = null;
  const code = error instanceof Refused ? error.code : null;
  if (code && HALTS.includes(code)) halt(code);
  if (code === "not_the_eye") forgetKey();
  say(error instanceof Refused ? refusal(error) : t("eye.ended"));
  buttons.replaceChildren(...(keptKey() ? [h("button.btn.go", { id: "again", onclick: look }, t("eye.again"))] : []));
}

/** A locked screen or another app stops the camera: report it to the table at once. */
function seen() {
  if (running && document.hidden) halt("hidden");
}

/** @param {string} words @param {string} [also] a smaller line below */
function say(words, also = "") {
  if (says.textContent !== words) says.textContent = words;
  if (more.textContent !== also) more.textContent = also;
}

/** @param {number} ms */
function wait(ms) {
  return new Promise((done) => setTimeout(done, ms));
}

begin();

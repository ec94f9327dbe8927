// The first start: the landlord's PIN, shown to one browser until somebody has written it down.

import { smallKey } from "../shared/controls.js";
import { findElement, h } from "../shared/dom.js";
import { fetchMe, sendChange } from "../shared/commands.js";
import { STEPS, stepList } from "./page_parts.js";
import { pinWords } from "./number_pad.js";
import { watchTaps } from "../shared/taps.js";
import { LANGUAGES, language, loadWords, setLanguage, t } from "../shared/words.js";

const AGAIN_MS = 3000;
const box = findElement("#first");
const { what, then = "/" } = box.dataset;
const hub = what === "hub";
const guided = then === "/landlord/guide";

/** @returns {Promise<void>} */
async function look() {
  const reply = await sendChange("/api/first");
  if (reply.ok) return void show(reply.pin);
  const code = reply.error.code;
  if (code === "confirmed") return void location.replace(guided ? "/" : then);
  box.replaceChildren(
    ...(code === "taken" ? [h("p", hub ? t("first.taken_hub") : t("first.taken")), h("p.past", t("first.stranger")),
      h("a.btn", { href: "/watch" }, t("first.watch"))] : [h("p", hub ? t("first.away_hub") : t("first.away"))]));
  setTimeout(look, AGAIN_MS);
}

/** Show the PIN. On the guided path somebody who has just read it need not type it. @param {string} pin */
function show(pin) {
  const confirm = async () => {
    noted.disabled = true;
    if (!(await sendChange("/api/first/noted")).ok) return void look();
    if (guided) {
      await fetchMe({ refresh: true });
      await sendChange("/api/login", { body: { pin } });
    }
    location.replace(then);
  };
  const noted = h("button.btn.go", { onclick: confirm }, hub ? t("first.noted_hub") : t("first.noted"));
  const languages = LANGUAGES.map((one) =>
    smallKey(t(`language.${one}`), () => setLanguage(one), { lang: one, "aria-pressed": String(one === language()) }));
  const step = h("section.card", h("div.row-of", languages), h("p", t("first.what")), pinWords(pin),
    h("p", t("first.why")), noted);
  box.replaceChildren(h("div.cards", step, guided ? stepList(STEPS, "pin", ["language"]) : null));
}

await loadWords();
document.title = hub ? t("first.title_hub") : t("first.title");
watchTaps("first");
look();

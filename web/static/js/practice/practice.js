// The practice page: requests its game, sends decisions, draws. It never touches the table.

import { bringCardWords } from "../shared/cards.js";
import { post } from "../shared/commands.js";
import { countIn, ownCounter } from "../shared/counter.js";
import { h, show } from "../shared/dom.js";
import { wayBack } from "../shared/controls.js";
import { errorWords } from "../shared/phrases.js";
import { drawCardGame } from "./practice_cards.js";
import { drawGame } from "./practice_game.js";
import { drawSetup } from "./practice_setup.js";
import { watchPage } from "../scrolling/watch_page.js";
import { language, loadWords, speakOf, t } from "../shared/words.js";

const BUSY_MS = 300;
const TELL_MS = 6000;
const AT_FIRST = { variant: "bavarian", opponents: 2, advice: "before" };

/** @type {PracticePage} */
const page = {
  game: null, // the server's data, with readable names
  mine: { chosen: [], back: [], kept: null, declare: null, setup: { ...AT_FIRST }, open: false },
  draw,
  play: (acts) => send({ do: "play", acts }),
  keep: (cards) => send({ do: "play", keep: cards }),
  deal: () => send({ do: "play" }),
  begin: () => send({ do: "start", ...page.mine.setup }),
  advise: (when) => send({ do: "advice", when }),
};

let sending = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let telling;
let moments = 0; // how often the pending decision has changed
/** @type {ReturnType<typeof setTimeout> | undefined} */
let asking;

function draw() {
  const playing = page.game?.playing && !page.mine.open;
  const variant = page.game?.state?.variant;
  speakOf(variant);
  countIn(ownCounter(variant));
  show(document.getElementById("bar"), [language(), playing, variant], () => bar(playing));
  document.getElementById("setup").hidden = playing || !page.game;
  document.getElementById("game").hidden = !playing;
  if (playing && page.game.hand) drawCardGame(page);
  else if (playing) drawGame(page);
  else if (page.game) drawSetup(page);
}

/** @param {boolean} playing */
function bar(playing) {
  const other = () => {
    page.mine.open = true;
    draw();
  };
  const title = playing ? t(`variant.${page.game.state.variant}`) : t("practice.title");
  return [
    wayBack(),
    h("h1", {}, title),
    playing ? h("button", { class: "tool", "data-focus": "other", onclick: other }, t("practice.other")) : null,
  ];
}

/**
 * Send one thing at a time: nobody means a second tap before the answer.
 * @param {{ do: string } & Record<string, unknown>} command
 * @returns {Promise<void>}
 */
async function send(command) {
  if (sending) return;
  sending = true;
  const reply = await post("/api/practice", command);
  sending = false;
  if (!reply.ok && reply.error.code === "http_404") return void ask();
  if (reply.ok) take(reply);
  tell(reply.ok ? null : errorWords(reply.error));
}

/** @param {unknown} reply */
function take(reply) {
  const game = /** @type {PracticeGame} */ (named(reply));
  if (JSON.stringify(game) !== JSON.stringify(page.game)) document.body.dataset.moment = `p${(moments += 1)}`;
  page.game = game;
  Object.assign(page.mine, { chosen: [], back: [], kept: null, open: false });
  if (!declared(page)) page.mine.declare = page.game.declarations?.[0] ?? null;
  draw();
  clearTimeout(asking);
  if (page.game.busy) asking = setTimeout(ask, BUSY_MS);
}

/** @param {PracticePage} page */
function declared({ game, mine }) {
  return game.declarations?.some((one) => JSON.stringify(one) === JSON.stringify(mine.declare));
}

/** Return the players by this page's names: the server uses signs. @param {unknown} value @returns {unknown} */
function named(value) {
  if (value === "@you") return t("practice.you");
  if (value === "@left") return t("practice.left");
  if (Array.isArray(value)) return value.map(named);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [named(key), named(one)]));
}

async function ask() {
  clearTimeout(asking);
  try {
    const answer = await fetch("/api/practice", { cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    take(await answer.json());
  } catch {
    tell(t("error.away"));
    asking = setTimeout(ask, TELL_MS);
  }
}

/** @param {string | null} sentence */
function tell(sentence) {
  clearTimeout(telling);
  const box = document.getElementById("told");
  box.hidden = !sentence;
  box.textContent = sentence ?? "";
  if (sentence) telling = setTimeout(() => tell(null), TELL_MS);
}

await loadWords();
await bringCardWords(document.body.dataset.assets).catch(() => {}); // without them the dice games still work
document.title = `${t("practice.title")} – ${t("title")}`;
watchPage();
ask();

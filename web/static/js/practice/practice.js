// The practice page: requests its game, sends decisions, draws. It never touches the table.

import { bringCardWords } from "../shared/cards.js";
import { post } from "../shared/commands.js";
import { countIn, ownCounter } from "../shared/counter.js";
import { findElement, h, show } from "../shared/dom.js";
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
  const { game } = page;
  const played = game?.playing && !page.mine.open ? game : null;
  const variant = game?.state?.variant ?? null;
  speakOf(variant);
  countIn(variant ? ownCounter(variant) : null);
  show(findElement("#bar"), [language(), played !== null, variant], () => bar(played));
  findElement("#setup").hidden = played !== null || !game;
  findElement("#game").hidden = !played;
  if (game && !played) drawSetup({ ...page, game });
  if (!played) return;
  if ("hand" in played) drawCardGame({ ...page, game: played });
  else drawGame({ ...page, game: played });
}

/** @param {PracticeGame | null} game */
function bar(game) {
  const other = () => {
    page.mine.open = true;
    draw();
  };
  const title = game ? t(`variant.${game.state.variant}`) : t("practice.title");
  return [
    wayBack(),
    h("h1", {}, title),
    game ? h("button", { class: "tool", "data-focus": "other", onclick: other }, t("practice.other")) : null,
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
  const game = /** @type {Practice} */ (named(reply));
  if (JSON.stringify(game) !== JSON.stringify(page.game)) document.body.dataset.moment = `p${(moments += 1)}`;
  page.game = game;
  Object.assign(page.mine, { chosen: [], back: [], kept: null, open: false });
  if (!declared(game)) page.mine.declare = game.declarations?.[0] ?? null;
  draw();
  clearTimeout(asking);
  if (game.busy) asking = setTimeout(ask, BUSY_MS);
}

/** @param {Practice} game */
function declared(game) {
  return game.declarations?.some((one) => JSON.stringify(one) === JSON.stringify(page.mine.declare));
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
  const box = findElement("#told");
  box.hidden = !sentence;
  box.textContent = sentence ?? "";
  if (sentence) telling = setTimeout(() => tell(null), TELL_MS);
}

await loadWords();
await bringCardWords(document.body.dataset.assets ?? "").catch(() => {}); // without them the dice games still work
document.title = `${t("practice.title")} – ${t("title")}`;
watchPage();
ask();

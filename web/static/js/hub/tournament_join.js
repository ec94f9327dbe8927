// A guest enters himself on the tournament's list by phone: he writes his name, and the referee accepts.

import { post, fetchMe, onMe } from "../shared/commands.js";
import { lineForm } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { whyNot } from "../landlord/page_parts.js";

/** @type {{ player: string | null, asks: string | null, said: string }} */
const mine = { player: null, asks: null, said: "" };
let backs = false; // withdrawn by this phone itself
let draws = () => {};
/** @type {number | null} */
let seen = null; // the tournament's version at this phone's last request

/**
 * Follow this phone's state at the hub; `letIn(name)` is called when it was put on the list, `draw` at any news.
 * @param {(name: string) => unknown} letIn
 * @param {() => void} draw
 */
export function followJoining(letIn, draw) {
  draws = draw;
  onMe(({ player, asks }) => {
    const news = (player ?? null) !== mine.player || (asks ?? null) !== mine.asks;
    if (mine.asks && !asks && !player) mine.said = backs ? "" : t("join.refused", { name: mine.asks });
    backs = false;
    Object.assign(mine, { player: player ?? null, asks: asks ?? null });
    if (news && player) letIn(player);
    if (news) draw();
  });
  fetchMe().catch(() => {}); // the next news asks again
}

/**
 * Ask for this phone's state again if it waits and the tournament has changed; returns everything to draw.
 * @param {TournamentBrief | null | undefined} brief
 */
export function joining(brief) {
  const now = brief ? brief.version : null;
  if (mine.asks && now !== seen) fetchMe({ refresh: true }).catch(/** @returns {null} */ () => (seen = null));
  seen = now;
  return [mine, Boolean(brief?.joins)];
}

/** The way onto the list, or its outcome; nothing for a guest who is on it. @param {MakeCard} card @param {boolean} joins */
export function joinCard(card, joins) {
  if (mine.player || !(joins || mine.asks || mine.said)) return null;
  const said = mine.said ? h("p", { class: "loses", role: "alert" }, mine.said) : null;
  const content = mine.asks ? waits() : joins ? writes() : null;
  return h("div", { id: "join" }, card(t("join.title"), said, content));
}

function waits() {
  const back = async () => {
    backs = true;
    await post("/api/seat", {}, "DELETE");
    fetchMe({ refresh: true }).catch(() => {});
  };
  return [h("p", { class: "b", role: "status" }, t("join.waits", { name: mine.asks })), h("button", { class: "key2", type: "button", onclick: back }, t("join.back"))];
}

function writes() {
  /** @param {string} name */
  const send = async (name) => {
    const reply = await post("/api/seat", { name });
    mine.said = reply.ok ? "" : reply.error.code === "away" ? t("hub.lost") : whyNot(reply.error);
    await fetchMe({ refresh: true }).catch(() => {});
    draws();
    return reply.ok;
  };
  return lineForm({ name: "join name", words: t("join.name"), maxlength: 40, required: true, autocomplete: "nickname", enterkeyhint: "send", kind: "key2 go", key: t("join.ask"), send });
}

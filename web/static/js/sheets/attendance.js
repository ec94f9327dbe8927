// Who is here: going home, pausing, coming, renaming. The table keeps a wish until it can be fulfilled.

import { hasGame } from "../shared/cards.js";
import { button, lineForm, setSheet, smallKey, hint } from "../shared/controls.js";
import { h, drawRows } from "../shared/dom.js";
import { LONGEST, change, loadPub, plays, pub, renameInGame, withGuest } from "../start/pub.js";
import { letIn, phoneList } from "../phone/seat.js";
import { gameName } from "../shared/phrases.js";
import { language, t } from "../shared/words.js";

/** Return a wish and when it takes effect: "Ben geht nach dieser Runde". @param {Wish} wish */
function wishWords(wish) {
  const seated = wish.what === "join" && wish.when === "round" && wish.after;
  return t(seated ? "wish.join.seat" : `wish.${wish.what}.${wish.when}`,
    { player: wish.player, after: wish.after ?? "" });
}

/** @param {Wish[]} wishes */
function wishesWords(wishes) {
  /** @type {Map<Wish | string, Wish[]>} */
  const alike = new Map();
  for (const wish of wishes) {
    const kind = wish.after ? wish : `${wish.what}.${wish.when}`; // a wish with a chosen seat is listed separately
    alike.set(kind, [...(alike.get(kind) ?? []), wish]);
  }
  const listed = new Intl.ListFormat(language());
  return [...alike].map(([kind, all]) => (all.length === 1 ? wishWords(all[0])
    : t(`wishes.${kind}`, { players: listed.format(all.map((wish) => wish.player)) })));
}

/**
 * The evening's news, a strip each: the match of a tournament, the last round, who comes and who goes.
 * @param {Snapshot | null} snapshot
 */
export function eveningStrips(snapshot) {
  const said = wishesWords(snapshot?.attendance?.wishes ?? []);
  const { match, state, variant } = snapshot ?? {};
  const on = state && state.stage !== "over";
  // the match drawn for this table is the running game
  const mine = on && variant === match?.variant && state.players.every((name) => match?.players.includes(name));
  const filled = { round: match?.round, players: match?.players.join(", ") };
  const words = mine ? t("match.on", filled) : on ? t("match.other", filled) : match?.begun ? t("match.by_hand", filled)
    : t("match.soon", filled);
  return [match ? h("p.strip.match", match.decider ? `${t("match.decider")} ` : "", words) : null,
    snapshot?.last_orders ? h("p.strip.last-orders", t("last_orders.said")) : null,
    said.length ? h("p.strip.wishes", said.join(" · ")) : null];
}

/**
 * The sheet "Who is here?". `sheet.seat`: the newcomer whose place is asked; `sheet.renames`: who is being renamed.
 * @param {BoardPage} page
 * @param {Sheet} sheet
 */
export function peopleSheet(page, sheet) {
  if (!hasGame(page)) return null;
  if (!pub.known) loadPub().then((known) => known && page.draw());
  return {
    title: sheet.seat ? t("people.seat", { player: sheet.seat }) : sheet.renames
      ? t("people.rename", { player: sheet.renames }) : t("people.title"),
    body: [page.told ? h("p.error.b", { role: "alert" }, page.told) : null, ...(sheet.seat
      ? places(page, sheet.seat, sheet.asked) : sheet.renames ? [renaming(page, sheet.renames)] : parts(page))],
  };
}

/** @param {State} state */
const presentIn = (state) => state.players.filter((player) => state.out[player] !== "left");

/** @param {GamePage} page */
function parts(page) {
  const { state, attendance } = page.snapshot;
  const { wishes, left, fresh, joins } = attendance;
  const over = state.stage === "over";
  const here = presentIn(state);
  const waiting = wishes.filter((one) => one.what === "join");
  const away =
    pub.regulars.filter((one) => !plays(state, one.name) && !waiting.some((wish) => wish.player === one.name));
  away.sort((one, other) => Number(other.seat === "paused") - Number(one.seat === "paused"));
  /** @param {string} words @param {string} player @param {NonNullable<Command["what"]>} what @param {string} seat */
  const wishKey = (words, player, what, seat) =>
    smallKey(words, () => sendWish(page, player, what, seat), { focus: `${what} ${player}` });
  /** What somebody wishes, and a key that takes it back; without a wish other keys. @param {string} player
   * @param {string} words @param {string} seat @param {...Child} keys */
  const wishOr = (player, words, seat, ...keys) => {
    const wish = wishes.find((one) => one.player === player);
    return wish ? [h("em.t1.wished", wishWords(wish)), wishKey(words, player, "stay", seat)] : keys;
  };
  /** @type {Array<Column<string>>} */
  const present = [
    { cell: (player) => h("button.guest.name.cut", { type: "button", "data-focus": `name ${player}`,
      "aria-label": t("people.rename", { player }), onclick: () => step(page, { renames: player }) }, player) },
    { kind: "keys-of", cell: (player) => wishOr(player, t("people.stay"), "here",
      wishKey(t("people.pause"), player, "pause", "paused"), wishKey(t("people.leave"), player, "leave", "away")) },
  ];
  /** @type {Array<Column<string>>} */
  const gone = [{ kind: "name cut past", cell: (player) => player }, { kind: "keys-of", cell: (player) =>
    wishOr(player, t("people.not_coming"), "away", wishKey(t("people.next"), player, "next", "here")) }];
  return [
    h(
      "section",
      hint(over ? t("people.hint_over") : t(fresh ? "people.hint_now" : "people.hint")),
      drawRows("c-here", present, here),
      here.length === 2 && !over ? hint(t("people.two")) : null,
      // they play the next game
      left.length ? [h("h3.t1.past", t("people.left")), drawRows("c-here", gone, left)] : null,
      phoneList(page),
    ),
    h(
      "section",
      h("h3.t1.past", t("people.comes")),
      waiting.length ? drawRows("c-here", [{ kind: "t1 wished", cell: wishWords },
        { kind: "keys-of", cell: ({ player }) => wishKey(t("people.not_coming"), player, "stay", "away") }], waiting)
        : null,
      away.length ? h("p.flow.away", away.map(({ name, seat }) => smallKey(["+ ", name, seat === "paused"
        ? ` ${t("people.paused")}` : null], () => step(page, { seat: name }), { focus: `come ${name}` }))) : null,
      lineForm({ name: "new name", words: t("setup.new_name"), maxlength: LONGEST, key: t("setup.add"),
        focus: "add name", send: (seat) => step(page, { seat }) }),
      joins === "next" && !over ? hint(t("people.late")) : null,
    ),
  ];
}

/** The places to choose from; `asked` is the request of a guest's phone. @param {GamePage} page @param {string} player
 * @param {string} [asked] */
function places(page, player, asked) {
  const seat = (/** @type {string} */ after) => async () => {
    if (!asked) return sendWish(page, player, "join", "here", after);
    step(page, {});
    await letIn(page, asked, after);
  };
  return [
    hint(t("people.seat_hint")),
    h("div.choices", presentIn(page.snapshot.state)
      .map((after) => button(t("people.left_of", { player: after }), seat(after), { focus: `after ${after}` }))),
  ];
}

/** @param {Page} page @param {string} player */
function renaming(page, player) {
  const send = async (/** @type {string} */ name) => {
    if (name && name !== player && !(await renameInGame(page, player, name))) return false;
    if (name && pub.regulars.some((one) => one.name === player)) await change("regulars", withGuest(player, { name }));
    return step(page, {});
  };
  return lineForm({ name: `other ${player}`, value: player, words: t("setup.new_name"), maxlength: LONGEST,
    kind: "btn go", key: t("setup.rename"), focus: "rename", send });
}

/** Send a wish to the table, and remember who is offered for the next game; where leaving costs something that is asked
 * first. @param {GamePage} page @param {string} player @param {NonNullable<Command["what"]>} what @param {string} seat
 * @param {string | null} [after] */
async function sendWish(page, player, what, seat, after = null) {
  const { state, attendance } = page.snapshot;
  if (["pause", "leave"].includes(what) && attendance.costs && state.stage !== "over"
    && !state.out[player]) return setSheet(page, { kind: "leave", player });
  const people = state.teams?.[player] ?? [player];
  const done = await page.order({ do: "wish", player, what, ...(after ? { after } : {}) });
  if (!done) return step(page, {});
  const known = pub.regulars.some((one) => people.includes(one.name));
  const changed = known
    ? change("regulars", (now) => now.map((one) => (people.includes(one.name) ? { ...one, seat } : one)))
    : what === "join" ? change("regulars", (now) => [...now, { name: player, seat }]) : null;
  step(page, {});
  await changed;
}

/** Continue in the sheet, unless it was closed while the table was answering. @param {Page} page
 * @param {Partial<Sheet>} more */
function step(page, more) {
  if (page.mine.sheet?.kind !== "people") return;
  setSheet(page, { kind: "people", ...more });
}

/** The sheet that asks before a game is ended without a loser. @param {BoardPage} page */
export function endSheet(page) {
  const { state } = page.snapshot;
  if (!state || state.stage === "over") return null;
  const close = () => setSheet(page, null);
  const stop = async () => {
    if ((await page.order({ do: "end" })) && page.mine.sheet?.kind === "end") close(); // otherwise it is closed already
  };
  const game = gameName(state.variant);
  return {
    title: t("end.title"),
    body: h("p", t("end.hint", { game })),
    foot: [button(t("end.no"), close, { focus: "no end" }), button(t("end.yes"), stop, { kind: "go", focus: "end" })],
  };
}

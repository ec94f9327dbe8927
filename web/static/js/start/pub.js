// The house's data: the variants in words, its regulars in seat order, its own rules. Read once, changed here.

import { post } from "../shared/commands.js";
import { language } from "../shared/words.js";

export const LONGEST = 22; // letters of a name
export const MOST_REGULARS = 60;
export const MOST_HOUSES = 20;

/** The house as this page knows it; `known` once it was read, `seatedFor` the game and players whose seats are
 * taken over.
 * @type {Pub} */
export const pub = { known: false, variants: [], presets: [], regulars: [], houses: [], lately: [], locked: false,
  keeps: false, seatedFor: null };

/** @type {Reply} */
const DONE = { ok: true, error: { code: "" } };

/**
 * Each list: where the table keeps it, what it last sent, and what was changed here since: that is done again if
 * another device has changed the list, too.
 * @type {Record<keyof Lists, KeptList>}
 */
const kept = {
  regulars: { address: "/api/regulars", key: "regulars", revision: 0, theirs: [], changes: [] },
  houses: { address: "/api/house-rules", key: "house_rules", revision: 0, theirs: [], changes: [] },
};
/** Reads and changes of the lists go to the table one after the other: no answer is older than what this page knows.
 * @type {Promise<unknown>} */
let queue = Promise.resolve();
/** @type {Promise<boolean> | null} */
let reading = null;

/** Read everything, unless it is known already. Returns whether it is known now. */
export async function loadPub() {
  if (pub.known) return true;
  const read = async () => {
    const { variants, presets, lists } = await fetchJson(`/api/variants?language=${language()}`);
    if (lists) await readLists();
    Object.assign(pub, { variants, presets: presets ?? [], keeps: lists, known: true });
  };
  // while the table is away the page asks again with the next tap
  reading ??= read().then(() => true, () => false).finally(() => (reading = null));
  return reading;
}

/** Do this after everything that was asked of the lists before. Throws what it throws; the next one goes on.
 * @template T @param {() => Promise<T>} what */
function enqueue(what) {
  const done = queue.then(what);
  queue = done.catch(() => {});
  return done;
}

/** Read the lists again: another device has changed them. What was changed here meanwhile stays. */
export const readLists = () => enqueue(fetchLists);

async function fetchLists() {
  const [guests, houses] = await Promise.all([fetchJson("/api/regulars"), fetchJson("/api/house-rules")]);
  takeList("regulars", guests.revision, guests.regulars);
  takeList("houses", houses.revision, houses.house_rules);
  Object.assign(pub, { lately: houses.lately ?? [], locked: Boolean(houses.locked) });
}

/** @param {keyof Lists} list @param {number} revision @param {Lists[keyof Lists]} theirs */
function takeList(list, revision, theirs) {
  Object.assign(kept[list], { revision, theirs });
  Object.assign(pub, { [list]: kept[list].changes.reduce((now, what) => what(now), theirs) });
}

/** @param {string} address */
export async function fetchJson(address) {
  const answer = await fetch(address, { cache: "no-store" });
  const said = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(String(answer.status)), { said });
  return said;
}

/** Change a list on this page alone, until something else is changed. @template {keyof Lists} L @param {L} list
 * @param {(now: Lists[L]) => Lists[L]} what */
function propose(list, what) {
  kept[list].changes.push(/** @type {KeptList["changes"][number]} */ (/** @type {unknown} */ (what)));
  /** @type {Lists} */ (pub)[list] = what(pub[list]);
}

/**
 * Change a list here and on the table. Returns the table's reply; after a refusal the list is the table's again.
 * @template {keyof Lists} L
 * @param {L} list
 * @param {(now: Lists[L]) => Lists[L]} what
 */
export function change(list, what) {
  propose(list, what);
  return pub.keeps ? enqueue(() => send(list)) : Promise.resolve(DONE);
}

/** @param {keyof Lists} list @param {boolean} [again] @returns {Promise<Reply>} */
async function send(list, again = true) {
  const { address, key, revision, theirs, changes } = kept[list];
  const [body, sent] = [pub[list], changes.length];
  const reply = await post(address, { revision, [key]: body }, "PUT");
  if (reply.ok) {
    Object.assign(kept[list], { revision: reply.revision, theirs: body });
    changes.splice(0, sent);
    return reply;
  }
  const stale = reply.error.code === "stale";
  if (!stale) changes.length = 0;
  const known = await fetchLists().then(() => true, () => takeList(list, revision, theirs));
  return stale && known && again ? send(list, false) : reply;
}

/** Change one guest of the list, who stays where he is. @param {string} name @param {Partial<Guest>} more */
export const withGuest = (name, more) =>
  (/** @type {Guest[]} */ now) => now.map((one) => (one.name === name ? { ...one, ...more } : one));

/** @param {string} name */
export const variantOf = (name) => pub.variants.find((one) => one.variant === name) ?? pub.variants[0];

/** Those who play the next game. */
export const seatedNames = () => pub.regulars.filter((one) => one.seat === "here").map((one) => one.name);

/** Seat the players of the last game as they sat there: in the house's own order if that is the same, else before
 * everybody else. Once for a game and its players: the guests may change it, and somebody may join while it is played.
 * @param {Snapshot} snapshot */
export function seatAsLast({ game, players_last, state }) {
  const these = JSON.stringify([game, players_last]);
  if (pub.seatedFor === these || !players_last.length) return;
  pub.seatedFor = these;
  // teams sit by turns: the first of each, then the second of each
  const units = players_last.map((name) => state?.teams?.[name] ?? [name]);
  const names = Array.from({ length: Math.max(...units.map((people) => people.length)) },
    (_, place) => units.map((people) => people[place])).flat().filter(Boolean);
  propose("regulars", (now) => {
    const played = now.filter((one) => names.includes(one.name));
    const inOrder = played.map((one) => one.name).join("\n") === names.join("\n");
    if (inOrder) return now.map((one) => (played.includes(one) ? { name: one.name, seat: "here" } : one));
    return [...names.map((name) => ({ name, seat: "here" })), ...now.filter((one) => !played.includes(one))];
  });
}

/** The options that differ from the variant's own. @param {Variant} variant @param {Options} options */
export function changedOptions(variant, options) {
  const own = Object.fromEntries(variant.options.map((one) => [one.option, one.value]));
  return Object.fromEntries(Object.entries(options).filter(([option, value]) => String(own[option]) !== String(value)));
}

/** Rename a player of this evening's games. Returns whether that was done. @param {Page} page @param {string} player
 * @param {string} name */
export async function renameInGame(page, player, name) {
  const { state } = page.snapshot ?? {};
  if (!state || !plays(state, player)) return true;
  return page.order({ do: "rename", player, name });
}

/** Whether somebody plays, by himself or in a team. @param {State} state @param {string} name */
export const plays = (state, name) => state.players.includes(name)
  || Object.values(state.teams ?? {}).flat().includes(name);

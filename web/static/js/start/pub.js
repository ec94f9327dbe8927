// The house's data: the variants in words, its regulars in seat order, its own rules. Read once, changed here.

import { post } from "../shared/commands.js";
import { mergeLists } from "./merge.js";
import { language } from "../shared/words.js";

export const LONGEST = 22; // letters of a name
const MOST_IN_A_TEAM = 6; // a team's name has no room for more members
export const MOST_REGULARS = 60;
export const MOST_HOUSES = 20;

/** The house as this page knows it; `language` is that of the variants' words, `seatedFor` the game whose seats are taken over. @type {Pub} */
export const pub = { language: null, variants: [], presets: [], regulars: [], houses: [], lately: [], locked: false, keeps: false, seatedFor: null };

/** @type {Reply} */
const DONE = { ok: true, error: { code: "" } };

/** Each list's revision at the table. @type {Record<string, number | undefined>} */
const revisions = { "/api/regulars": 0, "/api/house-rules": 0 };
/** The lists as the table last sent them: what differs here is this page's own change. @type {Pick<Pub, "regulars" | "houses">} */
const sent = { regulars: [], houses: [] };
/** Reads and changes of the lists go to the table one after the other: no answer is older than what this page knows. @type {Promise<unknown>} */
let queue = Promise.resolve();
/** @type {Promise<boolean> | null} */
let reading = null;

/** Read everything, unless it is known already in this language. Returns whether it is known now. */
export async function loadPub() {
  if (pub.language === language()) return true;
  reading ??= read().finally(() => (reading = null));
  return reading;
}

async function read() {
  const said = language();
  try {
    const { variants, presets, lists } = await fetchJson(`/api/variants?language=${said}`);
    if (pub.language === null && lists) await readLists();
    Object.assign(pub, { variants, presets: presets ?? [], keeps: lists, language: said });
    return true;
  } catch {
    return false; // the table is away: the page asks again with the next tap
  }
}

/**
 * Do this after everything that was asked of the lists before. Throws what it throws; the next one goes on.
 * @template T
 * @param {() => Promise<T>} what
 */
function enqueue(what) {
  const done = queue.then(what);
  queue = done.catch(() => {});
  return done;
}

/** Read the lists again: another device has changed them. What was changed here meanwhile stays. */
export function readLists() {
  return enqueue(fetchLists);
}

async function fetchLists() {
  const [guests, houses] = await Promise.all([fetchJson("/api/regulars"), fetchJson("/api/house-rules")]);
  revisions["/api/regulars"] = guests.revision;
  revisions["/api/house-rules"] = houses.revision;
  const regulars = mergeLists(sent.regulars, pub.regulars, guests.regulars);
  Object.assign(pub, { regulars, houses: mergeLists(sent.houses, pub.houses, houses.house_rules), lately: houses.lately ?? [], locked: Boolean(houses.locked) });
  Object.assign(sent, structuredClone({ regulars: guests.regulars, houses: houses.house_rules }));
}

/** @param {string} address */
export async function fetchJson(address) {
  const answer = await fetch(address, { cache: "no-store" });
  const said = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(String(answer.status)), { said });
  return said;
}

export function saveRegulars() {
  return save("/api/regulars", "regulars", "regulars");
}

export function saveHouses() {
  return save("/api/house-rules", "house_rules", "houses");
}

/**
 * Store a list on the table. If another device has changed it, this page's change is added to that. Returns the table's reply;
 * after a refusal the list is the table's again.
 * @param {string} address
 * @param {string} key
 * @param {"regulars" | "houses"} list
 */
function save(address, key, list) {
  if (!pub.keeps) return Promise.resolve(DONE);
  const send = async () => {
    const body = structuredClone(pub[list]);
    const reply = await post(address, { revision: revisions[address], [key]: body }, "PUT");
    if (reply.ok) {
      revisions[address] = reply.revision;
      Object.assign(sent, { [list]: body });
    }
    return reply;
  };
  return enqueue(async () => {
    const first = await send();
    if (first.ok) return first;
    const stale = first.error.code === "stale";
    if (!stale) Object.assign(pub, { [list]: structuredClone(sent[list]) });
    const known = await fetchLists().then(() => true, () => false);
    return stale && known ? send() : first;
  });
}

/** @param {string} name */
export function variantOf(name) {
  return pub.variants.find((one) => one.variant === name) ?? pub.variants[0];
}

/** Everybody with a seat, those who pause as well. */
export function seatedGuests() {
  return pub.regulars.filter((one) => one.seat !== "away");
}

/** Those who play the next game. */
export function seatedNames() {
  return pub.regulars.filter((one) => one.seat === "here").map((one) => one.name);
}

/**
 * Seat the players of the last game as they sat there: in the house's own order if that is the same, else before everybody else. Once a game: the guests may change it.
 * @param {Snapshot} snapshot
 */
export function seatAsLast({ game, players_last, state }) {
  if (pub.seatedFor === game || !players_last.length) return;
  pub.seatedFor = game;
  const names = byTurns(players_last.map((name) => state?.teams?.[name] ?? [name]));
  /** @param {Guest} one */
  const played = (one) => names.includes(one.name);
  /** @param {string} name */
  const sits = (name) => ({ name, seat: "here" });
  const inOrder = pub.regulars.filter(played).map((one) => one.name).join("\n") === names.join("\n");
  if (inOrder) pub.regulars = pub.regulars.map((one) => (played(one) ? sits(one.name) : one));
  else pub.regulars = [...names.map(sits), ...pub.regulars.filter((one) => !played(one))];
}

/** The people of teams in seat order: the first of each, then the second of each. @param {string[][]} teams */
function byTurns(teams) {
  const most = Math.max(0, ...teams.map((people) => people.length));
  return Array.from({ length: most }, (_, place) => teams.map((people) => people[place])).flat().filter(Boolean);
}

/** The possible numbers of equal teams; none if the rules know no teams. @param {Chosen} chosen @param {Variant} variant */
export function teamCounts(chosen, variant) {
  const count = seatedNames().length;
  const may = set(chosen, variant, "teams");
  return may ? Array.from({ length: Math.max(0, Math.floor(count / 2) - 1) }, (_, place) => place + 2).filter((teams) => count % teams === 0 && count / teams <= MOST_IN_A_TEAM) : [];
}

/**
 * The players for the rules: everybody, or the chosen number of teams, which sit by turns; and the members of each.
 * @param {Chosen} chosen
 * @param {Variant} variant
 */
export function playersOf(chosen, variant) {
  const count = teamCounts(chosen, variant).includes(chosen.teams) ? chosen.teams : 0;
  if (!count) return { players: seatedNames(), teams: {} };
  /** @type {Record<string, string[]>} */
  const teams = {};
  for (let team = 0; team < count; team += 1) {
    const people = seatedNames().filter((_, seat) => seat % count === team);
    teams[nameOf(people, teams)] = people;
  }
  return { players: Object.keys(teams), teams };
}

/**
 * "Anna & Cem"; if that is too long each name is cut, and equal results get numbers.
 * @param {string[]} people
 * @param {object} others
 */
function nameOf(people, others) {
  const each = Math.floor((LONGEST - 3 * (people.length - 1)) / people.length);
  const whole = people.join(" & ");
  const name = whole.length <= LONGEST ? whole : people.map((one) => [...one].slice(0, each).join("").trim()).join(" & ");
  return name in others ? `${name.slice(0, LONGEST - 3).trim()} ${Object.keys(others).length + 1}` : name;
}

/** @param {Chosen} chosen @param {Variant} variant @param {string} option */
function set(chosen, variant, option) {
  return chosen.options[option] ?? variant.options.find((one) => one.option === option)?.value;
}

/** The most mats that a player may begin with, by these rules. @param {Chosen} chosen @param {Variant} variant */
export function handicapMost(chosen, variant) {
  return countMats(chosen, variant, 2) ? Number(set(chosen, variant, "handicap") ?? 0) : 0;
}

/**
 * The number of mats or chips for this many players; 0 if there are none.
 * @param {Chosen} chosen
 * @param {Variant} variant
 * @param {number} players
 */
export function countMats(chosen, variant, players) {
  /** @type {Record<string, number>} */
  const sums = { "n+1": players + 1, "2n-1": 2 * players - 1 };
  return sums[String(set(chosen, variant, "mats"))] ?? Number(set(chosen, variant, "chips") ?? 0);
}

/** Each player's mats at the start; without zeros. @param {Chosen} chosen @param {Variant} variant */
export function handicapOf(chosen, variant) {
  const most = handicapMost(chosen, variant);
  const given = playersOf(chosen, variant).players.map((name) => /** @type {[string, number]} */ ([name, Math.min(chosen.handicap[name] ?? 0, most)]));
  return Object.fromEntries(given.filter(([, count]) => count));
}

/** Whether this page was opened by the code of another table's house rules. */
export function isShared() {
  return new URLSearchParams(location.search).has("rules");
}

/** Choose the game and the house rules of the code that opened this page, once. @param {Chosen} chosen */
export function takeShared(chosen) {
  const said = new URLSearchParams(location.search);
  const variant = pub.variants.find((one) => one.variant === said.get("rules"));
  if (!variant) return;
  history.replaceState(null, "", location.pathname);
  const named = variant.options.filter((one) => said.has(one.option));
  const options = Object.fromEntries(named.map(({ option, value }) => [option, readOption(value, said.get(option) ?? "")]));
  Object.assign(chosen, { variant: variant.variant, house: said.get("house"), options, counter: null });
}

/** Return an option's text as a value of the same type as its usual one. @param {unknown} usual @param {string} text */
function readOption(usual, text) {
  if (Array.isArray(usual)) return text ? text.split(",") : [];
  if (typeof usual === "boolean") return text === "true";
  return typeof usual === "number" ? Number(text) : text;
}

/** The options that differ from the variant's own. @param {Variant} variant @param {Options} options */
export function changedOptions(variant, options) {
  const own = Object.fromEntries(variant.options.map((one) => [one.option, one.value]));
  return Object.fromEntries(Object.entries(options).filter(([option, value]) => String(own[option]) !== String(value)));
}

// What is chosen for the next game, and what that means for its players: teams, mats, handicaps.

import { LONGEST, pub, seatedNames, variantOf } from "./pub.js";

const MOST_IN_A_TEAM = 6; // a team's name has no room for more members

/** The choices for the next game; they outlive the form. @type {Chosen} */
export const chosen = { game: null, plays: false, variant: "", house: null, options: {}, counter: null, leader: null,
  handicap: {}, teams: 0 };

/** An option of the rules as it is chosen. @param {string} option */
export function optionNow(option) {
  return chosen.options[option] ?? variantOf(chosen.variant).options.find((one) => one.option === option)?.value;
}

/** The possible numbers of equal teams; none if the rules know no teams. */
export function teamCounts() {
  const count = seatedNames().length;
  const most = optionNow("teams") ? Math.max(0, Math.floor(count / 2) - 1) : 0;
  return Array.from({ length: most }, (_, place) => place + 2)
    .filter((teams) => count % teams === 0 && count / teams <= MOST_IN_A_TEAM);
}

/** The players for the rules: everybody, or the chosen number of teams, which sit by turns; and the members of each. */
export function playersNow() {
  const count = teamCounts().includes(chosen.teams) ? chosen.teams : 0;
  if (!count) return { players: seatedNames(), teams: {} };
  /** @type {Record<string, string[]>} */
  const teams = {};
  for (let team = 0; team < count; team += 1) {
    const people = seatedNames().filter((_, seat) => seat % count === team);
    const each = Math.floor((LONGEST - 3 * (people.length - 1)) / people.length);
    const whole = people.join(" & "); // if that is too long each name is cut, and equal results get numbers
    const name = whole.length <= LONGEST ? whole
      : people.map((one) => [...one].slice(0, each).join("").trim()).join(" & ");
    teams[name in teams ? `${name.slice(0, LONGEST - 3).trim()} ${team + 1}` : name] = people;
  }
  return { players: Object.keys(teams), teams };
}

/** The most mats that a player may begin with, by these rules. */
export function handicapMost() {
  return countMats(2) ? Number(optionNow("handicap") ?? 0) : 0;
}

/** The number of mats or chips for this many players; 0 if there are none. @param {number} players */
export function countMats(players) {
  /** @type {Record<string, number>} */
  const sums = { "n+1": players + 1, "2n-1": 2 * players - 1 };
  return sums[String(optionNow("mats"))] ?? Number(optionNow("chips") ?? 0);
}

/** Each player's mats at the start; without zeros. */
export function handicapNow() {
  const given = playersNow().players.map((name) =>
    /** @type {[string, number]} */ ([name, Math.min(chosen.handicap[name] ?? 0, handicapMost())]));
  return Object.fromEntries(given.filter(([, count]) => count));
}

/** Choose the game and the house rules of the code that opened this page, once. Each option's text becomes a value of
 * the same type as its usual one. */
export function takeShared() {
  const said = new URLSearchParams(location.search);
  const variant = pub.variants.find((one) => one.variant === said.get("rules"));
  if (!variant) return;
  history.replaceState(null, "", location.pathname);
  /** @type {Options} */
  const options = {};
  for (const { option, value: usual } of variant.options.filter((one) => said.has(one.option))) {
    const text = said.get(option) ?? "";
    if (Array.isArray(usual)) options[option] = text ? text.split(",") : [];
    else if (typeof usual === "boolean") options[option] = text === "true";
    else options[option] = typeof usual === "number" ? Number(text) : text;
  }
  Object.assign(chosen, { variant: variant.variant, house: said.get("house"), options, counter: null });
}

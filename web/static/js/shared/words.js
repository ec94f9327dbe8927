// All words of the page come from the catalogues in i18n/; this module picks the language and fills in names.

export const LANGUAGES = ["de", "en"];
const FROM_THE_RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const KEPT_S = 365 * 24 * 3600;
const AGAIN_MS = 2000;

/** @type {Record<string, Record<string, string>>} */
const catalogues = {};
const chosen = document.documentElement.lang; // the table chose it: this browser's setting, else its preference
/** @type {string | null | undefined} */
let game = null; // the present variant: some things have another name in it
let counter = "mats"; // what is counted in the present game: mats, chips, matchsticks, glasses of water

/** Load the words of the page's language. Without them there is nothing to show, so retry until they come. */
export async function loadWords() {
  // each kind of page has its own
  const { href } = /** @type {HTMLLinkElement} */ (document.querySelector("link[as=fetch]"));
  /** @type {typeof catalogues | null} */
  let words = null;
  while (!words) {
    words = await fetch(href).then((answer) => (answer.ok ? answer.json() : null))
      .catch(/** @returns {null} */ () => null);
    if (!words) await new Promise((later) => setTimeout(later, AGAIN_MS));
  }
  Object.assign(catalogues, words);
  document.title = t("title");
}

export function language() {
  return chosen;
}

/** Switch the language of this browser's pages, and open this one again. @param {string} wanted */
export function setLanguage(wanted) {
  document.cookie = `language=${wanted}; path=/; max-age=${KEPT_S}; SameSite=Strict`;
  const url = new URL(location.href);
  url.searchParams.delete("language"); // that comes before what is kept
  history.replaceState(history.state, "", url);
  location.reload();
}

/** Use the dialect of the variant's home: German for some games is Swiss. @param {string | null} [variant] */
export function speakOf(variant) {
  game = variant;
  document.documentElement.lang = spokenLanguage();
}

/**
 * Say something in the words of another game, or with its counter: the evening's list has several.
 * @template T
 * @param {string | null | undefined} variant
 * @param {() => T} say
 * @param {string | null} [things]
 */
export function inGame(variant, say, things = counter) {
  const now = { game, counter };
  game = variant ?? game;
  countIn(things);
  try {
    return say();
  } finally {
    ({ game, counter } = now);
  }
}

/** The present game's own key for something, else the general one. @param {string} key */
const ownKey = (key) => (Object.hasOwn(catalogues[chosen], `${key}@${game}`) ? `${key}@${game}` : key);

const spokenLanguage = () => catalogues[chosen]?.[ownKey("language.spoken")] ?? chosen;

/** Whether there are words for `key`, in this game or in all. @param {string} key */
export const has = (key) => Object.hasOwn(catalogues[chosen], ownKey(key));

/**
 * Return the words for `key`, or for `key@variant` if this game has its own, with {name}s filled in. A missing key
 * shows itself, and the tests find it.
 * @param {string} key
 * @param {Fill} [fill]
 */
export function t(key, fill = {}) {
  const own = ownKey(key);
  const words = catalogues[spokenLanguage()][own] ?? catalogues[chosen][own] ?? key;
  return words.replace(/\{(\w+)\}/gu,
    (all, name) => (Object.hasOwn(fill, name) ? isolateText(String(fill[name])) : all));
}

/** Isolate right-to-left text so that it does not reorder the sentence. @param {string} text */
export function isolateText(text) {
  return FROM_THE_RIGHT.test(text) ? `\u2068${text}\u2069` : text;
}

/** Join a name of several parts, for a sentence that is broken over lines. @param {string} name */
export const wholeName = (name) => name.replaceAll("-", "\u2060-\u2060").replaceAll(" ", "\u00A0");

/**
 * Return the words for a number of things: `key.one` or `key.other`, with {n} as a word if there is one.
 * @param {string} key
 * @param {number} n
 * @param {Fill} [fill]
 */
export function tn(key, n, fill = {}) {
  return t(n === 1 ? `${key}.one` : `${key}.other`, { n: numberWord(n), ...fill });
}

/** Return the words for a phase; null if it has none. @param {number | string | null | undefined} phase */
export function phaseWords(phase) {
  if (has(`phase.${phase}`)) return t(`phase.${phase}`);
  return `${phase}`.startsWith("half") ? t("phase.half", { n: `${phase}`.slice(4) }) : null;
}

/** Return a small number as a word, as people at the table say it. @param {number} n */
export function numberWord(n) {
  return has(`number.${n}`) ? t(`number.${n}`) : String(n);
}

/** Return a time of day. @param {number} at */
export function clockTime(at) {
  return new Date(at * 1000).toLocaleTimeString(chosen, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

/** Return a day as the reports write it: 26.11.2026 or 2026-11-26. @param {number} at */
export function shortDay(at) {
  return new Date(at * 1000)
    .toLocaleDateString(chosen === "en" ? "en-CA" : chosen, { day: "2-digit", month: "2-digit", year: "numeric" });
}

/** Set the present game's counter; a game that counts nothing never uses the word. @param {string | null} [now] */
export function countIn(now) {
  counter = now ?? "mats";
}

/** Return a number of them: "einen Deckel", "three chips". @param {number} n */
export function countedWords(n) {
  return tn(`counted.${counter}`, n);
}

/** Return the last one of them: "den letzten Deckel". */
export function lastWords() {
  return t(`counted.${counter}.last`);
}

/** Return their name. */
export function counterWords() {
  return t(`counter.${counter}`);
}

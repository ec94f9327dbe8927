// Starts a game: which one, the seat order, who begins. The last players are proposed again.

import { button } from "../shared/controls.js";
import { drawMore } from "./fields.js";
import { drawGames, openRules } from "./games.js";
import { h, redraw } from "../shared/dom.js";
import { chosen, countMats, handicapNow, optionNow, playersNow, takeShared } from "./chosen.js";
import { pub, loadPub, seatAsLast, seatedNames, variantOf } from "./pub.js";
import { drawGuests, newcomer } from "./seats.js";
import { startGame } from "./starting.js";
import { numberWord, t, tn } from "../shared/words.js";

/** @type {Form | null} */
let open = null; // the form on this page

/**
 * Draw the form and its foot, once: news from the table only changes its parts (`renewForm`), so that nothing typed or
 * tapped is disturbed.
 * @param {BoardPage} page
 * @param {() => void} [done]
 */
export function setupForm(page, done = () => {}) {
  /** @param {string} name @param {keyof HTMLElementTagNameMap} [tag] */
  const part = (name, tag = "section") => h(tag, { class: name });
  const parts = { games: part("games"), lesson: part("lesson"), guests: part("guests"), newcomer: part("comes"),
    more: part("more"), go: part("go-on", "div") };
  const say = h("p.unseen", { role: "status" });
  /** @type {Form} */
  const form = {
    page,
    done,
    parts,
    told: null,
    news: newsOf(page),
    say: (words) => (say.textContent = words),
    draw: () => drawForm(form),
    tell: (words) => {
      form.told = words;
      form.draw();
    },
  };
  open = form;
  loadPub().then((known) => {
    if (!known) return form.tell(t("error.away"));
    proposeNext(page.snapshot);
    takeShared();
    chosen.variant = variantOf(chosen.variant || t("usual_game")).variant;
    form.draw();
  });
  const body = h("div.setup.two.form", parts.games, h("div.who-plays", parts.guests, parts.newcomer, parts.more),
    parts.lesson, say);
  return [body, parts.go];
}

/** Draw the open form again if the table's news concern it: a game or its seats, or the lists.
 * @param {BoardPage} page */
export function renewForm(page) {
  const news = newsOf(page);
  if (!open || open.news === news || !pub.known) return;
  open.news = news;
  proposeNext(page.snapshot);
  open.draw();
}

/** @param {BoardPage} page */
const newsOf = ({ snapshot, lists }) =>
  JSON.stringify([snapshot.game, snapshot.players_last, isRunning(snapshot), lists]);

/** @param {Snapshot} snapshot */
const isRunning = ({ state }) => Boolean(state && state.stage !== "over");

/** Propose the next game, and once the last one's variant, house rules and counter. While one goes on that was started
 * here nothing changes: its start may be taken back, and the form then says what it said. @param {Snapshot} snapshot */
function proposeNext(snapshot) {
  const { game, variant, rules, counter, handicap, state } = snapshot;
  if (chosen.plays && isRunning(snapshot)) return;
  chosen.plays = false;
  seatAsLast(snapshot);
  if (variant && !chosen.variant) {
    const options = rules ?? {};
    const sorted = (/** @type {Options} */ one) => JSON.stringify(Object.entries(one).sort());
    const same = (/** @type {House} */ one) => one.base === variant && sorted(one.options) === sorted(options);
    Object.assign(chosen, { variant, options, counter: counter ?? null, handicap: { ...handicap },
      teams: Object.keys(state?.teams ?? {}).length, house: pub.houses.find(same)?.name ?? null });
  }
  if (chosen.game !== game) Object.assign(chosen, { game, leader: null }); // who begins is chosen for one game
}

/** @param {Form} form */
function drawForm(form) {
  const players = seatedNames();
  const { players: units } = playersNow();
  const variant = variantOf(chosen.variant);
  if (variant) {
    if (!units.includes(chosen.leader ?? "")) chosen.leader = null;
    drawGames(form);
    drawGuests(form);
    if (!form.parts.newcomer.firstChild) form.parts.newcomer.append(newcomer(form));
    drawMore(form);
  }
  const mats = variant ? countMats(units.length) : 0;
  // "5 Leute, 6 Deckel"
  const size = [tn("setup.people", units.length, { n: units.length }),
    ...(mats ? [tn(`counted.${chosen.counter ?? variant.counters[0]}`, mats, { n: mats })] : [])].join(", ");
  const wrong = variant ? mistake(units) : null;
  const running = isRunning(form.page.snapshot);
  const title = chosen.house ?? variant?.title ?? "";
  redraw(form.parts.go, [
    h("p", { class: form.told || (wrong && players.length) ? "say error b" : "say ready", role: "status" }, form.told
      ?? wrong ?? (variant
      ? h("span", h("b", title), `, ${size}`, running ? h("span.warn.t1.past", ` ${t("setup.running")}`) : null) : "")),
    button(t("rules"), () => openRules(title, chosen.variant, chosen.options), { focus: "rules", disabled: !variant }),
    button(t("setup.start"), () => start(form), { kind: "go", focus: "start", disabled: Boolean(wrong) || !variant }),
  ]);
}

/** @param {string[]} players */
function mistake(players) {
  const [least, most] = [Number(optionNow("players_min")), Number(optionNow("players_max"))];
  if (players.length < least) return t("setup.too_few", { n: numberWord(least) });
  if (players.length > most) return t("setup.too_many", { n: numberWord(most) });
  const given = Object.values(handicapNow()).reduce((sum, one) => sum + one, 0);
  const mats = countMats(players.length) - 1;
  return given && given > mats ? t("setup.handicap_too_many", { n: numberWord(mats) }) : null;
}

/** @param {Form} form */
async function start(form) {
  form.tell(null);
  chosen.plays = true;
  const { variant, leader, options, counter, house } = chosen;
  if (await startGame(form.page, { variant, ...playersNow(), leader, options, counter, handicap: handicapNow() })) {
    if (house) pub.lately = [house, ...pub.lately.filter((one) => one !== house)]; // offered first next time
    form.done();
  } else {
    chosen.plays = false;
    if (form.page.told) form.tell(form.page.told);
  }
}

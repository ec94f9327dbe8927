// The form that starts a game: which one, who sits in which order, who begins.

import { h } from "./dom.js";
import { has, t } from "./words.js";

const MOST = 12;
const LONGEST = 40;

/** Draw the form. It keeps what is typed itself: news from the table does not disturb it. */
export function setupForm(page, done = () => {}) {
  const form = {
    page,
    done,
    variant: page.snapshot.variant ?? (page.snapshot.variants.includes("bavarian") ? "bavarian" : page.snapshot.variants[0]),
    names: page.snapshot.players_last.length ? [...page.snapshot.players_last] : ["", ""],
    leader: null,
    error: null,
    box: h("form", { class: "setup", novalidate: true, autocomplete: "off" }),
  };
  form.box.addEventListener("submit", (event) => {
    event.preventDefault();
    start(form);
  });
  fill(form);
  return form.box;
}

function fill(form) {
  form.box.replaceChildren(
    h("h2", {}, t("setup.title")),
    variants(form),
    h("ol", { class: "seats" }, form.names.map((name, place) => seat(form, name, place))),
    h("button", { type: "button", class: "add", disabled: form.names.length >= MOST, onclick: () => add(form) }, t("setup.add")),
    leaders(form),
    h("p", { class: "error", role: "alert" }, form.error ?? ""),
    h("button", { type: "submit", class: "big primary" }, t("setup.start")),
  );
}

function variants(form) {
  const names = form.page.snapshot.variants;
  const one = (name) =>
    chip(form, has(`variant.${name}`) ? t(`variant.${name}`) : name, form.variant === name, () => (form.variant = name));
  return h("p", { class: "chips" }, names.map(one));
}

function chip(form, words, on, pick) {
  const tap = () => {
    pick();
    fill(form);
  };
  return h("button", { type: "button", class: "chip", "aria-pressed": String(on), onclick: tap }, words);
}

function seat(form, name, place) {
  const type = (event) => {
    if (form.leader === form.names[place]) form.leader = null;
    form.names[place] = event.target.value;
  };
  const enter = (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add(form);
  };
  const input = h("input", {
    type: "text",
    value: name,
    maxlength: LONGEST,
    "aria-label": t("setup.player", { n: place + 1 }),
    placeholder: t("setup.player", { n: place + 1 }),
    enterkeyhint: "next",
    oninput: type,
    onkeydown: enter,
    onchange: () => form.box.querySelector(".leaders")?.replaceWith(leaders(form)),
  });
  return h(
    "li",
    {},
    h("span", { class: "place" }, `${place + 1}.`),
    input,
    tool("↑", t("setup.up"), place === 0, () => move(form, place, -1)),
    tool("↓", t("setup.down"), place === form.names.length - 1, () => move(form, place, 1)),
    tool("✕", t("setup.remove"), form.names.length <= 2, () => remove(form, place)),
  );
}

function tool(sign, words, disabled, onclick) {
  return h("button", { type: "button", class: "tool sign", "aria-label": words, title: words, disabled, onclick }, sign);
}

function add(form) {
  if (form.names.length >= MOST) return;
  form.names.push("");
  fill(form);
  form.box.querySelector(".seats li:last-child input").focus();
}

function move(form, place, by) {
  const [name] = form.names.splice(place, 1);
  form.names.splice(place + by, 0, name);
  fill(form);
}

function remove(form, place) {
  if (form.leader === form.names[place]) form.leader = null;
  form.names.splice(place, 1);
  fill(form);
}

function leaders(form) {
  const names = seated(form);
  return h(
    "p",
    { class: "chips leaders" },
    h("span", { class: "label" }, t("setup.leader")),
    chip(form, t("setup.roll_off"), form.leader === null, () => (form.leader = null)),
    names.map((name) => chip(form, name, form.leader === name, () => (form.leader = name))),
  );
}

function seated(form) {
  return form.names.map((name) => name.trim()).filter(Boolean);
}

async function start(form) {
  const players = seated(form);
  form.error = mistake(players);
  if (!form.error) {
    const leader = players.includes(form.leader) ? form.leader : null;
    if (await form.page.order({ do: "start", variant: form.variant, players, leader })) form.done();
  }
  form.box.querySelector(".error").textContent = form.error ?? "";
}

function mistake(players) {
  if (players.length < 2) return t("setup.too_few");
  return new Set(players).size < players.length ? t("setup.twice") : null;
}

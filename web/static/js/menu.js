// What else the page can do: one line each, under "More". A line opens another page or a sheet over this one.

import { h } from "./dom.js";
import { t } from "./words.js";

/** The lines: words of the catalogues, where they lead (`href`, or `sheet` over the board), for whom (null: all). */
export const LINES = [
  { words: "menu.history", sheet: "history", role: "table" },
  { words: "menu.new", sheet: "setup", role: "table" },
  { words: "menu.people", sheet: "people", role: "table" },
  { words: "menu.bill", sheet: "bill", role: null },
  { words: "menu.end", sheet: "end", role: "table" },
  { words: "menu.watch", sheet: "watching", role: null },
  { words: "caller.title", sheet: "caller" },
  { words: "menu.odds", href: "/odds" },
  { words: "menu.practice", href: "/practice" },
  { words: "menu.evenings", href: "/evenings" },
  { words: "menu.season", href: "/season" },
  { words: "menu.dice", href: "/dice" },
  { words: "menu.become", href: "/landlord", role: "watch" },
  { words: "menu.landlord", href: "/landlord", role: "table" },
];

export function menu(page) {
  const running = page.snapshot?.state && page.snapshot.state.stage !== "over";
  const lines = LINES.filter((line) => (!line.role || line.role === page.role) && (line.sheet !== "end" || running));
  return {
    title: t("menu.title"),
    key: [page.role, running],
    make: () => h("ul", { class: "menu" }, lines.map((line) => h("li", {}, entry(page, line)))),
  };
}

function entry(page, line) {
  const words = t(line.words);
  if (line.href) return h("a", { class: "big", href: line.href }, words);
  const open = () => {
    page.mine.sheet = { kind: line.sheet };
    page.draw();
  };
  return h("button", { class: "big", onclick: open }, words);
}

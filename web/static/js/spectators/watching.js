// The sheet that invites phones: a QR code, and the same address in plain text.

import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";

/** @type {Where | null} */
let told = null; // the table's last address; a lease may change, so each opening asks again
let asking = false;

/** @param {Page} page @param {Sheet} sheet */
export function watchingSheet(page, sheet) {
  if (!sheet.requested) ask(page, sheet);
  return { title: t("watch.title"), key: [told, asking], make: () => content() };
}

/** @param {Page} page @param {Sheet} sheet */
async function ask(page, sheet) {
  sheet.requested = true;
  asking = true;
  told = null;
  try {
    const answer = await fetch("/api/watch", { cache: "no-store" });
    told = answer.ok ? await answer.json() : null;
  } catch {
    told = null; // the words below say so
  }
  asking = false;
  page.draw();
}

function content() {
  if (asking) return [];
  if (!told) return [h("p", { class: "hint" }, t("error.away"))];
  if (!told.reachable) return [h("p", { class: "hint" }, t("watch.no_network"))];
  return [
    h("p", { class: "hint" }, t("watch.scan")),
    h("img", { class: "qr", src: "/qr.svg", width: 220, height: 220, alt: t("watch.alt") }),
    h("p", { class: "address" }, told.address.replace("http://", "")),
    h("p", { class: "hint" }, t("watch.wifi")),
  ];
}

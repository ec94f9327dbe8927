// The sheet that invites phones: a QR code, and the same address in plain text.

import { loadSheet } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";

/** The table's address may change, so each opening asks again. @param {Page} page @param {Sheet} sheet */
export function watchingSheet(page, sheet) {
  if (!sheet.requested) {
    sheet.requested = true;
    loadSheet(page, "/api/watch", (where) => ({ where }));
  }
  const { where } = sheet;
  return { title: t("watch.title"), busy: where === undefined, body: where === undefined ? null : content(where) };
}

/** @param {Where | null} where */
function content(where) {
  if (!where?.reachable) return h("p.hint", t(where ? "watch.no_network" : "error.away"));
  return [
    h("p.hint", t("watch.scan")),
    h("img.qr", { src: "/qr.svg", width: 220, height: 220, alt: t("watch.alt") }),
    h("p.address", where.address.replace("http://", "")),
    h("p.hint", t("watch.wifi")),
  ];
}

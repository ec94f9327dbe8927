// Shared by the hub's pages: the live push of all tables, and one page object that is redrawn.

import { followLive } from "../shared/live.js";
import { t } from "../shared/words.js";

/**
 * Follow the hall and draw all `parts` whenever something changes; each gets `{ hall, link, draw }`.
 * @param {Array<(page: HubPage) => unknown>} parts
 */
export function follow(parts) {
  /** @type {HubPage} */
  const page = { hall: null, link: "live", draw };
  function draw() {
    document.title = t("hub.title");
    document.body.dataset.link = page.link;
    for (const part of parts) part(page);
  }
  return followLive(page, "hall");
}

// Shared by the hub's pages: the words, the live push of all tables, and one page object that is redrawn.

import { Live } from "../shared/live.js";
import { loadWords, t } from "../shared/words.js";

/**
 * Follow the hall and draw all `parts` whenever something changes; each gets `{ hall, link, draw }`.
 * @param {Array<(page: HubPage) => unknown>} parts
 */
export async function follow(parts) {
  /** @type {HubPage} */
  const page = { hall: null, link: "live", draw };
  let speaks = false; // the first snapshot may arrive before the words
  function draw() {
    if (!speaks) return;
    document.body.dataset.link = page.link;
    for (const part of parts) part(page);
  }
  /** @param {Partial<HubPage>} news */
  const take = (news) => {
    Object.assign(page, news);
    draw();
  };
  new Live((/** @type {Hall} */ hall) => take({ hall }), (link) => page.link !== link && take({ link })).start();
  await loadWords();
  document.title = t("hub.title");
  speaks = true;
  draw();
}

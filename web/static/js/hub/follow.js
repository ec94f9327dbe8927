// Shared by the hub's pages: the words, the live push of all tables, and one page object that is redrawn.

import { fitAll } from "../shared/fit.js";
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
  /** @param {Hall} hall */
  const take = (hall) => {
    page.hall = hall;
    draw();
  };
  /** @param {Link} how */
  const link = (how) => {
    if (page.link === how) return;
    page.link = how;
    draw();
  };
  new Live(take, link).start();
  await loadWords();
  document.title = t("hub.title");
  speaks = true;
  fitAll();
  draw();
}

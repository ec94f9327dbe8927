// Shared by pages without buttons: the words, the live push, and one page object that is redrawn.

import { countIn } from "../shared/counter.js";
import { Live } from "../shared/live.js";
import { loadWords, speakOf } from "../shared/words.js";

/**
 * Follow the table and draw all `parts` whenever something changes; each gets the page as on the tablet.
 * @param {Array<(page: Page) => void>} parts
 */
export async function followTable(parts) {
  const draw = () => {
    document.body.dataset.link = page.link;
    speakOf(page.snapshot?.variant);
    countIn(page.snapshot?.counter);
    document.body.dataset.stage = page.snapshot?.state?.stage ?? "none";
    for (const part of parts) part(page);
  };
  const order = async () => false; // a viewer cannot order anything
  /** @type {Mine} */
  const mine = { hand: false, chosen: [], typed: [], sheet: null };
  const page = /** @type {Page} */ ({ role: document.body.dataset.role, snapshot: null, link: "live", told: null, mine, ordering: false, draw, order, play: order, tell: draw });
  let speaks = false; // the first snapshot may arrive before the words
  /** @param {Snapshot} snapshot */
  const take = (snapshot) => {
    page.snapshot = snapshot;
    if (speaks) draw();
  };
  /** @param {Link} how */
  const link = (how) => {
    if (page.link === how) return;
    page.link = how;
    if (speaks) draw();
  };
  new Live(take, link).start();
  await loadWords();
  speaks = true;
  draw();
}

// Whether a game is there, and whether it is one of cards.

/** Whether a game of cards is played. @param {State | null | undefined} state */
export function isCards(state) {
  return Boolean(state && "hand" in state);
}

/** Whether a game is there, played or over. @param {Page} page @returns {page is GamePage} */
export function hasGame(page) {
  return Boolean(page.snapshot?.state);
}

/** Whether a game of cards is played on this page. @param {Page} page @returns {page is GamePage} */
export function playsCards(page) {
  return hasGame(page) && isCards(page.snapshot.state);
}

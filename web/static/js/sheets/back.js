// The browser's Back closes the sheets over the board one by one, and only then leaves the page.

/** @type {Array<{ close: () => void }>} */
const open = []; // the sheets over the board, the uppermost last
let own = 0; // steps back by a sheet itself after it was closed otherwise

/**
 * Register something over the board; `close` closes it. Returns the function to call once it is closed.
 * @param {() => void} close
 */
export function openOver(close) {
  const sheet = { close };
  open.push(sheet);
  history.pushState({ sheet: open.length }, "");
  return () => {
    const place = open.indexOf(sheet);
    if (place < 0) return;
    open.splice(place, 1);
    own += 1;
    history.back();
  };
}

addEventListener("popstate", () => {
  if (own) own -= 1;
  else open.pop()?.close();
});

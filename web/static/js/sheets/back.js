// The browser's way back closes what lies over the board, one sheet after the other, and only then leaves the page.

const open = []; // what lies over the board, the uppermost last
let own = 0; // steps back that a sheet took itself because it was closed otherwise

/** Say that something lies over the board now; `close` shuts it. Returns what is to be called once it is shut. */
export function laidOver(close) {
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

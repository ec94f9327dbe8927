// Dice that are typed or chosen, and not entered yet: they survive a reload of the page and a restart of the table.

const KEY = "knobeltisch.typed";

/** Return in which moment of the game something was typed; in another one it means nothing any more. */
function momentOf({ head, question, boot }) {
  return `${head}:${question ? `${boot}:${question.id}` : ""}`;
}

/** Keep what is typed as long as it means something: forget it once the game has gone on, and bring it back after a reload. */
export function keepTyped({ snapshot, mine }) {
  const now = momentOf(snapshot);
  if (mine.moment === undefined) Object.assign(mine, recalled(now));
  else if (mine.moment !== now) Object.assign(mine, { moment: now, chosen: [], back: [], typed: mine.wanted ?? [], keypad: false, wanted: null });
  store({ moment: now, chosen: mine.chosen, typed: mine.typed, keypad: Boolean(mine.keypad) });
}

function recalled(now) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY));
    if (kept?.moment === now) return kept;
  } catch {
    // Nothing can be kept here: then nothing was.
  }
  return { moment: now };
}

function store(now) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // A browser that keeps nothing forgets it at the next reload.
  }
}

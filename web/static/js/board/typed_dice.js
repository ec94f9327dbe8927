// Dice that are typed or chosen, but not entered yet: they survive a reload of the page and a restart of the table.

const KEY = "knobeltisch.typed";

/** Return the moment of the game for typed dice; in another one they mean nothing. */
function momentOf({ head, question, boot }) {
  return `${head}:${question ? `${boot}:${question.id}` : ""}`;
}

/** Keep typed dice while they mean something: forget them once the game has gone on, and restore them after a reload. */
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
    // Without storage there is nothing to restore.
  }
  return { moment: now };
}

function store(now) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // Without storage the next reload forgets them.
  }
}

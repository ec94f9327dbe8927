"""The chronicle: records of all evenings in the journal.

It replays the journal as the table does. The current evening is kept whole, since undo can change it; others as records.
"""

import logging
import sqlite3
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from knobeltisch.archive.game_summary import record
from knobeltisch.archive.records import EveningRecord, GameRecord
from knobeltisch.errors import CommandError
from knobeltisch.game.evening import Evening, LiveEntry, games_of
from knobeltisch.game.events import Correct, Did, End, Fact, Rename, Start, Undo, fact_of
from knobeltisch.storage.journal import Entry, Journal

log = logging.getLogger(__name__)

READING_TIMEOUT_S: Final = 60.0
LAST_GAMES: Final = 100
SLICE: Final = 500  # entries; a press waits for one slice at most


class Chronicle:
    """Records of all evenings. One thread feeds it; any number of threads may query it.

    Until `whole` is set, more entries will come and readers wait. `turns` increases with each entry but an act, since it may
    change records of finished games.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._lock = threading.Lock()
        self.whole = threading.Event()
        self.whole.set()
        self.turns = 0
        self.restart(entries)

    def restart(self, entries: Iterable[Entry]) -> None:
        """Start over with these entries."""
        with self._lock:
            self._closed: list[EveningRecord] = []
            self._evening, self._does_fit = Evening(replaying=True), True
            self._made: dict[int, tuple[LiveEntry, Counter[tuple[str, str]], GameRecord]] = {}
            self._mended: dict[int, Counter[tuple[str, str]]] = {}
            self._renamed: dict[tuple[str, str], None] = {}
            self._undone: set[tuple[int, float]] = set()
            self.turns += 1
        for entry in entries:
            self.feed(entry)

    def feed(self, entry: Entry, after: Evening | None = None) -> None:
        """Add the journal's next entry; `after` is the evening that includes it, if known.

        If the rules no longer accept an act, it is logged and left out, with the rest of its game. Raise JournalError if an
        entry cannot be read.
        """
        fact = fact_of(entry) if after is None else after.last
        with self._lock:
            self.turns += not isinstance(fact, Did)
            before = self._evening
            if after is None:
                after = self._with_entry(entry, fact)
                if after is None:
                    self._evening = replace(before, last_at=entry.at)
                    return
            match fact:
                case Start() if before.live and len(after.live) == 1:  # of another evening
                    self._closed.append(EveningRecord(games=self._records(before.live), running=False))
                    self._made, self._mended = {}, {}
                case Undo():
                    gone = before.live[len(after.live) :]
                    self._undone.update((each.id, each.at) for each in gone if isinstance(each.fact, Start))
                    if not isinstance(gone[0].fact, Start):
                        self._note_mended(after.live, "undone", entry)
                case Correct():
                    earlier = [each for each in before.live if each.id <= fact.entry]
                    self._note_mended(earlier, "corrected", entry)
                case Rename():
                    self._renamed[fact.player, fact.name] = None
            self._evening = after

    def evenings(self) -> tuple[EveningRecord, ...]:
        """Return all evenings, oldest first; the last may still be running. Wait up to 60 s for unread entries."""
        if not self.whole.wait(READING_TIMEOUT_S):
            log.warning("the chronicle was read before it was complete")
        with self._lock:
            closed, live = tuple(self._closed), self._evening.live
            running = self._records(live)
        return (*closed, EveningRecord(games=running, running=True)) if running else closed

    def last_games(self) -> list[tuple[str, Mapping[str, object]]]:
        """Return variant and house rules of up to 100 games, newest first; empty until all entries are read."""
        if not self.whole.is_set():
            return []
        games = [game for evening in self.evenings()[-LAST_GAMES:] for game in evening.games][-LAST_GAMES:]
        return [(game.variant, game.house) for game in reversed(games)]

    def renamings(self) -> tuple[tuple[str, str], ...]:
        """Return each renaming of a player once, as (old name, new name)."""
        with self._lock:
            return tuple(self._renamed)

    def undone(self) -> frozenset[tuple[int, float]]:
        """Return the games that were undone completely, as (entry number of the start, time of that entry)."""
        with self._lock:
            return frozenset(self._undone)

    # --- with the lock held

    def _with_entry(self, entry: Entry, fact: Fact | None) -> Evening | None:
        self._does_fit = self._does_fit or not isinstance(fact, Did | End | Correct)
        if not self._does_fit:
            return None
        try:
            return self._evening.with_entry(entry, fact)
        except CommandError as error:
            log.warning("entry %d does not fit the rules (%s) and is left out", entry.id, error)
            self._does_fit = not isinstance(fact, Start | Did)
            return None

    def _note_mended(self, live: Sequence[LiveEntry], what: str, entry: Entry) -> None:
        game = next(each.id for each in reversed(live) if isinstance(each.fact, Start))
        self._mended.setdefault(game, Counter())[what, entry.source] += 1

    def _records(self, live: Iterable[LiveEntry]) -> tuple[GameRecord, ...]:
        """Return the record of each game, built again only if the game's entries have changed."""
        found = []
        for game in games_of(live):
            mended = self._mended.get(game[0].id, Counter())
            known = self._made.get(game[0].id)
            if known is None or known[0] is not game[-1] or known[1] != mended:
                known = game[-1], Counter(mended), record(game, dict(mended))
                self._made[game[0].id] = known
            found.append(known[2])
        return tuple(found)


class Backfill:
    """Feeds a journal to a chronicle in the table's thread, a slice at a time between two acts; `schedule` queues work there.

    Reading several years takes seconds; scoring goes on, and only reports wait.
    """

    def __init__(
        self, chronicle: Chronicle, journal: Journal, schedule: Callable[[Callable[[], None]], None]
    ) -> None:
        self._chronicle, self._journal, self._schedule = chronicle, journal, schedule
        self._fed = 0
        if journal.head:
            chronicle.whole.clear()

    def begin(self) -> None:
        """Start feeding from the first entry; call it when the table starts or the journal was replaced."""
        self._fed = 0
        self._chronicle.restart(())
        self._feed_next_slice()

    def feed_written(self, entry: Entry, after: Evening) -> None:
        """Feed a newly written entry and the evening after it, unless a later slice will reach it."""
        if self._fed == entry.id - 1:
            self._feed_entry(entry, after)

    def _feed_next_slice(self) -> None:
        try:
            for entry in self._journal.entries(after=self._fed, most=SLICE):
                self._feed_entry(entry)
        except sqlite3.Error as error:  # the disk fails, or the table was closed meanwhile
            log.warning("the chronicle stops at entry %d until the next start: %s", self._fed, error)
            self._chronicle.whole.set()
            return
        if self._fed < self._journal.head:
            self._chronicle.whole.clear()
            self._schedule(self._feed_next_slice)
        else:
            self._chronicle.whole.set()

    def _feed_entry(self, entry: Entry, after: Evening | None = None) -> None:
        """Feed one entry; an error in the chronicle must not stop the scoring."""
        self._fed = entry.id
        try:
            self._chronicle.feed(entry, after)
        except Exception:
            log.exception("entry %d is missing from the chronicle until the next start", entry.id)

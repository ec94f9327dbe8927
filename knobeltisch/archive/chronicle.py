"""The chronicle: records of all evenings in the journal.

It folds the same entries as the evening does, but keeps only the data that reports need. Entries of the current evening are kept,
since undo can reach them; a closed evening leaves only records. Feeding is quick: a game is replayed on request, not with every
entry.
"""

from __future__ import annotations

import logging
import threading
from bisect import bisect_left
from dataclasses import replace
from typing import TYPE_CHECKING, Final, assert_never

from knobeltisch.archive.game_summary import Done, Played, called_otherwise, record
from knobeltisch.archive.records import EveningRecord
from knobeltisch.game.evening import begins_evening
from knobeltisch.game.events import (
    PHONE,
    Correct,
    Did,
    End,
    Fact,
    LastOrders,
    Paid,
    Rename,
    Start,
    Undo,
    Unknown,
    Wish,
    fact_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from knobeltisch.archive.records import GameRecord
    from knobeltisch.storage.journal import Entry
    from scorer import GameAct

log = logging.getLogger(__name__)

READING_TIMEOUT_S: Final = 60.0
LAST_GAMES: Final = 100


class Chronicle:
    """All evenings. One thread feeds; any number of threads ask.

    Until `whole` is set, more entries will come and readers wait. `turns` increases with each entry other than an act of the
    running game: records of finished games may then have changed.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._lock = threading.Lock()
        self.whole = threading.Event()
        self.whole.set()
        self.turns = 0
        self.restart(entries)

    def restart(self, entries: Iterable[Entry]) -> None:
        """Replace everything with these entries, after the journal was replaced."""
        with self._lock:
            self._closed: list[EveningRecord] = []
            self._open: list[Played] = []
            self._made: dict[int, tuple[Played, GameRecord]] = {}
            self._before: float | None = None
            self._renamed: dict[tuple[str, str], None] = {}
            self._undone: set[tuple[int, float]] = set()
            self.turns += 1
        for entry in entries:
            self.feed(entry)

    def feed(self, entry: Entry, fact: Fact | None = None) -> None:
        """Add the journal's next entry; `fact` is its parsed body, if known. Raise JournalError for an unreadable entry."""
        fact = fact_of(entry) if fact is None else fact
        with self._lock:
            self.turns += not isinstance(fact, Did)
            match fact:
                case Start():
                    if begins_evening(entry.at, self._before, entry.body):
                        if self._open:
                            self._closed.append(
                                EveningRecord(games=tuple(map(self._game, self._open)), running=False)
                            )
                        self._open, self._made = [], {}
                    self._open.append(Played(id=entry.id, at=entry.at, start=fact))
                case Did():
                    self._add(Done(id=entry.id, at=entry.at, act=fact.act, dice=entry.source != PHONE))
                case Undo():
                    self._take_back(fact.to, entry.source)
                case Correct():
                    self._correct(fact.entry, fact.act, entry.source)
                case End():
                    self._add(Done(id=entry.id, at=entry.at, act=None))
                case Rename():
                    self._open = [called_otherwise(game, fact.player, fact.name) for game in self._open]
                    self._renamed[fact.player, fact.name] = None
                case Wish() | LastOrders() | Paid() | Unknown():
                    pass
                case _:
                    assert_never(fact)
            self._before = entry.at

    def evenings(self) -> tuple[EveningRecord, ...]:
        """Return all evenings, oldest first; the last may still be running."""
        if not self.whole.wait(READING_TIMEOUT_S):
            log.warning("the chronicle was read before it was complete")
        with self._lock:
            closed, running = tuple(self._closed), tuple(self._open)
        if not running:
            return closed
        return (*closed, EveningRecord(games=tuple(map(self._game, running)), running=True))

    def last_games(self) -> list[tuple[str, Mapping[str, object]]]:
        """Return variant and house rules of the last games, the newest first; empty until all entries are read."""
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

    def _game(self, played: Played) -> GameRecord:
        """Return a game's record; rebuild it only if its entries have changed."""
        known = self._made.get(played.id)
        if known is not None and known[0] is played:
            return known[1]
        game = record(played)
        self._made[played.id] = (played, game)
        return game

    # --- with the lock held

    def _add(self, done: Done) -> None:
        if not self._open:
            log.warning("entry %d is an act without a game", done.id)
            return
        last = self._open[-1]
        self._open[-1] = replace(last, acts=(*last.acts, done))

    def _take_back(self, to: int, by: str) -> None:
        while self._open and self._open[-1].id >= to:
            gone = self._open.pop()
            self._undone.add((gone.id, gone.at))
            self._made.pop(gone.id, None)
        if self._open:
            last = self._open[-1]
            place = bisect_left(last.acts, to, key=_id_of)
            if place < len(last.acts):
                mended = (*last.mended, ("undone", by))
                self._open[-1] = replace(last, acts=last.acts[:place], mended=mended)

    def _correct(self, entry: int, act: GameAct | None, by: str) -> None:
        for place, played in enumerate(self._open):
            at = bisect_left(played.acts, entry, key=_id_of)
            if at < len(played.acts) and played.acts[at].id == entry:
                corrected = () if act is None else (replace(played.acts[at], act=act),)
                acts = (*played.acts[:at], *corrected, *played.acts[at + 1 :])
                mended = (*played.mended, ("corrected", by))
                self._open[place] = replace(played, acts=acts, mended=mended)
                return
        log.warning("entry %d should be corrected, but no open game contains it", entry)


def _id_of(done: Done) -> int:
    return done.id

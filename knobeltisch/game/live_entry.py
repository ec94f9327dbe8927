"""The entries of the journal that count: undo takes them back and redo restores them."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias, overload

from knobeltisch.game.events import Correct, Did, End, Start, Undo

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorer import GameState

Undoable: TypeAlias = Start | Did | End
Restore: TypeAlias = tuple[Undoable | Undo | Correct, ...]
"""The fact that restores entries removed by an undo or a correction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveEntry:
    """A live entry, with the state after it; `player` is who acted, None for a start.

    A start also keeps `games`, its number this evening, and `people`, all who had played before, in the order in which they
    came: so nobody goes through the evening for them.
    """

    id: int
    at: float
    source: str
    fact: Undoable
    player: str | None
    state: GameState
    corrected: bool = False
    games: int = 0
    people: tuple[str, ...] = ()


class LiveEntries(Sequence[LiveEntry]):
    """The live entries of an evening, oldest first. They never change: `with_entry` returns others.

    Both share one list, of which each knows how much is its own: so an act costs the same at the end of a long evening as at its
    start. The first of two that go on from the same entry gets the list, the second a copy. Safe to use from any thread.
    """

    __slots__ = ("_count", "_shared")
    _appending = threading.Lock()

    def __init__(self, entries: list[LiveEntry] | None = None) -> None:
        self._shared: list[LiveEntry] = [] if entries is None else entries
        self._count = len(self._shared)

    def with_entry(self, entry: LiveEntry) -> LiveEntries:
        """Return these entries and one more."""
        with self._appending:
            is_newest = len(self._shared) == self._count
            if is_newest:
                self._shared.append(entry)
        longer = LiveEntries(self._shared if is_newest else [*self, entry])
        longer._count = self._count + 1
        return longer

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[LiveEntry]:
        return islice(self._shared, self._count)

    @overload
    def __getitem__(self, place: int) -> LiveEntry: ...
    @overload
    def __getitem__(self, place: slice) -> list[LiveEntry]: ...
    def __getitem__(self, place: int | slice) -> LiveEntry | list[LiveEntry]:
        places = range(self._count)[place]
        return self._shared[places] if isinstance(places, int) else [self._shared[at] for at in places]

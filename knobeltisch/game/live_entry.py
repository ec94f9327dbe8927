"""An entry of the journal that counts: undo takes it back and redo restores it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from knobeltisch.game.events import Correct, Did, End, Start, Undo

if TYPE_CHECKING:
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

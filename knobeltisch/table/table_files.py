"""The files that a table keeps its score in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from knobeltisch.game.evening import Evening
    from knobeltisch.status import Notice, Trouble
    from knobeltisch.storage.journal import Journal
    from knobeltisch.storage.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFiles:
    """Open files of a table, and the evening that the journal tells; without one the table reads it.

    `store` None: the house's file cannot be used, or there is none. `notices`: what the table has to say when it starts.
    `sealed`: why nothing can be written down, if so; the first notice says it.
    """

    journal: Journal
    evening: Evening | None = None
    store: Store | None = None
    notices: tuple[Notice, ...] = ()
    sealed: Trouble | None = None

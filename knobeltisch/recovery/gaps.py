"""Goes on after a gap in a damaged log: what follows the gap counts from the next beginning on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from knobeltisch.storage.journal import Entry


def entries_around_gaps(
    entries: Iterable[Entry],
    beginning: str,
    add: Callable[[Entry, int], Entry],
    misfits: tuple[type[Exception], ...],
) -> list[Entry]:
    """Return the entries that fit, as `add` returns them.

    `add` takes an entry and its new number, and raises one of `misfits` for an entry that does not fit. After a misfit or a missing
    number everything up to the next entry of the kind `beginning` is left out.
    """
    kept: list[Entry] = []
    expected, waiting = 1, False
    for entry in entries:
        waiting = (waiting or entry.id != expected) and entry.kind != beginning
        expected = entry.id + 1
        if waiting:
            continue
        try:
            kept.append(add(entry, len(kept) + 1))
        except misfits:
            waiting = True
    return kept

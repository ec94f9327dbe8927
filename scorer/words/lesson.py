"""A game in five sentences with dice beside them: the rules that a newcomer needs first."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scorer.state import Dice
    from scorer.words.text_plan import Line


def choose_lesson(
    places: Iterable[Mapping[str, Sequence[int]]], lines: Iterable[Line]
) -> tuple[tuple[Line, Dice], ...]:
    """Return a sentence and dice (none: the cup) for each place, which maps keys or beginnings of keys to dice."""
    lesson = tuple(lines)
    return tuple(_choose_line(place, lesson) for place in places)


def _choose_line(place: Mapping[str, Sequence[int]], lines: Iterable[Line]) -> tuple[Line, Dice]:
    """Return the sentence for a place: the one with the longest matching key."""
    for line in lines:
        fitting = [
            key
            for key in place
            if line.key == key or (line.key.startswith(key) and key.endswith((".", "out")))
        ]
        if fitting:
            return line, tuple(place[max(fitting, key=len)])
    raise LookupError(
        f"None of the rules begins with {', '.join(place)}; name a sentence that every variant has."
    )

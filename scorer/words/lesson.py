"""A game in five lines with dice to draw: the sentences of its rules that a newcomer needs first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scorer.state import Dice
    from scorer.words.text_plan import Line

THREE_ONES: Final = (1, 1, 1)
PICTURES: Final[Mapping[str, tuple[Mapping[str, Dice], ...]]] = {
    "chicago": (
        {"valuation.": (1, 4, 6)},
        {"followers.": ()},
        {
            "holdable.any": (2, 5),
            "holdable.ones": (1,),
            "holdable.ones_and_sixes": (1, 6),
            "holdable.ones_and_six_pairs": (1, 6, 6),
        },
        {"phase1.take": (2, 3, 4), "lost.worst": (2, 3, 4), "glasses.worst": (2, 3, 4)},
        {"reward.out": THREE_ONES, "reward.others_drink": THREE_ONES},
    ),
    "schocken": (
        {"schocken.throws": ()},
        {"schocken.hold": (1,), "schocken.hold_any": (2, 5)},
        {"rank.schock": (1, 1, 4)},
        {"chips.lowest": (1, 2, 2)},
        {"chips.schock_out": THREE_ONES},
    ),
    "poker": (
        {"poker.phases": (), "poker.two_phases": ()},
        {"poker.calling": ()},
        {"poker.points": ()},
        {"poker.last_trick": ()},
        {"poker.goal": ()},
    ),
}
"""For each game five places: the keys (or key prefixes) of the sentences that fit there, and the dice beside them."""


def choose_lesson(family: str, lines: Iterable[Line]) -> tuple[tuple[Line, Dice], ...]:
    """Return the five sentences of a game's rules that a newcomer needs first, each with its dice; none means the cup."""
    lesson = tuple(lines)
    return tuple(_choose_line(place, lesson) for place in PICTURES[family])


def _choose_line(place: Mapping[str, Dice], lines: Iterable[Line]) -> tuple[Line, Dice]:
    """Return the sentence for a place: the one with the longest fitting key."""
    for line in lines:
        fitting = [
            key
            for key in place
            if line.key == key or (line.key.startswith(key) and key.endswith((".", "out")))
        ]
        if fitting:
            return line, place[max(fitting, key=len)]
    raise LookupError(
        f"None of the rules begins with {', '.join(place)}; name a sentence that every variant has."
    )

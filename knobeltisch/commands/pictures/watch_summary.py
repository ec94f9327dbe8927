"""The summary at the end of `knobeltisch watch`: how much was read, what was reported, and why the rest was not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vision.stream.boardless_watcher import RestOutcome
from vision.types import Moment, Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.stream.boardless_watcher import Rest
    from vision.types import Sighting

LEAST_REST_S: Final = 0.15  # shorter rests are moments between two motions and need no reason
MOST_NAMED: Final = 6  # the most times listed for one reason
REASONS: Final = {
    RestOutcome.SHORT: "too short to be read",
    RestOutcome.CLUTTER: "nothing there is likely to be a die",
}


def summary(*, pictures: int, seconds: float, sightings: Sequence[Sighting], rests: Sequence[Rest]) -> str:
    """Return one or two sentences; `rests` is empty where a board was found."""
    throws = [sighting for sighting in sightings if sighting.moment is Moment.LIFT]
    sure = sum(throw.reading.status is Status.OK for throw in throws)
    looked = f"{_count(pictures, 'picture')} in {seconds:.1f} s"
    if not throws:
        return " ".join((f"{looked}, no throw seen.", *_unreported(rests)))
    return " ".join(
        (f"{looked}, {_count(len(throws), 'throw')} seen, {sure} of them sure.", *_unreported(rests))
    )


def _unreported(rests: Sequence[Rest]) -> list[str]:
    """Return a sentence for each reason why a rest was not reported."""
    sentences = []
    for outcome, reason in REASONS.items():
        times = [
            rest.begin for rest in rests if rest.outcome is outcome and rest.end - rest.begin >= LEAST_REST_S
        ]
        if times:
            named = ", ".join(f"{at:.1f}" for at in times[:MOST_NAMED])
            more = f" and {len(times) - MOST_NAMED} more times" if len(times) > MOST_NAMED else ""
            sentences.append(f"Not read at {named} s{more}: {reason}.")
    return sentences


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"

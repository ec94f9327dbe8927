"""What every game says of itself in the same words: where it is, who has won or lost it, and what each has of what is counted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorer.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Where a game is: its round or hand by `number`, and the `phase` of it.

    `counts`: what each has, by the name of what is counted. `course`: what else may have come otherwise, most important first.
    `teams`: those of the players who are teams, and their people.
    """

    number: int
    phase: int | str
    loser: str | None = None
    winner: str | None = None
    counts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    course: Mapping[str, object] = field(default_factory=dict)
    teams: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def count(self, what: str) -> Mapping[str, int]:
        """Return how much each has of something, nothing where the game does not count it."""
        return self.counts.get(what, {})


def of_dice(state: State) -> Summary:
    """Return the summary of a game of dice."""
    return Summary(
        number=state.round,
        phase=state.phase,
        loser=state.loser,
        counts={
            "mats": state.mats,
            "lost": state.lost,
            "rounds": state.rounds,
            "schnapps": state.schnapps,
            "glasses": state.glasses,
        },
        course={
            "stack": state.stack,
            "loser": state.loser,
            "round": state.round,
            "leader": state.leader,
            "turn": state.to_act,
            "dice": [*state.held, *state.free],
        },
        teams=state.teams,
    )

"""A summary in terms that all games share: progress, winner or loser, and each player's counts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorer.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The progress of a game: the `number` of its round or hand, and its `phase`.

    `counts` maps each unit to the players' counts. `course` has other values that a correction may change, most important first.
    `teams` maps players that are teams to their members.
    """

    number: int
    phase: int | str
    loser: str | None = None
    winner: str | None = None
    counts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    course: Mapping[str, object] = field(default_factory=dict)
    teams: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def count(self, what: str) -> Mapping[str, int]:
        """Return each player's count of a unit; empty if the game does not count it."""
        return self.counts.get(what, {})


def of_dice(state: State) -> Summary:
    """Return the summary of a dice game."""
    return Summary(
        number=state.round,
        phase=state.phase,
        loser=state.loser,
        counts={unit: getattr(state, unit) for unit in ("mats", "lost", "rounds", "schnapps", "glasses")},
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

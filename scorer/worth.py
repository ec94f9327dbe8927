"""What the dice that lie there are worth, now: of the turn that runs, or of the one that ended last.

It is what a pass would note for them, compared with what the round has so far; nothing is looked ahead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorer.changed import changed
from scorer.games import schocken_rounds
from scorer.games.ranking import beats, led_by_chic
from scorer.odds.candidates import declarations
from scorer.state import Dice, Result, State, lying, thrower

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scorer.acts import Declare
    from scorer.state import Declaration


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """How a game measures dice: the `result` that a pass would note for those that lie, and results best first."""

    result: Callable[[State, Declare | None], Result]
    ranked: Callable[[State], tuple[Result, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """What dice count for: `kind` and `value` as in a result, under `declare` where that is still open.

    `standing`: `leads` (best so far), `enough` (beats what is to be beaten), `short` (does not; then `missing` says
    by how much, where points are counted), `low` (a turn that is over, and lowest so far), `won`, `lost` (a round
    that is over), `names` (its thrower names the loser), None where there is nothing to compare with.
    """

    declare: Declare | None
    kind: str
    value: int | None
    standing: str | None = None
    missing: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """Whose dice they are, and what they count for; `past` when that turn is over. `dice`: None if not to be seen."""

    player: str
    dice: Dice | None
    past: bool
    counts: tuple[Count, ...]


def worth(state: State, scale: Scale) -> Worth | None:
    """Return what the dice that lie there are worth, None when none lie or some are in the cup."""
    if state.stage in {"play", "naming"} and len(lying(state)) == 3:
        counts = tuple(_counted(state, scale, declare) for declare in _open_declarations(state))
        return Worth(player=thrower(state), dice=lying(state), past=False, counts=counts)
    if state.made and state.stage == "play":
        return None
    return _before(state, scale)


# --- the turn that runs


def _open_declarations(state: State) -> tuple[Declare | None, ...]:
    """Return all that the leader may still declare; for everybody else it is settled."""
    if state.stage == "play" and state.to_act == state.leader and state.rules.declares:
        return declarations(state.rules)
    return (None,)


def _counted(state: State, scale: Scale, declare: Declare | None) -> Count:
    mine = scale.result(state, declare)
    if state.stage == "naming":
        return Count(declare=declare, kind=mine.kind, value=mine.value, standing="names")
    standing, missing = _compared(state, scale, mine)
    return Count(declare=declare, kind=mine.kind, value=mine.value, standing=standing, missing=missing)


def _compared(state: State, scale: Scale, mine: Result) -> tuple[str | None, int | None]:
    """Return how a result stands in the round so far, by the order that decides it at its end, and what it misses."""
    order = scale.ranked(state)
    if not order:
        return None, None
    with_mine = scale.ranked(changed(state, results=(*state.results, mine)))
    if not _is_enough(state, mine, with_mine):
        return "short", _missing(state, mine, order[-1])
    return ("leads" if with_mine[0] is mine else "enough"), None


def _until_beaten(state: State) -> bool:
    """Whether the leader's declaration is to be beaten; else it is the low of the round (CHC-5, CHI-4)."""
    return state.rules.followers == "until_beaten"


def _is_enough(state: State, mine: Result, with_mine: Sequence[Result]) -> bool:
    declared = state.declaration
    if not _until_beaten(state) or mine.kind == "chicago" or declared is None:
        return with_mine[-1] is not mine
    return not led_by_chic(state) and beats(declared, mine.kind, mine.value or 0)


def _missing(state: State, mine: Result, low: Result) -> int | None:
    """Return the points that are missing, or too many; equal is worse (CHI-4)."""
    declared = state.declaration
    if declared is None or declared.direction is None or mine.kind != "points":
        return None
    if _until_beaten(state):
        target = None if led_by_chic(state) else declared.value
    else:
        target = low.value if low.kind == "points" else None
    if target is None:
        return None
    off = (mine.value or 0) - target
    return (off if declared.direction == "low" else -off) + 1


# --- the turn before


def _before(state: State, scale: Scale) -> Worth | None:
    """Return the turn that ended last, until the next throw: its dice still lie there."""
    if state.stage == "reveal":
        shown = _revealed(state.results, state.declaration)
        return None if shown is None else _past(shown, _standing(state, scale, shown))
    if state.results:
        return _past(state.results[-1], _standing(state, scale, state.results[-1]))
    last = state.last_round
    if last is None or not last.results or state.rolled:
        return None
    covers = state.rules.cover_last
    shown = (_revealed(last.results, last.declaration) if covers else None) or last.results[-1]
    return _past(shown, {last.best: "won", last.worst: "lost"}.get(shown.player))


def _past(result: Result, standing: str | None) -> Worth:
    count = Count(declare=None, kind=result.kind, value=result.value, standing=standing)
    return Worth(player=result.player, dice=result.dice, past=True, counts=(count,))


def _revealed(results: Sequence[Result], declared: Declaration | None) -> Result | None:
    """Return the result that was shown last of those that lay under a cup, in playing order (SCH-2)."""
    most = None if declared is None else declared.throws
    limits = (schocken_rounds.MOST_THROWS, *(most for _ in results[1:]))
    pairs = zip(results, limits, strict=True)
    shown = [result for result, limit in pairs if result.kind != "covered" and result.throws == limit]
    return shown[-1] if shown else None


def _standing(state: State, scale: Scale, shown: Result) -> str | None:
    order = scale.ranked(state)
    if len(order) < 2 or shown not in order:
        return None
    return "leads" if order[0] is shown else "low" if order[-1] is shown else "enough"

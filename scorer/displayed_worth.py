"""The worth of the dice on the board, for display: of the current turn, or else of the last one.

It is the result that a pass would record now, compared with the results of the round so far; future throws are not considered.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scorer.acts import Declare
from scorer.copying import copy_with
from scorer.games.ranking import beats, led_by_chic
from scorer.games.schocken import schocken_rounds
from scorer.games.turns import declarations
from scorer.state import Declaration, Dice, Result, State, dice_on_board, thrower


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """How a game ranks dice: `result` returns what a pass would record now, `ranked` the round's results, best first."""

    result: Callable[[State, Declare | None], Result]
    ranked: Callable[[State], tuple[Result, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """The worth of dice: `kind` and `value` as in a result, counted by `declare`; None if the declaration is fixed.

    `standing`: "leads" (best so far), "enough" (beats the target), "short" (does not; `missing` is the difference if points are
    counted), "low" (a finished turn, lowest so far), "won" or "lost" (in a finished round), "names" (the thrower names the
    loser), or None if there is nothing to compare with.
    """

    declare: Declare | None
    kind: str
    value: int | None
    standing: str | None = None
    missing: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """A player's dice and their worth: one of `counts` for each declaration that is still possible.

    `past`: whether the turn is over. `dice` is None if they cannot be seen.
    """

    player: str
    dice: Dice | None
    past: bool
    counts: tuple[Count, ...]


def worth(state: State, scale: Scale) -> Worth | None:
    """Return the worth of the current turn's dice, or of the last turn's; None if there are none or some are in the cup."""
    if state.stage in {"play", "naming"} and len(dice_on_board(state)) == 3:
        leads = state.stage == "play" and state.to_act == state.leader and state.rules.declares
        # A leader may still declare anything; for other players the declaration is fixed.
        declared: tuple[Declare | None, ...] = declarations(state.rules) if leads else (None,)
        counts = tuple(_count(state, scale, declare) for declare in declared)
        return Worth(player=thrower(state), dice=dice_on_board(state), past=False, counts=counts)
    if state.made and state.stage == "play":
        return None
    if state.stage == "reveal":
        shown = _last_revealed(state.results, state.declaration)
        return None if shown is None else _past(shown, _standing(state, scale, shown))
    if state.results:
        return _past(state.results[-1], _standing(state, scale, state.results[-1]))
    last = state.last_round
    if last is None or not last.results or state.rolled:
        return None
    covers = state.rules.cover_last
    shown = (_last_revealed(last.results, last.declaration) if covers else None) or last.results[-1]
    return _past(shown, {last.best: "won", last.worst: "lost"}.get(shown.player))


# --- the current turn


def _count(state: State, scale: Scale, declare: Declare | None) -> Count:
    """Return what the dice are worth now, and how they rank in the round so far."""
    mine, order = scale.result(state, declare), scale.ranked(state)
    standing, missing = None, None
    if state.stage == "naming":
        standing = "names"
    elif order:
        with_mine = scale.ranked(copy_with(state, results=(*state.results, mine)))
        standing, declared = "leads" if with_mine[0] is mine else "enough", state.declaration
        if not _until_beaten(state) or mine.kind == "chicago" or declared is None:
            enough = with_mine[-1] is not mine
        else:
            enough = not led_by_chic(state) and beats(declared, mine.kind, mine.value or 0)
        if not enough:
            standing, missing = "short", _missing(state, mine, order[-1])
    return Count(declare=declare, kind=mine.kind, value=mine.value, standing=standing, missing=missing)


def _until_beaten(state: State) -> bool:
    """Whether the target is the leader's declaration; otherwise it is the low of the round (CHC-5, CHI-4)."""
    return state.rules.followers == "until_beaten"


def _missing(state: State, mine: Result, low: Result) -> int | None:
    """Return by how many points the target is missed or exceeded; an equal result does not beat it (CHI-4)."""
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


# --- the previous turn


def _past(result: Result, standing: str | None) -> Worth:
    count = Count(declare=None, kind=result.kind, value=result.value, standing=standing)
    return Worth(player=result.player, dice=result.dice, past=True, counts=(count,))


def _last_revealed(results: Sequence[Result], declared: Declaration | None) -> Result | None:
    """Return the last revealed result, in playing order (SCH-2)."""
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

"""The weighed choices of every game in one form, and the interface of a game's odds."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from scorer.state import Declaration, Dice, Result, State


class Ending(NamedTuple):
    """The outcome of a turn.

    `what` is "lies" for open dice; "chicago"; "names" if the thrower names the loser in the drinking game (DRK-2); or "covered"
    for a leader's last throw in Schocken, with the held dice. `put_together`: dice lay aside before the last throw.
    """

    what: str
    dice: Dice
    throws: int
    put_together: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """A choice, up to the next throw or the end of the turn; without acts, the choice is to throw.

    `chance` is the probability of reaching the aim; `chips`, in Schocken only, the average number of chips gained in the round.
    """

    acts: tuple[Any, ...]
    chance: Fraction
    chips: Fraction | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """The choices, best first, and the aim by which they are weighed; `target` is None if there is no result to beat.

    `aim`: "beat" the `target`, or the declaration if its leader has left; "chic" to leave by a Chic in fewer throws; "not_worst"
    or "best" for a leader; in Schocken "chips" to lose the fewest, where `chance` is the chance of not being lowest.
    """

    aim: str
    target: Result | None
    choices: tuple[Weighed, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """The outcome of a turn: the state before it, the declaration (or None), the result, and the throws allowed for reaching it."""

    start: State
    declared: Declaration | None
    result: Result
    throws: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """The interface of a game's odds.

    `advise` weighs the choices of the player in `to_act`. `warm_up` precomputes the slow parts for a number of players. `reached`
    returns the probability of an outcome at least as good, when playing only for that.
    """

    advise: Callable[[Any], Advice]
    warm_up: Callable[[Any, int], None]
    reached: Callable[[Reached], Fraction]

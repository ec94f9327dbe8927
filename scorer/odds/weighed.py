"""The weighed choices of every game in one form, and the interface of a game's odds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from scorer.state import Declaration, Dice, Result, State


class Ending(NamedTuple):
    """The outcome of a turn.

    `what`: "lies"; "chicago"; "names" if the thrower of the drinking game names the loser (DRK-2); "covered" for a leader's last
    throw of Schocken, with the held dice.
    """

    what: str
    dice: Dice
    throws: int
    put_together: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """One choice, up to the next throw or the end of the turn. Without acts: throw.

    `chance`: of reaching the aim; `chips`, only in Schocken: the average number of chips gained in the round.
    """

    acts: tuple[Any, ...]
    chance: Fraction
    chips: Fraction | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """The choices, best first, and the aim by which they are weighed.

    `aim`: "beat" the `target`, or what is declared when its leader has left; "chic", to leave by Chic in fewer throws; as a
    leader "not_worst" or "best"; in Schocken "chips", to lose the fewest, where `chance` is that of not being lowest.
    """

    aim: str
    target: Result | None
    choices: tuple[Weighed, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """The outcome of a turn: the state before it, the round's declaration, the result, and within how many throws it counts."""

    start: State
    declared: Declaration | None
    result: Result
    throws: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """The interface of a game's odds.

    `advise`: weigh the choices of the player in `to_act`. `warm_up`: compute the slow parts in advance, for a number of players.
    `reached`: the chance of an outcome as good, when playing only for that.
    """

    advise: Callable[[Any], Advice]
    warm_up: Callable[[Any, int], None]
    reached: Callable[[Reached], Fraction]

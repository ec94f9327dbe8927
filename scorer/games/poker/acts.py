"""The acts of Chicago poker (POKER.md "Acts"), but for `Pass` and `Leave`, which are those of every game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from scorer.acts import Leave, Pass

Texts: TypeAlias = tuple[str, ...]
"""Cards as they were named: whether there are such is said when the act is played, after everything else."""

UNSAID: Final = ""
"""Stands for a category of which nothing was said; None says that nobody holds one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """Each in `among` has drawn a card for the first dealer."""

    NAME: ClassVar = "draw"

    cards: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """The player in `to_act` has exchanged so many cards."""

    NAME: ClassVar = "exchange"

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Show:
    """A player shows what he called before he breaks it."""

    NAME: ClassVar = "show"

    player: str
    cards: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class CallCategory:
    """The player in `to_act` calls a category."""

    NAME: ClassVar = "call"

    category: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """Those compared have said whose hand is best, or whose are; `category` is what it is, in phase 3 alone."""

    NAME: ClassVar = "best"

    players: tuple[str, ...]
    category: str | None = UNSAID


@dataclass(frozen=True, slots=True)
class Chicago:
    """The player in `to_act` declares that he takes all five tricks."""

    NAME: ClassVar = "chicago"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trick:
    """A trick: its cards in playing order, or who took it; `with_two` is said of the fifth, and without cards only."""

    NAME: ClassVar = "trick"

    cards: Texts | None = None
    winner: str | None = None
    with_two: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LastTrick:
    """Who took the fifth trick, where the tricks are not told one by one."""

    NAME: ClassVar = "last_trick"

    winner: str
    with_two: bool | None = None


@dataclass(frozen=True, slots=True)
class LostTrick:
    """Somebody else took a trick of the player who had declared Chicago."""

    NAME: ClassVar = "lost_trick"


@dataclass(frozen=True, slots=True, kw_only=True)
class Admit:
    """A player admits that what he called in a phase was wrong."""

    NAME: ClassVar = "admit"

    player: str
    phase: int


PokerAct: TypeAlias = (
    Draw
    | Exchange
    | Show
    | CallCategory
    | Pass
    | Best
    | Chicago
    | Trick
    | LastTrick
    | LostTrick
    | Admit
    | Leave
)

"""The acts of the dice games, as frozen values with the names of ACTS.md. How they are written is in `json_forms`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

Dice: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Declare:
    """What a leader fixes when he passes: ones 1 or 100, sixes 6 or 60, direction "high" or "low".

    Whether it may be declared is the variant's to say, when it is played.
    """

    ones: int
    sixes: int
    direction: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RollOff:
    """A throw for the lead: one die, in Schocken three."""

    NAME: ClassVar = "roll_off"

    dice: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class Throw:
    """The cup was lifted: these are the free dice."""

    NAME: ClassVar = "throw"

    dice: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """These of the free dice are put aside, the rest goes back into the cup."""

    NAME: ClassVar = "hold"

    dice: Dice


@dataclass(frozen=True, slots=True)
class Turn:
    """Sixes are turned to ones, as many as the variant allows."""

    NAME: ClassVar = "turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack:
    """Held dice go back into the cup (TSC-6)."""

    NAME: ClassVar = "take_back"

    dice: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """The turn ends; the leader of a declaring variant says how it counts."""

    NAME: ClassVar = "pass"

    declare: Declare | None = None


@dataclass(frozen=True, slots=True)
class Cover:
    """Schocken: the last throw is made and stays under the cup."""

    NAME: ClassVar = "cover"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal:
    """Schocken: the covered dice are shown."""

    NAME: ClassVar = "reveal"

    dice: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class OffBoard:
    """Chic: a die left the board; `floor` when it fell to the floor."""

    NAME: ClassVar = "off_board"

    floor: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """Schocken: the last loser calls or cancels a special."""

    NAME: ClassVar = "call"

    special: str
    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NameLoser:
    """Drinking: the thrower names who loses the round."""

    NAME: ClassVar = "name_loser"

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Foul:
    """Drinking: somebody broke the table's rules."""

    NAME: ClassVar = "foul"

    player: str
    kind: str


@dataclass(frozen=True, slots=True)
class Filled:
    """Drinking: the one who must fill has filled."""

    NAME: ClassVar = "filled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """A player leaves; in the drinking game somebody may take his three for him."""

    NAME: ClassVar = "leave"

    player: str
    redeemed_by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """A new player sits down to the left of `after` (TBL-4)."""

    NAME: ClassVar = "join"

    player: str
    after: str


Act: TypeAlias = (
    RollOff
    | Throw
    | Hold
    | Turn
    | TakeBack
    | Pass
    | Cover
    | Reveal
    | OffBoard
    | Call
    | NameLoser
    | Foul
    | Filled
    | Leave
    | Join
)

SPECIALS: Final = ("jule", "flotter_dreier")
FOULS: Final = ("spill", "unfilled", "not_emptied", "foreign_body")


def act_name(act: Act) -> str:
    """Return the act's name as ACTS.md writes it."""
    return act.NAME

"""The questions of the table, and the answers it offers: at most two taps."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from knobeltisch.game.events import Fact
from scorer.json_forms.codec import Text
from scorer.json_forms.written import HIDDEN


class About(StrEnum):
    """The subject of a question."""

    THROW = "throw"  # which dice were thrown
    HOLD = "hold"  # which dice stay outside the cup
    ROLL_OFF = "roll_off"  # which die was thrown for the lead
    WHO = "who"  # the cup went down without a press: the same player again, or the next
    CHANGED = "changed"  # the dice on the board differ from those read
    COVER = "cover"  # Schocken: the last throw stays covered, but it was lifted, or nobody saw the cup
    NAME = "name"  # the drinking game: who loses the round
    UNDO = "undo"  # how far to go back


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One answer: the facts it stands for, in order. No facts: nothing happened, go on.

    The page draws `dice` on the button, or the catalogue's words for `label`, or both, or a player's name.
    """

    id: str
    facts: tuple[Fact, ...] = field(metadata=HIDDEN)
    dice: tuple[int, ...] | None = None
    label: str | None = None
    player: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Crop:
    """The picture of one die in question and what it may show, likeliest first; `doubted` if it is why we ask."""

    picture: bytes = field(repr=False, metadata=HIDDEN)
    candidates: tuple[int, ...]
    doubted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question of the table; `count` dice are entered on the keypad, 0 for none. The referee gives it its `id`."""

    id: str = ""
    about: Annotated[About, Text()]
    player: str | None
    reasons: tuple[str, ...]
    options: tuple[Option, ...]
    count: int = 0
    crops: tuple[Crop, ...] = ()


def pictures_of(question: Question | None) -> dict[tuple[str, int], bytes]:
    """Return the crops of a question by its id and place."""
    if question is None:
        return {}
    return {(question.id, place): crop.picture for place, crop in enumerate(question.crops)}

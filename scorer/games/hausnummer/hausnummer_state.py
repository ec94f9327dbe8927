"""What Hausnummer adds to a dice game: three places for single dice, and the act of placing one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from scorer.json_forms.codec import Word
from scorer.json_forms.states import DiceState
from scorer.rules import Rules
from scorer.state import State

PLACES: Final = ("hundreds", "tens", "ones")
OPEN: Final[Mapping[str, int | None]] = dict.fromkeys(PLACES)
"""The places before the first die of a turn."""
THROWS: Final = len(PLACES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Hausnummer: the place of the die just thrown (HAU-1)."""

    NAME: ClassVar = "place"

    at: Annotated[str, Word(PLACES)]


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseNumberRules(Rules):
    """The options of Hausnummer. The direction is a house option; nobody declares it."""

    @property
    def declares(self) -> bool:
        """Return False: nobody declares anything, because the turn ends automatically."""
        return False


@dataclass(frozen=True, kw_only=True)
class HouseNumberState(State):
    """The state of a game of Hausnummer; `places` maps each place to its digit in the current turn, None while it is empty."""

    places: Mapping[str, int | None]


class HouseNumberJson(DiceState):
    """The JSON of a `HouseNumberState`."""

    places: dict[str, int | None]


def open_places(state: HouseNumberState) -> tuple[str, ...]:
    """Return the places without a die, starting with the hundreds."""
    return tuple(at for at in PLACES if state.places[at] is None)


def number_of(digits: tuple[int, ...]) -> int:
    """Return the number of three dice, hundreds first (HAU-2)."""
    hundreds, tens, ones = digits
    return 100 * hundreds + 10 * tens + ones

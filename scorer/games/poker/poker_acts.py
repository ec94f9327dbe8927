"""The acts of Chicago poker (POKER.md "Acts"), except `Pass` and `Leave`, which all games share."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, TypeAlias, get_args

from scorer.acts import Leave, Pass, Player
from scorer.games.poker.hand_ranks import CATEGORIES
from scorer.json_forms.codec import (
    Json,
    Kind,
    ListOf,
    Malformed,
    Nullable,
    PlayerName,
    Whole,
    Word,
    YesNo,
    forms_of,
)


@dataclass(frozen=True, slots=True)
class CardsKind(Kind[tuple[str, ...]]):
    """Cards by name. Whether they exist is checked last, when the act is carried out."""

    def read(self, key: str, raw: object) -> tuple[str, ...]:  # noqa: ARG002 - there is one list of cards
        """Parse the cards. Raise Malformed unless they are a list of texts."""
        if not isinstance(raw, list) or not all(isinstance(text, str) for text in raw):
            raise Malformed('\'cards\' is a list of texts such as "AS" or "TD".')
        return tuple(raw)

    def write(self, value: tuple[str, ...]) -> list[str]:
        """Return the cards as JSON."""
        return list(value)

    def schema(self) -> Json:
        """Return the JSON Schema of cards."""
        card = {"type": "string", "pattern": "^[2-9TJQKA][CDHS]$"}
        return {"type": "array", "description": 'a list of cards such as "AS" or "TD"', "items": card}


Cards: TypeAlias = Annotated[tuple[str, ...], CardsKind()]
Winner: TypeAlias = Annotated[str | None, PlayerName()]
WithTwo: TypeAlias = Annotated[bool | None, YesNo()]

UNSAID: Final = ""
"""A category that was not given; None means that nobody holds one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """Every player in `among` has drawn a card, to choose the first dealer."""

    NAME: ClassVar = "draw"

    cards: Cards


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """The player in `to_act` has exchanged `count` cards."""

    NAME: ClassVar = "exchange"

    count: Annotated[int, Whole(0, 5)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Show:
    """A player in `duty` shows the cards of a call before breaking them up."""

    NAME: ClassVar = "show"

    player: Player
    cards: Cards


@dataclass(frozen=True, slots=True, kw_only=True)
class CallCategory:
    """The player in `to_act` calls a category."""

    NAME: ClassVar = "call"

    category: Annotated[str, Word(CATEGORIES)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """The players whose hands are best; several if they are equal. `category` is that of these hands, in phase 3 only."""

    NAME: ClassVar = "best"

    players: Annotated[tuple[str, ...], ListOf(PlayerName(), "players' names", distinct=True)]
    category: Annotated[str | None, Nullable(Word(CATEGORIES))] = UNSAID

    def contradiction(self) -> str | None:
        """Return why the names and the category do not fit together; None if they do."""
        if not self.players and self.category is not None:
            return "'players' is empty only where 'category' is null: nobody holds a pair."
        if self.players and self.category is None:
            return "'category' is null only where 'players' is empty: somebody's best hand has a category."
        return None


@dataclass(frozen=True, slots=True)
class Chicago:
    """The player in `to_act` declares Chicago: the aim is to take all five tricks."""

    NAME: ClassVar = "chicago"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trick:
    """A trick: its cards in playing order, or who took it; for a fifth trick without cards, `with_two` if a two took it."""

    NAME: ClassVar = "trick"
    EITHER: ClassVar = (("cards", "winner"), "The act 'trick' has either 'cards' or 'winner'.")
    ONLY_WITH: ClassVar = {
        "with_two": ("winner", "'with_two' is not said of a trick with cards: they show it.")
    }

    cards: Annotated[tuple[str, ...] | None, CardsKind()] = None
    winner: Winner = None
    with_two: WithTwo = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LastTrick:
    """Who took the fifth trick, if the tricks are not entered one by one."""

    NAME: ClassVar = "last_trick"

    winner: Player
    with_two: WithTwo = None


@dataclass(frozen=True, slots=True)
class LostTrick:
    """A player who declared Chicago lost a trick to another player."""

    NAME: ClassVar = "lost_trick"


@dataclass(frozen=True, slots=True, kw_only=True)
class Admit:
    """A player admits that a call in a phase was wrong."""

    NAME: ClassVar = "admit"

    player: Player
    phase: Annotated[int, Whole(1, 2)]


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
POKER_FORMS: Final = forms_of(*get_args(PokerAct))

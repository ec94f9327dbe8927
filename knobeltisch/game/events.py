"""The facts in the journal: games, acts, undos, corrections, and events outside the score.

Each is declared once; the codec derives the bodies of journal entries and tablet orders from it.
"""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, TypeAlias, get_args

from knobeltisch.errors import UnfitJournal
from knobeltisch.storage.journal import Entry
from scorer import GameAct, ScorerError, act_from_json, act_to_json
from scorer.json_forms.codec import (
    Json,
    Kind,
    ListOf,
    Malformed,
    Nullable,
    Pairs,
    PlayerName,
    Text,
    Whole,
    Word,
    YesNo,
    form_of,
    forms_of,
)

Option: TypeAlias = str | int | bool | tuple[str, ...]
Player: TypeAlias = Annotated[str, PlayerName()]
WISHES: Final = ("leave", "pause", "join", "next", "stay")


@dataclass(frozen=True, slots=True)
class ActKind(Kind[GameAct]):
    """An act of a game; the scorer's refusal says why it is invalid."""

    def read(self, key: str, raw: object) -> GameAct:  # noqa: ARG002 - the refusal names the act
        """Parse an act from JSON. Raise Refused if it is invalid."""
        return act_from_json(raw)

    def write(self, value: GameAct) -> Json:
        """Return the act as JSON."""
        return act_to_json(value)

    def schema(self) -> Json:
        """Return a reference to the schema of acts."""
        return {"$ref": "#/components/schemas/Act"}


@dataclass(frozen=True, slots=True)
class OptionKind(Kind[Option]):
    """The value of an option of the rules; which options exist depends on the variant."""

    def read(self, key: str, raw: object) -> Option:
        """Parse an option's value from JSON. Raise Malformed if its type is wrong."""
        if isinstance(raw, list) and all(isinstance(word, str) for word in raw):
            return tuple(raw)
        if not isinstance(raw, str | int):
            raise Malformed(f"'{key}' is an object of options and their values.")
        return raw

    def write(self, value: Option) -> object:
        """Return the value as JSON."""
        return list(value) if isinstance(value, tuple) else value

    def schema(self) -> Json:
        """Return the JSON Schema of a value."""
        return {"type": ["string", "integer", "boolean", "array"], "items": {"type": "string"}}


OPTIONS: Final = Pairs(OptionKind(), "options and their values")


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """The start of a game with these players, in seat order; `leader` throws first or deals; None: nobody is named."""

    NAME: ClassVar = "start"

    variant: Annotated[str, Text("the name of a variant")]
    players: Annotated[tuple[str, ...], ListOf(PlayerName(), "names")]
    leader: Annotated[str | None, Nullable(PlayerName())] = None
    options: Annotated[tuple[tuple[str, Option], ...], Nullable(OPTIONS, means=(), written=False)] = ()
    """The house's own rules: options that override the variant's."""
    counter: Annotated[str | None, Nullable(Text(), written=False)] = None
    """The unit that is counted, if not the game's own."""
    handicap: Annotated[
        tuple[tuple[str, int], ...],
        Nullable(Pairs(Whole(), "players and numbers of mats"), means=(), written=False),
    ] = ()
    """The mats that players begin with, by name, if the rules allow it."""
    teams: Annotated[
        tuple[tuple[str, tuple[str, ...]], ...],
        Nullable(Pairs(ListOf(PlayerName(), "names"), "players and lists of names"), means=(), written=False),
    ] = ()
    """The members of each player that is a team, if the rules allow it."""
    ticket: Annotated[str | None, Nullable(Text(), written=False)] = None
    """The hub's ticket for the game of a match; the result returns it."""
    goes_on: Annotated[bool, Nullable(YesNo(), means=False, written=False)] = False
    """Whether the evening goes on, if the table had to ask because its clock was not set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Did:
    """An act in the game."""

    NAME: ClassVar = "act"

    act: Annotated[GameAct, ActKind()]


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo:
    """An undo: entry `to` and all later entries no longer count."""

    NAME: ClassVar = "undo"

    to: Annotated[int, Whole()]


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct:
    """A correction: entry `entry` was really `act`, or did not happen if `act` is None; later entries stay."""

    NAME: ClassVar = "correct"

    entry: Annotated[int, Whole()]
    act: Annotated[GameAct | None, Nullable(ActKind())]


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """The end of a game by decision of the table, without a loser."""

    NAME: ClassVar = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rename:
    """A change of a person's name, in all games of this evening."""

    NAME: ClassVar = "rename"

    player: Player
    name: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A wish to go home, pause, come (and sit to the left of `after`), play the next game, or stay after all."""

    NAME: ClassVar = "wish"

    player: Player
    what: Annotated[str, Word(WISHES)]
    after: Annotated[str | None, Nullable(PlayerName())] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LastOrders:
    """The landlord's announcement of the last round, or its cancellation."""

    NAME: ClassVar = "last_orders"

    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid:
    """A payment: the amount of each item on the bill that a player has paid so far; undo does not affect it."""

    NAME: ClassVar = "paid"

    player: Player
    items: Annotated[tuple[tuple[str, int], ...], Pairs(Whole(), "items and counts")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown:
    """A fact outside the score, written by a later version; this version ignores it."""


Fact: TypeAlias = Start | Did | Undo | Correct | End | Rename | Wish | LastOrders | Paid | Unknown
PHONE: Final = "phone"
"""The source of an entry from a player's phone; its throws are made by the table."""
BESIDE: Final = {"counts": False}
"""Marks a body as not part of the score: a version that does not know its kind skips it."""
_FORMS: Final = forms_of(*(fact for fact in get_args(Fact) if fact is not Unknown))


def body_of(fact: Fact) -> tuple[str, dict[str, object]]:
    """Return a fact's kind and JSON body for the journal, without default values. Raise UnfitJournal for an Unknown."""
    match fact:
        case Unknown():
            raise UnfitJournal("An unknown fact cannot be written.")
        case Did():
            return fact.NAME, act_to_json(fact.act)
        case Wish() | LastOrders() | Paid():
            return fact.NAME, {**form_of(type(fact)).write(fact), **BESIDE}
        case _:
            return fact.NAME, form_of(type(fact)).write(fact)


def fact_of(entry: Entry) -> Fact:
    """Parse a journal entry: Unknown if it is of a later version and does not count. Raise UnfitJournal if it cannot be read."""
    try:
        body = dict(entry.body)
        form = _FORMS.get(entry.kind)
        if form is not None:
            fact: Fact = form.read({"act": body} if entry.kind == Did.NAME else body)
            return fact
        if body.get("counts") is False:
            return Unknown()
        raise Malformed(f"There is no entry {entry.kind!r}.")
    except (TypeError, ValueError, ScorerError) as error:
        raise UnfitJournal(
            f"Entry {entry.id} of the journal ({entry.kind}) cannot be understood; restore a backup or move the journal away."
        ) from error

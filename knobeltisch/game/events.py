"""The facts in the journal: games, acts, undos, corrections, and events beside the score.

Each is declared once: the codec uses it for the entries' bodies, and for the tablet's orders with the same fields.
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
    """An act of a game; the scorer's refusal says what is wrong with it."""

    def read(self, key: str, raw: object) -> GameAct:  # noqa: ARG002 - the refusal names the act
        """Parse the value. Raise Refused."""
        return act_from_json(raw)

    def write(self, value: GameAct) -> Json:
        """Return it as JSON."""
        return act_to_json(value)

    def schema(self) -> Json:
        """Point at its description."""
        return {"$ref": "#/components/schemas/Act"}


@dataclass(frozen=True, slots=True)
class OptionKind(Kind[Option]):
    """The value of an option of the rules; the variant defines which exist."""

    def read(self, key: str, raw: object) -> Option:
        """Parse the value. Raise Malformed."""
        if isinstance(raw, list) and all(isinstance(word, str) for word in raw):
            return tuple(raw)
        if not isinstance(raw, str | int):
            raise Malformed(f"'{key}' is an object of options and their values.")
        return raw

    def write(self, value: Option) -> object:
        """Return it as JSON."""
        return list(value) if isinstance(value, tuple) else value

    def schema(self) -> Json:
        """Describe it."""
        return {"type": ["string", "integer", "boolean", "array"], "items": {"type": "string"}}


OPTIONS: Final = Pairs(OptionKind(), "options and their values")


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """A game begins with these players in seat order; `leader` begins, or is the dealer of a card game."""

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
    """With how many mats players begin, by their names, where the rules allow it."""
    teams: Annotated[
        tuple[tuple[str, tuple[str, ...]], ...],
        Nullable(Pairs(ListOf(PlayerName(), "names"), "players and lists of names"), means=(), written=False),
    ] = ()
    """Which of the players are teams, and who their people are, where the rules allow it."""
    ticket: Annotated[str | None, Nullable(Text(), written=False)] = None
    """For which game of which match the hub had it started: the hub's own word, which goes back to it with the result."""
    goes_on: Annotated[bool, Nullable(YesNo(), means=False, written=False)] = False
    """Whether the evening goes on, where a table without the time of day has to ask."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Did:
    """An act of the game."""

    NAME: ClassVar = "act"

    act: Annotated[GameAct, ActKind()]


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo:
    """Everything from entry `to` on no longer counts."""

    NAME: ClassVar = "undo"

    to: Annotated[int, Whole()]


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct:
    """Entry `entry` was this act, or with None never happened; later entries stay."""

    NAME: ClassVar = "correct"

    entry: Annotated[int, Whole()]
    act: Annotated[GameAct | None, Nullable(ActKind())]


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """The table ends the game here; nobody has lost it."""

    NAME: ClassVar = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rename:
    """A person gets another name, in all games of this evening."""

    NAME: ClassVar = "rename"

    player: Player
    name: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """Somebody goes home, pauses, comes (to the left of `after`), plays the next game, or stays after all."""

    NAME: ClassVar = "wish"

    player: Player
    what: Annotated[str, Word(WISHES)]
    after: Annotated[str | None, Nullable(PlayerName())] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LastOrders:
    """The landlord announces the last round, or withdraws that."""

    NAME: ClassVar = "last_orders"

    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid:
    """A player has paid these amounts of each item on the bill; undo does not reach this."""

    NAME: ClassVar = "paid"

    player: Player
    items: Annotated[tuple[tuple[str, int], ...], Pairs(Whole(), "items and counts")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown:
    """Something beside the score that a later version wrote; this version ignores it."""


Fact: TypeAlias = Start | Did | Undo | Correct | End | Rename | Wish | LastOrders | Paid | Unknown
PHONE: Final = "phone"
"""The source of an entry from a player's phone; its throws are made by the table."""
BESIDE: Final = {"counts": False}
"""Marks a body as not part of the score: a version that does not know its kind skips it."""
_FORMS: Final = forms_of(*(fact for fact in get_args(Fact) if fact is not Unknown))


def body_of(fact: Fact) -> tuple[str, dict[str, object]]:
    """Return a fact's kind and JSON body for the journal, without default values."""
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
    """Read a journal entry back. Raise UnfitJournal for a kind or body that this version does not know."""
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

"""What the journal holds: games, acts, what was taken back or corrected, and what was said beside the score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from knobeltisch.errors import UnfitJournal
from scorer import GameAct, ScorerError, act_from_json, act_to_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from knobeltisch.storage.journal import Entry


Option: TypeAlias = str | int | bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """A game begins: its variant, who sits in which order, and who begins if that is agreed (of a game of cards, its dealer)."""

    variant: str
    players: tuple[str, ...]
    leader: str | None = None
    options: tuple[tuple[str, Option], ...] = ()
    """The house's own rules: options that override the variant's."""
    counter: str | None = None
    """What the counted things are called, if not by the game's own word."""
    handicap: tuple[tuple[str, int], ...] = ()
    """With how many mats players begin, by their names, where the rules allow it."""
    teams: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Which of the players are teams, and who their people are, where the rules allow it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Did:
    """An act of the game."""

    act: GameAct


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo:
    """Everything from entry `to` on no longer counts."""

    to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct:
    """Entry `entry` was this act, or with None never happened; what came after it stands."""

    entry: int
    act: GameAct | None


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """The table stops here: the game is over, and nobody has lost it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rename:
    """A person is called otherwise, this whole evening."""

    player: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """Somebody goes home, pauses, comes (to the left of `after`), plays the next game, or stays after all."""

    player: str
    what: str
    after: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LastOrders:
    """The landlord announces the last round, or takes that back."""

    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid:
    """A player has paid so much of each item of his bill; nothing takes it back."""

    player: str
    items: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown:
    """A later version noted something beside the score; this one passes over it."""


Fact: TypeAlias = Start | Did | Undo | Correct | End | Rename | Wish | LastOrders | Paid | Unknown
Aside: TypeAlias = Rename | Wish | LastOrders | Paid | Unknown
"""What is noted beside the game: undo passes it by."""
PHONE: Final = "phone"
"""The source of an entry that a player's phone made: what it throws, the table threw."""
WISHES: Final = ("leave", "pause", "join", "next", "stay")
BESIDE: Final = {"counts": False}
"""Stands in the body of what is no part of the score: a version that does not know its kind passes over it."""


def body_of(fact: Fact) -> tuple[str, dict[str, object]]:
    """Return a fact's kind and JSON-able body as the journal keeps them."""
    match fact:
        case Start():
            return "start", _start_body(fact)
        case Did():
            return "act", act_to_json(fact.act)
        case Undo():
            return "undo", {"to": fact.to}
        case Correct():
            return "correct", {
                "entry": fact.entry,
                "act": None if fact.act is None else act_to_json(fact.act),
            }
        case End():
            return "end", {}
        case _:
            return _body_beside(fact)


def _body_beside(fact: Aside) -> tuple[str, dict[str, object]]:
    match fact:
        case Rename():
            return "rename", {"player": fact.player, "name": fact.name}
        case Wish():
            return "wish", {"player": fact.player, "what": fact.what, "after": fact.after, **BESIDE}
        case LastOrders():
            return "last_orders", {"on": fact.on, **BESIDE}
        case Paid():
            return "paid", {"player": fact.player, "items": dict(fact.items), **BESIDE}
        case Unknown():
            raise UnfitJournal("What is not known cannot be written down.")
    assert_never(fact)


def _start_body(start: Start) -> dict[str, object]:
    """Write down what is not as usual only: a plain start reads as it did before there was more to say."""
    body: dict[str, object] = {
        "variant": start.variant,
        "players": list(start.players),
        "leader": start.leader,
    }
    if start.options:
        body["options"] = dict(start.options)
    if start.counter is not None:
        body["counter"] = start.counter
    if start.handicap:
        body["handicap"] = dict(start.handicap)
    if start.teams:
        body["teams"] = {team: list(people) for team, people in start.teams}
    return body


def fact_of(entry: Entry) -> Fact:
    """Read a journal entry back. Raise UnfitJournal for a kind or body that this version does not know."""
    try:
        return _fact(entry.kind, entry.body)
    except (KeyError, TypeError, ValueError, ScorerError) as error:
        raise UnfitJournal(
            f"Entry {entry.id} of the journal ({entry.kind}) cannot be understood; restore a backup or move the journal away."
        ) from error


def _fact(kind: str, body: Mapping[str, object]) -> Fact:
    match kind:
        case "start":
            return _start(body)
        case "act":
            return Did(act=act_from_json(dict(body)))
        case "undo":
            return Undo(to=_number(body["to"]))
        case "correct":
            act = body["act"]
            return Correct(entry=_number(body["entry"]), act=None if act is None else act_from_json(act))
        case _:
            return _later_fact(kind, body)


def _later_fact(kind: str, body: Mapping[str, object]) -> Fact:
    """Read what came to the journal after its first version."""
    match kind:
        case "end":
            return End()
        case "rename":
            return Rename(player=_text(body["player"]), name=_text(body["name"]))
        case "wish":
            after = body.get("after")
            return Wish(
                player=_text(body["player"]),
                what=_text(body["what"]),
                after=None if after is None else _text(after),
            )
        case "last_orders":
            return LastOrders(on=bool(body["on"]))
        case "paid":
            return Paid(player=_text(body["player"]), items=counts_from(body["items"]))
        case _ if body.get("counts") is False:
            return Unknown()
        case _:
            raise ValueError(kind)


def counts_from(raw: object) -> tuple[tuple[str, int], ...]:
    """Read names with a number each from JSON. Raise TypeError for what is no such object."""
    if not isinstance(raw, dict):
        raise TypeError(raw)
    return tuple((_text(kind), _number(count)) for kind, count in raw.items())


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _start(body: Mapping[str, object]) -> Start:
    players, leader, counter = body["players"], body["leader"], body.get("counter")
    if (
        not isinstance(players, list)
        or not isinstance(leader, str | None)
        or not isinstance(counter, str | None)
    ):
        raise TypeError(body)
    return Start(
        variant=str(body["variant"]),
        players=tuple(map(str, players)),
        leader=leader,
        options=options_from(body.get("options", {})),
        counter=counter,
        handicap=counts_from(body.get("handicap", {})),
        teams=teams_from(body.get("teams", {})),
    )


def teams_from(raw: object) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Read teams with their people from JSON. Raise TypeError for what is no such object."""
    if not isinstance(raw, dict) or not all(isinstance(people, list) for people in raw.values()):
        raise TypeError(raw)
    return tuple((_text(team), tuple(map(_text, people))) for team, people in raw.items())


def options_from(raw: object) -> tuple[tuple[str, Option], ...]:
    """Read a house's own rules from JSON. Raise TypeError for what is no object of plain values."""
    if not isinstance(raw, dict) or not all(isinstance(value, str | int) for value in raw.values()):
        raise TypeError(raw)
    return tuple((str(option), value) for option, value in raw.items())


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(value)
    return value

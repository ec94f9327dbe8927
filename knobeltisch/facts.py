"""What the journal holds: a game was started, an act was done, acts were taken back, a reading was corrected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, assert_never

from knobeltisch.errors import UnfitJournal
from scorer import Act, ScorerError, act_from_json, act_to_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from knobeltisch.journal import Entry


Option: TypeAlias = str | int | bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """A game begins: its variant, who sits in which order, and who leads if that is agreed."""

    variant: str
    players: tuple[str, ...]
    leader: str | None = None
    options: tuple[tuple[str, Option], ...] = ()
    """The house's own rules: options that override the variant's."""
    counter: str | None = None
    """What the counted things are called, if not by the game's own word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Did:
    """An act of the game."""

    act: Act


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo:
    """Everything from entry `to` on no longer counts."""

    to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct:
    """Entry `entry` was this act, or with None never happened; what came after it stands."""

    entry: int
    act: Act | None


Fact: TypeAlias = Start | Did | Undo | Correct


def body_of(fact: Fact) -> tuple[str, dict[str, object]]:
    """Give a fact's kind and JSON-able body as the journal keeps them."""
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
    return body


def fact_of(entry: Entry) -> Fact:
    """Read a journal entry back. Raises UnfitJournal for a kind or body that this version does not know."""
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
            raise ValueError(kind)


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
    )


def options_from(raw: object) -> tuple[tuple[str, Option], ...]:
    """Read a house's own rules from JSON. Raises TypeError for what is no object of plain values."""
    if not isinstance(raw, dict) or not all(isinstance(value, str | int) for value in raw.values()):
        raise TypeError(raw)
    return tuple((str(option), value) for option, value in raw.items())


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(value)
    return value

"""Commands from the tablet: checked for form here, then put on the table's one queue.

The forms are written down in docs/board-json.md. A bad one is refused with one sentence and changes nothing.
"""

from __future__ import annotations

from concurrent.futures import Future
from concurrent.futures import TimeoutError as TookTooLong
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

import scorer
from knobeltisch.errors import BadName, CommandError, refused
from knobeltisch.game.events import (
    WISHES,
    Correct,
    Did,
    End,
    LastOrders,
    Rename,
    Start,
    Wish,
    counts_from,
    options_from,
    teams_from,
)
from knobeltisch.game.player_names import good_name, good_names
from knobeltisch.table.phone_throws import PhonePlay

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_Raw = TypeVar("_Raw")
_Named = TypeVar("_Named")
TABLE_TIMEOUT_S: Final = 5.0
DOES: Final = (
    *("start", "act", "correct", "press", "undo", "redo", "answer"),
    *("end", "wish", "rename", "settle", "last_orders"),
)
BUTTONS: Final = ("again", "pass", "direction", "ones", "sixes", "undo")


@dataclass(frozen=True, slots=True, kw_only=True)
class PressButton:
    """A button of the panel, pressed on the page."""

    button: str
    long: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack:
    """Undo: the last `count` entries that count, or everything from entry `to` on."""

    count: int = 1
    to: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer to an open question: one of its options, or dice by keypad."""

    question: str
    option: str | None = None
    dice: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Redo:
    """Do again what the last undo took back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoBackTo:
    """A correction with which what came after does not fit: from the first act that does not, all is taken back."""

    correct: Correct


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle:
    """A player has paid all that stands on his bill, or has not after all."""

    player: str
    paid: bool


Order: TypeAlias = (
    Start
    | Did
    | Correct
    | GoBackTo
    | PressButton
    | TakeBack
    | Redo
    | Answer
    | End
    | Rename
    | Wish
    | LastOrders
    | Settle
    | PhonePlay
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordered:
    """An order on its way to the table; `head` is the last entry its sender had seen, `moment` the board."""

    order: Order
    head: int | None
    moment: str | None = None
    done: Future[None] = field(default_factory=Future)


class Commands:
    """What the page may send. Safe to call from any thread."""

    def __init__(self, put: Callable[[Ordered], None]) -> None:
        self._put = put

    def send(self, command: Mapping[str, object]) -> dict[str, object]:
        """Carry out one command; return when its effect is on disk, or why it was refused."""
        try:
            order = parse(command)
        except CommandError as error:
            return refused(error.code, str(error), error.rule)
        return self.carry_out(order, command)

    def carry_out(self, order: Order, sent: Mapping[str, object]) -> dict[str, object]:
        """Carry out an order that was read already; `sent` tells the head and the moment that it was meant for."""
        try:
            ordered = Ordered(order=order, head=_optional_int(sent, "head"), moment=_moment(sent))
            self._put(ordered)
            ordered.done.result(TABLE_TIMEOUT_S)
        except CommandError as error:
            return refused(error.code, str(error), error.rule)
        except TookTooLong:
            return refused("busy", "The table did not answer in time; look at the page and try again.")
        return {"ok": True}


def parse(command: Mapping[str, object]) -> Order:  # noqa: PLR0911 - one line a command reads best
    """Read a command's form. Raise CommandError with code `bad_command`, or the scorer's `bad_act`."""
    match command.get("do"):
        case "start":
            return _start(command)
        case "act":
            return Did(act=_act(command.get("act")))
        case "correct":
            return _correct(command)
        case "undo":
            return _undo(command)
        case "redo":
            return Redo()
        case "answer":
            return _answer(command)
        case other:
            return _of_the_evening(other, command)


def _of_the_evening(do: object, command: Mapping[str, object]) -> Order:
    """Read what is said of people and of the evening as a whole."""
    match do:
        case "press":
            return _press(command)
        case "end":
            return End()
        case "wish":
            return _wish(command)
        case "rename":
            return Rename(player=_text(command, "player"), name=_new_name(command, "name"))
        case "settle":
            return Settle(player=_text(command, "player"), paid=_yes_no(command, "paid"))
        case "last_orders":
            return LastOrders(on=_yes_no(command, "on"))
        case other:
            raise _bad(f"'do' is {other!r}; it must be one of {', '.join(DOES)}")


def _wish(command: Mapping[str, object]) -> Wish:
    what, after = command.get("what"), command.get("after")
    if what not in WISHES or not isinstance(what, str):
        raise _bad(f"'what' is {what!r}; it must be one of {', '.join(WISHES)}")
    player = _new_name(command, "player") if what == "join" else _text(command, "player")
    return Wish(player=player, what=what, after=None if after is None else _text(command, "after"))


def _new_name(command: Mapping[str, object], key: str) -> str:
    """Read a name that somebody is given. Raise CommandError."""
    name = _named(good_name, command.get(key))
    if "," in name:
        raise CommandError("name_comma", f"The name {name!r} has a comma; write it without.")
    return name


def _text(command: Mapping[str, object], key: str) -> str:
    value = command.get(key)
    if not isinstance(value, str):
        raise _bad(f"'{key}' is {value!r}; it must be a text")
    return value


def _yes_no(command: Mapping[str, object], key: str) -> bool:
    value = command.get(key)
    if not isinstance(value, bool):
        raise _bad(f"'{key}' is {value!r}; it must be true or false")
    return value


def _start(command: Mapping[str, object]) -> Start:
    variant, players, leader = command.get("variant"), command.get("players"), command.get("leader")
    if not isinstance(variant, str):
        raise _bad(f"'variant' is {variant!r}; it must be the name of a variant")
    if not isinstance(players, list) or not all(isinstance(player, str) for player in players):
        raise _bad(f"'players' is {players!r}; it must be a list of names")
    if leader is not None and not isinstance(leader, str):
        raise _bad(f"'leader' is {leader!r}; it must be a player's name or null")
    return Start(
        variant=variant,
        players=_named(good_names, players),
        leader=None if leader is None else _named(good_name, leader),
        options=_options(command),
        counter=_counter(command),
        handicap=_handicap(command),
        teams=_teams(command),
    )


def _named(check: Callable[[_Raw], _Named], raw: _Raw) -> _Named:
    """Check names as every other way in does. Raise CommandError with the reason."""
    try:
        return check(raw)
    except BadName as error:
        raise CommandError(error.code, str(error)) from error


def _options(command: Mapping[str, object]) -> tuple[tuple[str, str | int | bool], ...]:
    raw = command.get("options")
    try:
        return () if raw is None else options_from(raw)
    except TypeError as error:
        raise _bad(f"'options' is {str(raw)[:80]}; it must be an object of option and value") from error


def _handicap(command: Mapping[str, object]) -> tuple[tuple[str, int], ...]:
    raw = command.get("handicap")
    try:
        given = () if raw is None else counts_from(raw)
    except TypeError as error:
        raise _bad(f"'handicap' is {str(raw)[:80]}; it must be an object of players and mats") from error
    return tuple((_named(good_name, player), count) for player, count in given if count)


def _teams(command: Mapping[str, object]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    raw = command.get("teams")
    try:
        read = () if raw is None else teams_from(raw)
    except TypeError as error:
        raise _bad(
            f"'teams' is {str(raw)[:80]}; it must be an object of players and lists of names"
        ) from error
    people = iter(_named(good_names, [name for _, names in read for name in names]))
    return tuple((_named(good_name, team), tuple(next(people) for _ in names)) for team, names in read)


def _counter(command: Mapping[str, object]) -> str | None:
    counter = command.get("counter")
    if counter is not None and not isinstance(counter, str):
        raise _bad(f"'counter' is {counter!r}; it must be what is counted, as \"mats\", or null")
    return counter


def _act(raw: object) -> scorer.GameAct:
    try:
        return scorer.act_from_json(raw)
    except scorer.Refused as refused:
        raise CommandError(refused.code, refused.message, refused.rule) from refused


def _act_or_none(command: Mapping[str, object]) -> scorer.GameAct | None:
    """Read the act of a correction; null, said outright, stands for an act that never happened."""
    if "act" in command and command["act"] is None:
        return None
    return _act(command.get("act"))


def _correct(command: Mapping[str, object]) -> Correct | GoBackTo:
    fact = Correct(entry=_int(command, "entry"), act=_act_or_none(command))
    match command.get("later", "keep"):
        case "keep":
            return fact
        case "drop":
            return GoBackTo(correct=fact)
        case other:
            raise _bad(f"'later' is {other!r}; what came after is one of keep, drop")


def _press(command: Mapping[str, object]) -> PressButton:
    button, long = command.get("button"), command.get("long", False)
    if button not in BUTTONS or not isinstance(button, str):
        raise _bad(f"'button' is {button!r}; it must be one of {', '.join(BUTTONS)}")
    if not isinstance(long, bool):
        raise _bad(f"'long' is {long!r}; it must be true or false")
    return PressButton(button=button, long=long)


def _undo(command: Mapping[str, object]) -> TakeBack:
    if "to" in command:
        return TakeBack(to=_int(command, "to"))
    count = _int(command, "count") if "count" in command else 1
    if count < 1:
        raise _bad(f"'count' is {count}; it must be 1 or more")
    return TakeBack(count=count)


def _answer(command: Mapping[str, object]) -> Answer:
    question, option, dice = command.get("question"), command.get("option"), command.get("dice")
    if not isinstance(question, str):
        raise _bad(f"'question' is {question!r}; it must be the id of the open question")
    if isinstance(option, str) and dice is None:
        return Answer(question=question, option=option)
    if option is None and isinstance(dice, list) and all(type(die) is int for die in dice) and len(dice) <= 3:
        return Answer(question=question, dice=tuple(dice))
    raise _bad(
        "an answer has either 'option', the id of one of those offered, or 'dice', a list of up to three values"
    )


def _int(command: Mapping[str, object], key: str) -> int:
    value = command.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise _bad(f"'{key}' is {value!r}; it must be a whole number")
    return value


def _optional_int(command: Mapping[str, object], key: str) -> int | None:
    return None if command.get(key) is None else _int(command, key)


def _moment(command: Mapping[str, object]) -> str | None:
    moment = command.get("moment")
    if moment is not None and not isinstance(moment, str):
        raise _bad(f"'moment' is {moment!r}; it must be that of the snapshot, or null")
    return moment


def _bad(sentence: str) -> CommandError:
    return CommandError("bad_command", f"The command cannot be understood: {sentence}.")

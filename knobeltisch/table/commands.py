"""Commands from the tablet: each is declared once, validated here, then put on the table's one queue.

The page's API (GET /api) and docs/board-json.md describe them as declared. An invalid command is refused with one sentence and
changes nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TookTooLong
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, TypeAlias, assert_never, get_args

import scorer
from knobeltisch.archive.bill import mark_paid
from knobeltisch.errors import CommandError
from knobeltisch.game.events import (
    ActKind,
    Correct,
    Did,
    End,
    Fact,
    LastOrders,
    Player,
    Rename,
    Start,
    Undo,
    Wish,
)
from knobeltisch.game.player_names import good_name, good_names
from knobeltisch.game.wishes import check_name, check_wish
from knobeltisch.table.phone_throws import PhonePlay
from scorer.acts import DiceKind
from scorer.errors import BadName, shorten
from scorer.json_forms.codec import Json, Kind, Malformed, Nullable, Text, Whole, Word, forms_of
from scorer.json_forms.text import refusal_to_json

if TYPE_CHECKING:
    from hardware.panel.panel import Press
    from knobeltisch.game.evening import Evening, LiveEntry
    from vision.types import BoardMoved, Scene, Sighting

TABLE_TIMEOUT_S: Final = 5.0
BUTTONS: Final = ("again", "pass", "direction", "ones", "sixes", "undo")
AIM: Final[Mapping[str, Kind[Any]]] = {"head": Nullable(Whole()), "moment": Nullable(Text())}
"""What an order may state about the board that its sender saw: the journal's last entry, and the moment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PressButton:
    """A press of a panel button, made on the page."""

    NAME: ClassVar = "press"

    button: Annotated[str, Word(BUTTONS)]
    long: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoEntries:
    """An undo of the last `count` live entries, or of everything from entry `to` on."""

    NAME: ClassVar = "undo"

    count: Annotated[int, Whole(least=1)] = 1
    to: Annotated[int | None, Whole()] = None

    def first(self, live: "Sequence[LiveEntry]") -> int:
        """Return the id of the first entry to take back. Raise CommandError if there are fewer than `count` entries."""
        if self.to is None and self.count > len(live):
            only = f"Only {len(live)} entries can be taken back, not {self.count}."
            raise CommandError("nothing_to_undo", only if live else "There is nothing to take back.")
        return live[-self.count].id if self.to is None else self.to


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer to an open question: one of its options, or dice by keypad."""

    NAME: ClassVar = "answer"
    EITHER: ClassVar = (
        ("option", "dice"),
        "An answer has either 'option', the id of one of those offered, or 'dice', a list of up to three values.",
    )

    question: Annotated[str, Text("the id of the open question")]
    option: Annotated[str | None, Nullable(Text("the id of an option"), written=False)] = None
    dice: Annotated[tuple[int, ...] | None, Nullable(DiceKind(), written=False)] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Redo:
    """A redo: restores what the last undo or correction removed or changed, unless something else was done since."""

    NAME: ClassVar = "redo"


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectEntry:
    """A correction: entry `entry` was really `act`, or did not happen if that is null; later entries stay as long as they fit.

    With `later` "drop", everything from the first act that does not fit is taken back in the same step.
    """

    NAME: ClassVar = "correct"

    entry: Annotated[int, Whole()]
    act: Annotated[scorer.GameAct | None, Nullable(ActKind())]
    later: Annotated[str, Word(("keep", "drop"))] = "keep"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle:
    """A payment of everything on a player's bill so far, or with `paid` false its withdrawal."""

    NAME: ClassVar = "settle"

    player: Player
    paid: bool


FactOrder: TypeAlias = (
    Start | Did | CorrectEntry | UndoEntries | Redo | End | Rename | Wish | LastOrders | Settle
)
Order: TypeAlias = FactOrder | PressButton | Answer | PhonePlay
ORDERS: Final = forms_of(*(order for order in get_args(Order) if order is not PhonePlay))
"""The orders by their `do`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordered:
    """An order on its way to the table; its sender had seen entry `head`, and the board at `moment`."""

    order: Order
    head: int | None
    moment: str | None = None
    done: Future[None] = field(default_factory=Future)


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Work to run between two acts."""

    run: Callable[[], None]
    done: Future[None] = field(default_factory=Future)


Item: TypeAlias = "Ordered | Job | Press | Sighting | Scene | BoardMoved"
"""An item of the table's queue."""


class Commands:
    """Receives the page's commands. Safe to call from any thread."""

    def __init__(self, put: Callable[[Ordered], None]) -> None:
        self._put = put

    @staticmethod
    def schema() -> Json:
        """Return the JSON Schema of a command."""
        aim = {key: kind.schema() for key, kind in AIM.items()}
        shapes = [form.schema("do") for form in ORDERS.values()]
        return {"anyOf": [{**shape, "properties": {**shape["properties"], **aim}} for shape in shapes]}

    def send(self, command: Mapping[str, object]) -> dict[str, object]:
        """Carry out one command. Return {"ok": True} once its effect is on disk, or the reason for a refusal."""
        try:
            order = parse(command)
        except CommandError as error:
            return refusal_to_json(error.code, str(error), error.rule)
        return self.carry_out(order, command)

    def carry_out(self, order: Order, sent: Mapping[str, object]) -> dict[str, object]:
        """Carry out a parsed order; `sent` holds the head and the moment that it was meant for. Return as `send` does.

        After `TABLE_TIMEOUT_S` the code is "busy"; the order then stays in the queue.
        """
        try:
            aim = {key: kind.read(key, sent.get(key)) for key, kind in AIM.items()}
            ordered = Ordered(order=order, **aim)
            self._put(ordered)
            ordered.done.result(TABLE_TIMEOUT_S)
        except Malformed as malformed:
            return refusal_to_json("bad_command", str(malformed))
        except CommandError as error:
            return refusal_to_json(error.code, str(error), error.rule)
        except TookTooLong:
            return refusal_to_json(
                "busy", "The table did not answer in time; look at the page and try again."
            )
        return {"ok": True}


def parse(command: Mapping[str, object]) -> Order:
    """Parse a command. Raise CommandError if it is malformed, or if a name or an act is invalid."""
    do = command.get("do")
    form = ORDERS.get(do) if isinstance(do, str) else None
    if form is None:
        raise CommandError("bad_command", f"'do' is one of {', '.join(ORDERS)}, not {shorten(do)}.")
    try:
        order: Order = form.read(dict(command))
        match order:
            case Start():
                people = iter(good_names(name for _, names in order.teams for name in names))
                return replace(
                    order,
                    players=good_names(order.players),
                    leader=None if order.leader is None else good_name(order.leader),
                    handicap=tuple((good_name(player), count) for player, count in order.handicap if count),
                    teams=tuple(
                        (good_name(team), tuple(next(people) for _ in names)) for team, names in order.teams
                    ),
                )
            case Rename():
                return replace(order, name=good_name(order.name))
            case Wish(what="join"):
                return replace(order, player=good_name(order.player))
            case Did(act=scorer.Join() as act):
                return replace(order, act=replace(act, player=good_name(act.player)))
            case _:
                return order
    except Malformed as malformed:
        raise CommandError("bad_command", str(malformed)) from malformed
    except scorer.Refused as refusal:
        raise CommandError(refusal.code, refusal.message, refusal.rule) from refusal
    except BadName as error:
        raise CommandError(error.code, str(error)) from error


def facts_ordered(order: FactOrder, evening: "Evening") -> tuple[Fact, ...]:
    """Return the facts to write for an order.

    Raise CommandError if it does not fit, for example if there is nothing to undo, a name is taken, or a wish is impossible.
    """
    match order:
        case UndoEntries():
            return (Undo(to=order.first(evening.live)),)
        case Redo():
            if not evening.undone:
                raise CommandError(
                    "nothing_to_redo", "Nothing was undone just now; there is nothing to restore."
                )
            return evening.undone[0]
        case CorrectEntry(entry=entry, act=act, later=later):
            fact = Correct(entry=entry, act=act)
            misfit = evening.apply_correction(fact).misfit if later == "drop" else None
            return (fact,) if misfit is None else (Undo(to=misfit.id), fact)
        case Settle(player=player, paid=paid):
            return (mark_paid(evening, player, paid=paid),)
        case Wish():
            check_wish(evening.state, evening.beside.wishes, order)
        case Rename():
            check_name(order.name, evening.names() - {order.player})
        case Start() | Did() | End() | LastOrders():
            pass
        case _:
            assert_never(order)
    return (order,)

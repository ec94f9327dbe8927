"""What an order from the tablet means in the current evening: the facts to write, or a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from knobeltisch.archive.bill import mark_paid
from knobeltisch.errors import CommandError
from knobeltisch.game.events import Did, End, LastOrders, Rename, Start, Undo, Wish
from knobeltisch.game.wishes import check_name, check_wish
from knobeltisch.table.commands import CorrectEntry, Redo, Settle, TakeBack

if TYPE_CHECKING:
    from knobeltisch.game.evening import Evening
    from knobeltisch.game.events import Fact

    FactOrder = Start | Did | End | TakeBack | Redo | CorrectEntry | Wish | Rename | LastOrders | Settle


def facts_ordered(order: FactOrder, evening: Evening) -> tuple[Fact, ...]:
    """Return the facts to write. Raise CommandError for what cannot be undone or redone, a taken name or an impossible wish."""
    match order:
        case TakeBack():
            return (Undo(to=_first_entry(order, evening)),)
        case Redo():
            if not evening.undone:
                raise CommandError(
                    "nothing_to_redo", "Nothing was undone just now; there is nothing to restore."
                )
            return evening.undone[0]
        case CorrectEntry(fact=fact, later=later):
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


def _first_entry(back: TakeBack, evening: Evening) -> int:
    """Return the first entry to undo."""
    live = evening.live
    if back.to is not None:
        return back.to
    if not live:
        raise CommandError("nothing_to_undo", "There is nothing to take back.")
    if back.count > len(live):
        raise CommandError(
            "nothing_to_undo", f"Only {len(live)} entries can be taken back, not {back.count}."
        )
    return live[-back.count].id

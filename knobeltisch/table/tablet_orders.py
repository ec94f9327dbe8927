"""What an order from the tablet means in the current evening: the facts to write, or a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knobeltisch.archive.bill import mark_paid
from knobeltisch.errors import CommandError
from knobeltisch.game.events import LastOrders, Rename, Undo, Wish
from knobeltisch.game.wishes import check_name, check_wish
from knobeltisch.table.commands import Settle

if TYPE_CHECKING:
    from knobeltisch.game.evening import Evening
    from knobeltisch.game.events import Fact
    from knobeltisch.table.commands import CorrectEntry, TakeBack


def noted_of_people(said: Rename | Wish | LastOrders | Settle, evening: Evening) -> Fact:
    """Return the fact to write. Raise CommandError for a name that is taken, or an impossible wish."""
    match said:
        case Wish():
            check_wish(evening.state, evening.beside.wishes, said)
        case Rename():
            check_name(said.name, evening.names() - {said.player})
        case Settle(player=player, paid=paid):
            return mark_paid(evening, player, paid=paid)
        case LastOrders():
            pass
    return said


def taken_back(evening: Evening) -> tuple[Fact, ...]:
    """Return what the last undo removed. Raise CommandError if there is nothing."""
    if not evening.undone:
        raise CommandError("nothing_to_redo", "Nothing was undone just now; there is nothing to restore.")
    return evening.undone[0]


def correction_facts(order: CorrectEntry, evening: Evening) -> tuple[Fact, ...]:
    """Return the correction; if it may drop later acts, preceded by an undo from the first act that does not fit."""
    misfit = evening.apply_correction(order.fact).misfit if order.later == "drop" else None
    return (order.fact,) if misfit is None else (Undo(to=misfit.id), order.fact)


def entry_to(back: TakeBack, evening: Evening) -> int:
    """Return the first entry to undo. Raise CommandError if there are not that many."""
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

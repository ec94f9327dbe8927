"""What an order by hand comes to in the evening as it is: the facts to write down, or why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knobeltisch.archive.bill import settled
from knobeltisch.errors import CommandError
from knobeltisch.game.attendance import check_name, check_wish
from knobeltisch.game.events import LastOrders, Rename, Undo, Wish
from knobeltisch.table.commands import Settle

if TYPE_CHECKING:
    from knobeltisch.game.evening import Evening
    from knobeltisch.game.events import Fact
    from knobeltisch.table.commands import CorrectEntry, TakeBack


def noted_of_people(said: Rename | Wish | LastOrders | Settle, evening: Evening) -> Fact:
    """Return what is noted. Raise CommandError for a name that is taken, or a wish that makes no sense."""
    match said:
        case Wish():
            check_wish(evening.state, evening.beside.wishes, said)
        case Rename():
            check_name(said.name, evening.names() - {said.player})
        case Settle(player=player, paid=paid):
            return settled(evening, player, paid=paid)
        case LastOrders():
            pass
    return said


def taken_back(evening: Evening) -> tuple[Fact, ...]:
    """Return what was taken back just now. Raise CommandError where nothing was."""
    if not evening.undone:
        raise CommandError(
            "nothing_to_redo", "Nothing was taken back just now; there is nothing to do again."
        )
    return evening.undone[0]


def corrected(order: CorrectEntry, evening: Evening) -> tuple[Fact, ...]:
    """Return the correction; where it may drop what came after, behind an undo from the first act that does not fit it."""
    misfit = evening.mended(order.fact).misfit if order.later == "drop" else None
    return (order.fact,) if misfit is None else (Undo(to=misfit.id), order.fact)


def entry_to(back: TakeBack, evening: Evening) -> int:
    """Return the first entry that is taken back. Raise CommandError where there are not so many."""
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

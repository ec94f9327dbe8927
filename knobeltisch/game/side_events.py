"""Events beside the game that undo does not reach: wishes, the last round, what is paid."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import scorer
from knobeltisch.game.events import Did, LastOrders, Paid, Rename, Start, Wish
from knobeltisch.game.wishes import rename_in_wishes, with_wish

if TYPE_CHECKING:
    from knobeltisch.game.events import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class SideEvents:
    """The events beside the game: who wants to come or go, the last round, what is paid. Undo does not reach them."""

    wishes: tuple[Wish, ...] = ()
    last_orders: bool = False
    paid: tuple[Paid, ...] = ()


def update_side_events(beside: SideEvents, fact: Fact) -> SideEvents:
    """Return the side events updated by `fact`."""
    match fact:
        case Wish():
            beside = replace(beside, wishes=with_wish(beside.wishes, fact))
        case Did(act=scorer.Leave(player=player) | scorer.Join(player=player)):
            beside = replace(beside, wishes=with_wish(beside.wishes, Wish(player=player, what="stay")))
        case Start():
            beside = replace(beside, wishes=())
        case LastOrders():
            beside = replace(beside, last_orders=fact.on)
        case Paid():
            others = (payment for payment in beside.paid if payment.player != fact.player)
            beside = replace(beside, paid=(*others, fact))
        case Rename():
            paid = tuple(
                replace(payment, player=fact.name) if payment.player == fact.player else payment
                for payment in beside.paid
            )
            beside = replace(
                beside, wishes=rename_in_wishes(beside.wishes, fact.player, fact.name), paid=paid
            )
    return beside

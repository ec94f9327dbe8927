"""The evening's bill: what each player owes, how much of it is paid, and the house's prices.

Bill, reports, seasons, people and tables all use `count_debts`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import scorer
from knobeltisch.errors import CommandError
from knobeltisch.game.evening import Evening, LiveEntry, games_of
from knobeltisch.game.events import Paid, Start
from knobeltisch.game.wishes import SideEvents
from knobeltisch.storage.store import Store
from scorer import GameState
from scorer.json_forms.text import refusal_to_json

KINDS: Final = ("game", "lost_round", "round", "schnapps", *scorer.DRINKS, "points")
"""What can be owed: a lost game, a lost round of Chicago, an extra round, a schnapps, a drink of the drinking game, and a
point that the others pay the winner of Chicago poker."""
Items = dict[str, int]
"""The amount owed of each kind, in the order of `KINDS`, without zeros."""
PRICES: Final = "prices"
DEAREST: Final = 100_000
"""Cents; a higher price is taken for a typing error."""


def count_debts(state: GameState, counter: str | None) -> dict[str, Items]:
    """Return what each player of a game owes, in seat order; `counter` is the unit counted, None for the game's."""
    sums = scorer.summary(state)
    counter = scorer.counter_of(state.rules, counter)
    found: dict[str, Mapping[str, int]] = {
        "game": {} if sums.loser is None else {sums.loser: 1},
        "lost_round": sums.count("lost") if scorer.parts_lost(state.rules.name) == "rounds" else {},
        "round": sums.count("rounds"),
        "schnapps": sums.count("schnapps"),
        counter if counter in scorer.DRINKS else "glasses": sums.count("glasses"),
        "points": sums.count("pays"),
    }
    return {
        player: _items({kind: found.get(kind, {}).get(player, 0) for kind in KINDS})
        for player in state.players
    }


def add_up(*debts: Mapping[str, int]) -> Items:
    """Return the sum of several debts."""
    return _items({kind: sum(items.get(kind, 0) for items in debts) for kind in KINDS})


def count_by_column(items: Mapping[str, int]) -> dict[str, int]:
    """Return debts by report column: all drinks of the drinking game count as `glasses`."""
    return {
        "lost": items.get("game", 0),
        "lost_rounds": items.get("lost_round", 0),
        "rounds": items.get("round", 0),
        "schnapps": items.get("schnapps", 0),
        "glasses": sum(items.get(drink, 0) for drink in scorer.DRINKS),
        "pays": items.get("points", 0),
    }


def _items(counts: Mapping[str, int]) -> Items:
    return {kind: count for kind, count in counts.items() if count}


def count_evening_debts(live: Sequence[LiveEntry]) -> dict[str, Items]:
    """Return what each player owes for all games of the evening, the running one included, in seat order."""
    found: dict[str, Items] = {}
    for game in games_of(live):
        start = game[0].fact
        assert isinstance(start, Start)
        for player, items in count_debts(game[-1].state, start.counter).items():
            found[player] = add_up(found.get(player, {}), items)
    return found


def mark_paid(evening: Evening, player: str, *, paid: bool) -> Paid:
    """Return the fact that a player has paid all that is owed so far or, unless `paid`, none of it.

    Raise CommandError if the player is not on the bill.
    """
    heads = count_evening_debts(evening.live)
    if player not in heads and player not in {payment.player for payment in evening.beside.paid}:
        raise CommandError("unknown_player", f"{player[:40]!r} is on no bill of this evening.")
    items = heads.get(player, {}) if paid else {}
    return Paid(player=player, items=tuple(items.items()))


class Bills:
    """The bill as JSON for the page, and the landlord's prices. Safe to call from any thread."""

    def __init__(
        self,
        evening: Callable[[], tuple[Sequence[LiveEntry], SideEvents]],
        store: Store | None,
        is_unsure: Callable[[], bool] = lambda: False,
    ) -> None:
        self._evening, self._store, self._is_unsure = evening, store, is_unsure

    def bill(self, *, goes_on: bool = False) -> dict[str, Any]:
        """Return the bill: `heads` with `items`, each with its count, the number paid, and its price.

        `open` is the sum, in cents, of the unpaid items that have a price; `unpriced` counts the others by kind. `open` is None
        if the house has no prices or the bill is empty; without prices `unpriced` is empty too. `unsure`: the last evening may be
        over, so the bill is empty. With `goes_on` that evening counts as still running.
        """
        live, beside = self._evening()
        unsure = bool(live) and not goes_on and self._is_unsure()
        if unsure:
            live, beside = (), SideEvents()
        kept = None if self._store is None else self._store.get(PRICES)
        prices = {kind: kept[kind] for kind in KINDS if kind in kept} if isinstance(kept, dict) else {}
        paid = {payment.player: dict(payment.items) for payment in beside.paid}
        heads = [
            _head(player, items, paid.get(player, {}), prices)
            for player, items in count_evening_debts(live).items()
        ]
        return {
            "unsure": unsure,
            "games": sum(isinstance(entry.fact, Start) for entry in live),
            "began": live[0].at if live else None,
            "last_orders": beside.last_orders,
            "heads": heads,
            "prices": prices,
            "kinds": list(KINDS),
            "open": sum(head["open"] for head in heads) if heads and prices else None,
            "unpriced": add_up(*(head["unpriced"] for head in heads)) if prices else {},
        }

    def change_prices(self, asked: Mapping[str, object]) -> dict[str, object]:
        """Store new prices in cents; a kind left out or at 0 has no price. Return the stored prices, or the reason for a refusal.

        Raise StoreError if the disk fails.
        """
        raw = asked.get("prices")
        if not isinstance(raw, dict) or not all(
            kind in KINDS and type(cents) is int and 0 <= cents <= DEAREST for kind, cents in raw.items()
        ):
            return refusal_to_json(
                "bad_price",
                f"'prices' names {', '.join(KINDS)} with whole cents from 0 to {DEAREST}; omit those without a price.",
            )
        if self._store is None:
            return refusal_to_json("keep", "Nothing can be saved now; the table runs without its store.")
        prices = {kind: raw[kind] for kind in KINDS if raw.get(kind)}
        self._store.put(PRICES, prices)
        return {"ok": True, "prices": prices}


def _head(player: str, items: Items, paid: Items, prices: Mapping[str, int]) -> dict[str, Any]:
    lines: list[dict[str, Any]] = [
        {"kind": kind, "count": items.get(kind, 0), "paid": paid.get(kind, 0), "price": prices.get(kind)}
        for kind in KINDS
        if items.get(kind, 0) or paid.get(kind, 0)
    ]
    open_now = [line for line in lines if line["count"] != line["paid"]]
    return {
        "player": player,
        "items": lines,
        "settled": bool(lines) and not open_now,
        "open": sum((item["count"] - item["paid"]) * (item["price"] or 0) for item in open_now),
        "unpriced": {
            item["kind"]: item["count"] - item["paid"] for item in open_now if item["price"] is None
        },
    }

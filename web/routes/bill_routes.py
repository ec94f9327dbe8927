"""The evening's bill: everybody reads it, also as a table to download; prices and the last round are the landlord's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import Response, request

from web.answers import csv_table
from web.json_http import as_json, reply_response, sent_json, sent_switch
from web.reports.wording import Words
from web.translations import language_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Flask

    from web.services import Bills, Commands

COLUMNS: Final = ("bill.player", "bill.item", "bill.count", "bill.paid", "bill.price", "bill.open")


def bill_routes(app: Flask, bill: Bills, commands: Commands) -> None:
    """Register the routes of the bill, and the landlord's: prices, and the last round."""

    def present() -> dict[str, Any]:
        """Return the bill; the reader may say that the evening before the table was off is still on."""
        return bill.bill(goes_on=request.args.get("goes_on") == "true")

    @app.get("/api/bill")
    def current() -> Response:
        return as_json(present())

    @app.get("/bill.csv")
    def table() -> Response:
        say = Words(language_of(request))
        rows = [
            [debtor["player"], say.t(f"bill_kind.{item['kind']}"), *_numbers(item)]
            for debtor in present()["heads"]
            for item in debtor["items"]
        ]
        return csv_table("bill", list(map(say.t, COLUMNS)), rows)

    @app.put("/api/landlord/prices")
    def prices() -> Response:
        return reply_response(bill.change_prices(sent_json()))

    @app.post("/api/landlord/last-orders")
    def last_orders() -> Response:
        on = sent_switch("it is the last round")
        return reply_response(commands.send({"do": "last_orders", "on": on}))


def _numbers(item: Mapping[str, Any]) -> list[object]:
    """Return how many there are and are paid, and in money the price and what is open; empty without a price."""
    count, paid, price = item["count"], item["paid"], item["price"]
    money = ("", "") if price is None else (f"{cents / 100:.2f}" for cents in (price, price * (count - paid)))
    return [count, paid, *money]

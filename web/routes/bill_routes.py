"""The evening's bill: everybody reads it, also as a table to download; prices and the last round are the landlord's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, request

from web.json_http import as_json, reply_response, sent_json, sent_switch
from web.reports.csv_export import csv_bytes
from web.reports.wording import Words
from web.translations import language_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from web.interfaces import Commands
    from web.services import Bills


def bill_routes(bill: Bills) -> Blueprint:
    """Register the routes of the bill."""
    routes = Blueprint("bill", __name__)

    @routes.get("/api/bill")
    def current() -> Response:
        return as_json(bill.bill(goes_on=_goes_on()))

    @routes.get("/bill.csv")
    def table() -> Response:
        say = Words(language_of(request))
        t = say.t
        head = [
            t("bill.player"),
            t("bill.item"),
            t("bill.count"),
            t("bill.paid"),
            t("bill.price"),
            t("bill.open"),
        ]
        rows = [
            _bill_row(say, debtor["player"], item)
            for debtor in bill.bill(goes_on=_goes_on())["heads"]
            for item in debtor["items"]
        ]
        answer = Response(csv_bytes(head, rows, language_of(request)), mimetype="text/csv")
        answer.headers["Content-Disposition"] = 'attachment; filename="bill.csv"'
        return answer

    return routes


def landlords_bill(bill: Bills, commands: Commands) -> Blueprint:
    """Register the landlord's routes of the bill: prices, and the last round."""
    routes = Blueprint("landlords_bill", __name__)

    @routes.put("/api/landlord/prices")
    def prices() -> Response:
        return reply_response(bill.change_prices(sent_json()))

    @routes.post("/api/landlord/last-orders")
    def last_orders() -> Response:
        on = sent_switch("it is the last round")
        return reply_response(commands.send({"do": "last_orders", "on": on}))

    return routes


def _goes_on() -> bool:
    """Whether the reader says that the evening before the table was off is still on."""
    return request.args.get("goes_on") == "true"


def _bill_row(say: Words, player: str, item: Mapping[str, Any]) -> list[object]:
    price, left = item["price"], item["count"] - item["paid"]
    return [
        player,
        say.t(f"bill_kind.{item['kind']}"),
        item["count"],
        item["paid"],
        "" if price is None else _format_money(price),
        "" if price is None else _format_money(price * left),
    ]


def _format_money(cents: int) -> str:
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"

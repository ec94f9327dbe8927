"""The landlord's evening over all tables: the bills, and the last round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response

from web.json_http import as_json, sent_switch

if TYPE_CHECKING:
    from web.hub.hub_services import TableService


def landlord_evening(service: TableService) -> Blueprint:
    """Register the routes of the evening, behind the PIN."""
    routes = Blueprint("landlord_evening", __name__)

    @routes.get("/api/landlord/bills")
    def bills() -> Response:
        return as_json({"bills": list(service.bills()), "last_orders": service.last_orders()})

    @routes.post("/api/landlord/last-orders")
    def last_orders() -> Response:
        on = sent_switch("the last round is announced")
        service.announce(on=on)
        return as_json({"ok": True, "on": on})

    return routes

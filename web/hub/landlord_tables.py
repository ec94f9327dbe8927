"""The landlord's view of all tables: names and numbers, who needs help, the bills, and the last round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Response, abort

from web.json_http import as_json, register_order, sent_json, sent_switch

if TYPE_CHECKING:
    from flask import Flask

    from web.hub.hub_services import Hall, TableService

LONGEST_NAME: Final = 40


def landlord_tables(app: Flask, hall: Hall, service: TableService) -> None:
    """Register the routes of the tables, behind the PIN."""

    @app.get("/api/landlord/tables")
    def listed() -> Response:
        return as_json({"tables": hall.list_tables()})

    @app.put("/api/landlord/tables/<int:number>")
    def change(number: int) -> Response:
        asked = sent_json()
        match asked:
            case {"name": str(name)} if name.isprintable() and len(name) <= LONGEST_NAME:
                done = hall.tables.rename(number, " ".join(name.split()))
            case {"number": int(other)} if not isinstance(other, bool):
                done = hall.tables.swap(number, other)
            case _:
                abort(400, 'Send {"name": "Stammtisch"}, at most 40 letters, or {"number": 7}.')
        if not done:
            abort(404, "There is no such table, or no such number.")
        return as_json({"ok": True})

    def forget(number: int) -> object:
        return hall.tables.forget(number) or abort(404, "That table is no longer on the list.")

    register_order(app, "DELETE", "/api/landlord/tables/<int:number>", forget)

    @app.get("/api/landlord/bills")
    def bills() -> Response:
        return as_json({"bills": list(service.bills()), "last_orders": service.last_orders()})

    @app.post("/api/landlord/last-orders")
    def last_orders() -> Response:
        on = sent_switch("the last round is announced")
        service.announce(on=on)
        return as_json({"ok": True, "on": on})

"""The landlord's management of the tables: their names and numbers, and which of them needs help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, abort

from web.json_http import as_json, sent_json

if TYPE_CHECKING:
    from web.hub.hub_services import Hall

LONGEST_NAME: Final = 40


def landlord_tables(tables: Hall) -> Blueprint:
    """Register the routes of the tables, behind the PIN."""
    routes = Blueprint("landlord_tables", __name__)

    @routes.get("/api/landlord/tables")
    def listed() -> Response:
        return as_json({"tables": list(tables.list_tables())})

    @routes.put("/api/landlord/tables/<int:number>")
    def change(number: int) -> Response:
        asked = sent_json()
        match asked:
            case {"name": str(name)} if name.isprintable() and len(name) <= LONGEST_NAME:
                done = tables.rename(number, " ".join(name.split()))
            case {"number": int(other)} if not isinstance(other, bool):
                done = tables.renumber(number, other)
            case _:
                abort(400, 'Send {"name": "Stammtisch"}, at most 40 letters, or {"number": 7}.')
        if not done:
            abort(404, "There is no such table, or no such number.")
        return as_json({"ok": True})

    @routes.delete("/api/landlord/tables/<int:number>")
    def forget(number: int) -> Response:
        if not tables.forget(number):
            abort(404, "That table is no longer on the list.")
        return as_json({"ok": True})

    return routes

"""The hub's application: the television with all tables, and the landlord's view of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Final

from flask import Response, abort, render_template, request

from scorer.json_forms.codec import Json
from web import translations
from web.answers import qr_code
from web.app import begin_app
from web.described import HTML, OK, SVG, SWITCH, Doc
from web.hub.for_tables import table_request_routes
from web.hub.tournament_routes import paper_routes, tournament_routes
from web.json_http import as_json, health_fields, register_order, register_reply, request_json, request_switch
from web.routes.board_routes import register_board
from web.routes.landlord import landlord_routes
from web.routes.openapi import document_routes
from web.server.live_streams import live_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Flask

    from web.hub.hub_services import Hall, HubServices, TableService
    from web.services import Scoreboard

LONGEST_NAME: Final = 40


def create_hub_app(board: Scoreboard, more: HubServices, *, hosts: Sequence[str] = ()) -> Flask:
    """Return the application of a hub's page. `hosts`: names it answers to besides IP addresses, localhost and the device's own."""
    app = begin_app(board, hosts, more, more.tournament.joining, hub=True)
    hub_routes(app, board, more)
    landlord_routes(app, more.access, more.https, "hub/landlord.html")
    landlord_table_routes(app, more.hall, more.service)
    table_request_routes(app, more.service, more.tournament)
    tournament_routes(app, more.tournament)
    paper_routes(app, more.tournament)
    document_routes(app, more.schemas)
    return app


def hub_routes(app: Flask, board: Scoreboard, more: HubServices) -> None:
    """Register the routes for everybody."""
    register_board(app, board, Doc("All tables as they are now, and the tournament", "Hall"))

    @app.get("/")
    @Doc("All tables at a glance. At the first start, the landlord's PIN.", kind=HTML)
    @app.get("/pub")
    @Doc("All tables at a glance, for a television", kind=HTML)
    def television() -> str:
        if request.path == "/" and not more.access.pin.is_confirmed:
            return render_template("first.html", then="/landlord", what="hub")
        return render_template("hub/pub.html")

    @app.get("/healthz")
    @Doc("The state of the hub", dict)
    def healthz() -> Response:
        now = board.snapshot()
        served = {"boot": now["boot"], "version": now["version"], "streams": live_of(app).open}
        return as_json({**health_fields("hub"), "ok": more.can_write(), "instance": more.instance, **served})

    @app.get("/qr.svg")
    @Doc("A QR code of the address that a phone opens", kind=SVG)
    def code() -> Response:
        words = partial(translations.t, translations.language_of(request))
        where = f"{more.address()}cup"
        return qr_code(where, words("watch.qr", address=where))


def landlord_table_routes(app: Flask, hall: Hall, service: TableService) -> None:
    """Register the routes for managing tables, behind the PIN."""
    doc = Doc("The tables, and which of them needs help", "ListedTables")
    register_reply(app, "GET /api/landlord/tables", lambda: {"tables": hall.list_tables()}, doc)

    @app.put("/api/landlord/tables/<int:number>")
    @Doc("Give a table a name, or another number", OK, body=[{"name": Annotated[str, {"maxLength": 40}]}, {"number": int}])  # fmt: skip
    def change(number: int) -> Response:
        asked = request_json()
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

    doc = Doc("Remove a table from the list", OK)
    register_order(app, "DELETE /api/landlord/tables/<int:number>", forget, doc)

    def bills() -> dict[str, object]:
        return {"bills": list(service.bills()), "last_orders": service.last_orders()}

    def last_orders() -> dict[str, object]:
        on = request_switch("the last round is announced")
        service.announce(on=on)
        return {"ok": True, "on": on}

    doc = Doc("The bill of each table", {"bills": list[Json], "last_orders": bool})
    register_reply(app, "GET /api/landlord/bills", bills, doc)
    doc = Doc("Announce the last round for all tables, or withdraw it", OK, body=SWITCH)
    register_reply(app, "POST /api/landlord/last-orders", last_orders, doc)

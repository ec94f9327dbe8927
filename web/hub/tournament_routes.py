"""The tournament: the public view, and the actions of landlord and referee."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Response, abort, render_template, request

from web.json_http import as_json, register_order, sent_json
from web.routes.phone_routes import seat_request_routes
from web.translations import language_of

if TYPE_CHECKING:
    from flask import Flask

    from web.hub.hub_services import RefereeDesk
    from web.services import Newcomers

LONGEST_LIST: Final = 14_000


def tournament_routes(app: Flask, desk: RefereeDesk, joining: Newcomers) -> None:
    """Register the routes of the tournament. `joining`: takes guests who enter themselves by phone."""
    seat_request_routes(app, joining)

    @app.get("/cup")
    def page() -> str:
        return render_template("hub/tournament.html")

    @app.get("/desk")
    def referee() -> str:
        return render_template("hub/desk.html")

    @app.get("/api/cup")
    def shown() -> Response:
        return as_json({"cup": desk.shown(language_of(request))})

    @app.get("/api/referee")
    def waiting() -> Response:
        return as_json(dict(desk.waiting(language_of(request))))

    @app.post("/api/referee")
    def act() -> Response:
        return as_json({"ok": True, **desk.act(sent_json())})

    @app.post("/api/landlord/cup")
    def begin() -> Response:
        match sent_json():
            case {
                "title": str(title),
                "format": str(form),
                "tables": int(tables),
                "players": str(players),
            } if not isinstance(tables, bool) and len(players) <= LONGEST_LIST:
                desk.open(title=title, form=form, tables=tables, players=players)
                return as_json({"ok": True})
        return abort(
            400, 'Send {"title": "Pokal", "format": "groups", "tables": 4, "players": "Anna\\nBen"}.'
        )

    register_order(app, "DELETE", "/api/landlord/cup", desk.abandon)

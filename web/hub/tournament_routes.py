"""The tournament: the public view, and the actions of landlord and referee."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, abort, render_template, request

from web.json_http import as_json, register_order, sent_json
from web.routes.phone_routes import seat_request_routes
from web.translations import language_of

if TYPE_CHECKING:
    from web.hub.hub_services import RefereeDesk
    from web.interfaces import Newcomers

LONGEST_LIST: Final = 14_000


def tournament_routes(desk: RefereeDesk, joining: Newcomers) -> Blueprint:
    """Register the routes of the tournament. `joining`: takes guests who enter themselves by phone."""
    routes = Blueprint("cup", __name__)
    seat_request_routes(routes, joining)

    @routes.get("/cup")
    def page() -> str:
        return render_template("hub/tournament.html")

    @routes.get("/desk")
    def referee() -> str:
        return render_template("hub/desk.html")

    @routes.get("/api/cup")
    def shown() -> Response:
        return as_json({"cup": desk.shown(language_of(request))})

    @routes.get("/api/referee")
    def waiting() -> Response:
        return as_json(dict(desk.waiting(language_of(request))))

    @routes.post("/api/referee")
    def act() -> Response:
        return as_json({"ok": True, **desk.act(sent_json())})

    @routes.post("/api/landlord/cup")
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

    register_order(routes, "DELETE", "/api/landlord/cup", desk.abandon)
    return routes

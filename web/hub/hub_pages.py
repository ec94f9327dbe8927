"""The public pages of a hub: the television, the board of all tables, its stream."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from flask import Blueprint, Response, render_template, request

from web import translations
from web.json_http import as_json, said_of
from web.routes.board_routes import register_board
from web.routes.spectators import qr_code

if TYPE_CHECKING:
    from web.hub.hub_services import HubServices
    from web.server.live_streams import LiveStreams
    from web.services import Scoreboard


def pages(board: Scoreboard, live: LiveStreams, more: HubServices) -> Blueprint:
    """Register the routes for viewers."""
    routes = Blueprint("hub", __name__)
    register_board(routes, board)

    @routes.get("/")
    def first() -> str:
        if not more.access.pin.is_confirmed:
            return render_template("first.html", then="/landlord", what="hub")
        return render_template("hub/pub.html")

    @routes.get("/pub")
    def television() -> str:
        return render_template("hub/pub.html")

    @routes.get("/healthz")
    def healthz() -> Response:
        now = board.snapshot()
        served = {"boot": now["boot"], "version": now["version"], "streams": live.open}
        return as_json({**said_of("hub"), "ok": more.can_write(), "instance": more.instance, **served})

    @routes.get("/qr.svg")
    def code() -> Response:
        words = partial(translations.t, translations.language_of(request))
        where = f"{more.address()}cup"
        return Response(qr_code(where, words("watch.qr", address=where)), mimetype="image/svg+xml")

    return routes

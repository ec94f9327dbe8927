"""The public pages of a hub: the television, the board of all tables, its stream."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from flask import Response, render_template, request

from web import translations
from web.answers import qr_code
from web.json_http import as_json, said_of
from web.routes.board_routes import register_board
from web.server.live_streams import live_of

if TYPE_CHECKING:
    from flask import Flask

    from web.hub.hub_services import HubServices
    from web.services import Scoreboard


def pages(app: Flask, board: Scoreboard, more: HubServices) -> None:
    """Register the routes for viewers."""
    register_board(app, board)

    @app.get("/")
    def first() -> str:
        if not more.access.pin.is_confirmed:
            return render_template("first.html", then="/landlord", what="hub")
        return render_template("hub/pub.html")

    @app.get("/pub")
    def television() -> str:
        return render_template("hub/pub.html")

    @app.get("/healthz")
    def healthz() -> Response:
        now = board.snapshot()
        served = {"boot": now["boot"], "version": now["version"], "streams": live_of(app).open}
        return as_json({**said_of("hub"), "ok": more.can_write(), "instance": more.instance, **served})

    @app.get("/qr.svg")
    def code() -> Response:
        words = partial(translations.t, translations.language_of(request))
        where = f"{more.address()}cup"
        return qr_code(where, words("watch.qr", address=where))

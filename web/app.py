"""Builds the page's application: routes, guards, the page itself and its files."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from flask import Response, render_template, request, send_from_directory
from markupsafe import Markup
from werkzeug.exceptions import HTTPException

from scorer.json_forms.text import MOST_BYTES
from web.assets import STATIC, asset_routes, assets_version, find_file
from web.described import HTML, Doc, PageApp
from web.json_http import as_json, error_response
from web.reports.routes import people_routes, report_routes, season_routes, take_home_routes
from web.routes.board_routes import bill_routes, board_routes, past_routes, viewer_routes, voice_routes
from web.routes.camera_routes import GUIDE, camera_setup_routes, eye_invitation_routes, eye_routes
from web.routes.landlord import table_landlord_routes
from web.routes.new_game import rules_routes
from web.routes.odds_routes import odds_routes, practice_routes
from web.routes.openapi import document_routes
from web.routes.phone_routes import phone_routes
from web.security.authorization import install_gate, may_play
from web.security.origin import ARRIVAL, install_https, install_origin_checks
from web.server.live_streams import LIVE, LiveStreams
from web.translations import language_of, t, tn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Flask

    from web.hub.hub_services import HubServices
    from web.services import Commands, Newcomers, PageServices, Scoreboard

HERE: Final = Path(__file__).parent
STREAMS: Final = 64
GROUND: Final = "#0d1512"  # as in design.css


def create_app(
    board: Scoreboard, commands: Commands, more: PageServices, *, hosts: Sequence[str] = ()
) -> Flask:
    """Return the application that serves the page of one table.

    `hosts`: names it answers to besides IP addresses, localhost and the device's own. A service that the table lacks is not on
    its page.
    """
    app = begin_app(board, hosts, more, more.guests)
    access = more.access
    board_routes(app, board, commands, more)
    viewer_routes(app, more.address)
    rules_routes(app, more.lists, more.address)
    document_routes(app, more.schemas)
    past_routes(app, more.past)
    odds_routes(app, more.hindsight)
    practice_routes(app, more.practice)
    bill_routes(app, more.bill, commands)
    report_routes(app, more.reports, more.address)
    season_routes(app, more.reports)
    people_routes(app, more.reports, more.people)
    take_home_routes(app, more.reports, more.consent)
    if access is not None:
        table_landlord_routes(app, access, more)
    if more.guests is not None:
        phone_routes(app, more.guests)
        voice_routes(app, more.guests)
    if more.calibration is not None:
        camera_setup_routes(app, more.calibration, access, eye=more.door is not None)
    if more.door is not None:
        eye_routes(app, more.door)
        eye_invitation_routes(app, more.door)
    if more.match_report is not None:
        from web.hub.tournament_routes import match_report_routes  # noqa: PLC0415 - only a table with a hub loads its pages

        match_report_routes(app, more.match_report)

    @app.get("/")
    @Doc("The board; for the table with all buttons. At the first start, the landlord's PIN.", kind=HTML)
    def table() -> str:
        if access is not None and not access.everyone and not access.pin.is_confirmed:
            return render_template("first.html", then="/" if more.calibration is None else GUIDE)
        return render_template("board.html", role="table" if may_play() else "watch")

    return app


def begin_app(
    board: Scoreboard,
    hosts: Sequence[str],
    more: PageServices | HubServices,
    guests: Newcomers | None,
    *,
    hub: bool = False,
) -> Flask:
    """Return an application with what table and hub share: guards, files, translations, errors, streams."""
    app = PageApp("web", root_path=str(HERE), static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    app.extensions[LIVE] = LiveStreams(board, limit=STREAMS)
    install_origin_checks(app, hosts)
    install_https(app, more.https, more.access)
    install_gate(app, more.access, guests)
    asset_routes(app, hub=hub)
    app.register_error_handler(HTTPException, error_response)

    @app.context_processor
    def words() -> dict[str, object]:
        language = language_of(request)
        values = {"language": language, "version": assets_version(), "house": more.house}
        values["arrival"] = Markup(ARRIVAL)  # noqa: S704 - a file of ours
        return {**values, "t": partial(t, language), "tn": partial(tn, language)}

    _register_home_screen(app, more.house)

    @app.get("/favicon.ico")
    def favicon() -> Response:
        return send_from_directory(STATIC, "icon.svg", mimetype="image/svg+xml")

    return app


def _register_home_screen(app: Flask, house: str) -> None:
    """Register the manifest for a home screen, with the name of the `house`, and over https the offline page."""

    @app.get("/app.webmanifest")
    def manifest() -> Response:
        files = f"/assets/{assets_version()}"
        icons = [
            {"src": f"{files}/icon.svg", "sizes": "any", "type": "image/svg+xml"},
            {"src": f"{files}/icon-192.png", "sizes": "192x192", "type": "image/png"},
            {"src": f"{files}/icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ]
        shown = {"display": "fullscreen", "background_color": GROUND, "theme_color": GROUND, "icons": icons}
        name = house or t(language_of(request), "title")
        answer = as_json(
            {"name": name, "short_name": name, "id": "/", "start_url": "/", "scope": "/", **shown}
        )
        answer.mimetype = "application/manifest+json"
        return answer

    @app.get("/worker.js")
    def worker() -> Response:
        return Response(find_file("bundle/shared/worker.js"), mimetype="text/javascript")

    app.get("/offline")(partial(render_template, "offline.html"))

"""Build the page's application: routes, guards, the page itself and its files."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from flask import Flask, Response, render_template, request, send_from_directory
from markupsafe import Markup
from werkzeug.exceptions import HTTPException

from scorer.json_forms.text import MOST_BYTES
from web.assets import asset_routes, assets_version
from web.bundles import STATIC
from web.eye import eye_routes
from web.json_http import error_response
from web.reports.people_pages import people_pages
from web.reports.routes import report_pages
from web.reports.take_home import take_home
from web.routes.bill_routes import bill_routes, landlords_bill
from web.routes.board_routes import api
from web.routes.camera_setup import GUIDE, camera_setup_routes
from web.routes.history_routes import past_routes
from web.routes.landlord import landlord
from web.routes.metrics_routes import metrics_routes
from web.routes.new_game import landlords_rules, list_routes, rules_routes
from web.routes.odds_routes import odds
from web.routes.openapi import documented
from web.routes.phone_routes import phone_routes
from web.routes.practice_routes import practice_routes
from web.routes.spectators import viewer_routes
from web.routes.voice_routes import voice_routes
from web.security.authorization import install_gate, may_play
from web.security.https import install_https
from web.security.origin import ARRIVAL, install_origin_checks
from web.server.live_streams import LiveStreams
from web.services import NO_SERVICES, PageServices
from web.translations import language_of, t, tn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from web.hub.hub_services import HubServices
    from web.interfaces import Commands, Newcomers
    from web.services import AccessControl, Lists, Scoreboard

HERE: Final = Path(__file__).parent
STREAMS: Final = 64
LIVE: Final = "knobeltisch-live"


def create_app(
    board: Scoreboard, commands: Commands, *, hosts: Sequence[str] = (), more: PageServices = NO_SERVICES
) -> Flask:
    """Make the page of one table. `hosts`: names it answers to besides IP addresses, localhost and the device's own.

    `more` has the optional services; a missing one is not on the page.
    """
    app, live = begin_app(board, hosts, more, more.guests)
    app.register_blueprint(api(board, commands, live, rules_fit(more.lists), more.health or dict))
    app.register_blueprint(documented(schemas=more.schemas))
    if more.access is not None:
        _register_landlord_routes(app, more, more.access, commands)
    app.register_blueprint(viewer_routes(more.address, live))
    app.register_blueprint(rules_routes(lists=more.lists is not None, address=more.address))
    if more.lists is not None:
        app.register_blueprint(list_routes(more.lists, more.address))
    if more.guests is not None:
        app.register_blueprint(phone_routes(more.guests))
        app.register_blueprint(voice_routes(more.guests))
    _register_evening_routes(app, more)
    if more.meters is not None:
        app.register_blueprint(metrics_routes(more.meters, live))
    if more.practice is not None:
        app.register_blueprint(practice_routes(more.practice))
    _register_pages(app, more)
    return app


def begin_app(
    board: Scoreboard,
    hosts: Sequence[str],
    more: PageServices | HubServices,
    guests: Newcomers | None,
    *,
    hub: bool = False,
) -> tuple[Flask, LiveStreams]:
    """Make the part of the page that a table and a hub share, and its streams: guards, files, words, errors."""
    app = Flask("web", root_path=str(HERE), static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    live = LiveStreams(board, limit=STREAMS)
    app.extensions[LIVE] = live
    install_origin_checks(app, hosts)
    install_https(app, more.https, more.access)
    install_gate(app, more.access, guests)
    app.register_blueprint(asset_routes(hub=hub))
    app.register_error_handler(HTTPException, error_response)

    @app.context_processor
    def words() -> dict[str, object]:
        language = language_of(request)
        values = {"language": language, "version": assets_version(), "arrival": Markup(ARRIVAL)}  # noqa: S704 - a file of ours
        return {**values, "t": partial(t, language), "tn": partial(tn, language)}

    @app.get("/favicon.ico")
    def favicon() -> Response:
        return send_from_directory(STATIC, "icon.svg", mimetype="image/svg+xml")

    return app, live


def _register_landlord_routes(
    app: Flask, more: PageServices, access: AccessControl, commands: Commands
) -> None:
    """Register the routes that only the landlord may use."""
    app.register_blueprint(landlord(access, more.https, more))
    if more.lists is not None:
        app.register_blueprint(landlords_rules(more.lists))
    if more.bill is not None:
        app.register_blueprint(landlords_bill(more.bill, commands))


def _register_evening_routes(app: Flask, more: PageServices) -> None:
    """Register the routes of this evening and of earlier ones."""
    if more.past is not None:
        app.register_blueprint(past_routes(more.past))
    if more.hindsight is not None:
        app.register_blueprint(odds(more.hindsight))
    if more.bill is not None:
        app.register_blueprint(bill_routes(more.bill))
    if more.match_report is not None:
        from web.hub.report_at_table import report_at_table  # noqa: PLC0415 - only a table with a hub loads its pages

        app.register_blueprint(report_at_table(more.match_report))
    if more.reports is not None:
        app.register_blueprint(report_pages(more.reports, more.address))
        app.register_blueprint(people_pages(more.reports, more.people))
        app.register_blueprint(take_home(more.reports, more.consent))


def rules_fit(lists: Lists | None) -> Callable[[object, object], bool]:
    """Return a function that says whether the table may start a variant with such options."""
    return (lambda _variant, _options: True) if lists is None else lists.may_be_played


def live_of(app: Flask) -> LiveStreams:
    """Return the app's streams, for the server that carries them."""
    live = app.extensions[LIVE]
    assert isinstance(live, LiveStreams)
    return live


def _register_pages(app: Flask, more: PageServices) -> None:
    """Register the routes of the page itself, of the camera's set-up."""
    access = more.access
    if more.calibration is not None:
        app.register_blueprint(camera_setup_routes(more.calibration, access, eye=more.door is not None))
    if more.door is not None:
        app.register_blueprint(eye_routes(more.door))

    @app.get("/")
    def table() -> str:
        if access is not None and not access.everyone and not access.pin.is_confirmed:
            return render_template("first.html", then="/" if more.calibration is None else GUIDE)
        return render_template("board.html", role="table" if may_play() else "watch")

    @app.get("/watch")
    def watch() -> str:
        return render_template("board.html", role="watch")

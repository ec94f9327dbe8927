"""Build the hub's application, as `web.app` does a table's."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from flask import Flask, Response, request, send_from_directory
from werkzeug.exceptions import HTTPException

from scorer.json_forms.text import MOST_BYTES
from web.app import HERE, LIVE, STREAMS
from web.assets import asset_routes, assets_version, gzipped_files
from web.bundles import STATIC
from web.hub.for_tables import for_tables
from web.hub.hub_openapi import documented
from web.hub.hub_pages import pages
from web.hub.landlord_tables import landlord_tables
from web.hub.report_routes import report_routes
from web.hub.tournament_routes import tournament_routes
from web.json_http import error_response
from web.routes.landlord import landlord
from web.security.authorization import install_gate
from web.security.https import install_https
from web.security.origin import install_origin_checks
from web.server.live_streams import LiveStreams
from web.translations import language_of, t, tn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from web.hub.hub_services import HubServices
    from web.services import Scoreboard


def create_hub_app(board: Scoreboard, more: HubServices, *, hosts: Sequence[str] = ()) -> Flask:
    """Make the page of a hub. `hosts`: names it answers to besides IP addresses, localhost and the device's own."""
    app = Flask("web", root_path=str(HERE), static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    live = LiveStreams(board, limit=STREAMS)
    app.extensions[LIVE] = live
    install_origin_checks(app, hosts)
    install_https(app, more.https, more.access)
    install_gate(app, more.access, more.joining, denials=more.denials)
    app.register_blueprint(pages(board, live, more))
    app.register_blueprint(landlord(more.access, None, None, template="hub/landlord.html", https=more.https))
    app.register_blueprint(landlord_tables(more.tables, more.service))
    app.register_blueprint(for_tables(more.service, more.tournament))
    app.register_blueprint(tournament_routes(more.tournament, more.joining))
    app.register_blueprint(report_routes(more.tournament, more.denials))
    app.register_blueprint(documented())
    app.register_blueprint(asset_routes(hub=True))
    gzipped_files()  # once, before the first browser asks
    _register_words(app)
    app.register_error_handler(HTTPException, error_response)

    @app.get("/favicon.ico")
    def icon() -> Response:
        return send_from_directory(STATIC, "icon.svg", mimetype="image/svg+xml")

    return app


def _register_words(app: Flask) -> None:
    """Give every template its language, the translations, and the current file addresses."""

    @app.context_processor
    def words() -> dict[str, object]:
        language = language_of(request)
        values = {"language": language, "version": assets_version()}
        return {**values, "t": partial(t, language), "tn": partial(tn, language)}

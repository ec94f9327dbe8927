"""Build the hub's application, as `web.app` does a table's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.app import begin_app
from web.hub.for_tables import for_tables
from web.hub.hub_openapi import PAGES, ROUTES
from web.hub.hub_pages import pages
from web.hub.landlord_tables import landlord_tables
from web.hub.report_routes import report_routes
from web.hub.tournament_routes import tournament_routes
from web.routes.landlord import landlord
from web.routes.openapi import documented

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Flask

    from web.hub.hub_services import HubServices
    from web.services import Scoreboard


def create_hub_app(board: Scoreboard, more: HubServices, *, hosts: Sequence[str] = ()) -> Flask:
    """Make the page of a hub. `hosts`: names it answers to besides IP addresses, localhost and the device's own."""
    app = begin_app(board, hosts, more, more.joining, hub=True)
    pages(app, board, more)
    landlord(app, more.access, more.https, template="hub/landlord.html")
    landlord_tables(app, more.hall, more.service)
    for_tables(app, more.service, more.tournament)
    tournament_routes(app, more.tournament, more.joining)
    report_routes(app, more.tournament)
    documented(app, ROUTES, PAGES)
    return app

"""The outcome of the last update, for the landlord: a package on the device brings another version, not the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response

from web.json_http import as_json

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def last_update_routes(last: Callable[[], Mapping[str, object] | None]) -> Blueprint:
    """Register its route; `last` returns None if there was none."""
    routes = Blueprint("updated", __name__)

    @routes.get("/api/landlord/update")
    def last_update() -> Response:
        return as_json({"update": last()})

    return routes

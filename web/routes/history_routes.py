"""The evening's acts for the page's list, and the effect of a correction or an undo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, abort, request

from web.json_http import as_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from web.services import EveningHistory

AT_ONCE: Final = 50
GONE: Final = "This act no longer counts; look at the list again."


def past_routes(past: EveningHistory) -> Blueprint:
    """Register the routes under /api/acts."""
    routes = Blueprint("past", __name__)

    @routes.get("/api/acts")
    def acts() -> Response:
        before = request.args.get("before", type=int)
        count = request.args.get("count", AT_ONCE, type=int)
        return as_json({"acts": past.acts(before, count)})

    @routes.get("/api/acts/<int:entry>/undo")
    def undone(entry: int) -> Response:
        return _json_or_404(past.undone(entry))

    @routes.get("/api/acts/<int:entry>/alternatives")
    def alternatives(entry: int) -> Response:
        return _json_or_404(past.alternatives(entry))

    return routes


def _json_or_404(of_entry: Mapping[str, object] | None) -> Response:
    if of_entry is None:
        abort(404, GONE)
    return as_json(of_entry)

"""The table's metrics in Prometheus' text format: numbers alone, no names and nothing of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from web.server.live_streams import LiveStreams

TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"


def metrics_routes(measure: Callable[[], Mapping[str, float | None]], live: LiveStreams) -> Blueprint:
    """Register the route of the metrics; one without a value is omitted."""
    routes = Blueprint("metrics", __name__)

    @routes.get("/metrics")
    def shown() -> Response:
        found = {**measure(), "streams": live.open}
        lines = [f"knobeltisch_{name} {value:.15g}\n" for name, value in found.items() if value is not None]
        return Response("".join(lines), content_type=TEXT)

    return routes

"""The table's measures in Prometheus' text format: numbers alone, no names and nothing of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response

from web.interfaces import Meter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from web.server.live_streams import LiveStreams

PREFIX: Final = "knobeltisch_"
TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"


def metrics_routes(meters: Callable[[], Sequence[Meter]], live: LiveStreams) -> Blueprint:
    """Register the route of the metrics."""
    routes = Blueprint("metrics", __name__)

    @routes.get("/metrics")
    def shown() -> Response:
        streams = Meter(name="streams", kind="gauge", summary="Pages that watch live.", value=live.open)
        lines = [line for meter in (*meters(), streams) for line in _lines(meter)]
        return Response("\n".join(lines) + "\n", content_type=TEXT)

    return routes


def _lines(meter: Meter) -> Iterator[str]:
    if meter.value is None:
        return
    name = f"{PREFIX}{meter.name}"
    yield f"# HELP {name} {meter.summary}"
    yield f"# TYPE {name} {meter.kind}"
    if meter.kind != "histogram":
        yield f"{name} {meter.value:.15g}"
        return
    for bound, count in meter.buckets.items():
        yield f'{name}_bucket{{le="{bound:g}"}} {count}'
    yield f'{name}_bucket{{le="+Inf"}} {meter.count}'
    yield f"{name}_sum {meter.value:.15g}"
    yield f"{name}_count {meter.count}"

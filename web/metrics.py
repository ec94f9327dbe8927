"""What the table measures of itself, in Prometheus' text format: numbers alone, no names and nothing of a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from web.live import Live

PREFIX: Final = "knobeltisch_"
TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"


@dataclass(frozen=True, slots=True, kw_only=True)
class Meter:
    """One measure: `kind` is counter, gauge or histogram. Without a value it is left out.

    A histogram has `buckets` (upper bound in seconds to how many were at most that), `value` is the sum, `count` all.
    """

    name: str
    kind: str
    told: str
    value: float | None
    buckets: Mapping[float, int] = field(default_factory=dict)
    count: int = 0


def metrics(meters: Callable[[], Sequence[Meter]], live: Live) -> Blueprint:
    """Lay the route of the measures."""
    routes = Blueprint("metrics", __name__)

    @routes.get("/metrics")
    def shown() -> Response:
        streams = Meter(name="streams", kind="gauge", told="Pages that watch live.", value=live.open)
        lines = [line for one in (*meters(), streams) for line in _lines(one)]
        return Response("\n".join(lines) + "\n", content_type=TEXT)

    return routes


def _lines(meter: Meter) -> Iterator[str]:
    if meter.value is None:
        return
    name = f"{PREFIX}{meter.name}"
    yield f"# HELP {name} {meter.told}"
    yield f"# TYPE {name} {meter.kind}"
    if meter.kind != "histogram":
        yield f"{name} {meter.value:.15g}"
        return
    for bound, count in meter.buckets.items():
        yield f'{name}_bucket{{le="{bound:g}"}} {count}'
    yield f'{name}_bucket{{le="+Inf"}} {meter.count}'
    yield f"{name}_sum {meter.value:.15g}"
    yield f"{name}_count {meter.count}"

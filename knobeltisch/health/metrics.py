"""The table's metrics for /metrics."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from knobeltisch.device import vitals
from web.interfaces import Meter

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from knobeltisch.camera.table_camera import TableCamera
    from knobeltisch.mqtt.mqtt import Mqtt
    from knobeltisch.outbox.game_delivery import GameDelivery
    from knobeltisch.table.table import Table


class Meters:
    """Measure a running table. Safe to call from any thread."""

    def __init__(
        self,
        table: Table,
        journal: Path,
        camera: TableCamera | None,
        mqtt: Mqtt | None = None,
        push: GameDelivery | None = None,
        *,
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        self._table, self._journal, self._camera, self._ticks = table, journal, camera, ticks
        self._mqtt, self._push, self._began = mqtt, push, ticks()

    def __call__(self) -> Sequence[Meter]:
        """Return the current values of all metrics."""
        counts = {} if self._push is None else self._push.counters()
        push_meters = tuple(
            meter
            for target, of in counts.items()
            for meter in (
                _gauge(f"{target}_reached", f"1 while the {target} takes games.", of["reached"]),
                _gauge(f"{target}_waiting", f"Games that have not reached the {target}.", of["waiting"]),
                _counter(f"{target}_pushed_total", f"Games that the {target} has accepted.", of["pushed"]),
                _counter(
                    f"{target}_anew_total",
                    f"Times that all games were sent to the {target} again.",
                    of["anew"],
                ),
            )
        )
        free = vitals.disk_free(self._journal.parent)
        bits = vitals.throttled_file()
        device_meters = (
            _gauge("memory_bytes", "Memory that the table uses.", vitals.memory_bytes()),
            _gauge("temperature_celsius", "The processor's temperature.", vitals.read_temperature()),
            _gauge(
                "throttled_bits", "Under-voltage and throttling, as the Pi's firmware reports them.", bits
            ),
            _gauge("disk_free_bytes", "Free space on the journal's disk.", free[0] if free else None),
        )
        return (*self._table_meters(), *self._broker_meters(), *push_meters, *device_meters)

    def _table_meters(self) -> Sequence[Meter]:
        tally = self._table.tally
        buckets, count, seconds = tally.wait_histogram()
        taken = self._camera.exposure if self._camera else None
        return (
            _counter("acts_total", "Entries written to the journal since the start.", tally.acts),
            _counter("lifts_total", "Lifts of the cup that the camera saw.", tally.lifts),
            _counter("questions_total", "Questions that the table had to ask.", tally.questions),
            _gauge("queue_length", "What waits to be applied.", self._table.waiting),
            Meter(
                name="shown_seconds",
                kind="histogram",
                summary="From the queue to the page.",
                value=seconds,
                buckets=buckets,
                count=count,
            ),
            _gauge(
                "frames_per_second",
                "Pictures read from the camera.",
                self._camera.pictures_per_second() if self._camera else None,
            ),
            _gauge("exposure_seconds", "How long a picture gathers light.", taken.seconds if taken else None),
            _gauge("camera_gain", "How many times a picture is amplified.", taken.gain if taken else None),
            _gauge(
                "camera_field", "The share of the lens's width in a picture.", taken.field if taken else None
            ),
            _gauge("up_seconds", "Since the start.", self._ticks() - self._began),
        )

    def _broker_meters(self) -> Sequence[Meter]:
        if self._mqtt is None:
            return ()
        counts = self._mqtt.counters()
        return (
            _gauge("mqtt_connected", "1 while the MQTT broker listens.", counts["connected"]),
            _counter(
                "mqtt_connections_total", "Times that the broker accepted the table.", counts["connections"]
            ),
            _counter(
                "mqtt_published_total", "Messages that the broker has acknowledged.", counts["published"]
            ),
            _counter(
                "mqtt_dropped_total",
                "Events that were dropped before the broker received them.",
                counts["dropped"],
            ),
        )


def _gauge(name: str, description: str, value: float | None) -> Meter:
    return Meter(name=name, kind="gauge", summary=description, value=value)


def _counter(name: str, description: str, value: float) -> Meter:
    return Meter(name=name, kind="counter", summary=description, value=value)

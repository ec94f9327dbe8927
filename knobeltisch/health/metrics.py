"""The table's metrics for /metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knobeltisch.device import vitals

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from knobeltisch.camera.table_camera import TableCamera
    from knobeltisch.mqtt.mqtt import Mqtt
    from knobeltisch.outbox.game_delivery import GameDelivery
    from knobeltisch.table.table import Table


def measure(
    table: Table,
    journal: Path,
    camera: TableCamera | None,
    mqtt: Mqtt | None = None,
    push: GameDelivery | None = None,
) -> Mapping[str, float | None]:
    """Return the metrics of a running table by name; None for an unknown value. Safe to call from any thread."""
    taken, free = camera.exposure if camera else None, vitals.disk_free(journal.parent)
    broker = {} if mqtt is None else mqtt.counters()
    hub = {} if push is None else push.counters()
    return {
        "acts_total": table.tally["acts"],
        "lifts_total": table.tally["lifts"],
        "questions_total": table.tally["questions"],
        "queue_length": table.waiting,
        "frames_per_second": camera.pictures_per_second() if camera else None,
        "exposure_seconds": taken.seconds if taken else None,
        "camera_gain": taken.gain if taken else None,
        "camera_field": taken.field if taken else None,
        "memory_bytes": vitals.memory_bytes(),
        "temperature_celsius": vitals.read_temperature(),
        "throttled_bits": vitals.throttled_file(),
        "disk_free_bytes": free[0] if free else None,
        **{f"mqtt_{name}": value for name, value in broker.items()},
        **{f"hub_{name}": value for name, value in hub.items()},
    }

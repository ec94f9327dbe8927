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


class Meters:
    """Measure a running table. Safe to call from any thread."""

    def __init__(
        self,
        table: Table,
        journal: Path,
        camera: TableCamera | None,
        mqtt: Mqtt | None = None,
        push: GameDelivery | None = None,
    ) -> None:
        self._table, self._journal, self._camera = table, journal, camera
        self._mqtt, self._push = mqtt, push

    def __call__(self) -> Mapping[str, float | None]:
        """Return the current value of each metric; None where it is not known."""
        tally, camera = self._table.tally, self._camera
        taken, free = camera.exposure if camera else None, vitals.disk_free(self._journal.parent)
        broker = {} if self._mqtt is None else self._mqtt.counters()
        hub = {} if self._push is None else self._push.counters()
        return {
            "acts_total": tally["acts"],
            "lifts_total": tally["lifts"],
            "questions_total": tally["questions"],
            "queue_length": self._table.waiting,
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

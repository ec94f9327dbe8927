"""When the lamp over the board is full, and when dim.

              nothing has happened for `dim_after_s`
        +------------------------------------------------> FADING ----> DIM
       FULL                                                   |          |
        ^                                                     |          |
        +-----------------------------------------------------+----------+
              anything happens: `wake`, at once and in the caller's thread

Dice are read at full light alone. A throw moves in the picture before it is read: the first movement wakes the lamp
between two pictures, dice are read when nothing has moved for `camera.settle_ms`, and the change of light is a movement itself.
It fades over seconds, in steps smaller than what the watcher takes for a movement.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Final, Protocol

from hardware.errors import LampUnusable

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger(__name__)

FADE_S: Final = 4.0
STEP_S: Final = 0.05


class Dimmer(Protocol):
    """What sets the light: the Pi's PWM, or the simulated table."""

    def set_level(self, level: float) -> None:
        """Set the share of full light, 0 to 1. Raise LampUnusable."""
        ...


class TableLamp:
    """The lamp of a table, full from the start. `dim`: the share of full light while nobody plays; `clock` in seconds."""

    def __init__(self, dimmer: Dimmer, *, dim: float, dim_after_s: float, clock: Callable[[], float]) -> None:
        self._dimmer, self._dim, self._after, self._clock = dimmer, dim, dim_after_s, clock
        self._lock, self._changed, self._stopping = threading.Lock(), threading.Event(), threading.Event()
        self._level, self._woken = 0.0, clock()
        self._thread = threading.Thread(target=self._run, name="lamp", daemon=True)
        self.wake()

    @property
    def level(self) -> float:
        """Return the share of full light that was set last."""
        return self._level

    def start(self) -> None:
        """Begin to dim when nobody plays."""
        self._thread.start()

    def wake(self) -> None:
        """Give full light now, from any thread: somebody is there."""
        with self._lock:
            self._woken = self._clock()
            if self._level < 1 and not self._stopping.is_set():
                self._set(1.0)
                self._changed.set()

    def fade(self) -> float | None:
        """Set the light that is due. Return the seconds until the next step, None if there is none before the lamp is woken."""
        with self._lock:
            if self._stopping.is_set():
                return None
            faded = self._clock() - self._woken - self._after
            if faded < 0:
                return -faded
            self._set(max(self._dim, 1 - (1 - self._dim) * faded / FADE_S))
            return STEP_S if self._level > self._dim else None

    def stop(self) -> None:
        """Leave the lamp dim: the next start of the table takes it up from there."""
        with self._lock:
            self._stopping.set()
            self._changed.set()
            self._set(self._dim)
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._changed.clear()
            self._changed.wait(self.fade())

    def _set(self, level: float) -> None:
        """Set the light, with the lock held. A lamp that fails stays as it is; the evening goes on."""
        try:
            self._dimmer.set_level(level)
        except LampUnusable as error:
            if self._level != level:
                log.error("lamp: %s", error)  # noqa: TRY400 - the sentence is enough
        self._level = level

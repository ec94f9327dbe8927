"""The camera above the simulated table: takes pictures at its frame rate, by the table's clock or in real time."""

import threading
import time
from collections.abc import Callable

from hardware.errors import CameraBusy
from hardware.frame import Frame
from hardware.simulated.simulated_table import SimulatedTable


class SimulatedCamera:
    """A Camera (see hardware.cameras.base) that looks at a SimulatedTable.

    Each read advances the table's time by 1/fps, calls `on_tick(now)`, in which the players act, and takes the picture. With
    `realtime` it waits until that picture is due; if the reader is too slow, the table's time runs slower.
    """

    name = "simulated"

    def __init__(
        self, table: SimulatedTable, *, realtime: bool, on_tick: Callable[[float], None] | None = None
    ) -> None:
        self.table = table
        self._realtime, self.on_tick = realtime, on_tick
        self._stopped = threading.Event()
        self._opened = False
        self._due = 0.0

    def open(self) -> None:
        """Start the camera; the first picture is due at once. In real time, slow drawings are made in advance."""
        if self._realtime:
            self.table.painter.warm_up()
        self._opened = True
        self._due = time.monotonic()

    def read(self) -> Frame | None:
        """Take the next picture; return None once `stop` has been called. Raise CameraBusy if the camera is not open."""
        if not self._opened:
            raise CameraBusy("the simulated camera is not open; open it before reading.")
        if self._realtime:
            # pictures that are too late are skipped: no burst to catch up
            self._due = max(self._due + 1 / self.table.fps, time.monotonic() - 3 / self.table.fps)
            self._stopped.wait(max(0.0, self._due - time.monotonic()))
        if self._stopped.is_set():
            return None
        self.table.advance(1 / self.table.fps)
        if self.on_tick is not None:
            self.on_tick(self.table.now)
        return Frame(pixels=self.table.render(), at=self.table.now)

    def close(self) -> None:
        """Stop delivering pictures; the table stays as it is."""
        self._opened = False

    def stop(self) -> None:
        """End the recording: the next read, from any thread, returns None."""
        self._stopped.set()

"""What feeds systemd's watchdog: the frame loop where there is a camera, else the table's own thread.

A beat goes through the table's queue like everything else and is told to systemd by the table's thread: so a table that
hangs is noticed as well as a camera that does. A camera that is not there beats too (`Eye`): starting anew brings none.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

    from knobeltisch.notify import Notifier

log = logging.getLogger(__name__)

BEATS: Final = 4  # how often the watchdog is fed in the time that it waits
SILENT: Final = 0.6  # after this share of that time a silent camera is written down as the reason
LOOKS: Final = (
    30  # how often in that time it is looked for; fed shortly before, the watchdog strikes at 1 - 1/BEATS
)
FedBy = Literal["camera", "table", "nothing"]


class Heart:
    """Feeds the watchdog of `notifier` through `soon`, which has something done in the table's thread.

    `silent` is told once why the next start had to be, and nothing when the camera sends pictures again.
    """

    def __init__(
        self,
        notifier: Notifier,
        *,
        soon: Callable[[Callable[[], None]], None],
        silent: Callable[[str], None],
    ) -> None:
        self._notifier, self._soon, self._silent = notifier, soon, silent
        self._watching: Callable[[], bool] = lambda: False
        self._waits = notifier.watchdog_s
        self._fed = self._beaten = time.monotonic()
        self._warned = False
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="heart", daemon=True)

    @property
    def fed_by(self) -> FedBy:
        """Say what feeds the watchdog: `nothing` where none waits."""
        if self._waits is None:
            return "nothing"
        return "camera" if self._watching() else "table"

    def start(self, *, watching: Callable[[], bool]) -> None:
        """Begin to beat, where a watchdog waits. `watching` tells whether a frame loop runs."""
        self._watching = watching
        if self._waits is not None:
            self._beaten = time.monotonic()
            self._thread.start()

    def stop(self) -> None:
        """Beat no more: systemd waits for the end now."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def beat(self) -> None:
        """Take one turn of the frame loop."""
        if self._waits is None:
            return
        self._beaten = time.monotonic()
        if self._warned:
            self._warned = False
            self._silent("")
        self._feed_when_due(self._waits)

    def _feed_when_due(self, waits: float) -> None:
        if time.monotonic() - self._fed >= waits / BEATS:
            self._fed = time.monotonic()
            self._soon(self._notifier.alive)

    def _run(self) -> None:
        assert self._waits is not None
        while not self._stopping.wait(self._waits / LOOKS):
            if not self._watching():
                self._feed_when_due(self._waits)
            elif time.monotonic() - self._beaten > SILENT * self._waits and not self._warned:
                self._warned = True
                self._warn(f"The camera has sent no picture for {time.monotonic() - self._beaten:.0f} s.")

    def _warn(self, sentence: str) -> None:
        log.error("%s If none comes, the watchdog starts the table anew.", sentence)
        self._silent(sentence)
        self._notifier.status(sentence)

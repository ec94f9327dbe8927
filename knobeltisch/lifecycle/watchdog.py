"""What feeds systemd's watchdog: the frame loop where there is a camera, else the table's own thread.

A beat goes through the table's queue like everything else, and the table's thread sends it to systemd: so a table that
hangs is noticed as well as a camera that does. A missing camera beats too (`FrameLoop`): a restart brings none.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

    from knobeltisch.device.sd_notify import Notifier

log = logging.getLogger(__name__)

BEATS: Final = 4  # how often the watchdog is fed in the time that it waits
QUIET: Final = 0.1  # after this share of that time the page says that no picture comes
SILENT: Final = 0.6  # after this share of that time a silent camera is written down as the reason
LOOKS: Final = (
    30  # how often in that time it is looked for; fed shortly before, the watchdog strikes at 1 - 1/BEATS
)
FedBy = Literal["camera", "table", "nothing"]


class Watchdog:
    """Feeds the watchdog of `notifier` through `schedule`, which has something done in the table's thread.

    `silent` is called once with the reason for the next start, and with "" when the camera sends pictures again. `start` takes
    the call that warns people: long before that, because nobody who throws should wait for a blind camera.
    """

    def __init__(
        self,
        notifier: Notifier,
        *,
        schedule: Callable[[Callable[[], None]], None],
        silent: Callable[[str], None],
    ) -> None:
        self._notifier, self._schedule, self._silent = notifier, schedule, silent
        self._watching: Callable[[], bool] = lambda: False
        self._quiet: Callable[[str], None] = lambda _why: None
        self._waits = notifier.watchdog_s
        self._fed = self._beaten = time.monotonic()
        self._told = self._warned = False
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)

    @property
    def fed_by(self) -> FedBy:
        """Return what feeds the watchdog: `nothing` where none waits."""
        if self._waits is None:
            return "nothing"
        return "camera" if self._watching() else "table"

    def start(
        self, *, watching: Callable[[], bool], quiet: Callable[[str], None] = lambda _why: None
    ) -> None:
        """Begin to beat, where a watchdog waits. `watching`: whether a frame loop runs; `quiet` is called when no picture comes."""
        self._watching, self._quiet = watching, quiet
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
        self._told = False
        if self._warned:
            self._warned = False
            self._silent("")
        self._feed_when_due(self._waits)

    def _feed_when_due(self, waits: float) -> None:
        if time.monotonic() - self._fed >= waits / BEATS:
            self._fed = time.monotonic()
            self._schedule(self._notifier.alive)

    def _run(self) -> None:
        assert self._waits is not None
        while not self._stopping.wait(self._waits / LOOKS):
            if not self._watching():
                self._feed_when_due(self._waits)
            else:
                self._listen(self._waits)

    def _listen(self, waits: float) -> None:
        """Tell how long the camera has been silent: people first, then the next start."""
        silence = time.monotonic() - self._beaten
        sentence = f"The camera has sent no picture for {silence:.0f} s."
        if silence > QUIET * waits and not self._told:
            self._told = True
            self._quiet(sentence)
        if silence > SILENT * waits and not self._warned:
            self._warned = True
            self._warn(sentence)

    def _warn(self, sentence: str) -> None:
        log.error("%s If none comes, the watchdog restarts the table.", sentence)
        self._silent(sentence)
        self._notifier.status(sentence)

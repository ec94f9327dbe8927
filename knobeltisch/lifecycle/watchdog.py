"""Feeds systemd's watchdog: from the camera if there is one, otherwise from the table's own thread.

A beat goes through the table's queue, and the table's thread sends it to systemd, so that a hanging table and a hanging camera
are both noticed. If there is no camera, `TableCamera` beats too, since a restart would not help.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import Final, Literal

from knobeltisch.device.sd_notify import Notifier

log = logging.getLogger(__name__)

BEATS: Final = 4  # beats per watchdog interval
QUIET: Final = 0.1  # after this share of the interval the page shows that no picture comes
SILENT: Final = 0.6  # after this share of the interval a silent camera is saved as the reason
LOOKS: Final = 30  # checks per interval; fed just before, the watchdog strikes at 1 - 1/BEATS
FedBy = Literal["camera", "table", "nothing"]


class Watchdog:
    """Feeds the watchdog of `notifier`; `schedule` runs a function in the table's thread.

    `silent` is called once when the camera falls silent, with the sentence to save as the reason in case the watchdog restarts
    the table, and with "" when pictures come again. `ticks` is a monotonic clock, in seconds.
    """

    def __init__(
        self,
        notifier: Notifier,
        *,
        schedule: Callable[[Callable[[], None]], None],
        silent: Callable[[str], None],
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        self._notifier, self._schedule, self._silent, self._ticks = notifier, schedule, silent, ticks
        self._watching: Callable[[], bool] = lambda: False
        self._quiet: Callable[[str], None] = lambda _why: None
        self._waits = notifier.watchdog_s
        self._fed = self._beaten = self._ticks()
        self._notified = self._warned = False
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)

    @property
    def fed_by(self) -> FedBy:
        """What feeds the watchdog: "camera" or "table"; "nothing" if there is no watchdog."""
        if self._waits is None:
            return "nothing"
        return "camera" if self._watching() else "table"

    def start(
        self, *, watching: Callable[[], bool], quiet: Callable[[str], None] = lambda _why: None
    ) -> None:
        """Start feeding the watchdog, if there is one.

        `watching`: whether a camera should be sending pictures. `quiet` is called early with a warning when no picture
        comes.
        """
        self._watching, self._quiet = watching, quiet
        if self._waits is not None:
            self._beaten = self._ticks()
            self._thread.start()

    def stop(self) -> None:
        """Stop feeding it; systemd then waits for the program to end."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def beat(self) -> None:
        """Note that the camera has sent a picture, and feed the watchdog if due."""
        if self._waits is None:
            return
        self._beaten = self._ticks()
        self._notified = False
        if self._warned:
            self._warned = False
            self._silent("")
        self._feed_when_due(self._waits)

    def _feed_when_due(self, waits: float) -> None:
        if self._ticks() - self._fed >= waits / BEATS:
            self._fed = self._ticks()
            self._schedule(self._notifier.alive)

    def _run(self) -> None:
        assert self._waits is not None
        while not self._stopping.wait(self._waits / LOOKS):
            if not self._watching():
                self._feed_when_due(self._waits)
            else:
                # Report a silent camera: first to the people, then to the next start.
                silence = self._ticks() - self._beaten
                sentence = f"The camera has sent no picture for {silence:.0f} s."
                if silence > QUIET * self._waits and not self._notified:
                    self._notified = True
                    self._quiet(sentence)
                if silence > SILENT * self._waits and not self._warned:
                    self._warned = True
                    log.error("%s If none comes, the watchdog restarts the table.", sentence)
                    self._silent(sentence)
                    self._notifier.status(sentence)

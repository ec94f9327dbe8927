"""Switching the device off: first the journal is closed, then the lamps show it, then systemd is asked.

Everything shown is always on disk, so pulling the plug is allowed. An orderly shutdown also closes the journal, and nothing is
counted that nobody would see.
"""

from __future__ import annotations

import logging
from concurrent.futures import TimeoutError as TookTooLong
from typing import TYPE_CHECKING

from knobeltisch.errors import CommandError, Denied
from knobeltisch.status import Notice

if TYPE_CHECKING:
    from collections.abc import Callable

    from knobeltisch.device.power import SystemPower
    from knobeltisch.storage.journal import Journal
    from knobeltisch.table.table import Table

log = logging.getLogger(__name__)

GOING: Notice = Notice(key="off", message="The table is switching off; everything is saved.")


class Shutdown:
    """The power switch, after the table is closed."""

    def __init__(self, power: SystemPower, *, table: Table, journal: Journal) -> None:
        self._power, self._table, self._journal = power, table, journal
        self.say_safe: Callable[[bool], None] = lambda _safe: None
        """Lights the lamps that show it is safe, or restores them."""

    def switch_off(self) -> None:
        """Switch off. Raise Denied with a sentence when the device refuses; the table goes on then."""
        try:
            self._table.between_acts(self._close_and_end)
        except CommandError as error:
            raise Denied(error.code, str(error)) from error
        except TookTooLong:
            log.exception("the table does not answer; the device is switched off anyway")
            self._power.switch_off()

    def restart(self) -> None:
        """Restart the device. Raise Denied with a sentence when it refuses."""
        self._power.restart()

    def switch_off_by_panel(self) -> None:
        """Switch off on a press of the panel; the page shows a refusal."""
        try:
            self.switch_off()
        except Denied as error:
            log.warning("%s", error)

    def _close_and_end(self) -> None:
        """Close the files and ask systemd to switch off; in the table's thread, so that no act is interrupted."""
        self._journal.close()
        self.say_safe(True)  # noqa: FBT003 - one lamp, lit or not
        try:
            self._power.switch_off()
        except Denied as error:
            self._journal.reopen()
            self.say_safe(False)  # noqa: FBT003 - as above
            raise CommandError(error.code, str(error)) from error
        self._table.refuse_all(GOING)

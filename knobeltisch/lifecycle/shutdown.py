"""Switching the device off: systemd stops the table, and the lamps show when it is safe. Shown acts are on disk at any time."""

from __future__ import annotations

import logging
from concurrent.futures import TimeoutError as TookTooLong
from typing import TYPE_CHECKING

from knobeltisch.errors import CommandError, Denied
from knobeltisch.status import Notice

if TYPE_CHECKING:
    from collections.abc import Callable

    from knobeltisch.device.power import SystemPower
    from knobeltisch.table.table import Table

log = logging.getLogger(__name__)

GOING: Notice = Notice(key="off", message="The table is switching off; everything is saved.")


class Shutdown:
    """The power switch."""

    def __init__(self, power: SystemPower, table: Table) -> None:
        self._power, self._table = power, table
        self.say_safe: Callable[[], None] = lambda: None
        """Lights the lamps that show it is safe."""

    def switch_off(self) -> None:
        """Switch off. Raise Denied when the device refuses; the table goes on then."""
        try:
            self._table.between_acts(self._end)
        except CommandError as error:
            raise Denied(error.code, str(error)) from error
        except TookTooLong:
            log.exception("the table does not answer; the device is switched off anyway")
            self._power.switch_off()

    def restart(self) -> None:
        """Restart the device. Raise Denied when it refuses."""
        self._power.restart()

    def switch_off_by_panel(self) -> None:
        """Switch off on a press of the panel; the page shows a refusal."""
        try:
            self.switch_off()
        except Denied as error:
            log.warning("%s", error)

    def _end(self) -> None:
        """Ask systemd to switch off, in the table's thread, so that no act is interrupted."""
        try:
            self._power.switch_off()
        except Denied as error:
            raise CommandError(error.code, str(error)) from error
        self.say_safe()
        self._table.refuse_all(GOING)

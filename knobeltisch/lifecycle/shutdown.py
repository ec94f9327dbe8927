"""Switches the device off: systemd stops the table, and the lamps show when it is safe. Acts shown are always on disk."""

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
    """Switches the device off or restarts it, for the page and the panel."""

    def __init__(self, power: SystemPower, table: Table) -> None:
        self._power, self._table = power, table
        self.say_safe: Callable[[], None] = lambda: None
        """Makes the lamps show that all is saved."""

    def switch_off(self) -> None:
        """Switch the device off, even if the table hangs. Raise Denied if systemd refuses; the table then goes on."""
        try:
            self._table.between_acts(self._end)
        except CommandError as error:
            raise Denied(error.code, str(error)) from error
        except TookTooLong:
            log.exception("the table does not answer; the device is switched off anyway")
            self._power.switch_off()

    def restart(self) -> None:
        """Restart the device. Raise Denied if systemd refuses."""
        self._power.restart()

    def switch_off_by_panel(self) -> None:
        """Switch the device off after a press on the panel; the page shows a refusal."""
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

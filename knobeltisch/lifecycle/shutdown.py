"""Switching the device off: first the journal is closed, then the lamps say so, then systemd is asked.

Whatever was shown is on disk at any moment, and pulling the plug is allowed. Going off in order adds that the journal is
closed, and that nothing more is counted which nobody would see.
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

GOING: Notice = Notice(key="off", message="The table is going off; everything is written down.")


class Shutdown:
    """The device's switch, with the table seen to first. `say_safe` lights the lamps that say it, or puts them back."""

    def __init__(
        self,
        power: SystemPower,
        *,
        table: Table,
        journal: Journal,
        say_safe: Callable[[bool], None] | None = None,
    ) -> None:
        self._power, self._table, self._journal = power, table, journal
        self._say_safe = say_safe or (lambda _safe: None)

    def off(self) -> None:
        """Switch off. Raise Denied with a sentence when the device refuses; the table goes on then."""
        try:
            self._table.between_acts(self._go)
        except CommandError as error:
            raise Denied(error.code, str(error)) from error
        except TookTooLong:
            log.exception("the table does not answer; the device is switched off all the same")
            self._power.off()

    def restart(self) -> None:
        """Restart the device. Raise Denied with a sentence when it refuses."""
        self._power.restart()

    def asked(self) -> None:
        """Switch off as the panel asks; the page shows a refusal."""
        try:
            self.off()
        except Denied as error:
            log.warning("%s", error)

    def _go(self) -> None:
        """Close up and ask for the end; in the table's thread, so that no act is halfway."""
        self._journal.close()
        self._say_safe(True)  # noqa: FBT003 - one lamp, lit or not
        try:
            self._power.off()
        except Denied as error:
            self._journal.reopen()
            self._say_safe(False)  # noqa: FBT003 - as above
            raise CommandError(error.code, str(error)) from error
        self._table.refuse_all(GOING)

"""Sends the league's reminders in a thread of its own, with the house's backoff while the mail server is away."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from knobeltisch.device.retry import LATER_S, RetryingThread
from knobeltisch.errors import RetryLater
from league.club.reminders import send_by, send_due
from league.errors import LeagueError

if TYPE_CHECKING:
    from league.club.reminders import MailServer
    from league.database import Database

EVERY_S: Final = 900.0
"""How often it looks for deadlines that are near."""
LONGEST_PAUSE_S: Final = 3600.0


class ReminderThread(RetryingThread):
    """Look every quarter of an hour for captains to remind, and send them a mail each."""

    def __init__(
        self, database: Database, server: MailServer, *, every: float = EVERY_S, pause: float = LATER_S
    ) -> None:
        super().__init__("reminders", every=every)
        self._database, self._send, self._pause = database, partial(send_by, server), pause

    def attempt(self) -> None:
        """Send what is due. Raise RetryLater while database or mail server are away."""
        try:
            send_due(self._database, self._send)
        except LeagueError as error:
            raise RetryLater(str(error), pause=self._pause, longest=LONGEST_PAUSE_S) from error
        finally:
            self._database.close()

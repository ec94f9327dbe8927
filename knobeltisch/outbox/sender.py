"""Send games or match reports to one target, whenever some of them change.

Nothing is noted when a game ends: what the source has now is compared with what was sent. So a power cut between a
game's end and the outbox loses nothing, and an entry whose acknowledgement was lost is not kept twice.
"""

from __future__ import annotations

import logging
import sqlite3
from typing import TYPE_CHECKING, Any, Final

from knobeltisch.archive.consent import WITH_NAMES
from knobeltisch.archive.known_people import PEOPLE
from knobeltisch.device import retry
from knobeltisch.device.unreached import describe_failure
from knobeltisch.errors import HistoryMismatch, PushTrouble
from knobeltisch.outbox.outbox import DamagedOutbox
from knobeltisch.outbox.target import push

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from knobeltisch.archive.chronicle import Chronicle
    from knobeltisch.config import TargetConfig
    from knobeltisch.outbox.outbox import Outbox, Progress
    from knobeltisch.outbox.outgoing_games import GameSource
    from knobeltisch.storage.store import Store
    from knobeltisch.table.scoreboard import Scoreboard

log = logging.getLogger(__name__)

SLICE_S: Final = 0.5
CALM_S: Final = 0.5
"""Seconds to wait for more after a change: a correction follows an end closely."""


class ChangeDetector:
    """Detect changes that may affect what is sent: a game, or whose names may go."""

    def __init__(self, chronicle: Chronicle, store: Store) -> None:
        self._chronicle, self._store = chronicle, store

    def __call__(self) -> tuple[int, str]:
        """Return a value that differs after a change."""
        return self._chronicle.turns, repr((self._store.get(WITH_NAMES), self._store.get(PEOPLE)))


class Sender(retry.RetryingThread):
    """Send to one target."""

    def __init__(
        self,
        name: str,
        config: TargetConfig,
        *,
        table: str,
        source: GameSource,
        outbox: Outbox,
        board: Scoreboard,
        change: Callable[[], object],
    ) -> None:
        super().__init__(f"push {name}")
        self.name, self._config, self._table = name, config, table
        self._source, self._outbox, self._board, self._change = source, outbox, board, change
        self._version, self._over = 0, False
        self._seen: object = None
        self._progress: Progress | None = None
        self._reached, self._pushed, self._resent = False, 0, 0

    @property
    def has_sent_all(self) -> bool:
        """Whether the source was compared once, and nothing of it waits."""
        return self._progress is not None and not self._progress.waiting

    def counters(self) -> Mapping[str, int]:
        """Return the counters since the start, how many entries wait, and whether the last push was taken."""
        return {
            "reached": int(self._reached),
            "waiting": 0 if self._progress is None else self._progress.waiting,
            "pushed": self._pushed,
            "anew": self._resent,
        }

    def attempt(self) -> None:
        """Wait a moment for news, and send what waits. Raise PushTrouble."""
        try:
            # Wait a moment for finished games, and add them to the outbox.
            shown: Mapping[str, Any] | None = self._board.wait(self._version, SLICE_S)
            if shown is not None:
                self._version, self._over = shown["version"], bool(shown.get("ended"))
            seen = (self._change(), self._over)
            if seen != self._seen:
                if self._seen is not None:
                    self.stopping.wait(CALM_S)
                self._add_changes()
                self._seen = seen
            if not self._reached or (self._progress is not None and self._progress.waiting):
                self._send_waiting()
        except HistoryMismatch as error:
            self._reached = False
            self._send_everything_again(str(error))
        except DamagedOutbox as error:
            self._reached, self._seen = False, None
            try:
                self._outbox.replace_damaged()
            except (sqlite3.Error, OSError) as failed:
                raise PushTrouble(
                    f"the outbox is damaged ({error}) and cannot be rebuilt: {failed}", pause=retry.LATER_S
                ) from failed
        except sqlite3.Error as error:
            self._reached, self._seen = False, None
            raise PushTrouble(f"{self.name}: {describe_failure(error)}", pause=retry.LATER_S) from error
        except BaseException:
            self._reached = False
            raise

    def _add_changes(self) -> None:
        games = self._source.games()
        self._progress = self._outbox.progress(self.name, self._config.url)
        if self._outbox.add_changed(self.name, games):
            self._progress = self._outbox.progress(self.name, self._config.url)

    def _send_waiting(self) -> None:
        """Send what waits; an empty push asks whether the target is there. Raise HistoryMismatch and PushTrouble."""
        while not self.stopping.is_set():
            progress = self._progress = self._outbox.progress(self.name, self._config.url)
            entries = self._outbox.waiting(self.name)
            taken = push(self._config, self._table, progress.box, entries)
            if not progress.taken <= taken <= progress.last:
                raise HistoryMismatch(
                    f"{self._config.url} has {taken} of {progress.last} entries, and had {progress.taken}"
                )
            if not entries:
                break
            self._outbox.note_arrived(self.name, entries[-1].seq)  # more than that may be another sender's
            self._pushed += len(entries)
        self._reached = True

    def _send_everything_again(self, why_so: str) -> None:
        """Start a new box. Raise PushTrouble, so that the next attempt sends it."""
        log.warning("%s; all games are sent again", why_so.rstrip("."))
        self._resent += 1
        self._outbox.start_new_box(self.name, self._config.url)
        self._add_changes()
        raise PushTrouble(
            f"{why_so.rstrip('.')}; all games are sent again.", pause=retry.SOON_S, longest=retry.LATER_S
        )

"""Sends games or match reports to one target whenever some of them change.

The source's content is compared with the record of everything sent, so a power cut between a game's end and the outbox loses
nothing, and an entry whose acknowledgement was lost is not stored twice.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from knobeltisch.config import TargetConfig
from knobeltisch.device import retry
from knobeltisch.errors import HistoryMismatch, PushTrouble
from knobeltisch.outbox.outbox import OutboxDamaged, open_outbox
from knobeltisch.outbox.outgoing_games import OutgoingGame
from knobeltisch.outbox.target import push
from knobeltisch.table.scoreboard import Scoreboard
from tournament.wire import first_batch

log = logging.getLogger(__name__)

SLICE_S: Final = 0.5
CALM_S: Final = 0.5
"""Seconds to wait after a change, since a correction often follows an end closely."""


class Sender(retry.RetryingThread):
    """Sends to one target, with the outbox at `path`.

    `source` returns all current games, in order; it is called when the value of `change` has changed, or when `board` shows the
    end of a game. `note` is called with the sentence about a damaged outbox.
    """

    def __init__(
        self,
        name: str,
        config: TargetConfig,
        *,
        table: str,
        source: Callable[[], Sequence[OutgoingGame]],
        path: Path,
        board: Scoreboard,
        change: Callable[[], object],
    ) -> None:
        super().__init__(f"push {name}")
        self.name, self._config, self._table = name, config, table
        self._source, self._path, self._board, self._change = source, path, board, change
        self.note: Callable[[str], None] = log.warning
        self.delivered: Callable[[Sequence[OutgoingGame]], object] = len
        """Called with what the source returned, once the target has all of it."""
        self._version, self._over = 0, False
        self._sent: object = None
        self._waiting: int | None = None
        self._reached, self._pushed, self._resent = False, 0, 0

    @property
    def has_sent_all(self) -> bool:
        """Whether the source was compared at least once and nothing is waiting."""
        return self._waiting == 0

    def counters(self) -> Mapping[str, int]:
        """Return the counters since the start (`anew`: of full resends), how many entries wait, and whether the last push worked."""
        return {
            "reached": int(self._reached),
            "waiting": self._waiting or 0,
            "pushed": self._pushed,
            "anew": self._resent,
        }

    def attempt(self) -> None:
        """Wait a moment for changes, and send any. Raise PushTrouble if that fails."""
        shown: Mapping[str, Any] | None = self._board.wait(self._version, SLICE_S)
        if shown is not None:
            self._version, self._over = shown["version"], bool(shown.get("ended"))
        now = (self._change(), self._over)
        if now == self._sent:
            return
        if self._sent is not None:
            self.stopping.wait(CALM_S)
        self._reached = False
        try:
            self._send()
        except OutboxDamaged as error:
            self.note(str(error))
            raise
        self._reached, self._sent = True, now

    def _send(self) -> None:
        """Send what the target does not have. Raise PushTrouble if that fails.

        An empty push asks what has arrived; later entries are written again with their current content.
        """
        games = self._source()
        with open_outbox(self._path, self.name, self._config.url) as outbox:
            self._waiting = len(outbox.changed_entries(games))
            outbox.note_position(waiting=self._waiting)
            try:
                outbox.forget_unsent(push(self._config, self._table, outbox.box, ()))
                entries = outbox.changed_entries(games)
                while (batch := first_batch(entries)) and not self.stopping.is_set():
                    outbox.note_sending(batch)
                    push(self._config, self._table, outbox.box, batch)
                    del entries[: len(batch)]
                    self._pushed, self._waiting = self._pushed + len(batch), len(entries)
                    outbox.note_position(batch[-1].seq, waiting=len(entries))
                self._waiting = len(entries)
                if not entries:
                    self.delivered(games)
            except HistoryMismatch as error:
                log.warning("%s; everything is sent again", str(error).rstrip("."))
                self._resent += 1
                outbox.start_new_box()
                raise PushTrouble(
                    f"{str(error).rstrip('.')}; everything is sent again.",
                    pause=retry.SOON_S,
                    longest=retry.LATER_S,
                ) from error

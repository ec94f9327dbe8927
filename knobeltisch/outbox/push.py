"""Push a table's games to a hub, to a league, or to both. One thread for each; the table waits for none of them.

The content follows from the journal and is compared with what was sent: a power cut between a game's end and the outbox
loses nothing, and an entry whose acknowledgement was lost is not sent twice.
"""

from __future__ import annotations

import logging
import secrets
import sqlite3
import time
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from knobeltisch.archive.consent import WITH_NAMES, Consent
from knobeltisch.archive.known import PEOPLE, People
from knobeltisch.device import retry
from knobeltisch.device.unreached import describe_failure
from knobeltisch.errors import HistoryMismatch, PushTrouble, StoreError
from knobeltisch.outbox.box import KEPT_IN, DamagedOutbox, Outbox, State, open_outbox
from knobeltisch.outbox.hub_poller import HubPoller
from knobeltisch.outbox.outgoing_games import TargetGames
from knobeltisch.outbox.wire import push
from knobeltisch.status import Notice

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from knobeltisch.archive.chronicle import Chronicle
    from knobeltisch.config import Config, PushConfig, TargetConfig
    from knobeltisch.outbox.outgoing_games import GameSource
    from knobeltisch.storage.store import Store
    from knobeltisch.table.board import Scoreboard
    from knobeltisch.table.table import Table
    from tournament.wire import Entry

log = logging.getLogger(__name__)

KEY: Final = "push"
"""The store's key for it: the table's own name, and the start time for each target."""
SLICE_S: Final = 0.5
CALM_S: Final = 0.5
"""Seconds to wait for more after news: a correction follows an end closely."""


class Push:
    """All pushes of a table; the table reports a damaged outbox.

    Made before the table starts.
    """

    def __init__(self, config: Config, *, table: Table, chronicle: Chronicle, store: Store) -> None:
        wanted = config.targets
        people, consent = People(store, chronicle.evenings), Consent(store, chronicle.evenings)
        kept = _load_push_state(store, wanted)
        news = News(chronicle, store)
        self._outbox = _open_or_rebuild(config.journal.path.with_name(KEPT_IN), table)
        self._senders = [
            Sender(
                name,
                target,
                table=kept["table"],
                telling=TargetGames(
                    chronicle,
                    people,
                    consent.given_of,
                    names=target.names,
                    since=kept["since"][name] if target.since is None else _begin(target),
                ),
                outbox=self._outbox,
                board=table.board,
                news=news,
            )
            for name, target in wanted.items()
            if self._outbox is not None
        ]
        self._asking = (
            HubPoller(config, told=kept["table"], table=table, store=store, knows_all=self._hub_knows_all)
            if "hub" in wanted
            else None
        )

    def _hub_knows_all(self) -> bool:
        """Whether every finished game has arrived at the hub; False without an outbox."""
        return any(sender.name == "hub" and sender.told_all for sender in self._senders)

    def start(self) -> None:
        """Start checking and sending without blocking."""
        for sender in self._senders:
            sender.start()
        if self._asking is not None:
            self._asking.start()

    def stop(self) -> None:
        """Stop; what has not arrived is sent after the next start."""
        if self._asking is not None:
            self._asking.stop()
        for sender in self._senders:
            sender.stop()
        if self._outbox is not None:
            self._outbox.close()

    def counts(self) -> Mapping[str, Mapping[str, int]]:
        """Return by target the counters since the start, and how many entries wait."""
        return {sender.name: sender.counts() for sender in self._senders}


def _begin(target: PushConfig) -> float:
    assert target.since is not None
    return datetime.combine(target.since, datetime.min.time()).astimezone().timestamp()


def _load_push_state(store: Store, wanted: Mapping[str, PushConfig]) -> dict[str, Any]:
    """Return the table's own name and the start time for each target; create missing ones."""
    raw = store.get(KEY)
    kept = raw if isinstance(raw, dict) else {}
    table, since = kept.get("table"), kept.get("since")
    since = {
        name: at
        for name, at in (since if isinstance(since, dict) else {}).items()
        if isinstance(at, float | int)
    }
    new = {
        "table": table if isinstance(table, str) and table else secrets.token_hex(8),
        "since": {name: time.time() for name in wanted} | since,
    }
    if new != kept:
        try:
            store.put(KEY, new)
        except StoreError as error:
            log.warning("%s", error)
    return new


def _open_or_rebuild(path: Path, table: Table) -> Outbox | None:
    """Open the outbox; rebuild a damaged one from the journal, with a notice at the table."""
    try:
        outbox, aside = open_outbox(path)
    except (sqlite3.Error, OSError) as error:
        log.warning("No games are sent until the next start: %s cannot be used (%s)", path, error)
        return None
    if aside is not None:
        table.begins_with(_damage_notice(aside))
    outbox.renewed = lambda kept: table.soon(lambda: table.begins_with(_damage_notice(kept)))
    return outbox


def _damage_notice(aside: Path) -> Notice:
    """Return the notice for an outbox that was set aside."""
    told = (
        f"The list of games to send was damaged, and is kept in {aside.name}. It is rebuilt from the journal."
    )
    log.warning("%s", told)
    return Notice(key="outbox_mended", message=told)


class News:
    """Detect changes that may affect what is sent: a game, or whose names may go."""

    def __init__(self, chronicle: Chronicle, store: Store) -> None:
        self._chronicle, self._store = chronicle, store
        self._known: tuple[int, str] = (-1, "")

    def __call__(self) -> tuple[int, str]:
        """Return a value that differs after a change; it reads the house's lists only after a write."""
        count = self._store.count
        if count != self._known[0]:
            self._known = (count, repr((self._store.get(WITH_NAMES), self._store.get(PEOPLE))))
        return self._chronicle.turns, self._known[1]


class Sender(retry.RetryingThread):
    """Send to one target."""

    def __init__(
        self,
        name: str,
        config: TargetConfig,
        *,
        table: str,
        telling: GameSource,
        outbox: Outbox,
        board: Scoreboard,
        news: Callable[[], object],
    ) -> None:
        super().__init__(f"push {name}")
        self.name, self._config, self._table = name, config, table
        self._telling, self._outbox, self._board, self._news = telling, outbox, board, news
        self._version, self._over = 0, False
        self._seen: object = None
        self._state: State | None = None
        self._reached, self._pushed, self._anew = False, 0, 0

    @property
    def told_all(self) -> bool:
        """Whether the journal was searched and nothing of it waits."""
        return self._state is not None and not self._state.waiting

    def counts(self) -> Mapping[str, int]:
        """Return the counters since the start, how many entries wait, and whether the last push was taken."""
        return {
            "reached": int(self._reached),
            "waiting": 0 if self._state is None else self._state.waiting,
            "pushed": self._pushed,
            "anew": self._anew,
        }

    def attempt(self) -> None:
        """Wait a moment for news, and send what waits. Raise PushTrouble."""
        try:
            self._look_for_news()
            if not self._reached or (self._state is not None and self._state.waiting):
                self._send_waiting()
        except DamagedOutbox as error:
            self._reached, self._seen = False, None
            self._rebuild_outbox(error)
        except sqlite3.Error as error:
            self._reached, self._seen = False, None
            raise PushTrouble(f"{self.name}: {describe_failure(error)}", pause=retry.LATER_S) from error
        except BaseException:
            self._reached = False
            raise

    def _look_for_news(self) -> None:
        """Wait a moment for finished games, and add them to the outbox."""
        shown: Mapping[str, Any] | None = self._board.wait(self._version, SLICE_S)
        if shown is not None:
            self._version, self._over = shown["version"], bool(shown.get("ended"))
        seen = (self._news(), self._over)
        if seen != self._seen:
            if self._seen is not None:
                self.stopping.wait(CALM_S)
            self._add_news()
            self._seen = seen

    def _add_news(self) -> None:
        games = self._telling.games()
        self._state = self._outbox.state(self.name, self._config.url)
        if self._outbox.add(self.name, games):
            self._state = self._outbox.state(self.name, self._config.url)

    def _send_waiting(self) -> None:
        """Send what waits, and ask at least once whether the target is there. Raise PushTrouble."""
        state = self._outbox.state(self.name, self._config.url)
        try:
            while not self.stopping.is_set():
                entries = self._outbox.waiting(self.name)
                self._note_arrived(push(self._config, self._table, state.box, entries), entries)
                if not entries:
                    break
        except HistoryMismatch as error:
            self._send_everything_again(str(error))
        self._reached = True

    def _note_arrived(self, taken: int, entries: Sequence[Entry]) -> None:
        """Note which of the sent entries have arrived; the rest may be another's. Raise HistoryMismatch and PushTrouble."""
        state = self._outbox.state(self.name, self._config.url)
        if not state.taken <= taken <= state.last:
            raise HistoryMismatch(
                f"{self._config.url} has {taken} of {state.last} entries, and had {state.taken}"
            )
        if entries:
            if taken < entries[-1].seq:
                raise PushTrouble(
                    f"{self._config.url} took {taken} and not {entries[-1].seq}.", pause=retry.LATER_S
                )
            self._outbox.arrived(self.name, entries[-1].seq)
            self._pushed += len(entries)
            self._state = self._outbox.state(self.name, self._config.url)

    def _send_everything_again(self, why_so: str) -> None:
        """Start a new box. Raise PushTrouble if that was done just before, because then something is wrong there."""
        log.warning("%s; all games are sent again", why_so.rstrip("."))
        self._anew += 1
        self._outbox.begin_anew(self.name, self._config.url)
        self._add_news()
        raise PushTrouble(
            f"{why_so.rstrip('.')}; all games are sent again.", pause=retry.SOON_S, longest=retry.LATER_S
        )

    def _rebuild_outbox(self, error: DamagedOutbox) -> None:
        """Replace a damaged outbox. Raise PushTrouble."""
        try:
            self._outbox.renew()
        except (sqlite3.Error, OSError) as failed:
            raise PushTrouble(
                f"the outbox is damaged ({error}) and cannot be rebuilt: {failed}", pause=retry.LATER_S
            ) from failed

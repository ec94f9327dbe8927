"""Send to a league: the hub's own reports, from an outbox beside its file, and the relayed games of its tables."""

from __future__ import annotations

import logging
import secrets
import sqlite3
from typing import TYPE_CHECKING, Final

from knobeltisch.hub.onward.outgoing_reports import OutgoingReports
from knobeltisch.hub.onward.relay import Relay
from knobeltisch.outbox.outbox import KEPT_IN, open_outbox
from knobeltisch.outbox.sender import Sender

if TYPE_CHECKING:
    from pathlib import Path

    from knobeltisch.config import TargetConfig
    from knobeltisch.hub.hall_file import HallFile
    from knobeltisch.hub.report.signing import Signing
    from knobeltisch.hub.tournament.kept_tournament import KeptTournament
    from knobeltisch.outbox.outbox import Outbox
    from knobeltisch.table.scoreboard import Scoreboard

log = logging.getLogger(__name__)

NAME: Final = "league_name"
"""The key under which the hub keeps its own name for the league."""
TARGET: Final = "league"


class LeagueSender:
    """Send match reports to a league, and relay games, without blocking anybody. A change of `board` may mean a new report."""

    def __init__(
        self,
        config: TargetConfig,
        *,
        file: HallFile,
        tournament: KeptTournament,
        signing: Signing,
        key: Path,
        board: Scoreboard,
    ) -> None:
        self.relay = Relay(config, file)
        self._outbox = _open_outbox(file.path.with_name(KEPT_IN))
        reports = OutgoingReports(tournament, signing, key, names=config.names)
        self._sender = None
        if self._outbox is not None:
            self._sender = Sender(
                TARGET,
                config,
                table=_hub_name(file),
                source=reports,
                outbox=self._outbox,
                board=board,
                change=lambda: tournament.version,
            )

    def start(self) -> None:
        """Start sending without blocking."""
        self.relay.start()
        if self._sender is not None:
            self._sender.start()

    def stop(self) -> None:
        """Stop; what has not arrived is sent after the next start."""
        self.relay.stop()
        if self._sender is not None:
            self._sender.stop()
        if self._outbox is not None:
            self._outbox.close()


def _hub_name(file: HallFile) -> str:
    """Return the hub's own name for the league; make it if there is none. Raise StoreError."""
    name = file.get(NAME)
    if not isinstance(name, str) or not name:
        name = secrets.token_hex(8)
        file.put(NAME, name)
    return name


def _open_outbox(path: Path) -> Outbox | None:
    """Open the outbox; a damaged one is rebuilt from the hub's file."""
    try:
        outbox, aside = open_outbox(path)
    except (sqlite3.Error, OSError) as error:
        log.warning("Nothing is sent to the league until the next start: %s cannot be used (%s)", path, error)
        return None
    outbox.renewed = _warn_of_damage
    if aside is not None:
        _warn_of_damage(aside)
    return outbox


def _warn_of_damage(aside: Path) -> None:
    log.warning(
        "The outbox for the league was damaged, and is kept in %s; its reports are sent again.", aside.name
    )

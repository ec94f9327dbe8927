"""Push match reports to a league: of each round of two teams, once both captains have confirmed it as it stands.

A corrected report loses its confirmations, and no longer counts at the league until both confirm it again.
"""

from __future__ import annotations

import logging
import secrets
import sqlite3
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from knobeltisch.errors import Denied
from knobeltisch.hub.report.signing import teams_of
from knobeltisch.outbox.outbox import KEPT_IN, open_outbox
from knobeltisch.outbox.outgoing_games import OutgoingGame, short_names
from knobeltisch.outbox.sender import Sender
from scorer.json_forms.text import to_canonical
from tournament.report.names import called, people_of

if TYPE_CHECKING:
    from pathlib import Path

    from knobeltisch.config import TargetConfig
    from knobeltisch.hub.hall_file import HallFile
    from knobeltisch.hub.report.match_reports import Reports
    from knobeltisch.hub.tournament.kept_tournament import KeptTournament
    from knobeltisch.table.scoreboard import Scoreboard

log = logging.getLogger(__name__)

NAME: Final = "league_name"
"""The key under which the hub keeps its own name for the league."""


class ConfirmedReports:
    """The source of the present tournament's reports. `names`: always or never."""

    def __init__(self, tournament: KeptTournament, reports: Reports, *, names: str) -> None:
        self._tournament, self._reports, self._names = tournament, reports, names

    def games(self) -> list[OutgoingGame]:
        """Return the report of each round, in order; one that is not confirmed does not count."""
        with self._tournament.lock:
            name, state = self._tournament.name, self._tournament.state
            rounds = [] if state is None else [drawn.round for drawn in state.rounds]
            return [OutgoingGame(id=f"{name}-{number}", body=self._body(number)) for number in rounds]

    def _body(self, number: int) -> str | None:
        try:
            report = self._reports.finished(number)
        except Denied:  # it is still played, or something in it waits for the referee
            return None
        teams = () if report is None else teams_of(report.lines)
        if report is None or len(teams) != 2 or not set(teams) <= {who.team for who in report.confirmed}:
            return None
        if self._names != "always":
            people = [*people_of(report.lines), *(who.name for who in report.confirmed)]
            short = short_names(dict.fromkeys(people))
            report = replace(
                report,
                lines=called(report.lines, short.__getitem__),
                confirmed=tuple(replace(who, name=short[who.name]) for who in report.confirmed),
            )
        return to_canonical(report.to_json())


class LeaguePush:
    """The sender, with its outbox beside the hub's file. A change of `board` may mean a new report."""

    def __init__(
        self,
        config: TargetConfig,
        *,
        file: HallFile,
        tournament: KeptTournament,
        reports: Reports,
        board: Scoreboard,
    ) -> None:
        name = file.get(NAME)
        if not isinstance(name, str) or not name:
            name = secrets.token_hex(8)
            file.put(NAME, name)
        self._sender = None
        try:
            self._outbox, aside = open_outbox(file.path.with_name(KEPT_IN))
        except (sqlite3.Error, OSError) as error:
            log.warning(
                "Nothing is sent to the league until the next start: the outbox cannot be used (%s)", error
            )
            return
        self._outbox.renewed = _warn_of_damage
        if aside is not None:
            _warn_of_damage(aside)
        self._sender = Sender(
            "league",
            config,
            table=name,
            source=ConfirmedReports(tournament, reports, names=config.names),
            outbox=self._outbox,
            board=board,
            change=lambda: tournament.version,
        )

    def start(self) -> None:
        """Start sending without blocking."""
        if self._sender is not None:
            self._sender.start()

    def stop(self) -> None:
        """Stop; what has not arrived is sent after the next start."""
        if self._sender is not None:
            self._sender.stop()
            self._outbox.close()


def _warn_of_damage(aside: Path) -> None:
    log.warning(
        "The outbox for the league was damaged, and is kept in %s; its reports are sent again.", aside.name
    )

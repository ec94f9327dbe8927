"""The match reports for a league: those of two teams that both captains have signed, with the names that may leave the house.

A corrected report loses its signatures, and no longer counts at the league until it is signed again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from knobeltisch.errors import Denied
from knobeltisch.hub.report.reports import lines_of
from knobeltisch.hub.report.signed_report import signed_text
from knobeltisch.hub.report.signing import REFEREE, roles_of, signed_lines, teams_of
from knobeltisch.outbox.outgoing_games import OutgoingGame, short_names
from tournament.codec import canonical
from tournament.report.names import called, people_of
from tournament.state import is_done

if TYPE_CHECKING:
    from pathlib import Path

    from knobeltisch.hub.report.signing import Signing
    from knobeltisch.hub.tournament.kept_tournament import KeptTournament
    from knobeltisch.hub.tournament.tournament_log import TournamentLog
    from tournament.entries import Drawn
    from tournament.report.lines import Line

SIDES: Final = 2


class OutgoingReports:
    """The source of the present tournament's reports. `key`: the file of the hub's key. `names`: always or never."""

    def __init__(self, tournament: KeptTournament, signing: Signing, key: Path, *, names: str) -> None:
        self._tournament, self._signing, self._key = tournament, signing, key
        self._names = names
        self._made: dict[str, tuple[tuple[Line, ...], str]] = {}

    def games(self) -> list[OutgoingGame]:
        """Return the report of each round, in order; an unsigned one no longer counts. Raise TournamentFileError."""
        with self._tournament.lock:
            log = self._tournament.kept
        if log.state is None:
            return []
        return [
            OutgoingGame(id=f"{log.name}-{drawn.round}", body=self._body(log, drawn))
            for drawn in log.state.rounds
        ]

    def _body(self, log: TournamentLog, drawn: Drawn) -> str | None:
        lines = self._signed_lines(log, drawn)
        if lines is None:
            return None
        report = f"{log.name}-{drawn.round}"
        made = self._made.get(report)
        if made is None or made[0] != lines:
            sent, short = self._with_allowed_names(lines)
            text, _ = signed_text(sent, self._key)
            said = {"at": round(log.began(drawn), 3), "file": text, "initials": short}
            made = self._made[report] = (lines, canonical({"report": said}))
        return made[1]

    def _signed_lines(self, log: TournamentLog, drawn: Drawn) -> tuple[Line, ...] | None:
        """Return the lines of a finished round of two teams that both captains have signed as it stands; None for any other."""
        if log.state is None or not is_done(log.state, drawn):
            return None
        try:
            lines, body = lines_of(log, drawn.round)
        except Denied:  # something in it waits for the referee
            return None
        teams = teams_of(lines)
        roles = tuple(roles_of(teams))
        signed = self._signing.signed(drawn.round, body, roles)
        if len(teams) != SIDES or not {*roles} - {REFEREE} <= signed.keys():
            return None
        return (*lines, *signed_lines(signed, teams))

    def _with_allowed_names(self, lines: tuple[Line, ...]) -> tuple[tuple[Line, ...], list[str]]:
        """Return the report as it leaves the house, and its initials."""
        if self._names == "always":
            return lines, []
        short = short_names(people_of(lines))
        return called(lines, short.__getitem__), sorted(short.values())

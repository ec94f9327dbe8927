"""Sends the match reports of rounds between two teams to a league, once both captains have signed the current version.

A corrected report loses its signatures, and no longer counts at the league until both sign again.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from knobeltisch.errors import Denied, StoreError
from knobeltisch.outbox.outbox import KEPT_IN
from knobeltisch.outbox.outgoing_games import OutgoingGame, short_names
from knobeltisch.outbox.sender import Sender
from scorer.json_forms.text import to_canonical
from tournament.report.names import people_of, rename_people
from tournament.report.report_lines import teams_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from knobeltisch.hub.cup.kept_tournament import KeptTournament
    from knobeltisch.hub.cup.match_reports import MatchReports
    from knobeltisch.hub.hall_file import HallFile
    from knobeltisch.hub.hub_config import HubLeagueConfig
    from knobeltisch.table.scoreboard import Scoreboard

NAME: Final = "league_name"
"""The key under which the hub keeps its own name for the league."""


TO_SEND: Final = "league_reports"
"""The key of the reports of earlier tournaments that the league does not have yet."""


class ConfirmedReports:
    """The reports to send: the current tournament's, and earlier ones until they are sent.

    Unless `names` is "always", initials replace names.
    """

    def __init__(
        self, file: HallFile, tournament: KeptTournament, reports: MatchReports, *, names: str
    ) -> None:
        self._file, self._tournament, self._reports, self._names = file, tournament, reports, names

    def games(self) -> list[OutgoingGame]:
        """Return the earlier reports, then one for each round.

        A round's `body` is None until it is over and both captains have signed.
        """
        with self._tournament.lock:
            name, state = self._tournament.name, self._tournament.state
            rounds = [] if state is None else [drawn.round for drawn in state.rounds]
            bodies = self._earlier() | {f"{name}-{number}": self._body(number) for number in rounds}
            return [OutgoingGame(id=report, body=body) for report, body in bodies.items()]

    def keep(self) -> None:
        """Save the current reports so that they outlive the tournament. Raise StoreError if the disk fails."""
        self._file.put(TO_SEND, {report.id: report.body for report in self.games()})

    def forget(self, sent: Sequence[OutgoingGame]) -> None:
        """Forget reports of earlier tournaments that the league has received. Raise StoreError if the disk fails."""
        with self._tournament.lock:
            earlier, done = self._earlier(), {report.id: report.body for report in sent}
            left = {report: body for report, body in earlier.items() if done.get(report, 0) != body}
            if left != earlier:
                self._file.put(TO_SEND, left)

    def _earlier(self) -> dict[str, str | None]:
        kept = self._file.get(TO_SEND)
        return dict(kept) if isinstance(kept, dict) else {}

    def _body(self, number: int) -> str | None:
        try:
            report = self._reports.finished(number)
        except StoreError:
            raise
        except Denied:  # it is still played, or something in it waits for the referee
            return None
        confirmed = {} if report is None else {word.team: word for word in report.confirmed.values()}
        teams = () if report is None else teams_of(report.lines)
        if report is None or len(teams) != 2 or not set(teams) <= confirmed.keys():
            return None
        if self._names != "always":
            people = [*people_of(report.lines), *(word.name for word in confirmed.values())]
            short = short_names(dict.fromkeys(people))
            report = replace(
                report,
                lines=rename_people(report.lines, short.__getitem__),
                confirmed={team: replace(word, name=short[word.name]) for team, word in confirmed.items()},
            )
        return to_canonical(report.to_json())


def league_sender(
    config: HubLeagueConfig,
    *,
    file: HallFile,
    tournament: KeptTournament,
    reports: MatchReports,
    board: Scoreboard,
) -> Sender:
    """Return the sender, with its outbox beside the hub's file. It looks for new reports whenever `board` changes.

    Raise StoreError if the hub's file cannot be used.
    """
    name = file.get(NAME)
    if not isinstance(name, str) or not name:
        name = secrets.token_hex(8)
        file.put(NAME, name)
    source = ConfirmedReports(file, tournament, reports, names=config.names)
    tournament.closing = source.keep
    sender = Sender(
        "league",
        config,
        table=name,
        source=source.games,
        path=file.path.with_name(KEPT_IN),
        board=board,
        change=lambda: tournament.version,
    )
    sender.delivered = source.forget
    return sender

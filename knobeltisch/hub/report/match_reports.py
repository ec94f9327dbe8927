"""The match report of each round, as the page shows it and as JSON; and the certificates at the end."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import tournament as t
from knobeltisch.errors import Denied
from knobeltisch.hub.report.signing import kind_of, roles_of, teams_of
from knobeltisch.hub.tournament.kept_tournament import refused, tournament_denied
from scorer.json_forms.codec import to_json
from tournament.report.chain import last_hash, report_file
from tournament.report.report_lines import Confirmation, Line, report_of
from tournament.report.sheets import sheets
from tournament.report.words import format_points, words_of
from tournament.state import is_done, matches_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from knobeltisch.hub.report.signing import Signing
    from knobeltisch.hub.tournament.kept_tournament import KeptTournament
    from knobeltisch.hub.tournament.tournament_log import TournamentLog
    from tournament.entries import Drawn
    from tournament.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedReport:
    """The report of a finished round, begun at `at` in seconds since 1970, and who has confirmed it as it stands."""

    at: float
    lines: tuple[Line, ...]
    confirmed: tuple[Confirmation, ...]

    def to_json(self) -> dict[str, Any]:
        """Return it as a league is sent it."""
        lines, confirmed = ([to_json(part) for part in parts] for parts in (self.lines, self.confirmed))
        return {"report": {"at": self.at, "lines": lines, "confirmed": confirmed}}


class Reports:
    """Make match reports. Safe to call from any thread."""

    def __init__(self, tournament: KeptTournament, signing: Signing) -> None:
        self._tournament, self._signing = tournament, signing
        self._due: tuple[object, dict[int, int]] = (None, {})

    def shown(self, number: int, language: str) -> dict[str, Any] | None:
        """Return the report of a round as the page shows it; None for a round that is not drawn. Raise Denied."""
        with self._tournament.lock:
            state, name = self._tournament.state, self._tournament.name
            if state is None or not 0 < number <= len(state.rounds):
                return None
            lines, body = lines_of(self._tournament.kept, number)
            done = is_done(state, state.rounds[number - 1])
        teams = teams_of(lines)
        roles = roles_of(teams)
        signed = self._signing.signed(number, body, tuple(roles))
        appointed = self._signing.appointed(name)
        return {
            **sheets(lines, language),
            "round": number,
            "done": done,
            "body": body,
            "signed": [
                words_of(language)["signed"].format(
                    who=f"{signature.name} ({roles[role] or words_of(language)['referee']})",
                    at=_as_local(signature.at).strftime(words_of(language)["moment"]),
                )
                for role, signature in signed.items()
            ],
            "signers": [
                {
                    "role": role,
                    "team": team,
                    "name": appointed.get(role),
                    "words": words_of(language)[kind_of(team, teams)],
                    "signed": role in signed,
                }
                for role, team in roles.items()
            ],
        }

    def finished(self, number: int) -> FinishedReport | None:
        """Return the report of a finished round; None for one that is not drawn. Raise Denied."""
        with self._tournament.lock:
            log = self._tournament.kept
            if log.state is None or not 0 < number <= len(log.state.rounds):
                return None
            lines, body = lines_of(log, number)
            drawn = log.state.rounds[number - 1]
            if not is_done(log.state, drawn):
                raise tournament_denied(
                    "open_games", "The round is not played to its end; its report comes then."
                )
        roles = roles_of(teams_of(lines))
        confirmed = tuple(
            Confirmation(
                team=roles[role] or "", name=signed.name, at=_as_local(signed.at).isoformat("T", "seconds")
            )
            for role, signed in self._signing.signed(number, body, tuple(roles)).items()
        )
        return FinishedReport(at=round(log.began(drawn), 3), lines=lines, confirmed=confirmed)

    def due(self) -> dict[int, int]:
        """Return for each table of the last round that is over its number, while somebody who is named has not signed its report."""
        with self._tournament.lock:
            now = self._tournament.name, self._tournament.version
            if self._due[0] != now:
                self._due = now, self._found_due()
            return self._due[1]

    def _found_due(self) -> dict[int, int]:
        state, name = self._tournament.state, self._tournament.name
        drawn = _over(state)
        if state is None or not drawn:
            return {}
        number = drawn[0].round
        try:
            lines, body = lines_of(self._tournament.kept, number)
        except Denied:
            return {}
        roles, appointed = roles_of(teams_of(lines)), self._signing.appointed(name)
        signed = self._signing.signed(number, body, tuple(roles))
        if all(role in signed for role in roles if role in appointed):
            return {}
        return {match.table: number for match in matches_of(state, drawn[0])}

    def shown_at(self, table: int, language: str) -> dict[str, Any] | None:
        """Return the report of the last round that is over and had a match at a table; None for none."""
        with self._tournament.lock:
            state = self._tournament.state
            there = (
                drawn
                for drawn in _over(state)
                if state and table in {match.table for match in matches_of(state, drawn)}
            )
            last = next(there, None)
            return None if last is None else self.shown(last.round, language)

    def sign(self, said: Mapping[str, Any]) -> None:
        """Take a signature of a report as it stood when it was read. Raise Denied."""
        number, role, body = said["round"], said["role"], said["body"]
        with self._tournament.lock:
            state, name = self._tournament.require_state(), self._tournament.name
            if not 0 < number <= len(state.rounds):
                raise tournament_denied("round", "That round is not drawn.")
            lines, now = lines_of(self._tournament.kept, number)
            if role not in roles_of(teams_of(lines)):
                raise tournament_denied("signer", "Nobody signs this report in that role.")
            if not is_done(state, state.rounds[number - 1]):
                raise tournament_denied("open_games", "The round is not played to its end; sign it then.")
            if now != body:
                raise tournament_denied(
                    "changed", "The report has changed meanwhile; read it again, then sign."
                )
        self._signing.sign(name, number, role, said["pin"], body)

    def appoint(self, role: str, name: str) -> dict[str, str]:
        """Let somebody sign, and return his PIN. Raise Denied."""
        with self._tournament.lock:
            state, tournament = self._tournament.require_state(), self._tournament.name
        pin = self._signing.appoint(tournament, state, role, name)
        self._tournament.publish_change()
        return {"pin": pin, "name": name, "role": role}

    def signers(self, language: str) -> list[dict[str, Any]]:
        """Return who may sign in this tournament, for the referee: each role, with whom of it he may choose."""
        with self._tournament.lock:
            state, tournament = self._tournament.state, self._tournament.name
        if state is None:
            return []
        appointed = self._signing.appointed(tournament)
        teams = list(dict.fromkeys(player.team for player in state.players if player.team is not None))
        return [
            {
                "role": role,
                "team": team,
                "name": appointed.get(role),
                "words": words_of(language)[kind_of(team, teams)],
                "people": [
                    player.name for player in state.players if team is not None and player.team == team
                ],
            }
            for role, team in roles_of(teams).items()
        ]

    def certificates(self, name: str | None, language: str) -> dict[str, Any] | None:
        """Return what stands on certificates, the first three or one person's; None where there is no tournament. Raise Denied."""
        state = self._tournament.state
        if state is None:
            return None
        if not state.ended:
            raise tournament_denied("not_over", "The tournament is not over; its certificates come then.")
        rows = [row for row in t.standings(state) if row.tally.games]
        chosen = [row for row in rows if (row.place <= 3 if name is None else row.name == name)]
        teams = [row for row in t.team_standings(state) if name is None and row.place <= 3]
        return {
            "title": state.opened.title,
            "at": _as_local(self._tournament.kept.last_at).isoformat(),
            "of": len(rows),
            "people": [_certificate(row, language) for row in chosen],
            "teams": [_certificate(row, language) for row in teams],
        }


def _over(state: State | None) -> list[Drawn]:
    """Return the rounds that are played to their end, the last one first."""
    rounds = () if state is None else reversed(state.rounds)
    return [drawn for drawn in rounds if state is not None and is_done(state, drawn)]


def _certificate(row: t.Row, language: str) -> dict[str, Any]:
    points = format_points(row.points, language)
    return {"name": row.name, "place": row.place, "points": points, "games": row.tally.games}


def lines_of(log: TournamentLog, number: int) -> tuple[tuple[Line, ...], str]:
    """Return a round's report, and the hash that stands for all of it. Raise Denied with why there is none."""
    state = log.state
    if state is None:
        raise tournament_denied("round", "There is no tournament, and no report.")
    signed = {signature.hash for (of, _), signature in log.signatures.items() if of == number}
    try:
        if signed:  # perhaps before reports named their day
            lines = report_of(state, number)
            if (body := last_hash(report_file(lines))) in signed:
                return lines, body
        lines = report_of(state, number, evening_of(log.began(state.rounds[number - 1])))
    except t.Refused as error:
        raise refused(error) from error
    return lines, last_hash(report_file(lines))


def evening_of(at: float) -> str:
    """Return the day of a time in seconds since 1970, by the hub's clock: a game at two in the morning belongs to the evening before."""
    return (_as_local(at) - dt.timedelta(hours=6)).date().isoformat()


def _as_local(at: float) -> dt.datetime:
    return dt.datetime.fromtimestamp(at).astimezone()

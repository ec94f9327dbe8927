"""The match report of each round, with the signatures of captains and referee.

Each signs with a PIN shown once on the referee's device. A signature belongs to the version of the report whose hash is stored
with it. A later change of the round voids it; the same people may sign again.
"""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from argon2.exceptions import InvalidHashError, VerificationError

from knobeltisch.access.pin import HASHER, new_pin
from knobeltisch.errors import Denied
from knobeltisch.hub.cup.kept_tournament import KeptTournament, refusals, tournament_denied
from knobeltisch.hub.cup.tournament_log import TournamentLog
from knobeltisch.hub.hall_file import HallFile
from scorer.json_forms.codec import to_json
from tournament.report.report_lines import Confirmation, Line, report_hash, report_of, teams_of
from tournament.report.sheets import sheets
from tournament.report.words import words_of
from tournament.state import State, is_done, matches_of

REFEREE: Final = "referee"
MOST_WRONG: Final = 5
LONGEST_NAME: Final = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchReport:
    """The report of a round and the signatures of this version, by role.

    `at`: when the round began (seconds since 1970). `body`: the report's hash.
    """

    at: float
    is_done: bool
    lines: tuple[Line, ...]
    body: str
    confirmed: Mapping[str, Confirmation]

    def to_json(self) -> dict[str, Any]:
        """Return the report in the form that a league receives."""
        lines, confirmed = (list(map(to_json, parts)) for parts in (self.lines, self.confirmed.values()))
        return {"report": {"at": self.at, "lines": lines, "confirmed": confirmed}}


class MatchReports:
    """Makes match reports, and stores who may sign them. Safe to call from any thread. Raises Denied."""

    def __init__(self, file: HallFile, tournament: KeptTournament) -> None:
        self._file, self._tournament = file, tournament

    def of_round(self, number: int) -> MatchReport | None:
        """Return the current report of a round; None if the round is not drawn."""
        log = self._tournament.kept
        if log.state is None or not 0 < number <= len(log.state.rounds):
            return None
        lines, body = lines_of(log, number)
        drawn = log.state.rounds[number - 1]
        confirmed = {
            role: Confirmation(
                team=team or "", name=signed.name, at=as_local(signed.at).isoformat("T", "seconds")
            )
            for role, (team, _) in roles_of(teams_of(lines)).items()
            if (signed := log.signatures.get((number, role))) is not None and signed.hash == body
        }
        at, done = round(log.began(drawn), 3), is_done(log.state, drawn)
        return MatchReport(at=at, is_done=done, lines=lines, body=body, confirmed=confirmed)

    def finished(self, number: int) -> MatchReport | None:
        """Return the report of a finished round; None if the round is not drawn. Raise Denied while games are open."""
        report = self.of_round(number)
        if report is not None and not report.is_done:
            raise tournament_denied(
                "open_games", "The round is not played to its end; its report comes then."
            )
        return report

    def to_json(self, number: int, language: str) -> dict[str, Any] | None:
        """Return the report of a round for the page; None if the round is not drawn."""
        report, say = self.of_round(number), words_of(language)
        if report is None:
            return None
        signers = self._signers(teams_of(report.lines), language)
        return {
            **sheets(report.lines, language),
            "round": number,
            "done": report.is_done,
            "body": report.body,
            "signed": [
                say["signed"].format(
                    who=f"{word.name} ({word.team or say['referee']})",
                    at=dt.datetime.fromisoformat(word.at).strftime(say["moment"]),
                )
                for word in report.confirmed.values()
            ],
            "signers": [{**signer, "signed": signer["role"] in report.confirmed} for signer in signers],
        }

    def table_to_json(self, table: int, language: str) -> dict[str, Any] | None:
        """Return the report of the last finished round with a match at this table; None if there is none."""
        rounds = _over(self._tournament.state)
        last = next((number for number, tables in rounds if table in tables), None)
        return None if last is None else self.to_json(last, language)

    def due(self) -> dict[int, int]:
        """Map each table of the last finished round to the round's number.

        Empty if there is none, its report waits for the referee, or all appointed signers have signed.
        """
        number, tables = next(_over(self._tournament.state), (0, []))
        try:
            report = self.of_round(number)
        except Denied:  # something in it waits for the referee
            return {}
        if report is None:
            return {}
        missing = self._named().keys() & roles_of(teams_of(report.lines)).keys() - report.confirmed.keys()
        return dict.fromkeys(tables, number) if missing else {}

    # --- who confirms

    def signers(self, language: str) -> list[dict[str, Any]]:
        """Return the tournament's signing roles, each with the people to choose from; none without a tournament."""
        state = self._tournament.state
        if state is None:
            return []
        return self._signers(
            tuple(dict.fromkeys(player.team for player in state.players if player.team)), language
        )

    def _signers(self, teams: Sequence[str], language: str) -> list[dict[str, Any]]:
        players, named = self._tournament.require_state().players, self._named()
        return [
            {
                "role": role,
                "team": team,
                "name": named.get(role),
                "words": words_of(language)[kind],
                "people": [player.name for player in players if team is not None and player.team == team],
            }
            for role, (team, kind) in roles_of(teams).items()
        ]

    def _named(self) -> dict[str, str]:
        return dict(self._file.rows("SELECT role, name FROM signers WHERE cup = ?", self._tournament.name))

    def appoint(self, role: str, name: str) -> dict[str, str]:
        """Give a signing role to somebody, replacing the previous signer. Return name, role and the new PIN, shown once."""
        state = self._tournament.require_state()
        if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or name != name.strip():
            raise tournament_denied("signer", f"Somebody's name has 1 to {LONGEST_NAME} letters.")
        team = next((player.team for player in state.players if player.name == name), None)
        if role != REFEREE and (team is None or role != f"captain {team}"):
            raise tournament_denied("signer", f"{name} is not in that team; a captain is one of its players.")
        pin = new_pin()
        with self._file.writing() as connection:
            row = (self._tournament.name, role, name, HASHER.hash(pin))
            connection.execute("INSERT OR REPLACE INTO signers VALUES (?, ?, ?, ?, 0)", row)
        self._tournament.publish_change()
        return {"pin": pin, "name": name, "role": role}

    def sign(self, number: int, role: str, pin: str, body: str) -> None:
        """Sign the version of a report that was read. Raise Denied if it is refused, as for a wrong PIN.

        An attempt counts before the PIN is checked, so that parallel attempts all count; a right PIN resets the count.
        """
        with self._tournament.lock:
            self._tournament.require_state()
            tournament, report = self._tournament.name, self.of_round(number)
        if report is None:
            raise tournament_denied("round", "That round is not drawn.")
        if role not in roles_of(teams_of(report.lines)):
            raise tournament_denied("signer", "Nobody signs this report in that role.")
        if not report.is_done:
            raise tournament_denied("open_games", "The round is not played to its end; sign it then.")
        if report.body != body:
            raise tournament_denied("changed", "The report has changed meanwhile; read it again, then sign.")
        with self._file.writing() as connection:
            query = "SELECT name, hash, wrong FROM signers WHERE cup = ? AND role = ?"
            rows = self._file.rows(query, tournament, role)
            if not rows:
                raise tournament_denied("no_signer", "Nobody has a PIN for this; the referee gives one.")
            name, kept, wrong = rows[0]
            if wrong >= MOST_WRONG:
                raise tournament_denied(
                    "pin_locked", f"{MOST_WRONG} PINs were wrong; the referee gives a new one."
                )
            connection.execute(
                "UPDATE signers SET wrong = wrong + 1 WHERE cup = ? AND role = ?", (tournament, role)
            )
        try:
            HASHER.verify(kept, pin)
        except (VerificationError, InvalidHashError) as error:
            raise tournament_denied("wrong_pin", f"That is not the PIN of {name}.") from error
        self._tournament.sign(tournament, number, role, name=name, body=body)
        with self._file.writing() as connection:
            connection.execute("UPDATE signers SET wrong = 0 WHERE cup = ? AND role = ?", (tournament, role))


def roles_of(teams: Sequence[str]) -> dict[str, tuple[str | None, str]]:
    """Return the signing roles for these teams, each with its team and label; of two teams the first plays at home."""
    sides = ("captain_home", "captain_guest") if len(teams) == 2 else ("captain",) * len(teams)
    captains = {f"captain {team}": (team, side) for team, side in zip(teams, sides, strict=True)}
    return {**captains, REFEREE: (None, REFEREE)}


def _over(state: State | None) -> Iterator[tuple[int, list[int]]]:
    for drawn in () if state is None else reversed(state.rounds):
        if state is not None and is_done(state, drawn):
            yield drawn.round, [match.table for match in matches_of(state, drawn)]


def lines_of(log: TournamentLog, number: int) -> tuple[tuple[Line, ...], str]:
    """Return the lines and the hash of a round's report. Raise Denied with the reason if there is none."""
    assert log.state is not None
    signed = {signature.hash for (of, _), signature in log.signatures.items() if of == number}
    with refusals():
        if signed:  # perhaps before reports named their day
            lines = report_of(log.state, number)
            if (body := report_hash(lines)) in signed:
                return lines, body
        lines = report_of(log.state, number, evening_of(log.began(log.state.rounds[number - 1])))
    return lines, report_hash(lines)


def evening_of(at: float) -> str:
    """Return the date of the evening that a time (seconds since 1970) belongs to; before 6 a.m. it is the day before."""
    return (as_local(at) - dt.timedelta(hours=6)).date().isoformat()


def as_local(at: float) -> dt.datetime:
    """Convert seconds since 1970 to a datetime in the hub's time zone."""
    return dt.datetime.fromtimestamp(at).astimezone()

"""Who confirms match reports at the hub: the captains and the referee, each by a PIN that the referee's device shows once.

A confirmation belongs to the report as it stood, whose hash is kept with it. It ends when something of the round is changed
afterwards; the same people may then confirm the present version.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from argon2.exceptions import InvalidHashError, VerificationError

from knobeltisch.access.pin import HASHER, new_pin
from knobeltisch.hub.tournament.kept_tournament import tournament_denied
from tournament.report.report_lines import Head

if TYPE_CHECKING:
    from collections.abc import Sequence

    from knobeltisch.hub.hall_file import HallFile
    from knobeltisch.hub.tournament.kept_tournament import KeptTournament
    from knobeltisch.hub.tournament.tournament_log import Signature
    from tournament.report.report_lines import Line
    from tournament.state import State

REFEREE: Final = "referee"
SIDES: Final = ("captain_home", "captain_guest")
MOST_WRONG: Final = 5
LONGEST_NAME: Final = 80


def teams_of(lines: Sequence[Line]) -> tuple[str, ...]:
    """Return the teams of a report, the home side first."""
    return next((line.teams for line in lines if isinstance(line, Head)), ())


def roles_of(teams: Sequence[str]) -> dict[str, str | None]:
    """Return the roles that sign for these teams, captains with their team."""
    return {**{f"captain {team}": team for team in teams}, REFEREE: None}


def kind_of(team: str | None, teams: Sequence[str]) -> str:
    """Return what somebody who signs is called in a report: of two teams one plays at home."""
    if team is None:
        return REFEREE
    return SIDES[teams.index(team)] if len(teams) == 2 else "captain"


class Signing:
    """Keep who may sign, and what was signed. Safe to call from any thread. `tournament` is its name in each call."""

    def __init__(self, file: HallFile, tournament: KeptTournament) -> None:
        self._file, self._tournament = file, tournament

    def appoint(self, tournament: str, state: State, role: str, name: str) -> str:
        """Give a signing role to somebody, replacing the previous holder. Return the new PIN, which is shown once. Raise Denied."""
        if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or name != name.strip():
            raise tournament_denied("signer", f"Somebody's name has 1 to {LONGEST_NAME} letters.")
        team = next((player.team for player in state.players if player.name == name), None)
        if role != REFEREE and (team is None or role != f"captain {team}"):
            raise tournament_denied("signer", f"{name} is not in that team; a captain is one of its players.")
        pin = new_pin()
        with self._file.writing() as connection:
            row = (tournament, role, name, HASHER.hash(pin))
            connection.execute("INSERT OR REPLACE INTO signers VALUES (?, ?, ?, ?, 0)", row)
        return pin

    def appointed(self, tournament: str) -> dict[str, str]:
        """Return who may sign, by role."""
        rows = self._file.rows("SELECT role, name FROM signers WHERE cup = ?", tournament)
        return {str(role): str(name) for role, name in rows}

    def sign(self, tournament: str, number: int, role: str, pin: str, body: str) -> None:
        """Keep the confirmation of a round's report as it stands. Raise Denied for a PIN that is not this role's.

        An attempt counts before it is checked, so that parallel ones all count; a right PIN removes its count.
        """
        with self._file.writing() as connection:
            rows = self._file.rows(
                "SELECT name, hash, wrong FROM signers WHERE cup = ? AND role = ?", tournament, role
            )
            if not rows:
                raise tournament_denied("no_signer", "Nobody has a PIN for this; the referee gives one.")
            name, kept, wrong = rows[0]
            if int(str(wrong)) >= MOST_WRONG:
                raise tournament_denied(
                    "pin_locked", f"{MOST_WRONG} PINs were wrong; the referee gives a new one."
                )
            connection.execute(
                "UPDATE signers SET wrong = wrong + 1 WHERE cup = ? AND role = ?", (tournament, role)
            )
        try:
            HASHER.verify(str(kept), pin)
        except (VerificationError, InvalidHashError) as error:
            raise tournament_denied("wrong_pin", f"That is not the PIN of {name}.") from error
        self._tournament.sign(tournament, number, role, name=str(name), body=body)
        with self._file.writing() as connection:
            connection.execute("UPDATE signers SET wrong = 0 WHERE cup = ? AND role = ?", (tournament, role))

    def signed(self, number: int, body: str, roles: Sequence[str]) -> dict[str, Signature]:
        """Return who has confirmed a round's report as it stands, by role, in the order of the roles."""
        signatures = self._tournament.kept.signatures
        found = {role: signatures.get((number, role)) for role in roles}
        return {role: signed for role, signed in found.items() if signed is not None and signed.hash == body}

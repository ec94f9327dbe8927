"""The services of the page: classes of `knobeltisch`, imported only for their types, and a few protocols.

At run time `web` imports nothing of `knobeltisch`; `App` passes the services in. `Commands` and `Newcomers` have two
implementations.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from knobeltisch.access.access_control import AccessControl
    from knobeltisch.access.secure_connection import SecureConnection
    from knobeltisch.archive.bill import Bills
    from knobeltisch.archive.consent import Consent
    from knobeltisch.archive.known_people import People
    from knobeltisch.archive.reports import Reports
    from knobeltisch.camera.remote.phone_door import PhoneDoor
    from knobeltisch.camera.setup import CameraSetup
    from knobeltisch.device.own_wifi import OwnWifi
    from knobeltisch.game.ended_turns import EndedTurns
    from knobeltisch.game.history import EveningHistory
    from knobeltisch.game.saved_lists import Lists
    from knobeltisch.lifecycle.shutdown import Shutdown
    from knobeltisch.outbox.hub_report import HubReport
    from knobeltisch.recovery.journal_backup import JournalBackup
    from knobeltisch.table.phones import Phones
    from knobeltisch.table.practice import PracticeGames
    from knobeltisch.table.scoreboard import Scoreboard  # noqa: F401 - for the routes, which import all of these from here


class Commands(Protocol):
    """Carries out the tablet's commands. Safe to call from any thread."""

    def send(self, command: Mapping[str, object]) -> Mapping[str, object]:
        """Carry out a command; return {"ok": true} once it is on disk, or {"ok": false, "error": {...}}."""


class Newcomers(Protocol):
    """Guests' requests for a place, sent by phone, and the answers. Safe to call from any thread. Raises `Denied`.

    `token` is the one in a phone's cookie, None without one; `secure`: the request came over https.
    """

    def player(self, token: str | None) -> str | None:
        """Return the name of the player whose place a phone has; None if it has none."""

    def requested_name(self, token: str | None) -> str | None:
        """Return the name in a phone's open request; None if it has none."""

    def request_seat(self, raw: object, *, token: str | None, address: str, secure: bool = False) -> str:
        """Store a phone's request for a place under a name; return the token for its cookie."""

    def answer(self, request: str, *, accept: bool, after: str | None = None) -> Mapping[str, Any]:
        """Accept or refuse a request, with a seat to the left of `after`; return {"ok": true}, or {"ok": false, "error": {...}}."""

    def leave(self, token: str | None) -> None:
        """Give up a phone's place, or withdraw its request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageServices:
    """The page's services beside the board. Safe to call from any thread.

    `past`: the evening's acts and their corrections. `hindsight`: finished turns, for their odds. `people`: who may be shown, and
    under which name. `consent`: whether an evening's names may leave the house. `address` returns the page's URL for other
    devices. `health`, `meters`: for /healthz and /metrics. `updated`: how the last update ended. `schemas`: of all that the
    table sends and accepts, by name. `house`: the name of the pub.

    A table may lack the rest. Without `access` everybody plays, and there is no landlord. `guests`: phones with a seat.
    `report` makes the zip for remote support, `calibration` the camera setup when first called. `door` receives the pictures of
    a camera phone. `match_report`: the report of a hub's tournament.
    """

    past: EveningHistory
    hindsight: EndedTurns
    practice: PracticeGames
    reports: Reports
    people: People
    consent: Consent
    bill: Bills
    address: Callable[[], str]
    health: Callable[[], Mapping[str, object]]
    meters: Callable[[], Mapping[str, float | None]]
    updated: Callable[[], Mapping[str, object] | None]
    https: SecureConnection
    schemas: Callable[[], Mapping[str, Mapping[str, Any]]] = dict
    house: str = ""
    lists: Lists | None = None
    guests: Phones | None = None
    access: AccessControl | None = None
    backup: JournalBackup | None = None
    power: Shutdown | None = None
    wifi: OwnWifi | None = None
    calibration: Callable[[], CameraSetup] | None = None
    report: Callable[[], bytes] | None = None
    door: PhoneDoor | None = None
    match_report: HubReport | None = None

"""What the page needs of the rest of the program, as protocols; the JSON is described in docs/board-json.md.

Most have one implementation, in `knobeltisch`, which `web` must not import: these protocols are the wall between the two.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from scorer.odds.review import EndedTurn
    from web.practice.seats import Seats


class Role(IntEnum):
    """The permissions of a browser; each role includes the ones before it."""

    VIEWER = 0
    PLAYER = 1
    """A phone that the table has given a seat: it plays for one player, in his turn."""
    TABLE = 2
    LANDLORD = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """The sender of a request. `device`: the session's public name, None without one; `paired`: the table's tablet.

    `player`: the player that this device plays for, if the table has given it a seat.
    """

    role: Role
    device: str | None = None
    paired: bool = False
    player: str | None = None


class Denial(Protocol):
    """An exception with which the table refuses a request; its text is the sentence for the sender."""

    code: str
    """For the page, which has its own text for it."""
    wait: float
    """Seconds until the next attempt is allowed; 0 for none."""


class Board(Protocol):
    """The public board. Safe to call from any thread."""

    def snapshot(self) -> Mapping[str, object]:
        """Return the present snapshot, with its `boot` and `version`."""

    def wait(self, after: int, timeout: float) -> Mapping[str, object] | None:
        """Block until something newer than version `after` is shown; return None after `timeout` seconds."""

    def picture(self, of: str, place: int) -> bytes | None:
        """Return the JPEG of one die of the open question (by its id) or of a lift (by its number); None if it is gone."""


class Past(Protocol):
    """The evening's past, and what a change to it would do. Safe to call from any thread."""

    def acts(self, before: int | None, count: int) -> list[dict[str, object]]:
        """Return up to `count` entries that count before entry `before` (None: the newest), oldest first."""

    def undone(self, entry: int) -> Mapping[str, object] | None:
        """Return what undoing `entry` and all later ones would change; None for one that does not count."""

    def alternatives(self, entry: int) -> Mapping[str, object] | None:
        """Return the alternatives to an act, with what each would change; None unless the entry is an act that counts."""


class Reports(Protocol):
    """Reports on evenings, seasons and dice (docs/board-json.md). Safe to call from any thread."""

    def evenings(self) -> Sequence[Mapping[str, Any]]:
        """Return all evenings in short, the newest first."""

    def evening(self, number: int) -> Mapping[str, Any] | None:
        """Return one evening with all its games; None for an unknown number."""

    def season(self, year: int | None = None, variant: str | None = None) -> Mapping[str, Any]:
        """Return a year's sums, of all games or those of one variant; default: the newest evening's year."""

    def people(self) -> Sequence[Mapping[str, Any]]:
        """Return everybody who has ever played and may be shown, the best rating first."""

    def names(self) -> Sequence[str]:
        """Return the names of all who have ever played and may be shown, in alphabetical order."""

    def person(self, name: str) -> Mapping[str, Any] | None:
        """Return one person's record, whether he may be shown or not; None for somebody who has never played."""

    def dice(self) -> Mapping[str, Any]:
        """Return the count of each face in free throws."""


class People(Protocol):
    """The house's people. Safe to call from any thread."""

    def change(self, asked: dict[str, object]) -> Mapping[str, object]:
        """Show or hide somebody, or merge two names; return {"ok": true}, or {"ok": false, "error": {...}}."""


class Consent(Protocol):
    """Whether an evening's names may leave the house. Safe to call from any thread."""

    def given(self, number: int) -> bool:
        """Whether they may leave it."""

    def give(self, number: int, *, on: bool) -> Mapping[str, object]:
        """Allow or forbid it; return {"ok": true}, or {"ok": false, "error": {...}}."""


class Commands(Protocol):
    """The executor of the tablet's commands. Safe to call from any thread."""

    def send(self, command: Mapping[str, object]) -> Mapping[str, object]:
        """Carry out a command and return {"ok": true} once it is on disk, or {"ok": false, "error": {...}}."""


class Lists(Protocol):
    """The house's lists for starting games. Safe to call from any thread."""

    def regulars(self) -> Mapping[str, object]:
        """Return `revision` and `regulars`, each with `name` and `seat`."""

    def change_regulars(self, asked: dict[str, object]) -> Mapping[str, object]:
        """Store another list; return it with {"ok": true}, or {"ok": false, "error": {...}}."""

    def houses(self) -> Mapping[str, object]:
        """Return `revision` and `house_rules`, each with `name`, `base` and `options`."""

    def change_houses(self, asked: dict[str, object]) -> Mapping[str, object]:
        """Store another list; return it with {"ok": true}, or {"ok": false, "error": {...}}."""

    def lately(self) -> Sequence[str]:
        """Return the names of the house rules that were played, the last first."""

    def locked(self) -> bool:
        """Whether only the landlord may change the house rules, and games must use one of them or a preset."""

    def lock(self, *, on: bool) -> Mapping[str, object]:
        """Lock the house rules, or open them to the table again."""

    def may_be_played(self, variant: object, options: object) -> bool:
        """Whether a game may start with these options."""


class Bill(Protocol):
    """The evening's bills, and the house's prices. Safe to call from any thread."""

    def bill(self) -> Mapping[str, Any]:
        """Return the bill (docs/board-json.md)."""

    def change_prices(self, asked: dict[str, object]) -> Mapping[str, Any]:
        """Store other prices; return them with {"ok": true}, or {"ok": false, "error": {...}}."""


class Newcomers(Protocol):
    """Guests who ask for a place by phone, and the answer. Safe to call from any thread. Refusals are `Denial`s."""

    def player(self, token: str | None) -> str | None:
        """Return the name under which a phone has a place; None if it has none."""

    def asks(self, token: str | None) -> str | None:
        """Return the name under which a phone asks for a place; None if it has no open request."""

    def ask(self, raw: object, *, token: str | None, address: str) -> str:
        """Note that a phone asks for a place under a name; return the token for its cookie."""

    def answer(self, request: str, *, accept: bool) -> Mapping[str, Any]:
        """Accept or refuse a request; return {"ok": true}, or {"ok": false, "error": {...}}."""

    def leave(self, token: str | None) -> None:
        """Give up a phone's place, or its request."""


class Guests(Newcomers, Protocol):
    """Guests and their phones at a table, and what the landlord allows them."""

    def allowed(self) -> Mapping[str, bool]:
        """Return the state of each of the landlord's switches."""

    def change_allowed(self, asked: Mapping[str, Any]) -> Mapping[str, Any]:
        """Set the named switches; return all with {"ok": true}, or {"ok": false, "error": {...}}."""

    def say(self, language: str, text: str) -> bytes | None:
        """Return a sentence as a WAV file; None if the table has no voice."""

    def remove(self, player: str) -> bool:
        """Unseat a player's phone; return False if he has none."""

    def send(self, command: Mapping[str, object]) -> Mapping[str, object]:
        """Carry out a command of the tablet like `Commands`; a phone follows its player to another name."""

    def play(self, player: str, sent: Mapping[str, Any]) -> Mapping[str, Any]:
        """Carry out a player's decision on his phone; return {"ok": true}, or {"ok": false, "error": {...}}."""


class MatchReport(Protocol):
    """The match report of a tournament match that was played here; the hub makes it. Refusals are `Denial`s."""

    def shown(self, language: str) -> Mapping[str, Any] | None:
        """Return the report's contents from the hub; None while there is none."""

    def sign(self, said: Mapping[str, Any]) -> None:
        """Take a signature: `round`, `role`, `pin`, and the `body` that was read."""


class Hindsight(Protocol):
    """The turns played so far, for a look back. Safe to call from any thread."""

    def ended(self) -> tuple[EndedTurn, ...]:
        """Return the ended turns of the last rounds, oldest first; never a running one.

        Returns the same tuple object until something happens.
        """


class CardLens(Protocol):
    """Reads cards that lie open on the board. Safe to call from any thread; never a device."""

    def read(self, count: object) -> Mapping[str, object]:
        """Read this many cards (docs/board-json.md); return {"ok": true, ...}, or {"ok": false, "error": {...}}."""

    def picture(self, reading: str, place: int) -> bytes | None:
        """Return the JPEG of one card's index of the last reading; None for any other."""

    def weigh(self, hands: object) -> Mapping[str, object]:
        """Return what each of some players holds, and the best of them; or {"ok": false, "error": {...}}."""


class Calibration(Protocol):
    """Setting up camera, light and buttons. Safe to call from any thread; never a device."""

    def shown(self) -> Mapping[str, Any]:
        """Return the present findings (docs/board-json.md); a request keeps the camera's picture for some seconds."""

    def picture(self) -> bytes | None:
        """Return the camera's present picture as a JPEG, from memory; None if there is none."""

    def order(self, command: Mapping[str, object]) -> Mapping[str, object]:
        """Start or stop a test, judge a throw, or save the calibration.

        Return {"ok": true}, or {"ok": false, "error": {...}}.
        """

    def moved(self, *, moved: bool) -> bool:
        """Record the answer whether the camera was moved; return False if nobody asked."""


class Access(Protocol):
    """Permissions: the PIN of the house, and the browsers it knows. Every refusal is a `Denial`.

    A token is in a browser's cookie; the house keeps only its hash. Safe to call from any thread.
    """

    @property
    def everyone(self) -> bool:
        """Whether any browser of the house may play."""

    @property
    def confirmed(self) -> bool:
        """Whether somebody has written the PIN down."""

    def visitor(self, token: str | None) -> Visitor:
        """Return the visitor with this token."""

    def knows(self, token: str) -> bool:
        """Whether this token belongs to a paired device or a landlord; fast, and writes nothing."""

    def claim(self, holder: str | None) -> tuple[str, str]:
        """Return the first PIN, for one browser, and the token that proves that it saw the PIN."""

    def note(self, holder: str | None, name: str) -> str:
        """Confirm the first PIN and pair the browser that saw it; return its token."""

    def enter(self, pin: str, *, token: str | None, address: str) -> str:
        """Log the landlord in by PIN; return his token."""

    def stay(self, token: str | None) -> None:
        """Restart the landlord's half hour without a tap."""

    def leave(self, token: str | None) -> None:
        """Log the landlord out; a paired tablet stays paired."""

    def pair(self, token: str | None, name: str) -> None:
        """Pair this device with the table."""

    def devices(self) -> Sequence[Mapping[str, object]]:
        """Return the paired devices: `device`, `name`, `since`, `seen` (seconds since 1970)."""

    def revoke(self, device: str) -> bool:
        """Unpair a device; return False if it is unknown."""

    def rename(self, device: str, name: str) -> bool:
        """Rename a device; return False if it is unknown."""

    def propose(self) -> str:
        """Return a new PIN to write down; the old one stays valid until `adopt`."""

    def adopt(self, token: str | None) -> None:
        """Make the proposed PIN valid; log out all landlords but the one with this token."""


class Backup(Protocol):
    """Copies of the journal. A refusal is a `Denial` with one sentence, and changes nothing."""

    def copy(self) -> Path:
        """Write a consistent copy and return its path; the caller deletes it."""

    def room(self) -> Path:
        """Return an empty file beside the journal for an upload; the caller deletes it."""

    def restore(self, file: Path) -> str:
        """Check `file` and replace the journal with it; return the name under which the old one is kept."""


class Power(Protocol):
    """The device's own switch. A refusal is a `Denial` with one sentence."""

    def off(self) -> None:
        """Switch the device off."""

    def restart(self) -> None:
        """Restart the device."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meter:
    """One measure: `kind` is counter, gauge or histogram. Without a value it is omitted.

    A histogram has `buckets` (upper bound in seconds to the number of values up to it), `value` is the sum, `count` the
    number of all.
    """

    name: str
    kind: str
    told: str
    value: float | None
    buckets: Mapping[float, int] = field(default_factory=dict)
    count: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Https:
    """The page's service over https. `root`: the certificate that a tablet must trust; None if every browser does."""

    root: Path | None


@dataclass(frozen=True, slots=True, kw_only=True)
class More:
    """The page's services beside the board; a missing one is not on the page.

    `past`: the list of the evening and its corrections. `lists`: what the house keeps for starting games; without it
    the page remembers nobody. `address`: where other devices of the house find the page; without it nobody is invited
    by QR code. `hindsight`: turns that are over, for the page of odds.
    `practice`: the games of practice; without them the page keeps its own. `reports`: evenings, seasons, people and dice. `bill`: what each owes.
    `people`: who may be shown, and under which name. `consent`: whether an evening's names may leave the house.
    `access`: who may do what; without it everybody plays, and there is no landlord. `backup`, `power`: what the landlord
    may do with the journal and the device. `health`: how the table runs, for /healthz. `calibration`: makes, when it is first asked for, what sets up the
    camera, and what a moved one asks. `meters`: what the table measures of itself. `updated`: how the last update of the
    device ended, for the landlord. `guests`: phones that sit at the table. `https`: that changes go over https; without it over http.
    `match_report`: what a tournament's captains sign here; without a hub there is none. `cards`: reads cards that lie open on the board; without it they are named by hand.
    `denials`: what the table raises where it does not do what is asked; each has `code` and `wait`, as a `Denial` has.
    `command_schema`: the JSON Schema of the commands that the table takes, for GET /api; without it any object is one.
    """

    past: Past | None = None
    lists: Lists | None = None
    address: Callable[[], str] | None = None
    hindsight: Hindsight | None = None
    practice: Seats | None = None
    reports: Reports | None = None
    people: People | None = None
    consent: Consent | None = None
    bill: Bill | None = None
    match_report: MatchReport | None = None
    access: Access | None = None
    backup: Backup | None = None
    power: Power | None = None
    health: Callable[[], Mapping[str, object]] | None = None
    calibration: Callable[[], Calibration] | None = None
    meters: Callable[[], Sequence[Meter]] | None = None
    updated: Callable[[], Mapping[str, object] | None] | None = None
    https: Https | None = None
    guests: Guests | None = None
    cards: CardLens | None = None
    denials: Sequence[type[Exception]] = ()
    command_schema: Callable[[], Mapping[str, Any]] = lambda: {"type": "object"}

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
    """What a browser may do; each may do what the ones before it may."""

    VIEWER = 0
    PLAYER = 1
    """A phone that the table has given a seat: it plays for one player, in his turn."""
    TABLE = 2
    LANDLORD = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """Who asks. `device`: the public name of the session, None without one; `paired`: kept as the table's tablet.

    `player`: for whom this device plays, where the table has given it a seat.
    """

    role: Role
    device: str | None = None
    paired: bool = False
    player: str | None = None


class Denial(Protocol):
    """An exception of the table that does not do what is asked; its text is the sentence for who asked."""

    code: str
    """For the page, which has words for it."""
    wait: float
    """Seconds until it may be tried again; 0 for none."""


class Board(Protocol):
    """What everybody sees. Safe to call from any thread."""

    def snapshot(self) -> Mapping[str, object]:
        """Return what is shown now, with its `boot` and `version`."""

    def wait(self, after: int, timeout: float) -> Mapping[str, object] | None:
        """Block until something newer than version `after` is shown; None after `timeout` seconds."""

    def picture(self, of: str, place: int) -> bytes | None:
        """Return the JPEG of one die of the open question (by its id) or of a lift (by its number); None when it is gone."""


class Past(Protocol):
    """What has been this evening, and what would be had it been otherwise. Safe to call from any thread."""

    def acts(self, before: int | None, count: int) -> list[dict[str, object]]:
        """Return up to `count` entries that count before entry `before` (None: the newest), oldest first."""

    def undone(self, entry: int) -> Mapping[str, object] | None:
        """Return what taking back `entry` and all after it would change; None for one that does not count."""

    def alternatives(self, entry: int) -> Mapping[str, object] | None:
        """Return what an act could have been instead, with what each would change; None for no act that counts."""


class Reports(Protocol):
    """What is told of evenings, seasons and dice, as docs/board-json.md has it. Safe to call from any thread."""

    def evenings(self) -> Sequence[Mapping[str, Any]]:
        """Return all evenings in short, the newest first."""

    def evening(self, number: int) -> Mapping[str, Any] | None:
        """Return one evening with all its games; None for a number that no evening has."""

    def season(self, year: int | None = None, variant: str | None = None) -> Mapping[str, Any]:
        """Return a year's sums, of all games or those of one variant; without a year, the newest evening's."""

    def people(self) -> Sequence[Mapping[str, Any]]:
        """Return everybody who has ever played and may be shown, the best rating first."""

    def names(self) -> Sequence[str]:
        """Return the names of all who have ever played and may be shown, in the order of letters."""

    def person(self, name: str) -> Mapping[str, Any] | None:
        """Return what one person did, whether he may be shown or not; None for somebody who has never played."""

    def dice(self) -> Mapping[str, Any]:
        """Return how often each face came in free throws."""


class People(Protocol):
    """What the house keeps of people. Safe to call from any thread."""

    def change(self, asked: dict[str, object]) -> Mapping[str, object]:
        """Show or hide somebody, or let two names be one; {"ok": true}, or {"ok": false, "error": {...}}."""


class Consent(Protocol):
    """Whether an evening's names may leave the house. Safe to call from any thread."""

    def given(self, number: int) -> bool:
        """Whether they may."""

    def give(self, number: int, *, on: bool) -> Mapping[str, object]:
        """Allow it, or no longer; {"ok": true}, or {"ok": false, "error": {...}}."""


class Commands(Protocol):
    """Who carries out what the tablet asks for. Safe to call from any thread."""

    def send(self, command: Mapping[str, object]) -> Mapping[str, object]:
        """Do it and return {"ok": true} once it is on disk, or {"ok": false, "error": {...}}."""


class Lists(Protocol):
    """What the house keeps for starting games. Safe to call from any thread."""

    def regulars(self) -> Mapping[str, object]:
        """Return `revision` and `regulars`, each with `name` and `seat`."""

    def change_regulars(self, asked: dict[str, object]) -> Mapping[str, object]:
        """Keep another list; return it with {"ok": true}, or {"ok": false, "error": {...}}."""

    def houses(self) -> Mapping[str, object]:
        """Return `revision` and `house_rules`, each with `name`, `base` and `options`."""

    def change_houses(self, asked: dict[str, object]) -> Mapping[str, object]:
        """Keep another list; return it with {"ok": true}, or {"ok": false, "error": {...}}."""

    def lately(self) -> Sequence[str]:
        """Return the names of the house rules that were played, the last first."""

    def locked(self) -> bool:
        """Whether only the landlord changes the house rules, and games are played by one of them or by the book."""

    def lock(self, *, on: bool) -> Mapping[str, object]:
        """Lock the house rules, or open them to the table again."""

    def may_be_played(self, variant: object, options: object) -> bool:
        """Whether a game may start with these options."""


class Bill(Protocol):
    """What each owes this evening, and the house's prices. Safe to call from any thread."""

    def bill(self) -> Mapping[str, Any]:
        """Return the bill, as docs/board-json.md has it."""

    def change_prices(self, asked: dict[str, object]) -> Mapping[str, Any]:
        """Keep other prices; return them with {"ok": true}, or {"ok": false, "error": {...}}."""


class Newcomers(Protocol):
    """Guests who ask for a place by phone, and whoever says yes or no. Safe to call from any thread. Refusals are `Denial`s."""

    def player(self, token: str | None) -> str | None:
        """Return whom a phone was let in as; None for one without a place."""

    def asks(self, token: str | None) -> str | None:
        """Return as whom a phone asks to come; None for one that has no request open."""

    def ask(self, raw: object, *, token: str | None, address: str) -> str:
        """Note that a phone wants to come under a name; return the token that its cookie keeps."""

    def answer(self, request: str, *, accept: bool) -> Mapping[str, Any]:
        """Take the word of who decides on a request; {"ok": true}, or {"ok": false, "error": {...}}."""

    def leave(self, token: str | None) -> None:
        """Let a phone give up its place, or its request."""


class Guests(Newcomers, Protocol):
    """Guests and their phones at a table, and what the landlord allows them."""

    def allowed(self) -> Mapping[str, bool]:
        """Return each of the landlord's switches and how it stands."""

    def change_allowed(self, asked: Mapping[str, Any]) -> Mapping[str, Any]:
        """Set the switches that are named; return all with {"ok": true}, or {"ok": false, "error": {...}}."""

    def say(self, language: str, text: str) -> bytes | None:
        """Return a sentence as a WAV file; None where the table has no voice."""

    def remove(self, player: str) -> bool:
        """Take a player's phone away; False where he has none."""

    def send(self, command: Mapping[str, object]) -> Mapping[str, object]:
        """Carry out a command of the tablet as `Commands` do; a phone follows its player to another name."""

    def play(self, player: str, sent: Mapping[str, Any]) -> Mapping[str, Any]:
        """Carry out what a player decided on his phone; {"ok": true}, or {"ok": false, "error": {...}}."""


class MatchReport(Protocol):
    """The match report of a tournament that was played here, which the hub makes. Refusals are `Denial`s."""

    def shown(self, language: str) -> Mapping[str, Any] | None:
        """Return it as the hub's page shows it; None while there is none."""

    def sign(self, said: Mapping[str, Any]) -> None:
        """Take a signature: `round`, `role`, `pin`, and the `body` that was read."""


class Hindsight(Protocol):
    """What has been played, for a look back. Safe to call from any thread."""

    def ended(self) -> tuple[EndedTurn, ...]:
        """Return the turns of the last rounds that have ended, oldest first; never one that still runs.

        As long as nothing has happened, the very same tuple.
        """


class CardLens(Protocol):
    """Reads cards that lie open on the board. Safe to call from any thread; never a device."""

    def read(self, count: object) -> Mapping[str, object]:
        """Read so many cards, as docs/board-json.md has it; {"ok": true, ...}, or {"ok": false, "error": {...}}."""

    def picture(self, reading: str, place: int) -> bytes | None:
        """Return the JPEG of one card's index of the last reading; None for any other."""

    def weigh(self, hands: object) -> Mapping[str, object]:
        """Return what each of some players holds, and who holds best; or {"ok": false, "error": {...}}."""


class Calibration(Protocol):
    """Setting up camera, light and buttons. Safe to call from any thread; never a device."""

    def shown(self) -> Mapping[str, Any]:
        """Return what is found now, as docs/board-json.md has it; who asks keeps the camera's picture for some seconds."""

    def picture(self) -> bytes | None:
        """Return the JPEG of what the camera sees, from memory; None when there is none."""

    def order(self, command: Mapping[str, object]) -> Mapping[str, object]:
        """Begin or stop a test, judge a throw, keep the calibration; {"ok": true}, or {"ok": false, "error": {...}}."""

    def moved(self, *, moved: bool) -> bool:
        """Take the table's word on whether the camera was moved; False when nobody asked."""


class Access(Protocol):
    """Who may do what: the PIN of the house, and which browsers it knows. Every refusal is a `Denial`.

    A token is what a browser keeps in its cookie; the house keeps its hash alone. Safe to call from any thread.
    """

    @property
    def everyone(self) -> bool:
        """Whether any browser of the house may play."""

    @property
    def confirmed(self) -> bool:
        """Whether somebody has written the PIN down."""

    def visitor(self, token: str | None) -> Visitor:
        """Return who comes with this token."""

    def knows(self, token: str) -> bool:
        """Whether this token is that of a paired device or of a landlord; at once, and nothing is written."""

    def claim(self, holder: str | None) -> tuple[str, str]:
        """Return the first PIN, for one browser, and the token that stands for having seen it."""

    def note(self, holder: str | None, name: str) -> str:
        """Confirm the first PIN and pair the browser that has seen it; return its token."""

    def enter(self, pin: str, *, token: str | None, address: str) -> str:
        """Let the landlord in by PIN; return his token."""

    def stay(self, token: str | None) -> None:
        """Begin the landlord's half hour without a tap anew."""

    def leave(self, token: str | None) -> None:
        """End the landlord's part; a paired tablet stays one."""

    def pair(self, token: str | None, name: str) -> None:
        """Make this device the table's."""

    def devices(self) -> Sequence[Mapping[str, object]]:
        """Return the paired devices: `device`, `name`, `since`, `seen` (seconds since 1970)."""

    def revoke(self, device: str) -> bool:
        """Forget a device; False when it is not known."""

    def rename(self, device: str, name: str) -> bool:
        """Call a device otherwise; False when it is not known."""

    def propose(self) -> str:
        """Return a new PIN to write down; the old one goes on until `adopt`."""

    def adopt(self, token: str | None) -> None:
        """Let the proposed PIN count; of all landlords the one with this token stays."""


class Backup(Protocol):
    """Copies of the journal. A refusal is a `Denial` with one sentence, and then nothing has changed."""

    def copy(self) -> Path:
        """Write a consistent copy and return its place; the caller deletes it."""

    def room(self) -> Path:
        """Return an empty file beside the journal to put an upload into; the caller deletes it."""

    def restore(self, file: Path) -> str:
        """Check `file` and let it take the journal's place; return the name the old one is kept under."""


class Power(Protocol):
    """The device's own switch. A refusal is a `Denial` with one sentence."""

    def off(self) -> None:
        """Switch the device off."""

    def restart(self) -> None:
        """Start the device anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meter:
    """One measure: `kind` is counter, gauge or histogram. Without a value it is left out.

    A histogram has `buckets` (upper bound in seconds to how many were at most that), `value` is the sum, `count` all.
    """

    name: str
    kind: str
    told: str
    value: float | None
    buckets: Mapping[float, int] = field(default_factory=dict)
    count: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Https:
    """That the page is served over https too. `root`: what a tablet has to trust; None where every browser does."""

    root: Path | None


@dataclass(frozen=True, slots=True, kw_only=True)
class More:
    """What the page carries beside the board; what is not given is not on it.

    `past`: the list of the evening and its corrections. `lists`: what the house keeps for starting games; without it
    the page remembers nobody. `address`: where other devices of the house find the page; without it nobody is invited
    by QR code. `hindsight`: turns that are over, for the page of odds.
    `practice`: the games of practice; without them the page keeps its own. `reports`: evenings, seasons, people and dice. `bill`: what each owes.
    `people`: who may be shown, and under which name. `consent`: whether an evening's names may leave the house.
    `access`: who may do what; without it everybody plays, and there is no landlord. `backup`, `power`: what the landlord
    may do with the journal and the device. `health`: how the table runs, for /healthz. `calibration`: setting up the
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
    calibration: Calibration | None = None
    meters: Callable[[], Sequence[Meter]] | None = None
    updated: Callable[[], Mapping[str, object] | None] | None = None
    https: Https | None = None
    guests: Guests | None = None
    cards: CardLens | None = None
    denials: Sequence[type[Exception]] = ()
    command_schema: Callable[[], Mapping[str, Any]] = lambda: {"type": "object"}

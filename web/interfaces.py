"""What the page needs of the table: a board to read, and somebody who takes commands (docs/board-json.md)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from scorer.odds.review import EndedTurn
    from web.practice.seats import Seats
    from web.rights import Access, Backup, Power


class Board(Protocol):
    """What everybody sees. Safe to call from any thread."""

    def snapshot(self) -> Mapping[str, object]:
        """Give what is shown now, with its `boot` and `version`."""

    def wait(self, after: int, timeout: float) -> Mapping[str, object] | None:
        """Block until something newer than version `after` is shown; None after `timeout` seconds."""

    def picture(self, of: str, place: int) -> bytes | None:
        """Give the JPEG of one die of the open question (by its id) or of a lift (by its number); None when it is gone."""


class Past(Protocol):
    """What has been this evening, and what would be had it been otherwise. Safe to call from any thread."""

    def acts(self, before: int | None, count: int) -> list[dict[str, object]]:
        """Give up to `count` entries that count before entry `before` (None: the newest), oldest first."""

    def undone(self, entry: int) -> Mapping[str, object] | None:
        """Tell what taking back `entry` and all after it would change; None for one that does not count."""

    def alternatives(self, entry: int) -> Mapping[str, object] | None:
        """Give what an act could have been instead, with what each would change; None for no act that counts."""


class Reports(Protocol):
    """What is told of evenings, seasons and dice, as docs/board-json.md has it. Safe to call from any thread."""

    def evenings(self) -> Sequence[Mapping[str, Any]]:
        """Give all evenings in short, the newest first."""

    def evening(self, number: int) -> Mapping[str, Any] | None:
        """Give one evening with all its games; None for a number that no evening has."""

    def season(self, year: int | None = None, variant: str | None = None) -> Mapping[str, Any]:
        """Give a year's sums, of all games or those of one variant; without a year, the newest evening's."""

    def people(self) -> Sequence[Mapping[str, Any]]:
        """Give everybody who has ever played and may be shown, the best rating first."""

    def names(self) -> Sequence[str]:
        """Give the names of all who have ever played and may be shown, in the order of letters."""

    def person(self, name: str) -> Mapping[str, Any] | None:
        """Give what one person did, whether he may be shown or not; None for somebody who has never played."""

    def dice(self) -> Mapping[str, Any]:
        """Give how often each face came in free throws."""


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
        """Give `revision` and `regulars`, each with `name` and `seat`."""

    def change_regulars(self, asked: dict[str, object]) -> Mapping[str, object]:
        """Keep another list; return it with {"ok": true}, or {"ok": false, "error": {...}}."""

    def houses(self) -> Mapping[str, object]:
        """Give `revision` and `house_rules`, each with `name`, `base` and `options`."""

    def change_houses(self, asked: dict[str, object]) -> Mapping[str, object]:
        """Keep another list; return it with {"ok": true}, or {"ok": false, "error": {...}}."""

    def lately(self) -> Sequence[str]:
        """Name the house rules that were played, the last first."""

    def locked(self) -> bool:
        """Whether only the landlord changes the house rules, and games are played by one of them or by the book."""

    def lock(self, *, on: bool) -> Mapping[str, object]:
        """Lock the house rules, or open them to the table again."""

    def may_be_played(self, variant: object, options: object) -> bool:
        """Whether a game may start with these options."""


class Bill(Protocol):
    """What each owes this evening, and the house's prices. Safe to call from any thread."""

    def bill(self) -> Mapping[str, Any]:
        """Give the bill, as docs/board-json.md has it."""

    def change_prices(self, asked: dict[str, object]) -> Mapping[str, Any]:
        """Keep other prices; return them with {"ok": true}, or {"ok": false, "error": {...}}."""


class Guests(Protocol):
    """Guests and their phones, and what the landlord allows them. Safe to call from any thread. Refusals are `Denial`s."""

    def allowed(self) -> Mapping[str, bool]:
        """Give each of the landlord's switches and how it stands."""

    def change_allowed(self, asked: Mapping[str, Any]) -> Mapping[str, Any]:
        """Set the switches that are named; return all with {"ok": true}, or {"ok": false, "error": {...}}."""

    def say(self, language: str, text: str) -> bytes | None:
        """Give a sentence as a WAV file; None where the table has no voice."""

    def player(self, token: str | None) -> str | None:
        """Name the player that a phone plays for; None for one without a seat."""

    def asks(self, token: str | None) -> str | None:
        """Name whom a phone asks to play as; None for one that has no request open."""

    def ask(self, raw: object, *, token: str | None, address: str) -> str:
        """Note that a phone wants to play under a name; give the token that its cookie keeps."""

    def answer(self, request: str, *, accept: bool) -> Mapping[str, Any]:
        """Take the table's word on a request; {"ok": true}, or {"ok": false, "error": {...}}."""

    def leave(self, token: str | None) -> None:
        """Let a phone give up its seat, or its request."""

    def remove(self, player: str) -> bool:
        """Take a player's phone away; False where he has none."""

    def send(self, command: Mapping[str, object]) -> Mapping[str, object]:
        """Carry out a command of the tablet as `Commands` do; a phone follows its player to another name."""

    def play(self, player: str, sent: Mapping[str, Any]) -> Mapping[str, Any]:
        """Carry out what a player decided on his phone; {"ok": true}, or {"ok": false, "error": {...}}."""


class Hindsight(Protocol):
    """What has been played, for a look back. Safe to call from any thread."""

    def ended(self) -> tuple[EndedTurn, ...]:
        """Give the turns of the last rounds that have ended, oldest first; never one that still runs.

        As long as nothing has happened, the very same tuple.
        """


class Calibration(Protocol):
    """Setting up camera, light and buttons. Safe to call from any thread; never a device."""

    def shown(self) -> Mapping[str, Any]:
        """Give what is found now, as docs/board-json.md has it; who asks keeps the camera's picture for some seconds."""

    def picture(self) -> bytes | None:
        """Give the JPEG of what the camera sees, from memory; None when there is none."""

    def order(self, command: Mapping[str, object]) -> Mapping[str, object]:
        """Begin or stop a test, judge a throw, keep the calibration; {"ok": true}, or {"ok": false, "error": {...}}."""

    def moved(self, *, moved: bool) -> bool:
        """Take the table's word on whether the camera was moved; False when nobody asked."""


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
    `denials`: what the table raises where it does not do what is asked; each has `code` and `wait`, as a `Denial` has.
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
    access: Access | None = None
    backup: Backup | None = None
    power: Power | None = None
    health: Callable[[], Mapping[str, object]] | None = None
    calibration: Calibration | None = None
    meters: Callable[[], Sequence[Meter]] | None = None
    updated: Callable[[], Mapping[str, object] | None] | None = None
    https: Https | None = None
    guests: Guests | None = None
    denials: Sequence[type[Exception]] = ()

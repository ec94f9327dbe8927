"""What the hub's page needs of the hub, as protocols; the JSON is described in docs/hub.md.

Each is implemented in `knobeltisch/hub/`, which `web` must not import.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from web.interfaces import Access, Backup, Https, Newcomers


class Tables(Protocol):
    """The tables of the house, as the landlord looks after them. Safe to call from any thread."""

    def listed(self) -> Sequence[Mapping[str, Any]]:
        """Return each table as everybody sees it, with its `source`, its page's `address` and why it needs `help`."""

    def rename(self, number: int, name: str) -> bool:
        """Give a table a name, or none; False for a number that no table has."""

    def renumber(self, number: int, other: int) -> bool:
        """Give a table another number; one that has it gets this one's. False where there is none, or no such number."""

    def forget(self, number: int) -> bool:
        """Take a table off the list; False for a number that no table has."""


class TableService(Protocol):
    """What the hub does for its tables, and knows from them. Safe to call from any thread."""

    def knows(self, key: str) -> bool:
        """Whether this is the key of the house's tables."""

    def push(self, sent: Mapping[str, Any]) -> tuple[int, Mapping[str, object]]:
        """Take what a table tells of its games; return the status and the answer."""

    def relay(self, sent: Mapping[str, Any]) -> tuple[int, Mapping[str, object]]:
        """Take what a table tells the league through the hub; return the status and the answer."""

    def ask(self, sent: Mapping[str, Any], address: str) -> tuple[int, Mapping[str, object]]:
        """Take a table's word on itself, and return the status and what is to be done there."""

    def number(self, sent: Mapping[str, Any]) -> int | None:
        """Return the number of the table that sends something; None for one that has not asked yet."""

    def bills(self) -> Sequence[Mapping[str, Any]]:
        """Return what was owed at each table when it last asked."""

    def last_orders(self) -> bool:
        """Whether the landlord has announced the last round for all tables."""

    def announce(self, *, on: bool) -> None:
        """Announce the last round for all tables, or take it back."""


class CupDesk(Protocol):
    """The tournament. Safe to call from any thread. Refusals are `Denial`s."""

    def shown(self, language: str) -> Mapping[str, Any] | None:
        """Return all that everybody sees of it; None where there is none."""

    def waiting(self, language: str) -> Mapping[str, Any]:
        """Return what waits for the referee, what his yes would change, and the games that are in no match."""

    def act(self, sent: Mapping[str, Any]) -> Mapping[str, Any]:
        """Do what the referee decides; return what he is to see of it."""

    def report(self, number: int, language: str) -> Mapping[str, Any] | None:
        """Return a round's match report; None for a round that is not drawn."""

    def report_at(self, table: int, language: str) -> Mapping[str, Any] | None:
        """Return the match report of the last round that is over and had a match at a table; None for none."""

    def report_file(self, number: int) -> str | None:
        """Return a round's match report as a signed file; None for a round that is not drawn."""

    def certificates(self, name: str | None, language: str) -> Mapping[str, Any] | None:
        """Return what stands on certificates, the best three or one person's; None where there is no tournament."""

    def abandon(self) -> None:
        """Let there be no tournament any more."""

    def open(self, *, title: str, form: str, tables: int, players: str) -> None:
        """Begin a tournament of a format's name, or of a format of one's own, with a list of players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HubMore:
    """What the hub's page carries beside what all see. `access`: who may do what. `address`: where phones find the page.

    `instance` stands for what the hub keeps, by which it differs from other hubs.
    """

    access: Access
    address: Callable[[], str]
    tables: Tables
    service: TableService
    cup: CupDesk
    joining: Newcomers
    instance: str = ""
    backup: Backup | None = None
    https: Https | None = None
    denials: Sequence[type[Exception]] = ()

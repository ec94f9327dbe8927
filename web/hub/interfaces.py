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
    """The tables of the house, for the landlord. Safe to call from any thread."""

    def listed(self) -> Sequence[Mapping[str, Any]]:
        """Return each table's public view, with its `source`, its page's `address` and why it needs `help`."""

    def rename(self, number: int, name: str) -> bool:
        """Give a table a name, or remove it; return False for an unknown number."""

    def renumber(self, number: int, other: int) -> bool:
        """Give a table another number, swapping with the table that has it. Return False for an unknown table or number."""

    def forget(self, number: int) -> bool:
        """Remove a table from the list; return False for an unknown number."""


class TableService(Protocol):
    """The hub's services for its tables, and its knowledge of them. Safe to call from any thread."""

    def knows(self, key: str) -> bool:
        """Whether this is the key of the house's tables."""

    def push(self, sent: Mapping[str, Any]) -> tuple[int, Mapping[str, object]]:
        """Take a table's finished games; return the status and the answer."""

    def relay(self, sent: Mapping[str, Any]) -> tuple[int, Mapping[str, object]]:
        """Take a table's games for the league; return the status and the answer."""

    def ask(self, sent: Mapping[str, Any], address: str) -> tuple[int, Mapping[str, object]]:
        """Take a table's report on itself; return the status and the table's tasks."""

    def number(self, sent: Mapping[str, Any]) -> int | None:
        """Return the number of the sending table; None for one that has not asked yet."""

    def bills(self) -> Sequence[Mapping[str, Any]]:
        """Return the bill of each table at its last request."""

    def last_orders(self) -> bool:
        """Whether the landlord has announced the last round for all tables."""

    def announce(self, *, on: bool) -> None:
        """Announce the last round for all tables, or withdraw it."""


class CupDesk(Protocol):
    """The tournament. Safe to call from any thread. Refusals are `Denial`s."""

    def shown(self, language: str) -> Mapping[str, Any] | None:
        """Return the public view of the tournament; None if there is none."""

    def waiting(self, language: str) -> Mapping[str, Any]:
        """Return what waits for the referee, what his approval would change, and the games that are in no match."""

    def act(self, sent: Mapping[str, Any]) -> Mapping[str, Any]:
        """Carry out the referee's decision; return his view afterwards."""

    def report(self, number: int, language: str) -> Mapping[str, Any] | None:
        """Return a round's match report; None for a round that is not drawn."""

    def report_at(self, table: int, language: str) -> Mapping[str, Any] | None:
        """Return the match report of the last finished round with a match at a table; None if there is none."""

    def report_file(self, number: int) -> str | None:
        """Return a round's match report as a signed file; None for a round that is not drawn."""

    def certificates(self, name: str | None, language: str) -> Mapping[str, Any] | None:
        """Return the contents of certificates, for the best three or one person; None if there is no tournament."""

    def abandon(self) -> None:
        """Discard the current tournament."""

    def open(self, *, title: str, form: str, tables: int, players: str) -> None:
        """Begin a tournament in a named format, or in a custom one, with a list of players."""


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

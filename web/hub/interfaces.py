"""What the hub's page needs of the hub, as protocols; the JSON is described in docs/hub.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from web.interfaces import Access, Backup, Https


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


@dataclass(frozen=True, slots=True, kw_only=True)
class HubMore:
    """What the hub's page carries beside what all see. `access`: who may do what. `address`: where phones find the page."""

    access: Access
    address: Callable[[], str]
    tables: Tables
    backup: Backup | None = None
    https: Https | None = None
    denials: Sequence[type[Exception]] = ()

"""Officials of a federation: each office has its own key and duties; the federation's own key may do everything."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from league.errors import BadRequest
from league.federation.duties import DUTIES
from league.registry import clean_name, sum_of_secret

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import date

    from league.database import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class Office:
    """The user of the forms; the name appears in the history of decisions, '' is the federation itself."""

    name: str = ""
    duties: frozenset[str] = frozenset(DUTIES)

    @property
    def is_federation(self) -> bool:
        """Whether this is the federation's own key; only it can create officials."""
        return not self.name

    def may(self, duty: str | None) -> bool:
        """Whether this office has a duty; None stands for acts reserved to the federation."""
        return self.is_federation if duty is None else duty in self.duties


FEDERATION: Final = Office()


@dataclass(frozen=True, slots=True, kw_only=True)
class Official:
    """An office in the list."""

    name: str
    duties: tuple[str, ...]
    since: date


def new_official(
    database: Database, name: str, duties: Iterable[str], tell: Callable[[str], object] = str
) -> str:
    """Create an office, or give an existing one new duties and a new key; return the key, which is shown only once.

    Raise BadRequest. Sessions with the old key end. If `tell` fails, nothing changes.
    """
    name, wanted = clean_name(name, "name"), sorted(set(duties), key=lambda duty: (*DUTIES, duty).index(duty))
    if not wanted or not set(wanted) <= set(DUTIES):
        raise BadRequest(f"An office has one or more of these duties: {', '.join(DUTIES)}.", code="duties")
    key = secrets.token_urlsafe(24)
    with database.owner() as cursor:
        cursor.execute("DELETE FROM official WHERE name = %s", [name])
        cursor.execute(
            "INSERT INTO official (name, key_sum, duties) VALUES (%s, %s, %s)",
            [name, sum_of_secret(key), wanted],
        )
        tell(key)
    return key


def dismiss(database: Database, name: str) -> None:
    """Delete an office: its key becomes invalid, its decisions stay. Raise BadRequest."""
    with database.owner() as cursor:
        cursor.execute("DELETE FROM official WHERE name = %s", [name])
        if cursor.rowcount == 0:
            raise BadRequest(f"There is no office {name!r}.", code="no_office", name=name[:60])


def officials(database: Database) -> list[Official]:
    """Return all offices."""
    with database.federation() as cursor:
        cursor.execute("SELECT name, duties, since::date FROM official ORDER BY name")
        return [
            Official(name=name, duties=tuple(duties), since=since)
            for name, duties, since in cursor.fetchall()
        ]

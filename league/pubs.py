"""The pubs of a league, each with a key."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from league.errors import BadRequest, NotAllowed

if TYPE_CHECKING:
    from collections.abc import Callable

    from league.database import Database

LONGEST_NAME: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Pub:
    """A pub that takes part."""

    id: int
    name: str


def add_pub(database: Database, name: str, tell: Callable[[str], object]) -> None:
    """Add a pub, and give its key to `tell` once; if that fails, there is no such pub. Raise BadRequest."""
    name, key = clean_name(name, "name"), secrets.token_urlsafe(32)
    with database.transaction() as cursor:
        cursor.execute(
            "INSERT INTO pub (name, key_sum) VALUES (%s, %s) ON CONFLICT (name) DO NOTHING",
            [name, _sum_of_key(key)],
        )
        if cursor.rowcount == 0:
            raise BadRequest(f"There is a pub called {name!r} already; `league key` gives it another key.")
        tell(key)


def change_key(database: Database, name: str, tell: Callable[[str], object]) -> None:
    """Give a pub a new key; the old one becomes invalid, unless `tell` fails. Raise BadRequest."""
    name, key = clean_name(name, "name"), secrets.token_urlsafe(32)
    with database.transaction() as cursor:
        cursor.execute("UPDATE pub SET key_sum = %s WHERE name = %s", [_sum_of_key(key), name])
        if cursor.rowcount == 0:
            raise BadRequest(f"There is no pub called {name!r}; `league pubs` lists them.")
        tell(key)


def find_pub(database: Database, key: str) -> Pub:
    """Return the owner of this key. Raise NotAllowed."""
    with database.transaction() as cursor:
        cursor.execute("SELECT id, name FROM pub WHERE key_sum = %s", [_sum_of_key(key)])
        row = cursor.fetchone()
    if row is None:
        raise NotAllowed("This key is not known; look at key_file, or ask the federation.")
    return Pub(id=row[0], name=row[1])


def clean_name(said: str, what: str) -> str:
    """Return a name in composed form, with single spaces. Raise BadRequest."""
    clean = " ".join(unicodedata.normalize("NFC", said).split())
    if not 0 < len(clean) <= LONGEST_NAME or not clean.isprintable():
        raise BadRequest(
            f"{what} is {clean[:20]!r}; it must have 1 to {LONGEST_NAME} letters, all of which can be seen."
        )
    return clean


def list_pubs(database: Database) -> str:
    """Return a line for each pub, and one for each of its reports that does not count."""
    with database.transaction() as cursor:
        cursor.execute(
            "SELECT name, since::date, count(report) FILTER (WHERE why = ''), "
            "array_remove(array_agg('  report ' || report || ': ' || nullif(why, '') ORDER BY changed), NULL) "
            "FROM pub LEFT JOIN result ON result.pub = pub.id GROUP BY pub.id ORDER BY name"
        )
        rows = cursor.fetchall()
    lines = [
        line
        for name, since, count, refused in rows
        for line in (f"{name}: since {since}, {count} confirmed reports", *refused)
    ]
    return "".join(f"{line}\n" for line in lines)


def _sum_of_key(key: str) -> bytes:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()

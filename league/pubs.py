"""The pubs of a league, each with its own key."""

import hashlib
import secrets
import unicodedata
from collections.abc import Callable
from typing import Final

from league.database import Database
from league.errors import BadRequest, UnknownKey
from scorer.naming import LOST_LETTER

LONGEST_NAME: Final = 60


def give_key(database: Database, name: str, tell: Callable[[str], object], *, again: bool = False) -> None:
    """Add a pub, or with `again` replace the key of an existing one; pass the key to `tell` once.

    If `tell` fails, nothing is changed. Raise BadRequest if the name is invalid or taken, or with `again` if there is no such
    pub.
    """
    name, key = clean_name(name, "name"), secrets.token_urlsafe(32)
    summed = _sum_of_key(key)
    with database.transaction() as cursor:
        if again:
            cursor.execute("UPDATE pub SET key_sum = %s WHERE name = %s", [summed, name])
        else:
            cursor.execute(
                "INSERT INTO pub (name, key_sum) SELECT %(name)s, %(sum)s "
                "WHERE NOT EXISTS (SELECT FROM pub WHERE name = %(name)s)",
                {"name": name, "sum": summed},
            )
        if cursor.rowcount == 0:
            there = "no pub called" if again else "a pub already that is called"
            raise BadRequest(f"There is {there} {name!r}; `league pubs` lists them.")
        tell(key)


def find_pub(database: Database, key: str) -> int:
    """Return the number of the pub that has this key. Raise UnknownKey if no pub has it."""
    with database.transaction() as cursor:
        cursor.execute("SELECT id FROM pub WHERE key_sum = %s", [_sum_of_key(key)])
        row = cursor.fetchone()
    if row is None:
        raise UnknownKey("This key is not known; look at key_file, or ask the federation.")
    return int(row[0])


def clean_name(said: str, what: str) -> str:
    """Return a name in composed form (NFC), with single spaces. Raise BadRequest, naming `what` it is, if it is invalid."""
    clean = " ".join(unicodedata.normalize("NFC", said).split())
    if not 0 < len(clean) <= LONGEST_NAME or not clean.isprintable() or LOST_LETTER in clean:
        raise BadRequest(
            f"{what} is {clean[:20]!r}; it must have 1 to {LONGEST_NAME} letters, all of which can be seen."
        )
    return clean


def list_pubs(database: Database) -> str:
    """Return a text with one line for each pub and one for each of its reports that does not count."""
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

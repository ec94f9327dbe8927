"""The keys that have signed reports, for the federation: the first of a pub is its own, each further one is accepted by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from league.database import mark_pubs_stale
from league.errors import BadRequest
from tournament.report.signed import fingerprint

if TYPE_CHECKING:
    from datetime import date

    from league.database import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class SigningKey:
    """A key, by its fingerprint."""

    pub: str
    name: str
    since: date
    accepted: bool


def signing_keys(database: Database) -> list[SigningKey]:
    """Return all keys, by pub and age."""
    with database.federation() as cursor:
        cursor.execute(
            "SELECT name, key, since::date, accepted FROM report_key JOIN pub ON pub.id = pub ORDER BY name, since"
        )
        return [
            SigningKey(pub=pub, name=fingerprint(key), since=since, accepted=accepted)
            for pub, key, since, accepted in cursor.fetchall()
        ]


def accept_key(database: Database, pub: str, name: str, *, accepted: bool) -> None:
    """Accept a pub's key with this fingerprint, or withdraw the acceptance. Raise BadRequest."""
    wanted = " ".join(name.split()).lower()
    with database.federation() as cursor:
        cursor.execute("SELECT id, key FROM pub JOIN report_key ON pub = id WHERE name = %s", [pub])
        found = [(number, key) for number, key in cursor.fetchall() if fingerprint(key) == wanted]
        if not found:
            raise BadRequest(
                f"No report of {pub!r} came with a key {name[:40]!r}; `league keys` lists them.",
                code="no_key",
                name=pub[:60],
            )
        cursor.executemany(
            "UPDATE report_key SET accepted = %s WHERE pub = %s AND key = %s",
            [(accepted, *row) for row in found],
        )
        mark_pubs_stale(cursor, [found[0][0]])

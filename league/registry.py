"""Pubs and players: invitations, keys, team lists, and players who are shown or forgotten."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, LiteralString

import psycopg

from league.database import the_row
from league.errors import BadRequest, NotAllowed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from psycopg import Cursor

    from league.database import Database

LONGEST_NAME: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Pub:
    """A pub that takes part."""

    id: int
    name: str


def invite(database: Database, note: str, tell: Callable[[str], object] = str) -> str:
    """Return a code with which one pub may register; `note` says for whom it is. If `tell` fails, no code is created."""
    code = secrets.token_urlsafe(18)
    with database.federation() as cursor:
        cursor.execute("INSERT INTO invitation (code_sum, note) VALUES (%s, %s)", [sum_of_secret(code), note])
        tell(code)
    return code


def register(database: Database, code: str, name: str, town: str) -> tuple[Pub, str]:
    """Register a pub; return it with its key, which is shown only once. Raise NotAllowed and BadRequest."""
    name, town = clean_name(name, "name"), clean_name(town, "town") if town.strip() else ""
    key = secrets.token_urlsafe(32)
    with database.owner() as cursor:
        cursor.execute(
            "SELECT 1 FROM invitation WHERE code_sum = %s AND pub IS NULL FOR UPDATE", [sum_of_secret(code)]
        )
        if cursor.fetchone() is None:
            raise NotAllowed("This invitation is not known, or was used; ask the federation for another.")
        try:
            cursor.execute(
                "INSERT INTO pub (name, town, key_sum) VALUES (%s, %s, %s) RETURNING id",
                [name, town, sum_of_secret(key)],
            )
        except psycopg.errors.UniqueViolation as error:
            raise BadRequest(f"There is a pub called {name!r} already; add the town to the name.") from error
        (number,) = the_row(cursor)
        cursor.execute("UPDATE invitation SET pub = %s WHERE code_sum = %s", [number, sum_of_secret(code)])
    return Pub(id=number, name=name), key


def pub_of(database: Database, key: str) -> Pub:
    """Return the owner of this key. Raise NotAllowed."""
    with database.owner() as cursor:
        cursor.execute("SELECT id, name, barred FROM pub WHERE key_sum = %s", [sum_of_secret(key)])
        row = cursor.fetchone()
    if row is None:
        raise NotAllowed("This key is not known; look at key_file, or ask the federation.")
    if row[2]:
        raise NotAllowed("The federation has barred this pub; ask it why.")
    return Pub(id=row[0], name=row[1])


def new_key(database: Database, name: str, tell: Callable[[str], object] = str) -> str:
    """Return a new key for a pub that has lost its own; the old one becomes invalid. Raise BadRequest.

    If `tell` fails, the old key stays valid.
    """
    key = secrets.token_urlsafe(32)
    with database.owner() as cursor:
        cursor.execute("UPDATE pub SET key_sum = %s WHERE name = %s RETURNING id", [sum_of_secret(key), name])
        if cursor.fetchone() is None:
            raise no_such_pub(name)
        tell(key)
    return key


def bar(database: Database, name: str, *, barred: bool) -> None:
    """Bar a pub from pushing, or admit it again. Raise BadRequest."""
    with database.federation() as cursor:
        cursor.execute("UPDATE pub SET barred = %s WHERE name = %s", [barred, name])
        if cursor.rowcount == 0:
            raise no_such_pub(name)


def no_such_pub(name: str) -> BadRequest:
    """Return the error for an unknown pub."""
    return BadRequest(
        f"There is no pub called {name!r}; `league pubs` lists them.", code="no_pub", name=name[:LONGEST_NAME]
    )


def change_player(
    database: Database, names: Names, pub: Pub, name: str, *, member: bool | None, shown: bool | None
) -> dict[str, object]:
    """Put a player on the pub's list (`member`), or show the name to everybody (`shown`: the player has agreed).

    Raise BadRequest.
    """
    name = clean_name(name, "name")
    summed = names.sum_of(name)
    with database.pub(pub.id) as cursor:
        cursor.execute(
            """
            INSERT INTO player (pub, name_sum, name, member, shown)
            VALUES (%(pub)s, %(sum)s, %(name)s, coalesce(%(member)s, false), coalesce(%(shown)s, false))
            ON CONFLICT (pub, name_sum) DO UPDATE SET
              name = CASE WHEN %(shown)s THEN %(name)s ELSE player.name END,
              member = coalesce(%(member)s, player.member),
              shown = coalesce(%(shown)s, player.shown) AND (player.name IS NOT NULL OR %(shown)s IS TRUE)
            RETURNING id, member, shown
            """,
            {"pub": pub.id, "sum": summed, "name": name, "member": member, "shown": shown},
        )
        row = the_row(cursor)
        _all_stale(cursor)
    return {"player": row[0], "member": row[1], "shown": row[2]}


def forget_own(database: Database, pub: Pub, number: int) -> None:
    """Forget the name of one of the pub's players: the number stays, and the name does not come back. Raise BadRequest."""
    with database.pub(pub.id) as cursor:
        cursor.execute(
            "UPDATE player SET name = NULL, shown = false WHERE id = %s AND pub = %s", [number, pub.id]
        )
        if cursor.rowcount == 0:
            raise BadRequest(f"This pub has no player with the number {number}.")
        _all_stale(cursor)


def forget(database: Database, number: int) -> None:
    """Forget the name of a player of any pub. Raise BadRequest."""
    with database.federation() as cursor:
        cursor.execute("SELECT forget_player(%s)", [number])
        (found,) = the_row(cursor)
        if not found:
            raise BadRequest(f"There is no player with the number {number}.", code="no_player", number=number)


def agree(database: Database, names: Names, pub: str, name: str, *, shown: bool) -> None:
    """Show or hide the name of a person who asked the federation for it. Raise BadRequest."""
    name = clean_name(name, "name")
    _by_name(database, names, pub, name, "SELECT agree_player(%s, %s, %s, %s)", name, shown)


def forget_named(database: Database, names: Names, pub: str, name: str) -> None:
    """Forget a player of a pub by name. Raise BadRequest."""
    _by_name(database, names, pub, clean_name(name, "name"), "SELECT forget_named(%s, %s)")


def _by_name(
    database: Database, names: Names, pub: str, name: str, query: LiteralString, *more: object
) -> None:
    with database.federation() as cursor:
        cursor.execute("SELECT id FROM pub WHERE name = %s", [pub])
        row = cursor.fetchone()
        if row is None:
            raise no_such_pub(pub)
        cursor.execute(query, [row[0], names.sum_of(name), *more])
        (found,) = the_row(cursor)
        if not found:
            raise BadRequest(
                f"{name!r} has not played for {pub}, and is on no list there.",
                code="no_player_named",
                name=name,
                pub=pub,
            )


def _all_stale(cursor: Cursor) -> None:
    cursor.execute("SELECT note_team()")


class Names:
    """Turns names into sums for comparison; the secret in them keeps others from trying names out."""

    def __init__(self, database: Database) -> None:
        with database.owner() as cursor:
            cursor.execute("SELECT value FROM secret WHERE name = 'names'")
            (secret,) = the_row(cursor)
        self._secret = bytes(secret)

    def sum_of(self, name: str) -> bytes:
        """Return the sum of a name."""
        return hmac.digest(self._secret, unicodedata.normalize("NFC", name).casefold().encode(), "sha256")[
            :16
        ]

    def numbers(self, cursor: Cursor, pub: int, names: Iterable[str]) -> dict[str, int]:
        """Return the number of each player of a pub, creating missing ones; in the pub's own transaction."""
        spelt = {name: self.sum_of(name) for name in names}  # "Zoe" and "ZOE" are one player
        if not spelt:
            return {}
        sums = {summed: name for name, summed in spelt.items()}
        found = _numbers(cursor, pub, sorted(sums))
        missing = sorted(sums.keys() - found.keys())
        if missing:
            cursor.execute(
                "INSERT INTO player (pub, name_sum, name) SELECT %s, * FROM unnest(%s::bytea[], %s::text[]) "
                "ON CONFLICT DO NOTHING",
                [pub, missing, [sums[key] for key in missing]],
            )
            found |= _numbers(cursor, pub, missing)
        return {name: found[summed] for name, summed in spelt.items()}


def _numbers(cursor: Cursor, pub: int, sums: list[bytes]) -> dict[bytes, int]:
    cursor.execute("SELECT name_sum, id FROM player WHERE pub = %s AND name_sum = ANY (%s)", [pub, sums])
    return {bytes(summed): number for summed, number in cursor.fetchall()}


def clean_name(said: object, what: str) -> str:
    """Return a name in clean form. Raise BadRequest."""
    if not isinstance(said, str) or not said.strip():
        raise BadRequest(
            f"{what} is {str(said)[:40]!r}; it must be a text.", code="text", said="", most=LONGEST_NAME
        )
    clean = " ".join(unicodedata.normalize("NFC", said).split())
    if len(clean) > LONGEST_NAME or not clean.isprintable():
        raise BadRequest(
            f"{what} must have at most {LONGEST_NAME} letters, all of which can be seen.",
            code="text",
            said=clean[:20],
            most=LONGEST_NAME,
        )
    return clean


def sum_of_secret(secret: str) -> bytes:
    """Return the sum of a key, an invitation or a session; it takes half a surrogate pair too, which JSON may hold."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()

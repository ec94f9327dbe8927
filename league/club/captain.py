"""A club's captain and the captain's password: a one-time link lets the captain choose a word, which is the login from then on.

The pub's key or the federation makes the link, so the home side of a match cannot log in for the away club.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING, Final

from league.errors import BadRequest, NotAllowed
from league.registry import no_such_pub, sum_of_secret

if TYPE_CHECKING:
    from collections.abc import Callable

    from league.database import Database

SHORTEST: Final = 8
LONGEST: Final = 200
LASTS: Final = "30 days"
FREE_TRIES: Final = 4
"""After so many wrong words each further one waits twice as long as the one before, up to a quarter of an hour."""
LONGEST_WAIT_S: Final = 900


def new_link(database: Database, pub: str, tell: Callable[[str], object] = str) -> str:
    """Return the secret of a link for a pub's captain; the old word is valid until the captain chooses a new one.

    Raise BadRequest.
    """
    link = secrets.token_urlsafe(24)
    with database.owner() as cursor:
        cursor.execute("SELECT id FROM pub WHERE name = %s", [pub])
        row = cursor.fetchone()
        if row is None:
            raise no_such_pub(pub)
        cursor.execute(
            "INSERT INTO captain (pub, link_sum) VALUES (%s, %s) ON CONFLICT (pub) DO UPDATE SET link_sum = excluded.link_sum",
            [row[0], sum_of_secret(link)],
        )
        tell(link)
    return link


def choose_word(database: Database, link: str, word: str) -> str:
    """Store the word that a captain chooses with a link; return the token of the session. Raise BadRequest and NotAllowed."""
    if not SHORTEST <= len(word) <= LONGEST:
        raise BadRequest(f"Choose a word of {SHORTEST} letters or more.", code="word", least=SHORTEST)
    salt = secrets.token_bytes(16)
    with database.owner() as cursor:
        cursor.execute(
            "UPDATE captain SET link_sum = NULL, salt = %s, word_sum = %s, wrong = 0, mail = NULL, mail_language = NULL "
            "WHERE link_sum = %s RETURNING pub",
            [salt, _summed(word, salt), sum_of_secret(link)],
        )
        row = cursor.fetchone()
        if row is None:
            raise NotAllowed("This link was used, or is not known; ask for another.")
        cursor.execute("DELETE FROM captain_session WHERE pub = %s", [row[0]])
    return _session(database, row[0])


def enter(database: Database, pub: str, word: str) -> str:
    """Check the club's word and return the token of a session. Raise NotAllowed; each wrong word lengthens the wait."""
    with database.owner() as cursor:
        cursor.execute(
            "SELECT captain.pub, salt, word_sum, waits > now() FROM captain JOIN pub ON pub.id = captain.pub "
            "WHERE pub.name = %s AND word_sum IS NOT NULL FOR UPDATE OF captain",
            [pub.replace("\x00", "")],
        )
        row = cursor.fetchone()
        may_try = row is not None and not row[3]
        right = False
        if row is not None and may_try:
            right = hmac.compare_digest(_summed(word[:LONGEST], bytes(row[1])), bytes(row[2]))
            cursor.execute(
                "UPDATE captain SET wrong = CASE WHEN %s THEN 0 ELSE wrong + 1 END, waits = CASE WHEN %s OR wrong < %s THEN now() "
                "ELSE now() + make_interval(secs => least(%s, power(2, least(wrong - %s, 20)))) END WHERE pub = %s",
                [right, right, FREE_TRIES, LONGEST_WAIT_S, FREE_TRIES, row[0]],
            )
    if row is None or not right:
        raise NotAllowed("This is not the club's word, or too many were wrong; wait a little and try again.")
    return _session(database, row[0])


def club_of(database: Database, token: str | None) -> tuple[int, str] | None:
    """Return the number and name of the club of this captain's session; None for an unknown session."""
    if not token:
        return None
    with database.owner() as cursor:
        cursor.execute(
            "SELECT pub.id, name FROM captain_session JOIN pub ON pub.id = pub WHERE sum = %s AND until > now() AND NOT barred",
            [sum_of_secret(token)],
        )
        row = cursor.fetchone()
    return None if row is None else (int(row[0]), str(row[1]))


def leave(database: Database, token: str) -> None:
    """End a session."""
    with database.owner() as cursor:
        cursor.execute("DELETE FROM captain_session WHERE sum = %s", [sum_of_secret(token)])


def _session(database: Database, pub: int) -> str:
    token = secrets.token_urlsafe(32)
    with database.owner() as cursor:
        cursor.execute("DELETE FROM captain_session WHERE until < now()")
        cursor.execute(
            "INSERT INTO captain_session VALUES (%s, %s, now() + %s::interval)",
            [sum_of_secret(token), pub, LASTS],
        )
    return token


def _summed(word: str, salt: bytes) -> bytes:
    return hashlib.scrypt(word.encode("utf-8", "surrogatepass"), salt=salt, n=2**14, r=8, p=1, dklen=32)

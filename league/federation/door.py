"""Access to the federation's forms: with its key or an official's, for some hours, only from the forms' own pages."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from flask import request

from league.errors import NotAllowed
from league.federation.officials import FEDERATION, Office
from league.registry import sum_of_secret

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from flask import Response

    from league.database import Database

COOKIE: Final = "knobeltisch_federation"
LONGEST: Final = 64
LASTS: Final = "12 hours"
"""A session ends so long after it was last used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """The checks of browsers' requests, supplied by the composition root.

    `check_origin` refuses a change from another site's page; `token_of` derives a form's token from a session's
    cookie.
    """

    check_origin: Callable[[], None]
    token_of: Callable[[str], str]
    headers: Mapping[str, str]


def new_federation_key(database: Database, tell: Callable[[str], object] = str) -> str:
    """Return a new key for the federation's forms; the old one becomes invalid, and its sessions end.

    If `tell` fails, nothing changes.
    """
    key = secrets.token_urlsafe(24)
    with database.owner() as cursor:
        cursor.execute("DELETE FROM federation_session WHERE official IS NULL")
        cursor.execute(
            "INSERT INTO federation_key (sum) VALUES (%s) ON CONFLICT (one) DO UPDATE SET sum = excluded.sum",
            [sum_of_secret(key)],
        )
        tell(key)
    return key


class Door:
    """The federation's login. The key has 192 random bits and cannot be guessed, so nobody is locked out."""

    def __init__(self, database: Database, guard: Guard) -> None:
        self._database, self.guard = database, guard

    def enter(self, key: str) -> str:
        """Return the cookie of a new session. Raise NotAllowed for another key."""
        token = secrets.token_urlsafe(32)
        with self._database.owner() as cursor:
            cursor.execute(
                "SELECT NULL::bigint FROM federation_key WHERE sum = %(sum)s UNION ALL SELECT id FROM official WHERE key_sum = %(sum)s",
                {"sum": sum_of_secret(key.strip())},
            )
            found = cursor.fetchone()
            if found is None:
                raise NotAllowed("This is neither the federation's key nor an official's.")
            cursor.execute("DELETE FROM federation_session WHERE until < now()")
            cursor.execute(
                "INSERT INTO federation_session (sum, until, official) VALUES (%s, now() + %s::interval, %s)",
                [sum_of_secret(token), LASTS, found[0]],
            )
        return token

    def office(self) -> Office | None:
        """Return the office of the present request and extend its session; None without a session."""
        cookie = self._cookie()
        if cookie is None:
            return None
        with self._database.owner() as cursor:
            cursor.execute(
                "UPDATE federation_session SET until = now() + %s::interval WHERE sum = %s AND until > now() "
                "RETURNING (SELECT name FROM official WHERE id = official), (SELECT duties FROM official WHERE id = official)",
                [LASTS, sum_of_secret(cookie)],
            )
            found = cursor.fetchone()
        if found is None:
            return None
        name, duties = found
        return FEDERATION if name is None else Office(name=name, duties=frozenset(duties))

    def token(self) -> str:
        """Return the token for this session's forms."""
        cookie = self._cookie()
        return "" if cookie is None else self.guard.token_of(cookie)

    def check_token(self) -> None:
        """Raise NotAllowed for a form from another session, or from none."""
        if not hmac.compare_digest(request.form.get("token", "").encode(), self.token().encode()):
            raise NotAllowed("This form is old; send it again.")

    def leave(self) -> None:
        """End the session of the present request."""
        with self._database.owner() as cursor:
            cursor.execute(
                "DELETE FROM federation_session WHERE sum = %s", [sum_of_secret(self._cookie() or "")]
            )

    def _cookie(self) -> str | None:
        found = request.cookies.get(COOKIE)
        return found if found and len(found) <= LONGEST else None


def keep_cookie(answer: Response, token: str) -> None:
    """Set the session's cookie, unreadable for scripts and unusable for other sites."""
    secure = request.is_secure or request.headers.get("X-Forwarded-Proto") == "https"
    answer.set_cookie(COOKIE, token, secure=secure, httponly=True, samesite="Strict", path="/")

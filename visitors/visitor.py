"""A visitor of the page: the sender of a request, what they may do, and the token by which they are known."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

OVER_TLS: Final = "s."
"""What the tokens begin with that were made over https."""


class Role(IntEnum):
    """The permissions of a browser; each role includes the ones before it."""

    VIEWER = 0
    PLAYER = 1
    """A phone that the table has given a seat: it plays for one player, in his turn."""
    TABLE = 2
    LANDLORD = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """The sender of a request. `device`: the session's public name, None without one; `paired`: the table's tablet.

    `player`: the player that this device plays for, if the table has given it a seat.
    """

    role: Role
    device: str | None = None
    paired: bool = False
    player: str | None = None


def make_token(*, secure: bool) -> str:
    """Return a new random token, for a browser that asked over https (`secure`) or in clear text."""
    return f"{OVER_TLS if secure else ''}{secrets.token_urlsafe(32)}"


def is_token_of(token: str, *, secure: bool) -> bool:
    """Whether a token was made on such a connection: one that was ever sent in clear text counts only there."""
    return token.startswith(OVER_TLS) is secure

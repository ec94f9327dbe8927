"""A visitor of the page: the sender of a request, and what he may do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


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

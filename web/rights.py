"""What the page needs to tell who may do what: the door of the house, copies of its journal, the device's switch."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path


class Role(IntEnum):
    """What a browser may do; each may do what the ones before it may."""

    VIEWER = 0
    PLAYER = 1
    """A phone that the table has given a seat: it plays for one player, in his turn."""
    TABLE = 2
    LANDLORD = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """Who asks. `device`: the public name of the session, None without one; `paired`: kept as the table's tablet.

    `player`: for whom this device plays, where the table has given it a seat.
    """

    role: Role
    device: str | None = None
    paired: bool = False
    player: str | None = None


class Denial(Protocol):
    """An exception of the table that does not do what is asked; its text is the sentence for who asked."""

    code: str
    """For the page, which has words for it."""
    wait: float
    """Seconds until it may be tried again; 0 for none."""


class Access(Protocol):
    """Who may do what: the PIN of the house, and which browsers it knows. Every refusal is a `Denial`.

    A token is what a browser keeps in its cookie; the house keeps its hash alone. Safe to call from any thread.
    """

    @property
    def everyone(self) -> bool:
        """Whether any browser of the house may play."""

    @property
    def confirmed(self) -> bool:
        """Whether somebody has written the PIN down."""

    def visitor(self, token: str | None) -> Visitor:
        """Say who comes with this token."""

    def knows(self, token: str) -> bool:
        """Tell whether this token is that of a paired device or of a landlord; at once, and nothing is written."""

    def claim(self, holder: str | None) -> tuple[str, str]:
        """Show the first PIN to one browser: the PIN, and the token that stands for having seen it."""

    def note(self, holder: str | None, name: str) -> str:
        """Confirm the first PIN and pair the browser that has seen it; give its token."""

    def enter(self, pin: str, *, token: str | None, address: str) -> str:
        """Let the landlord in by PIN; give his token."""

    def stay(self, token: str | None) -> None:
        """Begin the landlord's half hour without a tap anew."""

    def leave(self, token: str | None) -> None:
        """End the landlord's part; a paired tablet stays one."""

    def pair(self, token: str | None, name: str) -> None:
        """Make this device the table's."""

    def devices(self) -> Sequence[Mapping[str, object]]:
        """List the paired devices: `device`, `name`, `since`, `seen` (seconds since 1970)."""

    def revoke(self, device: str) -> bool:
        """Forget a device; False when it is not known."""

    def rename(self, device: str, name: str) -> bool:
        """Call a device otherwise; False when it is not known."""

    def propose(self) -> str:
        """Give a new PIN to write down; the old one goes on until `adopt`."""

    def adopt(self, token: str | None) -> None:
        """Let the proposed PIN count; of all landlords the one with this token stays."""


class Backup(Protocol):
    """Copies of the journal. A refusal is a `Denial` with one sentence, and then nothing has changed."""

    def copy(self) -> Path:
        """Write a consistent copy and give its place; the caller deletes it."""

    def room(self) -> Path:
        """Give an empty file beside the journal to put an upload into; the caller deletes it."""

    def restore(self, file: Path) -> str:
        """Check `file` and let it take the journal's place; give the name the old one is kept under."""


class Power(Protocol):
    """The device's own switch. A refusal is a `Denial` with one sentence."""

    def off(self) -> None:
        """Switch the device off."""

    def restart(self) -> None:
        """Start the device anew."""

"""The check of every start: what the camera sees, against what was saved when the table was set up.

It is made once, and again while something is off or after what is saved has changed:

             nothing is off
       DUE -------------------> FINE ---+
        ^ |                             | what is saved has changed
        | | something is off            |
        | +-------------------> OFF ----+     (checked again every `AGAIN_S`)
        |                               |
        +-------------------------------+
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

AGAIN_S: Final = 60.0  # how often the check is made again while something is off: somebody may put it right


@dataclass(frozen=True, slots=True, kw_only=True)
class StartCheck:
    """When it was made (`at`, None while it is due), and what was off then, in words of `calibration.checks.changes`."""

    at: float | None = None
    notes: tuple[str, ...] = ()

    def due(self, at: float) -> bool:
        """Whether it is to be made with a picture of that time."""
        return self.at is None or (bool(self.notes) and at - self.at > AGAIN_S)

    def made(self, at: float, notes: tuple[str, ...]) -> StartCheck:
        """Return the check once it was made."""
        return StartCheck(at=at, notes=notes)

    def anew(self) -> StartCheck:
        """Return a check that is due: what is saved has changed. Until then what was off still is."""
        return StartCheck(notes=self.notes)

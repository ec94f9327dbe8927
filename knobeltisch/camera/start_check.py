"""The check at every start: what the camera sees, compared with what was saved during setup.

It runs once, and again while something is off or after the saved setup has changed:

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

AGAIN_S: Final = 60.0  # how often the check is repeated while something is off: somebody may fix it


@dataclass(frozen=True, slots=True, kw_only=True)
class StartCheck:
    """When it ran (`at`, None while it is due), and what was off then, in words of `calibration.checks.changes`."""

    at: float | None = None
    notes: tuple[str, ...] = ()

    def is_due(self, at: float) -> bool:
        """Whether the check should run with a picture taken at that time."""
        return self.at is None or (bool(self.notes) and at - self.at > AGAIN_S)

    def record(self, at: float, notes: tuple[str, ...]) -> StartCheck:
        """Return the check with its result."""
        return StartCheck(at=at, notes=notes)

    def restart(self) -> StartCheck:
        """Return a check that is due because the saved setup has changed; the old notes stay until it runs."""
        return StartCheck(notes=self.notes)

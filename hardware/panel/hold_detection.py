"""Distinguish short and long presses, and detect the two buttons that switch off together, and jammed ones.

Times are seconds of the pins' own clock, with any start. Safe to call from any thread.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

LONG_S: Final = 2.0  # from here on a press is long
OFF_S: Final = 5.0  # holding UNDO and PASS this long switches the device off
MEANT_S: Final = 1.0  # from here on neither of the two counts as a press
STUCK_S: Final = 30.0  # nobody holds a button this long


class Button(StrEnum):
    """The six buttons by their labels."""

    AGAIN = "again"  # "nochmal": throw again with what goes back into the cup
    PASS = "pass"  # noqa: S105 - "liegen lassen": the turn ends
    DIRECTION = "direction"  # high or low
    ONES = "ones"  # ones count 1 or 100
    SIXES = "sixes"  # sixes count 6 or 60
    UNDO = "undo"  # short: undo the last act; long: ask which one


OFF: Final = frozenset({Button.UNDO, Button.PASS})
"""The two that switch off together. They count on release, all others on press."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldButtons:
    """The result of a check: `leaving` while the two are held, `off` once they were held long enough."""

    leaving: bool
    off: bool
    stuck_changed: bool


class HoldDetector:
    """Tracks which buttons are down, and since when."""

    def __init__(self, long_s: float = LONG_S) -> None:
        self._long_s, self._lock = long_s, threading.Lock()
        self._down: dict[Button, float] = {}
        self._stuck: set[Button] = set()
        self._reported: set[Button] = set()
        self._spent: set[Button] = set()
        self._off_reported = False

    @property
    def stuck(self) -> tuple[Button, ...]:
        """Return the buttons that have been down for too long, or since the start."""
        with self._lock:
            return tuple(button for button in Button if button in self._stuck)

    def note_stuck_at_start(self, button: Button) -> None:
        """Note a button that was down at the start; it never counts as a press."""
        with self._lock:
            self._stuck.add(button)
            self._reported.add(button)

    def note_down(self, button: Button, now: float) -> bool:
        """Note that a button went down. Return whether this counts as a press at once."""
        with self._lock:
            self._down[button] = now
            self._spent.discard(button)
            self._off_reported = False
            return button not in OFF

    def note_up(self, button: Button, now: float) -> bool | None:
        """Note that a button came up. Return whether it was a long press; None if it does not count."""
        with self._lock:
            together = self._held_together_s(now)
            if together is not None and together >= MEANT_S:
                self._spent |= OFF
            since = self._down.pop(button, None)
            jammed = button in self._stuck
            self._stuck.discard(button)
            if since is None or jammed or button not in OFF or button in self._spent:
                return None
            return now - since >= self._long_s

    def check_held(self, now: float) -> HeldButtons:
        """Check the buttons that are down; call it several times a second."""
        with self._lock:
            self._stuck |= {button for button, since in self._down.items() if now - since >= STUCK_S}
            changed, self._reported = self._stuck != self._reported, set(self._stuck)
            together = self._held_together_s(now)
            off = together is not None and together >= OFF_S and not self._off_reported
            self._off_reported = self._off_reported or off
            leaving = together is not None and together >= MEANT_S
            return HeldButtons(leaving=leaving, off=off, stuck_changed=changed)

    def _held_together_s(self, now: float) -> float | None:
        """Return how long exactly the two switch-off buttons have been down; None if they are not."""
        if set(self._down) - self._stuck != OFF:
            return None
        return now - max(self._down[button] for button in OFF)

"""How long buttons are down: short and long presses, the two that switch off, and one that is jammed.

Seconds are those of the pins' own clock, whatever its zero. Safe to call from any thread.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

OFF_S: Final = 5.0  # UNDO and PASS together so long switch the device off
MEANT_S: Final = 1.0  # from here on neither of the two counts as a press any more
STUCK_S: Final = 30.0  # nobody holds a button so long


class Button(StrEnum):
    """The six buttons by what is written on them."""

    AGAIN = "again"  # "nochmal": throw again with what goes back into the cup
    PASS = "pass"  # noqa: S105 - "liegen lassen": the turn ends
    DIRECTION = "direction"  # high or low
    ONES = "ones"  # ones count 1 or 100
    SIXES = "sixes"  # sixes count 6 or 60
    UNDO = "undo"  # short: take the last act back; long: ask which one


OFF: Final = frozenset({Button.UNDO, Button.PASS})
"""The two that switch off together. They are heard when the finger leaves, all others as soon as it comes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldButton:
    """What a look at the buttons tells: `off` once for each time, `leaving` while the two are held on purpose."""

    leaving: bool
    off: bool
    stuck_changed: bool


class Holding:
    """Keeps which buttons are down since when."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._down: dict[Button, float] = {}
        self._stuck: set[Button] = set()
        self._told: set[Button] = set()
        self._spent: set[Button] = set()
        self._off_told = False

    @property
    def stuck(self) -> tuple[Button, ...]:
        """Return the buttons that are down for too long, or have been since the start."""
        with self._lock:
            return tuple(button for button in Button if button in self._stuck)

    def was_down(self, button: Button) -> None:
        """Note a button that was down at the start; it never counts as a press."""
        with self._lock:
            self._stuck.add(button)
            self._told.add(button)

    def down(self, button: Button, now: float) -> bool:
        """Note that a finger came. True: this counts as a press at once."""
        with self._lock:
            self._down[button] = now
            self._spent.discard(button)
            self._off_told = False
            return button not in OFF

    def up(self, button: Button, now: float) -> float | None:
        """Note that a finger left. Give how long it stayed if that counts as a press only now."""
        with self._lock:
            together = self._together(now)
            if together is not None and together >= MEANT_S:
                self._spent |= OFF
            since = self._down.pop(button, None)
            jammed = button in self._stuck
            self._stuck.discard(button)
            if since is None or jammed or button not in OFF or button in self._spent:
                return None
            return now - since

    def look(self, now: float) -> HeldButton:
        """Look at the buttons that are down; to be called some times a second."""
        with self._lock:
            self._stuck |= {button for button, since in self._down.items() if now - since >= STUCK_S}
            changed, self._told = self._stuck != self._told, set(self._stuck)
            together = self._together(now)
            off = together is not None and together >= OFF_S and not self._off_told
            self._off_told = self._off_told or off
            leaving = together is not None and together >= MEANT_S
            return HeldButton(leaving=leaving, off=off, stuck_changed=changed)

    def _together(self, now: float) -> float | None:
        """Return how long the two that switch off have both been down, and no third; None when they are not."""
        if set(self._down) - self._stuck != OFF:
            return None
        return now - max(self._down[button] for button in OFF)

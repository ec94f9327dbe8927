"""Presses the panel's buttons and reads its lamps through gpiozero's mock pins, in the table's time."""

from collections.abc import Callable
from typing import Final

from gpiozero.pins.mock import MockFactory

LIFTED_S: Final = 0.15
"""Seconds between two presses of one button; the panel takes less for a bouncing contact."""


class TableFactory(MockFactory):  # type: ignore[misc]  # gpiozero ships no types
    """gpiozero's mock pins on the table's clock, so that a long press is long in the table's seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__()
        self._table_clock = clock

    def ticks(self) -> float:
        """Return the table's time in seconds, in place of the machine's."""
        return self._table_clock()


class Fingers:
    """Presses buttons that connect their pin to ground. Pins are BCM numbers; call `tick` as time passes."""

    def __init__(self, factory: MockFactory) -> None:
        self.factory = factory
        self._down: dict[int, float] = {}
        self._let_go: dict[int, float] = {}
        self._waiting: list[tuple[int, float]] = []

    @property
    def busy(self) -> bool:
        """Whether a button is down or a press is waiting for the next tick."""
        return bool(self._down or self._waiting)

    def press(self, pin: int, seconds: float = 0.12) -> None:
        """Push a button at the next tick and release it at the first tick at least `seconds` later."""
        self._waiting.append((pin, seconds))

    def tick(self, now: float) -> None:
        """Release buttons that have been down long enough, then push waiting ones, each button once at a time."""
        for pin, until in list(self._down.items()):
            if now >= until:
                del self._down[pin]
                self._let_go[pin] = now
                self.factory.pin(pin).drive_high()
        for pin, seconds in list(self._waiting):
            if pin not in self._down and now - self._let_go.get(pin, -LIFTED_S) >= LIFTED_S:
                self._waiting.remove((pin, seconds))
                self._down[pin] = now + seconds
                self.factory.pin(pin).drive_low()

    def lamp(self, pin: int) -> bool:
        """Whether the lamp on an output pin is lit (by a high level)."""
        return bool(self.factory.pin(pin).state)

"""The panel on the table's edge: six buttons and five lamps on gpiozero.

The pin factory is the seam: lgpio on a Raspberry Pi, gpiozero's mock factory in tests and in the demo. Callbacks come
in gpiozero's thread and do one thing: hand a Press to `on_press`, which must return at once.

How long a button was down is measured with the factory's own ticks, not with the wall clock (a Pi has none and it may
jump) and not with gpiozero's `when_held` (its thread sleeps in real seconds, which a simulated table does not have).
"""

from __future__ import annotations

import contextlib
import importlib
import logging
import os
import threading
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

import gpiozero

from hardware.errors import PinsConflict, PinsMissing

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger(__name__)

HEADER: Final = range(28)  # BCM numbers on the forty-pin header
DEBOUNCE_MS: Final = range(10, 31)  # shorter lets bounces through, longer swallows quick presses

_FACTORIES: Final = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "pigpio": ("gpiozero.pins.pigpio", "PiGPIOFactory"),
    "mock": ("gpiozero.pins.mock", "MockFactory"),
}


class Button(StrEnum):
    """The six buttons by what is written on them."""

    AGAIN = "again"  # "nochmal": throw again with what goes back into the cup
    PASS = "pass"  # noqa: S105 - "liegen lassen": the turn ends
    DIRECTION = "direction"  # high or low
    ONES = "ones"  # ones count 1 or 100
    SIXES = "sixes"  # sixes count 6 or 60
    UNDO = "undo"  # short: take the last act back; long: ask which one


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """One press, reported when the finger leaves: `long` if it lasted `hold_s`; `at` in seconds of the panel's clock."""

    button: Button
    long: bool
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Lamps:
    """Which lamps are lit."""

    ready: bool = False
    ask: bool = False
    high: bool = False
    ones100: bool = False
    sixes60: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Pins:
    """BCM pin numbers, and how buttons and lamps are wired.

    `pull_up`: a button connects its pin to ground (else to 3V3); `lamps_high`: a lamp is lit by a high level.
    Raises PinsConflict for a pin used twice or not on the header, a debounce or hold time that cannot work.
    """

    again: int = 5
    pass_: int = 6
    direction: int = 13
    ones: int = 19
    sixes: int = 26
    undo: int = 21
    ready: int = 17
    ask: int = 27
    high: int = 22
    ones100: int = 23
    sixes60: int = 24
    pull_up: bool = True
    lamps_high: bool = True
    debounce_ms: int = 20
    hold_s: float = 2.0

    def __post_init__(self) -> None:
        used: dict[int, str] = {}
        for name, pin in {**self.buttons, **self.lamps}.items():
            if pin not in HEADER:
                raise PinsConflict(f"{name.upper()} is on pin {pin}; it must be a BCM number from 0 to 27.")
            if pin in used:
                raise PinsConflict(
                    f"{used[pin].upper()} and {name.upper()} are both on pin {pin}; give each its own."
                )
            used[pin] = name
        if self.debounce_ms not in DEBOUNCE_MS:
            raise PinsConflict(f"debounce_ms is {self.debounce_ms}; it must be from 10 to 30.")
        if self.hold_s <= 0:
            raise PinsConflict(f"hold_s is {self.hold_s}; it must be above 0, as in 2.0.")

    @property
    def buttons(self) -> dict[str, int]:
        """Give the pin of each button by its name."""
        return {one.value: getattr(self, "pass_" if one is Button.PASS else one.value) for one in Button}

    @property
    def lamps(self) -> dict[str, int]:
        """Give the pin of each lamp by its field in `Lamps`."""
        return {name: getattr(self, name) for name in Lamps.__slots__}


class Panel:
    """The buttons and lamps at work. `on_press` is called from gpiozero's thread: put on a queue, nothing else."""

    def __init__(
        self,
        pins: Pins,
        *,
        factory: gpiozero.Factory,
        on_press: Callable[[Press], None],
        clock: Callable[[], float],
    ) -> None:
        self._factory, self._on_press, self._clock, self._hold_s = factory, on_press, clock, pins.hold_s
        self._lock, self._closed = threading.Lock(), False
        self._down: dict[Button, float] = {}
        self._stuck: set[Button] = set()
        self._devices = contextlib.ExitStack()
        with contextlib.ExitStack() as undo:
            undo.callback(self._devices.close)
            self._buttons = {Button(name): self._wire(pin, pins) for name, pin in pins.buttons.items()}
            self._lamps = {name: self._lamp(pin, pins) for name, pin in pins.lamps.items()}
            undo.pop_all()
        for button, device in self._buttons.items():
            self._listen(button, device)

    @property
    def stuck(self) -> tuple[Button, ...]:
        """Name the buttons that were down at the start and have not been let go since: jammed or shorted."""
        return tuple(one for one in Button if one in self._stuck)

    def show(self, lamps: Lamps) -> None:
        """Light these lamps and no others, from any thread; a closed panel stays dark."""
        with self._lock:
            if self._closed:
                return
            for name, lamp in self._lamps.items():
                lamp.value = getattr(lamps, name)

    def close(self) -> None:
        """Put the lamps out and let the pins go."""
        with self._lock:
            self._closed = True
            self._devices.close()

    def _wire(self, pin: int, pins: Pins) -> gpiozero.DigitalInputDevice:
        return self._claim(
            pin,
            lambda: gpiozero.DigitalInputDevice(
                pin, pull_up=pins.pull_up, bounce_time=pins.debounce_ms / 1000, pin_factory=self._factory
            ),
        )

    def _lamp(self, pin: int, pins: Pins) -> gpiozero.LED:
        return self._claim(
            pin, lambda: gpiozero.LED(pin, active_high=pins.lamps_high, pin_factory=self._factory)
        )

    def _claim(self, pin: int, make: Callable[[], gpiozero.Device]) -> gpiozero.Device:
        try:
            device = make()
        except (gpiozero.GPIOZeroError, OSError) as error:
            raise PinsMissing(f"pin {pin} cannot be used ({error}); free it or name another.") from error
        self._devices.callback(device.close)
        return device

    def _listen(self, button: Button, device: gpiozero.DigitalInputDevice) -> None:
        if device.is_active:
            self._stuck.add(button)
            log.warning("the %s button was down at the start: jammed, or shorted to its rail", button.upper())
        device.when_activated = lambda: self._pressed(button)
        device.when_deactivated = lambda: self._released(button)

    def _pressed(self, button: Button) -> None:
        self._down[button] = self._factory.ticks()

    def _released(self, button: Button) -> None:
        self._stuck.discard(button)
        since = self._down.pop(button, None)
        if since is None:
            return
        held = self._factory.ticks_diff(self._factory.ticks(), since)
        self._on_press(Press(button=button, long=held >= self._hold_s, at=self._clock()))


def pin_factory() -> gpiozero.Factory:
    """Find the machine's pins: lgpio, else RPi.GPIO; GPIOZERO_PIN_FACTORY names another.

    Raises PinsMissing when there are none. gpiozero's own search is not used: it ends at a driver that cannot debounce.
    """
    asked = os.environ.get("GPIOZERO_PIN_FACTORY")
    if asked is not None and asked not in _FACTORIES:
        raise PinsMissing(f"GPIOZERO_PIN_FACTORY is '{asked}'; it must be one of {', '.join(_FACTORIES)}.")
    tried: list[str] = []
    for name in [asked] if asked else ["lgpio", "rpigpio"]:
        module, factory = _FACTORIES[name]
        try:
            return getattr(importlib.import_module(module), factory)()
        except Exception as error:  # noqa: BLE001 - each driver fails in its own way where there is no chip
            tried.append(f"{name}: {error}")
    raise PinsMissing(f"no GPIO pins here ({'; '.join(tried)}); on a Raspberry Pi install python3-lgpio.")

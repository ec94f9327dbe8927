"""The panel at the edge of the table: six buttons, five lamps and an optional buzzer, through gpiozero.

The pin factory is replaceable: lgpio on a Raspberry Pi, gpiozero's mock factory in tests and in the demo. Callbacks run in
gpiozero's thread and only pass a Press to `on_press`, which must return at once.

The time for which a button is down is measured with the factory's ticks, not with the wall clock (which may jump) or gpiozero's
own event (whose thread sleeps in real time, unlike a simulated table). The panel's own thread checks the buttons that stay down:
the two that switch off, and jammed ones.
"""

import contextlib
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import gpiozero

from hardware.errors import PinsConflict, PinsUnusable

log = logging.getLogger(__name__)

HEADER: Final = range(28)  # BCM numbers on the forty-pin header
DEBOUNCE_MS: Final = range(10, 31)  # shorter passes bounces, longer loses quick presses
LOOK_S: Final = 0.1  # how often the buttons that are down are checked
CLICK_S: Final = 0.03
BEEP_S: Final = 0.12
SAME_S: Final = 0.12  # a contact that opens for less within a press has only bounced: no finger is as fast
LONG_S: Final = 2.0  # from here on a press is long
OFF_S: Final = 5.0  # holding UNDO and PASS this long switches the device off
MEANT_S: Final = 1.0  # from here on neither of the two counts as a press
STUCK_S: Final = 30.0  # nobody holds a button this long


class Button(StrEnum):
    """The six buttons, named by their labels."""

    AGAIN = "again"  # "nochmal": throw again with what goes back into the cup
    PASS = "pass"  # noqa: S105 - "liegen lassen": the turn ends
    DIRECTION = "direction"  # high or low
    ONES = "ones"  # ones count 1 or 100
    SIXES = "sixes"  # sixes count 6 or 60
    UNDO = "undo"  # short: undo the last act; long: ask which one


OFF: Final = frozenset({Button.UNDO, Button.PASS})
"""The two that switch off together; they count on release, all others on press."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A press of a button; `at` is in seconds of the panel's clock, `long` means that it lasted at least `hold_s`.

    UNDO and PASS, which have another meaning when held, are reported on release, all others at once. If a button goes down again
    within 120 ms of its release, the same press continues.
    """

    button: Button
    long: bool
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Lamps:
    """The state of each lamp: True if lit."""

    ready: bool = False
    ask: bool = False
    high: bool = False
    ones100: bool = False
    sixes60: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Pins:
    """BCM pin numbers, and the wiring of buttons and lamps.

    `pull_up`: a button connects its pin to ground (else to 3V3); `lamps_high`: a lamp is lit by a high level. `buzzer` is the pin
    of an active buzzer, None if there is none. Raises PinsConflict if a pin is used twice or not on the header, or if the
    debounce or hold time is invalid.
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
    buzzer: int | None = None
    pull_up: bool = True
    lamps_high: bool = True
    debounce_ms: int = 20
    hold_s: float = LONG_S

    def __post_init__(self) -> None:
        used: dict[int, str] = {}
        sounds = {} if self.buzzer is None else {"buzzer": self.buzzer}
        for name, pin in {**self.buttons, **self.lamps, **sounds}.items():
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
        """Return the pin of each button, keyed by the button's name."""
        return {
            button.value: getattr(self, "pass_" if button is Button.PASS else button.value)
            for button in Button
        }

    @property
    def lamps(self) -> dict[str, int]:
        """Return the pin of each lamp, keyed by its field name in `Lamps`."""
        return {name: getattr(self, name) for name in Lamps.__slots__}


class Panel:
    """Reports presses and drives lamps and buzzer, from its construction until `close`. Raise PinsUnusable if a pin cannot be used.

    `on_press` is called in gpiozero's thread and may only put the press on a queue. `clock` returns the seconds for `Press.at`. The
    other callbacks run in the panel's own thread, which `watch` starts: `on_off` when UNDO and PASS have been held together for
    five seconds, `on_stuck` when `stuck` has changed.
    """

    def __init__(
        self,
        pins: Pins,
        *,
        factory: gpiozero.Factory,
        on_press: Callable[[Press], None],
        clock: Callable[[], float],
        on_off: Callable[[], None] = lambda: None,
        on_stuck: Callable[[], None] = lambda: None,
    ) -> None:
        self._factory, self._on_press, self._clock = factory, on_press, clock
        self._on_off, self._on_stuck = on_off, on_stuck
        self._lock, self._stopping = threading.Lock(), threading.Event()
        self._long_s, self._zero = pins.hold_s, factory.ticks()
        self._down: dict[Button, float] = {}  # since when, for each that is down
        self._up: dict[Button, tuple[float, float]] = {}  # the last press of each: since when, until when
        self._stuck, self._reported, self._spent = set[Button](), set[Button](), set[Button]()
        self._off_reported = False
        self._wanted, self._safe, self._looks = Lamps(), False, 0
        self._devices = contextlib.ExitStack()
        with contextlib.ExitStack() as undo:
            undo.callback(self._devices.close)
            wired = {"pull_up": pins.pull_up, "bounce_time": pins.debounce_ms / 1000}
            self._buttons = {
                Button(name): self._claim(gpiozero.DigitalInputDevice, pin, **wired)
                for name, pin in pins.buttons.items()
            }
            self._lamps = {
                name: self._claim(gpiozero.LED, pin, active_high=pins.lamps_high)
                for name, pin in pins.lamps.items()
            }
            self._buzzer = None if pins.buzzer is None else self._claim(gpiozero.Buzzer, pins.buzzer)
            undo.pop_all()
        self._thread = threading.Thread(target=self._run, name="panel", daemon=True)
        for button, device in self._buttons.items():
            self._listen(button, device)

    @property
    def stuck(self) -> tuple[Button, ...]:
        """Return the buttons that have been down for half a minute or since the start, because they are jammed or shorted."""
        with self._lock:
            return tuple(button for button in Button if button in self._stuck)

    def watch(self) -> None:
        """Start the thread that checks the buttons that stay down."""
        self._thread.start()

    def show(self, lamps: Lamps) -> None:
        """Light these lamps and no others. May be called from any thread; a closed panel stays dark."""
        with self._lock:
            asks = lamps.ask and not self._wanted.ask
            self._wanted = lamps
            self._paint(leaving=False)
            if asks:
                self._beep(BEEP_S, times=2)

    def say_safe(self) -> None:
        """Light all lamps until `close`, to show that everything has been saved."""
        with self._lock:
            self._safe = True
            self._paint(leaving=False)

    def check_held(self) -> None:
        """Check once which buttons are held down; call `on_stuck` or `on_off` if that is due."""
        with self._lock:
            now = self._now()
            self._stuck |= {button for button, since in self._down.items() if now - since >= STUCK_S}
            stuck_changed, self._reported = self._stuck != self._reported, set(self._stuck)
            together = self._held_together_s(now)
            off = together >= OFF_S and not self._off_reported
            self._off_reported = self._off_reported or off
            self._looks += 1
            self._paint(leaving=together >= MEANT_S)
        if stuck_changed:
            log.warning(
                "buttons that are down for too long: %s", ", ".join(self.stuck).upper() or "none any more"
            )
            self._on_stuck()
        if off:
            log.info("UNDO and PASS were held together: switching the device off")
            self._on_off()

    def close(self) -> None:
        """Switch the lamps off and release the pins."""
        self._stopping.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()
        with self._lock:
            self._devices.close()

    def _run(self) -> None:
        while not self._stopping.wait(LOOK_S):
            try:
                self.check_held()
            except Exception:
                # an error here must not disable the switch for the rest of the evening
                log.exception("the held buttons could not be checked")

    def _paint(self, *, leaving: bool) -> None:
        """Set the lamps; all blink while the two switch-off buttons are held (`leaving`). Call with the lock held."""
        if self._stopping.is_set():
            return
        dark = self._looks % 4 < 2
        for name, lamp in self._lamps.items():
            lamp.value = True if self._safe else not dark if leaving else getattr(self._wanted, name)

    def _beep(self, seconds: float, *, times: int) -> None:
        """Sound the buzzer. Call with the lock held."""
        if self._buzzer is not None and not self._stopping.is_set():
            self._buzzer.beep(on_time=seconds, off_time=seconds, n=times)

    def _now(self) -> float:
        return float(self._factory.ticks_diff(self._factory.ticks(), self._zero))

    def _claim(self, kind: type[gpiozero.Device], pin: int, **how: Any) -> Any:  # noqa: ANN401 - gpiozero ships no types
        try:
            device = kind(pin, pin_factory=self._factory, **how)
        except (gpiozero.GPIOZeroError, OSError) as error:
            raise PinsUnusable(f"pin {pin} cannot be used ({error}); free it or name another.") from error
        self._devices.callback(device.close)
        return device

    def _listen(self, button: Button, device: gpiozero.DigitalInputDevice) -> None:
        if device.is_active:  # this never counts as a press
            self._stuck.add(button)
            self._reported.add(button)
            log.warning("the %s button was down at the start: jammed, or shorted to its rail", button.upper())
        device.when_activated = lambda: self._pressed(button)
        device.when_deactivated = lambda: self._released(button)

    def _pressed(self, button: Button) -> None:
        with self._lock:
            now = self._now()
            since, until = self._up.get(button, (now, -SAME_S))
            if now - until < SAME_S:  # the press goes on, and has counted
                self._down[button] = since
                self._spent.add(button)
                return
            self._down[button], self._off_reported = now, False
            self._spent.discard(button)
            self._beep(CLICK_S, times=1)
        if button not in OFF:
            self._on_press(Press(button=button, long=False, at=self._clock()))

    def _released(self, button: Button) -> None:
        with self._lock:
            now = self._now()
            if self._held_together_s(now) >= MEANT_S:
                self._spent |= OFF
            since, counts = self._down.pop(button, None), button in OFF - self._stuck - self._spent
            self._up[button] = (now if since is None else since, now)
            self._stuck.discard(button)
        if counts and since is not None:
            self._on_press(Press(button=button, long=now - since >= self._long_s, at=self._clock()))

    def _held_together_s(self, now: float) -> float:
        """Return how long the two switch-off buttons, and no others, have been down; 0 if they are not.

        Call with the lock held.
        """
        together = set(self._down) - self._stuck == OFF
        return now - max(self._down[button] for button in OFF) if together else 0.0

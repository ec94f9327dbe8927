"""One channel of the Pi's hardware PWM, by the kernel's files in /sys/class/pwm.

rpi-hardware-pwm writes the same five files and wants the number of the chip, which differs between kernels; here the pin is
enough. Software PWM is never used: its pulses wait for the processor, and a rolling shutter shows that as bands.

How fast the pulses must be. A lamp that is on for a share d of each period 1/f gives a row of the picture, exposed for T,
between floor and ceiling of f T pulses: the light differs by at most min(d, 1 - d) / f seconds. In grey levels of 255, where
full light gives white, that is

    255 * min(d, 1 - d) / (f T)  <=  127.5 / (f T)

and none at full light, d = 1, at which dice are read. The shortest exposure that is fitted to the mains is T = 1/120 s, half a
period of 60 Hz: one grey level or less needs f >= 127.5 * 120 = 15,300 Hz. LEAST_HZ is that, rounded up; 25 kHz keeps one
level down to 5 ms, and nobody hears it.
"""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path
from typing import Final

from hardware.errors import LampUnusable

LEAST_HZ: Final = 16_000
MOST_HZ: Final = 50_000  # above, a MOSFET without a driver is warm: it switches in a microsecond or two
USUAL_HZ: Final = 25_000
SYSFS: Final = Path("/sys/class/pwm")

LAMP_PINS: Final = {12: 4, 18: 2}
"""BCM pins of the first channel, each with its function for the overlay."""
_CHANNELS: Final = {
    "20c000.pwm": {12: 0, 18: 0},  # up to the Pi 4: one channel, to be led to either pin
    "98000.pwm": {12: 0, 18: 2},  # a Pi 5's RP1; its other block turns the fan
}
"""How the chip's device is named at its end, and its channel for each pin."""

_RIGHTS_S: Final = 3.0  # udev gives the new channel to the group after it was made
_LOOK_S: Final = 0.02


def overlay_for(pin: int) -> str:
    """Return the line of /boot/firmware/config.txt that leads the PWM to this pin."""
    return f"dtoverlay=pwm,pin={pin},func={LAMP_PINS[pin]}"


def find_channel(pin: int, sysfs: Path = SYSFS) -> Path:
    """Return the folder of the channel that drives `pin`, whether it is exported or not. Raise LampUnusable if there is none."""
    for chip in sorted(sysfs.glob("pwmchip*")):
        device = (chip / "device").resolve().name
        for ending, channels in _CHANNELS.items():
            if device.endswith(ending):
                return chip / f"pwm{channels[pin]}"
    raise LampUnusable(
        f"there is no hardware PWM for pin {pin}; write {overlay_for(pin)} into /boot/firmware/config.txt and restart the Pi."
    )


class PwmChannel:
    """The open channel of a pin, its lamp lit by a high level. Raise LampUnusable if it cannot be had."""

    def __init__(self, pin: int, *, hz: int = USUAL_HZ, sysfs: Path = SYSFS) -> None:
        self._pin, self._period_ns = pin, round(1e9 / hz)
        self._folder = find_channel(pin, sysfs)
        try:
            self._export()
            self._set_period()
            self._write("enable", 1)
        except OSError as error:
            raise self._unusable(error) from error

    def set_level(self, level: float) -> None:
        """Set the share of full light, 0 to 1. Raise LampUnusable."""
        try:
            self._write("duty_cycle", round(level * self._period_ns))
        except OSError as error:
            raise self._unusable(error) from error

    def _export(self) -> None:
        """Have the kernel make the channel's folder, and wait until its files are this user's to write."""
        if not self._folder.is_dir():
            number = self._folder.name.removeprefix("pwm")
            (self._folder.parent / "export").write_text(number, encoding="ascii")
        until = time.monotonic() + _RIGHTS_S
        while not os.access(self._folder / "enable", os.W_OK) and time.monotonic() < until:
            time.sleep(_LOOK_S)

    def _set_period(self) -> None:
        """Set the period. The kernel refuses one that is shorter than the pulse, so a longer pulse is shortened first."""
        pulse = int((self._folder / "duty_cycle").read_text(encoding="ascii"))
        if pulse > self._period_ns:
            self._write("duty_cycle", self._period_ns)
        self._write("period", self._period_ns)

    def _write(self, name: str, value: int) -> None:
        (self._folder / name).write_text(str(value), encoding="ascii")

    def _unusable(self, error: OSError) -> LampUnusable:
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            do = "let the table's user write there, as the package's udev rule and unit do"
        else:
            do = "check whether another program or overlay uses it"
        return LampUnusable(
            f"the PWM of pin {self._pin} ({self._folder}) cannot be used ({error.strerror}); {do}."
        )

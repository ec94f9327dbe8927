"""The doctor's check of the lamp over the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.errors import HardwareError
from hardware.lamp.pwm_channel import LEAST_HZ, SYSFS, find_channel
from knobeltisch.device.panel_pins import require_own_pin
from knobeltisch.health.findings import Finding, Verdict

if TYPE_CHECKING:
    from pathlib import Path

    from knobeltisch.config import Config


def check_lamp(config: Config, sysfs: Path = SYSFS) -> Finding:
    """Return whether the lamp's PWM is there and how it is set; nothing is changed, since the table may be using it."""
    pin = config.lamp.pin
    assert pin is not None
    try:
        require_own_pin(config)
        channel = find_channel(pin, sysfs)
        if not channel.is_dir():
            message = f"pin {pin} has hardware PWM; the table switches it on when it starts."
            return Finding(about="lamp", verdict=Verdict.LOOK, message=message)
        period, pulse, on = (
            int((channel / name).read_text(encoding="ascii")) for name in ("period", "duty_cycle", "enable")
        )
    except (HardwareError, OSError) as error:
        return Finding(about="lamp", verdict=Verdict.BAD, message=str(error))
    if not on or not period:
        message = f"pin {pin} is off; start the table again."
        return Finding(about="lamp", verdict=Verdict.LOOK, message=message)
    hz = 1e9 / period
    message = f"pin {pin} at {hz / 1000:.1f} kHz, {100 * pulse / period:.0f} % of full light."
    if hz < LEAST_HZ:
        message += f" Below {LEAST_HZ / 1000:.0f} kHz pictures have bands: another program has set it."
        return Finding(about="lamp", verdict=Verdict.BAD, message=message)
    return Finding(about="lamp", verdict=Verdict.OK, message=message)

"""The panel and the lamp over the board: their pins, from the configuration to the hardware, and the panel's state."""

from __future__ import annotations

import logging
import time
from dataclasses import fields
from typing import TYPE_CHECKING

from hardware.errors import LampUnusable, PinsConflict
from hardware.lamp.pwm_channel import PwmChannel
from hardware.lamp.table_lamp import TableLamp
from hardware.panel.panel import Pins
from knobeltisch.status import Device

if TYPE_CHECKING:
    from hardware.panel.panel import Panel
    from knobeltisch.config import Config, PanelConfig

log = logging.getLogger(__name__)


def pins_of(config: PanelConfig) -> Pins:
    """Return the panel's pins and times in `hardware`'s form."""
    return Pins(**{own.name: getattr(config, own.name) for own in fields(Pins)})


def panel_status(panel: Panel | None, trouble: str = "") -> Device:
    """Return the panel's state for the page; `trouble`: why existing pins cannot be used."""
    if panel is None and trouble:
        return Device(status="missing", message=trouble)
    if panel is None:
        return Device(status="absent", message="No button panel; use the page's buttons.")
    if panel.stuck:
        names = ", ".join(panel.stuck)
        return Device(
            status="stuck",
            message=f"A button has been down for a long time: {names}; check whether it is jammed.",
        )
    return Device(status="ok")


def require_own_pin(config: Config) -> None:
    """Raise PinsConflict if a button, a lamp or the buzzer of the panel is on the lamp's pin."""
    panel = config.panel
    if config.lamp.pin is None or panel.use == "off":
        return
    pins = pins_of(panel)
    for name, pin in {**pins.buttons, **pins.lamps, "buzzer": pins.buzzer}.items():
        if pin == config.lamp.pin:
            raise PinsConflict(
                f"LAMP and {name.upper()} are both on pin {pin}; give the lamp 12 or 18, and the other another."
            )


def open_lamp(config: Config) -> TableLamp | None:
    """Return the configured lamp, at full light; None if there is none, or if it cannot be used. Raise PinsConflict."""
    require_own_pin(config)
    if config.lamp.pin is None:
        return None
    try:
        channel = PwmChannel(config.lamp.pin, hz=config.lamp.hz)
    except LampUnusable as error:
        log.error("No lamp: %s", error)  # noqa: TRY400 - the sentence is enough
        return None
    return TableLamp(
        channel, dim=config.lamp.dim / 100, dim_after_s=config.lamp.dim_after_s, clock=time.monotonic
    )

"""The pins of the panel, from the configuration to the hardware."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.panel.panel import Pins

if TYPE_CHECKING:
    from knobeltisch.config import PanelConfig


def pins_of(config: PanelConfig) -> Pins:
    """Return the panel's pins and times as `hardware` takes them."""
    return Pins(
        again=config.again,
        pass_=config.pass_,
        direction=config.direction,
        ones=config.ones,
        sixes=config.sixes,
        undo=config.undo,
        ready=config.ready,
        ask=config.ask,
        high=config.high,
        ones100=config.ones100,
        sixes60=config.sixes60,
        buzzer=config.buzzer,
        pull_up=config.pull_up,
        lamps_high=config.lamps_high,
        debounce_ms=config.debounce_ms,
        hold_s=config.hold_s,
    )

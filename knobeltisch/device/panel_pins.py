"""The panel's pins, taken from the configuration, and its state for the page."""

from dataclasses import fields

from hardware.panel.panel import Panel, Pins
from knobeltisch.config import PanelConfig
from knobeltisch.status import Device


def pins_of(config: PanelConfig) -> Pins:
    """Return the configured pins and times of the panel in the form that `hardware` expects."""
    return Pins(**{own.name: getattr(config, own.name) for own in fields(Pins)})


def panel_status(panel: Panel | None, trouble: str = "") -> Device:
    """Return the panel's state for the page; `trouble` says why existing pins cannot be used."""
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

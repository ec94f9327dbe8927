"""Chooses the library for this machine's pins, or reports why none works."""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gpiozero.exc import PinUnknownPi

from hardware.errors import PinsMissing, PinsUnusable

if TYPE_CHECKING:
    import gpiozero

_FACTORIES: Final = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "pigpio": ("gpiozero.pins.pigpio", "PiGPIOFactory"),
    "mock": ("gpiozero.pins.mock", "MockFactory"),
}


def pin_factory(devices: Path = Path("/dev")) -> gpiozero.Factory:
    """Return a factory for the machine's pins: lgpio, or else RPi.GPIO; GPIOZERO_PIN_FACTORY may name another.

    Raise PinsMissing if there are no pins, PinsUnusable if they cannot be used. gpiozero's own search is not used, because it may
    choose a driver that cannot debounce.
    """
    asked = os.environ.get("GPIOZERO_PIN_FACTORY")
    if asked is not None and asked not in _FACTORIES:
        raise PinsMissing(f"GPIOZERO_PIN_FACTORY is '{asked}'; it must be one of {', '.join(_FACTORIES)}.")
    chips = sorted(devices.glob("gpiochip*"))
    if asked is None and not chips:  # lgpio would leave a pipe in the working directory for nothing
        raise PinsMissing(f"there is no GPIO chip here ({devices}/gpiochip0); buttons need a Raspberry Pi.")
    failed: dict[str, Exception] = {}
    for name in [asked] if asked else ["lgpio", "rpigpio"]:
        module, factory = _FACTORIES[name]
        try:
            return getattr(importlib.import_module(module), factory)()
        except Exception as error:  # noqa: BLE001 - each driver fails in its own way
            failed[name] = error
    tried = "; ".join(f"{name}: {error}" for name, error in failed.items())
    first = next(iter(failed.values()))  # it decides which remedy is named
    if isinstance(first, PinUnknownPi) or not chips:  # many PCs have a GPIO chip too
        raise PinsMissing(f"there are no pins for buttons here ({tried}); they need a Raspberry Pi.")
    barred = [chip for chip in chips if not os.access(chip, os.R_OK | os.W_OK)]
    if isinstance(first, ImportError):
        do = "install python3-lgpio"
    elif ".lgd-nfy" in str(first):  # a pipe that lgpio makes in the working directory (joan2937/lg issue 22)
        do = f"start the program in a folder that it may write to, not in {Path.cwd()}"
    elif barred:
        do = f"let this user into the group of {barred[0]}"
    else:
        do = "check whether another program uses them"
    raise PinsUnusable(f"the GPIO pins cannot be used ({tried}); {do}.")

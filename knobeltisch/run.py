"""`knobeltisch run`: the real table, until it is told to stop."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from typing import TYPE_CHECKING

import segno

from hardware.cameras.find import open_camera
from hardware.errors import CameraMissing, HardwareError
from hardware.panel import pin_factory
from knobeltisch.app import App, Site, build
from knobeltisch.config import load_config
from knobeltisch.errors import ConfigError, KnobeltischError
from knobeltisch.logs import begin_logging
from knobeltisch.power import SystemPower
from knobeltisch.record import Recorder
from web.errors import WebError

if TYPE_CHECKING:
    from pathlib import Path

    import gpiozero

    from hardware.cameras.base import Camera
    from knobeltisch.config import Config

log = logging.getLogger(__name__)


def main(file: Path | None, *, record: Path | None = None) -> int:
    """Run until SIGINT or SIGTERM. Return 0, or 2 after one sentence on standard error.

    `record` is a new folder in which the lifts are kept; that is announced here and on the page.
    """
    begin_logging()
    ended = told_to_stop()
    try:
        config = load_config(file, environ=os.environ)
        camera, trouble = _camera(config)
        app = build(
            config,
            camera=camera,
            camera_trouble=trouble,
            pins=_pins(config),
            clock=time.time,
            recorder=None if record is None else Recorder(record),
            site=Site(power=SystemPower(), say_pin=say_pin),
        )
        app.start()
    except (KnobeltischError, HardwareError, WebError) as error:
        print(f"knobeltisch: {error}", file=sys.stderr)  # noqa: T201 - the command's own word
        return 2
    announce(app, trouble)
    if record is not None:
        sys.stdout.write(
            f"Pictures of the dice are kept in {record} until this is stopped; tell everybody at the table.\n"
        )
        sys.stdout.flush()
    ended.wait()
    app.stop()
    return 0


def announce(app: App, trouble: str = "") -> None:
    """Print the page's address, with a QR code where a person looks at a terminal."""
    if trouble:
        sys.stdout.write(f"No camera: {trouble} Scoring goes on by tablet.\n")
    sys.stdout.write(f"page: {app.address}\n")
    if sys.stdout.isatty():
        segno.make(app.address, error="m").terminal(compact=True, border=2)
    sys.stdout.flush()


def say_pin(pin: str) -> None:
    """Tell the landlord's first PIN on the device's own console; where that is a log, only where to find it."""
    if not sys.stdout.isatty():
        log.info("The landlord's PIN is on the page at its first opening; `knobeltisch pin` makes a new one.")
        return
    sys.stdout.write(
        f"The landlord's PIN is {pin}. It lets you set up, restore and switch off at /landlord on the page.\n"
        "Write it down: until the page or this PIN was used, each start makes a new one; it is not kept.\n"
    )
    sys.stdout.flush()


def told_to_stop() -> threading.Event:
    """Give an event that is set when somebody asks us to stop; from now on, so call it before anything is started."""
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    return ended


def _camera(config: Config) -> tuple[Camera | None, str]:
    """Find the camera. Only a camera that was asked for by name is an error when missing."""
    if config.camera.device == "none":
        return None, "switched off in the configuration."
    try:
        return open_camera(config.camera.device), ""
    except CameraMissing as error:
        if config.camera.device != "auto":
            raise
        return None, str(error)


def _pins(config: Config) -> gpiozero.Factory | None:
    """Find the pins; without a GPIO chip the page's buttons serve."""
    if config.panel.use == "off":
        return None
    try:
        return pin_factory()
    except HardwareError as error:
        if config.panel.use == "on":
            raise ConfigError(f"panel.use is 'on', but {error}") from error
        return None

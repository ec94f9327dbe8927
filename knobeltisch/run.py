"""`knobeltisch run`: the real table, until it is told to stop."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from typing import TYPE_CHECKING, Final

import segno

from hardware.cameras.find import open_camera
from hardware.errors import CameraMissing, HardwareError, PinsConflict, PinsMissing
from hardware.panel import pin_factory
from knobeltisch.app import App, Site, build
from knobeltisch.config import Config, load_config
from knobeltisch.errors import ConfigError, JournalError, KeepError, KnobeltischError
from knobeltisch.logs import begin_logging
from knobeltisch.notify import notifier
from knobeltisch.power import SystemPower
from knobeltisch.record import Recorder
from knobeltisch.starts import Trouble, starts
from web.errors import WebError

if TYPE_CHECKING:
    from pathlib import Path

    import gpiozero

    from hardware.cameras.base import Camera
    from knobeltisch.notify import Notifier
    from knobeltisch.starts import Starts

log = logging.getLogger(__name__)

ASKED: Final = Trouble(kind="asked", sentence="It was asked for.")


def main(file: Path | None, *, record: Path | None = None, safe: bool = False) -> int:
    """Run until SIGINT or SIGTERM. Return 0, or 2 after one sentence on standard error.

    `record` is a new folder in which the lifts are kept; that is announced here and on the page. `safe`: with neither
    camera nor panel; after failures in a row that is so by itself.
    """
    begin_logging()
    ended = told_to_stop()
    counted, tell = starts(os.environ), notifier(os.environ)
    trouble = counted.begin() or (ASKED if safe else None)
    try:
        app, missing = _safe_table(file, trouble, tell) if trouble else _table(file, record, counted, tell)
        app.start()
    except (KnobeltischError, HardwareError, WebError) as error:
        counted.failed(_kind(error), str(error))
        print(f"knobeltisch: {error}", file=sys.stderr)  # noqa: T201 - the command's own word
        return 2
    except Exception as error:
        counted.failed("fault", f"{type(error).__name__}: {error}")
        raise
    too_slow = ended.is_set()  # systemd has lost its patience with this start: no good end
    counted.doing("keeping the score")
    tell.ready(f"page: {app.address}")
    announce(app, missing)
    if record is not None:
        _say_recording(record)
    ended.wait()
    tell.stopping()
    app.stop()
    if not too_slow:
        counted.ended()
    return 0


def _table(file: Path | None, record: Path | None, counted: Starts, tell: Notifier) -> tuple[App, str]:
    """Put the real table together; give with it why there is no camera. Raises what `build` does, and HardwareError for a camera asked for by name."""
    config = load_config(file, environ=os.environ)
    counted.doing(f"opening the camera ({config.camera.device})", kind="silent")
    camera, trouble = _camera(config)
    counted.doing("starting the table")
    app = build(
        config,
        camera=camera,
        camera_trouble=trouble,
        pins=_pins(config),
        clock=time.time,
        recorder=None if record is None else Recorder(record),
        site=Site(power=SystemPower(), say_pin=say_pin, notifier=tell, note=counted.failed),
    )
    return app, trouble


def _safe_table(file: Path | None, trouble: Trouble, tell: Notifier) -> tuple[App, str]:
    """Put the table together without what may have failed: camera, panel, and a configuration that cannot be read."""
    log.error("Safe mode, with neither camera nor panel: %s", trouble.sentence)
    try:
        config = load_config(file, environ=os.environ)
    except ConfigError:
        config = Config()
    site = Site(power=SystemPower(), say_pin=say_pin, notifier=tell, safe_mode=trouble)
    return build(config, camera=None, pins=None, clock=time.time, site=site), trouble.sentence


def _kind(error: KnobeltischError | HardwareError | WebError) -> str:
    """Say what is in trouble, in a word of `Trouble`."""
    match error:
        case ConfigError():
            kind = "config"
        case PinsMissing() | PinsConflict():
            kind = "panel"
        case HardwareError():
            kind = "camera"
        case WebError():
            kind = "page"
        case JournalError() | KeepError():
            kind = "disk"
        case _:
            kind = "fault"
    return kind


def _say_recording(folder: Path) -> None:
    sys.stdout.write(
        f"Pictures of the dice are kept in {folder} until this is stopped; tell everybody at the table.\n"
    )
    sys.stdout.flush()


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
        one = config.camera
        return open_camera(one.device, distance_mm=one.distance_mm, mains_hz=one.mains_hz), ""
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

"""Builds the real table on this device, for the normal start and for safe mode, which works whatever fails."""

from __future__ import annotations

import logging
import os
import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from hardware.cameras.mjpeg import is_network_camera
from hardware.errors import HardwareError, PinsMissing, PinsUnusable
from hardware.panel.pin_factory import pin_factory
from knobeltisch.app import App, Host
from knobeltisch.camera.remote.network_camera import NetworkCamera
from knobeltisch.camera.remote.phone_door import phone_camera
from knobeltisch.commands.console import say_pin
from knobeltisch.config import PHONE, CameraConfig, Config, PageConfig, load_config
from knobeltisch.config_values import without_password
from knobeltisch.device.own_wifi import own_wifi
from knobeltisch.device.power import SystemPower
from knobeltisch.errors import PageError
from knobeltisch.health.support_bundle import make_bundle_apart
from knobeltisch.lifecycle.crash_counter import CrashCounter, since_power_on
from web.errors import WebError
from web.server.page_server import can_listen

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import gpiozero

    from hardware.cameras.base import Camera
    from knobeltisch.device.sd_notify import Notifier
    from knobeltisch.status import Trouble

log = logging.getLogger(__name__)

LOOPBACK: Final = "127.0.0.1"


def build_table(file: Path | None, counted: CrashCounter, tell: Notifier) -> tuple[App, str]:
    """Build the table; return it and the reason why there is no camera, or "".

    Raise ConfigError, and the errors of `App`.
    """
    config = load_config(file, environ=os.environ)
    off = config.camera.device == "none"
    network = NetworkCamera(config.camera.device) if is_network_camera(config.camera.device) else None
    trouble = "switched off in the configuration." if off else ""
    pins, pins_trouble = _pins(config)
    find: Camera | Callable[[], Camera] = partial(_find_camera, config.camera, counted)
    if network is not None:
        find = network.camera
    elif config.camera.device == PHONE:
        find = phone_camera()
    app = App(
        config,
        camera=None if off else find,
        camera_trouble=trouble,
        network=network,
        pins=pins,
        clock=time.time,
        host=Host(
            power=SystemPower(),
            wifi=own_wifi(),
            say_pin=say_pin,
            notifier=tell,
            note=counted.note_failure,
            pins_trouble=pins_trouble,
            ticks=since_power_on,
            report=partial(make_bundle_apart, file),
        ),
    )
    return app, trouble


def build_safe_table(file: Path | None, trouble: Trouble, tell: Notifier) -> tuple[App, str]:
    """Build the table without camera and panel, ignoring the invalid parts of the configuration; return it and the fault's text.

    The valid parts still count: a wrong key must neither open the page to the network nor start another journal.
    """
    log.error("Safe mode, with neither camera nor panel: %s", trouble.sentence)
    config = load_config(file, environ=os.environ, fault=lambda error: log.error("Left out: %s", error))
    config = replace(config, page=choose_page_address(config.page))
    host = Host(
        power=SystemPower(),
        say_pin=say_pin,
        notifier=tell,
        safe_mode=trouble,
        ticks=since_power_on,
        report=partial(make_bundle_apart, file),
    )
    return App(config, camera=None, pins=None, clock=time.time, host=host), trouble.sentence


def choose_page_address(page: PageConfig) -> PageConfig:
    """Return `page` at the first usable address: its own, the default port on its host, or this device alone.

    If none is usable, return it unchanged. The page never opens to more networks than configured.
    """
    elsewhere = replace(page, port=PageConfig().port)
    for candidate in (page, elsewhere, replace(page, host=LOOPBACK), replace(elsewhere, host=LOOPBACK)):
        if can_listen(candidate.host, candidate.port):
            if candidate != page:
                log.error(
                    "The page cannot be at %s:%d; it is at %s:%d.",
                    page.host,
                    page.port,
                    candidate.host,
                    candidate.port,
                )
            return candidate
    return page


def start(app: App) -> None:
    """Start the table. Raise PageError, with everything released, if the page cannot be served."""
    try:
        app.start()
    except WebError as error:
        raise PageError(str(error)) from error


def _find_camera(config: CameraConfig, counted: CrashCounter) -> Camera:
    """Find and open the camera, in its own thread. The noted step identifies a driver that hangs or crashes."""
    with counted.note_parallel_work(f"opening the camera ({without_password(config.device)})", "silent"):
        from hardware.cameras.find import open_camera  # noqa: PLC0415 - brings OpenCV; safe mode does without

        return open_camera(config.device, distance_mm=config.distance_mm, mains_hz=config.mains_hz)


def _pins(config: Config) -> tuple[gpiozero.Factory | None, str]:
    """Return the pins, or None with the reason if a GPIO chip cannot be used."""
    if config.panel.use == "off":
        return None, ""
    try:
        return pin_factory(), ""
    except HardwareError as error:
        if config.panel.use == "on":
            raise PinsMissing(f"panel.use is 'on', but {error}") from error
        if not isinstance(error, PinsUnusable):
            return None, ""
        log.error("No buttons and no lamps: %s", error)  # noqa: TRY400 - the sentence is enough
        return None, str(error)

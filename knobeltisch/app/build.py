"""Put the parts of a table together."""

from __future__ import annotations

import contextlib
import logging
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from hardware.cameras.pushed import PushedCamera
from hardware.panel.panel import Panel
from knobeltisch.access.access_control import AccessControl
from knobeltisch.app.house import NOBODY_THERE, open_house
from knobeltisch.app.running import App, page_address
from knobeltisch.app.schemas import table_schemas
from knobeltisch.app.table_health import table_health
from knobeltisch.archive.bill import Bills
from knobeltisch.archive.consent import Consent
from knobeltisch.archive.known_people import People
from knobeltisch.archive.reports import Reports
from knobeltisch.camera.remote.phone_door import PhoneDoor
from knobeltisch.camera.table_camera import TableCamera
from knobeltisch.config import PHONE
from knobeltisch.device.panel_pins import panel_status, pins_of
from knobeltisch.health.metrics import Meters
from knobeltisch.lifecycle.shutdown import Shutdown
from knobeltisch.lifecycle.watchdog import Watchdog
from knobeltisch.recovery.journal_backup import JournalBackup
from knobeltisch.status import Device
from knobeltisch.storage.instance import instance_of
from knobeltisch.storage.write_probe import WriteProbe
from knobeltisch.table.practice import PracticeGames
from web import PageServices, create_app
from web.server.page_server import PageServer

if TYPE_CHECKING:
    from collections.abc import Callable

    import gpiozero

    from hardware.cameras.base import Camera
    from knobeltisch.app.house import Host, House
    from knobeltisch.camera.setup import CameraSetup
    from knobeltisch.config import Config
    from knobeltisch.mqtt.mqtt import Mqtt

log = logging.getLogger(__name__)


def build(
    config: Config,
    *,
    camera: Camera | Callable[[], Camera] | None,
    camera_trouble: str = "",
    pins: gpiozero.Factory | None,
    clock: Callable[[], float],
    host: Host = NOBODY_THERE,
) -> App:
    """Build the table. With `camera` None the score is kept by tablet, and the page shows the reason (`camera_trouble`).

    The camera need not be open or even found yet (`TableCamera`): that comes once the page is up. `host` is the device itself: its power switch and its console. Raise JournalError or
    StoreError for an unusable file (in safe mode the page reports it instead), ConfigError or HardwareError for unusable pins,
    and the page's PortBusy; nothing is left open then.
    """
    with contextlib.ExitStack() as undo:
        device = Device(status="absent", message=camera_trouble or "No camera.")
        if camera is not None:
            name = "" if callable(camera) else camera.name
            device = Device(status="starting", name=name, message="The camera is starting.")
        house = open_house(config, device, clock, host)
        undo.callback(house.files.close)
        app = _app(house, camera, pins, undo)
        undo.pop_all()
        return app
    raise AssertionError  # pragma: no cover - ExitStack swallows nothing


def _app(
    house: House,
    camera: Camera | Callable[[], Camera] | None,
    pins: gpiozero.Factory | None,
    undo: contextlib.ExitStack,
) -> App:
    """Build all parts around the table; `undo` releases those that hold a resource. Raise like `build`."""
    host = house.host
    watchdog = Watchdog(
        host.notifier,
        schedule=house.table.schedule,
        silent=lambda why: host.note("silent" if why else "stopped", why),
    )
    table_camera = _table_camera(house, camera, watchdog, panel=pins is not None)
    switch = None
    if host.power is not None:
        switch = Shutdown(host.power, house.table)
    panel = None if pins is None else _panel(house, pins, table_camera, switch)
    if panel is not None:
        undo.callback(panel.close)
    mqtt, push, store = _mqtt(house), None, house.files.store
    if house.config.hub.url and store is not None:
        from knobeltisch.outbox.game_delivery import GameDelivery  # noqa: PLC0415 - only where there is a hub

        push = GameDelivery(house.config, table=house.table, chronicle=house.chronicle, store=store)
    meters = Meters(house.table, house.config.journal.path, table_camera, mqtt, push)
    access = _access(house)

    def address() -> str:
        return page_address(server)

    services = _services(house, watchdog, table_camera, switch, meters, address)
    door = None
    if access is not None and isinstance(camera, PushedCamera) and house.config.camera.device == PHONE:
        door = PhoneDoor(camera, access.eye, address)
    page, services = house.config.page, replace(services, access=access, door=door)
    server = PageServer(
        create_app(house.table.board, house.table.commands, hosts=page.hosts, more=services),
        page.host,
        page.port,
        streams=page.streams,
        tls=house.secure.context,
    )
    return App(
        files=house.files,
        table=house.table,
        server=server,
        panel=panel,
        panel_device=panel_status(panel, house.host.pins_trouble),
        camera=table_camera,
        listeners=tuple(filter(None, (mqtt, push))),
        watchdog=watchdog,
        door=door,
    )


def _services(
    house: House,
    watchdog: Watchdog,
    camera: TableCamera | None,
    switch: Shutdown | None,
    meters: Meters,
    address: Callable[[], str],
) -> PageServices:
    """Collect the services that the page needs besides the board. Raise StoreError."""
    files, table, chronicle = house.files, house.table, house.chronicle
    people = People(files.store, chronicle.evenings)
    if not house.config.hub.url or house.files.store is None:
        match_report = None
    else:
        from knobeltisch.outbox.hub_report import HubReport  # noqa: PLC0415 - likewise

        match_report = HubReport(house.config.hub, house.files.store)
    return PageServices(
        past=table.past,
        lists=house.lists,
        address=address,
        guests=table.phones,
        practice=PracticeGames(),
        hindsight=table.hindsight,
        reports=Reports(chronicle, people),
        people=people,
        consent=Consent(files.store, chronicle.evenings),
        bill=Bills(table.evening, files.store, table.is_evening_unsure),
        match_report=match_report,
        backup=None if files.sealed else JournalBackup(table, house.config.journal.path),
        power=switch,
        health=partial(
            table_health,
            house,
            watchdog,
            instance_of(house.config.journal.path),
            WriteProbe(files.writable),
        ),
        wifi=house.host.wifi,
        calibration=None if camera is None else camera.setup,
        meters=meters,
        updated=house.host.updated,
        https=house.secure,
        schemas=table_schemas,
    )


def _mqtt(house: House) -> Mqtt | None:
    if not house.config.mqtt.host:
        return None
    from knobeltisch.mqtt.mqtt import Mqtt  # noqa: PLC0415 - the client is loaded only where there is a broker

    return Mqtt(house.config.mqtt, house.table.board, safe=house.trouble is not None)


def _table_camera(
    house: House, camera: Camera | Callable[[], Camera] | None, watchdog: Watchdog, *, panel: bool
) -> TableCamera | None:
    """Build the camera with the setup of camera, light and buttons; in safe mode there is none."""
    store = house.files.store
    if house.host.safe_mode is not None or store is None:
        return None

    def make_setup() -> CameraSetup:
        from knobeltisch.camera.setup import CameraSetup  # noqa: PLC0415 - brings OpenCV

        return CameraSetup(
            store=store,
            clock=house.clock,
            table=house.table,
            camera=None if camera is None or callable(camera) else camera.name or None,
            panel=panel,
            panel_trouble=house.host.pins_trouble,
        )

    return TableCamera(
        camera=camera,
        table=house.table,
        config=house.config.camera,
        make_setup=make_setup,
        beat=watchdog.beat,
    )


def _panel(
    house: House,
    pins: gpiozero.Factory,
    camera: TableCamera | None,
    switch: Shutdown | None,
) -> Panel:
    """Connect the panel with the table and the power switch. Raise HardwareError for unusable pins."""
    panel = Panel(
        pins_of(house.config.panel),
        factory=pins,
        on_press=house.table.put if camera is None else camera.take_press,
        clock=house.clock,
        on_off=(lambda: None) if switch is None else switch.switch_off_by_panel,
        on_stuck=lambda: house.table.panel_says(panel_status(panel)),
    )
    if switch is not None:
        switch.say_safe = panel.say_safe
    return panel


def _access(house: House) -> AccessControl | None:
    """Build the access control, with a first PIN if nobody has confirmed one yet. Raise StoreError."""
    if house.files.store is None:
        return None
    try:
        access = AccessControl(
            house.files.store,
            everyone=house.config.page.table == "everyone",
            clock=house.clock,
            say=house.host.say_pin,
        )
        access.pin.begin()
    except Exception:
        if house.host.safe_mode is None:
            raise
        log.exception("there is no landlord: the stored PIN and devices cannot be read")
        return None
    return access

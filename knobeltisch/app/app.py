"""Everything that runs at a table: put together, started and stopped here."""

from __future__ import annotations

import contextlib
import logging
import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from hardware.cameras.pushed import PushedCamera
from hardware.panel.panel import Panel
from knobeltisch.access.access_control import AccessControl
from knobeltisch.access.secure_connection import SecureConnection
from knobeltisch.app.host import NOBODY_THERE, Host
from knobeltisch.app.schemas import table_schemas
from knobeltisch.archive.bill import Bills
from knobeltisch.archive.chronicle import Chronicle
from knobeltisch.archive.consent import Consent
from knobeltisch.archive.known_people import People
from knobeltisch.archive.reports import Reports
from knobeltisch.camera.remote.phone_door import PhoneDoor
from knobeltisch.camera.table_camera import TableCamera
from knobeltisch.config import PHONE, Config
from knobeltisch.device.local_client import instance_of
from knobeltisch.device.own_sounds import FOLDER, OwnSounds
from knobeltisch.device.panel_pins import panel_status, pins_of
from knobeltisch.game.saved_lists import Lists
from knobeltisch.health.metrics import measure
from knobeltisch.lifecycle.shutdown import Shutdown
from knobeltisch.lifecycle.watchdog import Watchdog
from knobeltisch.page_program import PageProgram
from knobeltisch.recovery.journal_backup import JournalBackup
from knobeltisch.recovery.open_files import FORGETS, open_files
from knobeltisch.status import Device
from knobeltisch.storage.files import WriteProbe
from knobeltisch.table.phones import Phones
from knobeltisch.table.practice import PracticeGames
from knobeltisch.table.table import Table
from web import PageServices, create_app
from web.server.page_server import PageServer

if TYPE_CHECKING:
    from collections.abc import Callable

    import gpiozero

    from hardware.cameras.base import Camera
    from knobeltisch.camera.remote.network_camera import NetworkCamera
    from knobeltisch.camera.setup import CameraSetup
    from knobeltisch.mqtt.mqtt import Mqtt
    from knobeltisch.outbox.game_delivery import GameDelivery

log = logging.getLogger(__name__)


class App(PageProgram):
    """Everything that runs at a table.

    `camera` need not be open or even found yet (`TableCamera`); `network` fetches the pictures of a network camera. If `camera` is
    None, the score is kept by tablet and the page shows why (`camera_trouble`). Raise JournalError or StoreError for an unusable
    file (except in safe mode), ConfigError or HardwareError for unusable pins, and PortBusy if the page's port is taken; nothing
    is left open then.
    """

    def __init__(
        self,
        config: Config,
        *,
        camera: Camera | Callable[[], Camera] | None,
        camera_trouble: str = "",
        network: NetworkCamera | None = None,
        pins: gpiozero.Factory | None,
        clock: Callable[[], float],
        host: Host = NOBODY_THERE,
    ) -> None:
        self.config, self.host, self._clock = config, host, clock
        self._ticks = host.ticks or time.monotonic
        self.files = open_files(config.journal.path, clock, safe=host.safe_mode is not None)
        self.journal, self.store = self.files.journal, self.files.store
        self._trouble = self.files.sealed or host.safe_mode
        with contextlib.ExitStack() as stops:  # all are stopped in the reverse of this order
            stops.callback(self.files.close)
            self._secure = SecureConnection(config.page, config.journal.path.parent, self.store)
            self._chronicle = Chronicle()
            self._lists = None if self.store is None else Lists(self.store, self._chronicle.last_games)
            self.table = self._make_table(camera, camera_trouble)
            self._watchdog = Watchdog(
                host.notifier,
                schedule=self.table.schedule,
                silent=lambda why: host.note("silent" if why else "stopped", why),
                ticks=self._ticks,
            )
            self.camera = self._make_table_camera(camera, panel=pins is not None)
            self._switch = None if host.power is None else Shutdown(host.power, self.table)
            self.panel = None if pins is None else self._make_panel(pins)
            if self.panel is not None:
                stops.callback(self.panel.close)
            stops.callback(self.table.stop)
            self._mqtt, self._push = self._make_mqtt(), self._make_push()
            self._access = self._make_access()
            self.door = None
            if (
                self._access is not None
                and isinstance(camera, PushedCamera)
                and config.camera.device == PHONE
            ):
                self.door = PhoneDoor(camera, self._access.eye, lambda: self.address, self._ticks)
            page, services = config.page, self._services()
            app = create_app(self.table.board, self.table.commands, services, hosts=page.hosts)
            self.server = PageServer(
                app, page.host, page.port, streams=page.streams, tls=self._secure.context
            )
            stops.callback(self.server.stop)
            self._feeds = [
                part for part in (self.camera, self._mqtt, self._push, network) if part is not None
            ]
            for part in (*self._feeds, self._watchdog):
                stops.callback(part.stop)
            self.stops = stops.pop_all()

    def start_parts(self) -> None:
        """Start the table, then the parts that send it input."""
        panel, camera = self.panel, self.camera
        status = panel_status(panel, self.host.pins_trouble)
        self.table.start(light=None if panel is None else panel.show, panel=status)
        if panel is not None:
            panel.watch()
        for part in self._feeds:
            part.start()
        if camera is None:
            self._watchdog.start(watching=lambda: False)
        else:
            self._watchdog.start(watching=lambda: camera.watching, quiet=camera.report_hang)

    def _make_table(self, camera: Camera | Callable[[], Camera] | None, trouble: str) -> Table:
        if self._trouble is not None:
            at_first = Device(status="safe", name=self._trouble.kind, message=self._trouble.sentence)
        elif camera is None:
            at_first = Device(status="absent", message=trouble or "No camera.")
        else:
            name = "" if callable(camera) else camera.name
            at_first = Device(status="starting", name=name, message="The camera is starting.")
        notices, phones = list(self.files.notices), None
        if self.files.sealed is None and self.host.forgets(self.files.folder):
            log.error("%s: %s", self.files.folder, FORGETS.message)
            notices.append(FORGETS)
        if self._secure.trouble is not None:
            notices.append(self._secure.trouble)
        if self.store is not None and self._lists is not None:
            sounds = OwnSounds(self.files.folder / FOLDER)
            phones = partial(
                Phones,
                self.store,
                self._lists,
                self.host.voice,
                self._clock,
                sounds=sounds,
                ticks=self._ticks,
            )
        return Table(
            files=replace(self.files, notices=tuple(notices)),
            clock=self._clock,
            camera=at_first,
            chronicle=self._chronicle,
            ticks=self.host.ticks,
            phones=phones,
        )

    def _make_table_camera(
        self, camera: Camera | Callable[[], Camera] | None, *, panel: bool
    ) -> TableCamera | None:
        store = self.store
        if self.host.safe_mode is not None or store is None:
            return None

        def make_setup() -> CameraSetup:
            from knobeltisch.camera.setup import CameraSetup  # noqa: PLC0415 - brings OpenCV

            return CameraSetup(
                store=store,
                clock=self._clock,
                table=self.table,
                camera=None if camera is None or callable(camera) else camera.name or None,
                panel=panel,
                panel_trouble=self.host.pins_trouble,
                ticks=self._ticks,
            )

        return TableCamera(
            camera=camera,
            table=self.table,
            config=self.config.camera,
            make_setup=make_setup,
            beat=self._watchdog.beat,
            ticks=self._ticks,
        )

    def _make_panel(self, pins: gpiozero.Factory) -> Panel:
        camera, switch, table = self.camera, self._switch, self.table
        panel = Panel(
            pins_of(self.config.panel),
            factory=pins,
            on_press=table.put if camera is None else camera.take_press,
            clock=self._clock,
            on_off=(lambda: None) if switch is None else switch.switch_off_by_panel,
            on_stuck=lambda: table.set_panel_state(panel_status(panel)),
        )
        if switch is not None:
            switch.say_safe = panel.say_safe
        return panel

    def _make_mqtt(self) -> Mqtt | None:
        if not self.config.mqtt.host:
            return None
        from knobeltisch.mqtt.mqtt import Mqtt  # noqa: PLC0415 - the client is loaded only where there is a broker

        return Mqtt(self.config.mqtt, self.table.board, safe=self._trouble is not None, ticks=self._ticks)

    def _make_push(self) -> GameDelivery | None:
        if not self.config.hub.url or self.store is None:
            return None
        from knobeltisch.outbox.game_delivery import GameDelivery  # noqa: PLC0415 - only where there is a hub

        return GameDelivery(
            self.config,
            table=self.table,
            chronicle=self._chronicle,
            store=self.store,
            clock=self._clock,
            ticks=self._ticks,
        )

    def _make_access(self) -> AccessControl | None:
        if self.store is None:
            return None
        try:
            access = AccessControl(
                self.store,
                everyone=self.config.page.table == "everyone",
                clock=self._clock,
                ticks=self._ticks,
                say=self.host.say_pin,
            )
            access.pin.begin()
        except Exception:
            if self.host.safe_mode is None:
                raise
            log.exception("there is no landlord: the stored PIN and devices cannot be read")
            return None
        return access

    def _services(self) -> PageServices:
        files, table, chronicle, journal = self.files, self.table, self._chronicle, self.config.journal.path
        people, match_report = People(files.store, chronicle.evenings), None
        if self.config.hub.url and files.store is not None:
            from knobeltisch.outbox.hub_report import HubReport  # noqa: PLC0415 - likewise

            match_report = HubReport(self.config.hub, files.store)
        return PageServices(
            house=self.config.page.house,
            past=table.past,
            lists=self._lists,
            address=lambda: self.address,
            guests=table.phones,
            practice=PracticeGames(),
            hindsight=table.hindsight,
            reports=Reports(chronicle, people),
            people=people,
            consent=Consent(files.store, chronicle.evenings),
            bill=Bills(table.evening, files.store, table.is_evening_unsure),
            match_report=match_report,
            backup=None if files.sealed else JournalBackup(table, journal),
            power=self._switch,
            access=self._access,
            door=self.door,
            health=partial(self._health, instance_of(journal), WriteProbe(files.writable, self._ticks)),
            wifi=self.host.wifi,
            calibration=None if self.camera is None else self.camera.setup,
            meters=lambda: measure(table, journal, self.camera, self._mqtt, self._push),
            updated=self.host.updated,
            report=self.host.report,
            https=self._secure,
            schemas=table_schemas,
        )

    def _health(self, instance: str, disk: WriteProbe) -> dict[str, object]:
        """Return the table's identity and state as JSON; `ok` says whether an act could be written now."""
        mode, reason = ("normal", "") if self._trouble is None else ("safe", self._trouble.sentence)
        notice = self.table.board.snapshot()["notice"]
        said = str(notice["message"]) if isinstance(notice, dict) and notice["key"] == "journal" else ""
        sealed = self.files.sealed is not None
        if not sealed and not said and not disk.can_write():
            said = "The journal's folder takes no more files: free some space, or make it writable."
        ok, reason = not (sealed or said), f"{reason} {said}".strip()
        fed_by = self._watchdog.fed_by
        return {"ok": ok, "instance": instance, "mode": mode, "reason": reason, "watchdog": fed_by}

"""Everything that runs at a table, and the order in which it starts and stops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from knobeltisch.device.address import address_in_house
from knobeltisch.lifecycle.garbage import collect_rarely

if TYPE_CHECKING:
    from hardware.panel.panel import Panel
    from knobeltisch.camera.remote.network_camera import NetworkCamera
    from knobeltisch.camera.remote.phone_door import PhoneDoor
    from knobeltisch.camera.table_camera import TableCamera
    from knobeltisch.lifecycle.watchdog import Watchdog
    from knobeltisch.mqtt.mqtt import Mqtt
    from knobeltisch.outbox.game_delivery import GameDelivery
    from knobeltisch.recovery.open_files import OpenFiles
    from knobeltisch.status import Device
    from knobeltisch.storage.journal import Journal
    from knobeltisch.storage.store import Store
    from knobeltisch.table.table import Table
    from web.server.page_server import PageServer


@dataclass(frozen=True, kw_only=True)
class App:
    """Everything that runs, in starting order; it stops in reverse."""

    files: OpenFiles
    table: Table
    server: PageServer
    panel: Panel | None
    panel_device: Device
    camera: TableCamera | None
    listeners: tuple[Mqtt | GameDelivery | NetworkCamera, ...]
    watchdog: Watchdog
    door: PhoneDoor | None = None

    @property
    def store(self) -> Store | None:
        """The table's store."""
        return self.files.store

    @property
    def journal(self) -> Journal:
        """The table's journal."""
        return self.files.journal

    @property
    def address(self) -> str:
        """The page's address as other devices in the house reach it."""
        return page_address(self.server)

    def start(self) -> None:
        """Start the page, then the table, then the parts that feed it. Raise the page's CannotListen; everything is released then."""
        try:
            self.server.start()
        except BaseException:
            self.stop()
            raise
        self.table.start(light=None if self.panel is None else self.panel.show, panel=self.panel_device)
        if self.panel is not None:
            self.panel.watch()
        if self.camera is not None:
            self.camera.start()
        for listener in self.listeners:
            listener.start()
        collect_rarely()
        camera = self.camera
        if camera is None:
            self.watchdog.start(watching=lambda: False)
        else:
            self.watchdog.start(watching=lambda: camera.watching, quiet=camera.report_hang)

    def stop(self) -> None:
        """Stop the parts that feed the table, then the page, then the table with its lamps; close the files last."""
        self.watchdog.stop()
        for listener in self.listeners:
            listener.stop()
        if self.camera is not None:
            self.camera.stop()
        self.server.stop()
        self.table.stop()
        if self.panel is not None:
            self.panel.close()
        self.files.close()


def page_address(server: PageServer) -> str:
    """Return the page's address for other devices in the network; computed on each call, since a lease may change."""
    return f"http://{address_in_house(server.host)}:{server.port}/"

"""The composition root: the whole house is put together, started and stopped here, and nowhere else."""

from __future__ import annotations

import contextlib
import logging
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hardware.panel import Panel, Pins
from knobeltisch.backup import JournalBackup
from knobeltisch.chronicle import Chronicle
from knobeltisch.door import HouseDoor
from knobeltisch.errors import UnfitJournal
from knobeltisch.eye import Eye
from knobeltisch.keep import KEPT_IN
from knobeltisch.lists import Lists
from knobeltisch.mend import journal_or_mended, keep_or_anew, mend_journal
from knobeltisch.meters import Meters
from knobeltisch.reports import Reports
from knobeltisch.table import Table
from knobeltisch.view import Device
from web import More, create_app
from web.serve import PageServer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import gpiozero

    from hardware.cameras.base import Camera
    from knobeltisch.config import Config, PanelConfig
    from knobeltisch.journal import Journal
    from knobeltisch.keep import Keep
    from knobeltisch.record import Recorder
    from web.rights import Power

log = logging.getLogger(__name__)


class App:
    """Everything that runs, in the order it is started; stopped in reverse."""

    def __init__(
        self,
        *,
        table: Table,
        server: PageServer,
        panel: Panel | None,
        eye: Eye | None,
        files: tuple[Keep, Journal],
    ) -> None:
        self.table, self.server, self.panel, self.eye = table, server, panel, eye
        self.keep, self.journal = files

    @property
    def address(self) -> str:
        """The page's address as other devices in the house reach it."""
        return _address(self.server)

    def start(self) -> None:
        """Start the page, then the table, then what feeds them. Raises the page's CannotListen; all is let go then."""
        try:
            self.server.start()
        except BaseException:
            self.stop()
            raise
        self.table.start(light=None if self.panel is None else self.panel.show)
        if self.eye is not None:
            self.eye.start()

    def stop(self) -> None:
        """Stop what feeds the table, then the page, then the table with its lamps; close the files last."""
        if self.eye is not None:
            self.eye.stop()
        self.server.stop()
        self.table.stop()
        if self.panel is not None:
            self.panel.close()
        self.keep.close()
        self.journal.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """The device itself: its switch, and who tells the first PIN to whoever stands before it."""

    power: Power | None = None
    say_pin: Callable[[str], None] = lambda _pin: None


NOBODY_THERE: Final = Site()


def build(
    config: Config,
    *,
    camera: Camera | None,
    camera_trouble: str = "",
    pins: gpiozero.Factory | None,
    clock: Callable[[], float],
    recorder: Recorder | None = None,
    site: Site = NOBODY_THERE,
) -> App:
    """Put the house together. `camera` None: score by tablet, and the page says why (`camera_trouble`).

    With a `recorder` the lifts are kept on disk, and the page says so. `site` is the device itself: its switch and its console.

    Raises JournalError or KeepError for a file that cannot be used, ConfigError or HardwareError for pins that cannot,
    and the page's PortBusy; nothing is left open then.
    """
    with contextlib.ExitStack() as undo:
        device = _camera_device(camera, camera_trouble)
        table, chronicle, journal = _table(config.journal.path, clock, device, recorder)
        undo.callback(journal.close)
        keep, house_anew = keep_or_anew(config.journal.path.with_name(KEPT_IN), clock)
        undo.callback(keep.close)
        if house_anew is not None:
            table.begins_with(house_anew)
        panel = None
        if pins is not None:
            panel = Panel(pins_of(config.panel), factory=pins, on_press=table.press, clock=clock)
            undo.callback(panel.close)
        table.panel_says(_panel_device(panel))
        door = _door(config, keep, clock, site)
        eye = None if camera is None else Eye(camera=camera, table=table, config=config.camera)
        meters = Meters(table, config.journal.path, eye)
        server = _server(config, table, chronicle, door, keep, site, meters)
        undo.pop_all()
        return App(table=table, server=server, panel=panel, eye=eye, files=(keep, journal))
    raise AssertionError  # pragma: no cover - ExitStack swallows nothing


def _table(
    path: Path, clock: Callable[[], float], camera: Device, recorder: Recorder | None
) -> tuple[Table, Chronicle, Journal]:
    """Lay the table on its journal; on what can be used of it when it is damaged. Raises JournalError."""
    journal, mended = journal_or_mended(path, clock)
    try:
        try:
            chronicle = Chronicle(journal.entries())
            table = Table(journal=journal, clock=clock, camera=camera, recorder=recorder, chronicle=chronicle)
        except UnfitJournal as error:
            log.warning("%s", error)
            journal.close()
            journal, mended = mend_journal(path, clock)
            chronicle = Chronicle(journal.entries())
            table = Table(journal=journal, clock=clock, camera=camera, recorder=recorder, chronicle=chronicle)
    except BaseException:
        journal.close()
        raise
    if mended is not None:
        table.begins_with(mended)
    return table, chronicle, journal


def _server(
    config: Config,
    table: Table,
    chronicle: Chronicle,
    door: HouseDoor,
    keep: Keep,
    site: Site,
    meters: Meters,
) -> PageServer:
    """Put the page before the table."""
    more = More(
        past=table.past,
        lists=Lists(keep),
        address=lambda: _address(server),
        hindsight=table.hindsight,
        reports=Reports(chronicle),
        door=door,
        backup=JournalBackup(table, config.journal.path),
        power=site.power,
        meters=meters,
    )
    page = create_app(table.board, table.commands, hosts=config.page.hosts, more=more)
    server = PageServer(page, config.page.host, config.page.port, streams=config.page.streams)
    return server


def _door(config: Config, keep: Keep, clock: Callable[[], float], site: Site) -> HouseDoor:
    """Hang the door, with a first PIN if none was written down so far. Raises KeepError."""
    door = HouseDoor(keep, everyone=config.page.table == "everyone", clock=clock, say=site.say_pin)
    door.begin()
    return door


def _camera_device(camera: Camera | None, trouble: str) -> Device:
    if camera is None:
        return Device(status="absent", message=trouble or "No camera.")
    return Device(status="no_board", name=camera.name, message="The camera is starting.")


def _panel_device(panel: Panel | None) -> Device:
    if panel is None:
        return Device(status="absent", message="No button panel; the page's buttons serve.")
    if panel.stuck:
        names = ", ".join(panel.stuck)
        return Device(
            status="stuck", message=f"A button was down at the start: {names}; look whether it is jammed."
        )
    return Device(status="ok")


def pins_of(config: PanelConfig) -> Pins:
    """Give the panel's pins and times as the hardware part wants them."""
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
        debounce_ms=config.debounce_ms,
        hold_s=config.hold_s,
    )


def _address(server: PageServer) -> str:
    """Write the page's address as other devices in the house reach it; asked anew each time: a lease may change."""
    return f"http://{_own_address()}:{server.port}/"


def _own_address() -> str:
    """Find the address that other devices use; nothing is sent. Loopback when there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(
                ("192.0.2.1", 9)
            )  # a documentation address: a datagram socket only looks up the route
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"

"""The composition root: the whole house is put together, started and stopped here, and nowhere else."""

from __future__ import annotations

import contextlib
import logging
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from hardware.panel.panel import Panel
from knobeltisch.access.access_control import AccessControl
from knobeltisch.archive.bill import Bills
from knobeltisch.archive.consent import Consent
from knobeltisch.archive.known import People
from knobeltisch.archive.reports import Reports
from knobeltisch.camera.frame_loop import FrameLoop
from knobeltisch.camera.lazy_camera import camera_at_start
from knobeltisch.camera.lazy_setup import LazySetup, presses_to
from knobeltisch.device.address import address_in_house, own_address
from knobeltisch.device.panel_pins import panel_status, pins_of
from knobeltisch.device.sd_notify import Notifier
from knobeltisch.device.vitals import forgets
from knobeltisch.device.voice import Voice
from knobeltisch.errors import Denied
from knobeltisch.game.saved_lists import Lists
from knobeltisch.health.metrics import Meters
from knobeltisch.lifecycle.garbage import collect_rarely
from knobeltisch.lifecycle.shutdown import Shutdown
from knobeltisch.lifecycle.watchdog import Watchdog
from knobeltisch.recovery.journal_backup import JournalBackup
from knobeltisch.recovery.open_table import note_head, open_table, tell_what_is_forgotten
from knobeltisch.storage.instance import instance_of
from knobeltisch.table.phones import Phones
from knobeltisch.update.plan import last_update
from web import PageServices, create_app
from web.app import rules_fit
from web.interfaces import Commands, Https, MatchReport
from web.security.authorization import barred_to_table
from web.security.rate_limit import Limiter
from web.server.page_server import PageServer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    import gpiozero

    from hardware.cameras.base import Camera
    from knobeltisch.access.certificates import Certificate
    from knobeltisch.camera.setup import CameraSetup
    from knobeltisch.config import Config
    from knobeltisch.device.power import SystemPower
    from knobeltisch.mqtt.mqtt import Mqtt
    from knobeltisch.outbox.game_delivery import GameDelivery
    from knobeltisch.recovery.open_table import OpenTable
    from knobeltisch.status import Device, Trouble
    from knobeltisch.storage.store import Store
    from knobeltisch.table.recorder import Recorder
    from knobeltisch.table.table import Table

log = logging.getLogger(__name__)


class App:
    """Everything that runs, in the order it is started; stopped in reverse."""

    def __init__(
        self,
        *,
        server: PageServer,
        panel: Panel | None,
        frame_loop: FrameLoop | None,
        watchdog: Watchdog,
        opened: OpenTable,
        told: Sequence[Mqtt | GameDelivery | None],
    ) -> None:
        self.table, self.server, self.panel = opened.table, server, panel
        self.frame_loop, self.watchdog = frame_loop, watchdog
        self._told = [listener for listener in (*told, opened.door()) if listener is not None]
        self.store, self.journal, self._opened = opened.store, opened.journal, opened

    @property
    def address(self) -> str:
        """The page's address as other devices in the house reach it."""
        return _address(self.server)

    @property
    def sealed(self) -> bool:
        """Whether nothing can be written down, so that nothing is taken."""
        return self._opened.sealed is not None

    def writable(self) -> bool:
        """Whether the journal's folder takes a file, room included."""
        return self._opened.writable()

    def start(self) -> None:
        """Start the page, then the table, then what feeds them. Raises the page's CannotListen; all is let go then."""
        try:
            self.server.start()
        except BaseException:
            self.stop()
            raise
        self.table.start(light=None if self.panel is None else self.panel.show)
        if self.panel is not None:
            self.panel.watch()
        if self.frame_loop is not None:
            self.frame_loop.start()
        for listener in self._told:
            listener.start()
        collect_rarely()
        frame_loop = self.frame_loop
        if frame_loop is None:
            self.watchdog.start(watching=lambda: False)
        else:
            self.watchdog.start(watching=lambda: frame_loop.watching, quiet=frame_loop.hangs)

    def stop(self) -> None:
        """Stop what feeds the table, then the page, then the table with its lamps; close the files last."""
        self.watchdog.stop()
        for listener in self._told:
            listener.stop()
        if self.frame_loop is not None:
            self.frame_loop.stop()
        self.server.stop()
        self.table.stop()
        if self.panel is not None:
            self.panel.close()
        self._opened.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """The device itself: its switch, and who tells the first PIN to whoever stands before it.

    `notifier` speaks to systemd; `note` keeps a reason (kind and sentence) for the next start. `safe_mode`: why camera and
    panel are off this time. `pins_trouble`: why existing pins cannot be used. `updated`: how the last update ended. `forgets`:
    whether a folder is gone with the power. `ticks`: seconds since power on, unmoved by clock jumps. `voice`: the television's.
    """

    power: SystemPower | None = None
    say_pin: Callable[[str], None] = lambda _pin: None
    notifier: Notifier = field(default_factory=lambda: Notifier(""))
    note: Callable[[str, str], None] = lambda _kind, _reason: None
    safe_mode: Trouble | None = None
    pins_trouble: str = ""
    updated: Callable[[], Mapping[str, object] | None] = last_update
    forgets: Callable[[Path], bool] = forgets
    ticks: Callable[[], float] | None = None
    voice: Voice = field(default_factory=Voice)


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
    """Build the table. `camera` None: score by tablet, and the page says why (`camera_trouble`).

    A camera need not be open, nor found: the frame loop opens it once the page is up.
    With a `recorder` the lifts are kept on disk, and the page says so. `site` is the device itself: its switch and its console.
    Raise JournalError or StoreError for a file that cannot be used (in safe mode the page says so), ConfigError or
    HardwareError for pins that cannot, and the page's PortBusy; nothing is left open then.
    """
    with contextlib.ExitStack() as undo:
        device = camera_at_start(camera, camera_trouble, site.safe_mode)
        base = _open(config.journal.path, clock, device, recorder, site)
        undo.callback(base.close)
        table = base.table
        switch = None if site.power is None else Shutdown(site.power, table=table, journal=base.journal)
        camera_setup = _camera_setup(base, clock, site, camera, pins)
        panel = None if pins is None else _panel(config, pins, camera_setup, table, clock, switch)
        undo.callback(panel.close if panel is not None else lambda: None)
        table.panel_says(panel_status(panel, site.pins_trouble))
        watchdog = _watchdog(site, table)
        frame_loop = _frame_loop(config, camera, table, camera_setup, watchdog)
        more = replace(_more(config, base, site, clock), cards=frame_loop.cards if frame_loop else None)
        mqtt, push = told = _mqtt(config, base, more, site), _push(config, base)
        health = partial(_health, base.sealed or site.safe_mode, watchdog, instance_of(config.journal.path))
        meters = Meters(table, config.journal.path, frame_loop, mqtt, push)
        more = replace(more, power=switch, calibration=camera_setup, health=health, meters=meters)
        server = _server(config, table, replace(more, address=lambda: _address(server)))
        undo.pop_all()
        return App(
            server=server, panel=panel, frame_loop=frame_loop, watchdog=watchdog, opened=base, told=told
        )
    raise AssertionError  # pragma: no cover - ExitStack swallows nothing


def _more(config: Config, base: OpenTable, site: Site, clock: Callable[[], float]) -> PageServices:
    """Gather what the page carries beside the board and needs neither panel nor network. Raise StoreError."""
    lists = None if base.store is None else Lists(base.store, base.chronicle.last_games)
    people = People(base.store, base.chronicle.evenings)
    return PageServices(
        past=base.table.past,
        lists=lists,
        guests=_phones(base, lists, site.voice, clock),
        hindsight=base.table.hindsight,
        reports=Reports(base.chronicle, people),
        people=people,
        consent=Consent(base.store, base.chronicle.evenings),
        bill=Bills(base.table.evening, base.store),
        match_report=_match_report(config, base),
        backup=None if base.sealed else _backup(base, config.journal.path),
        access=_access(config, base.store, clock, site),
        updated=site.updated,
        denials=(Denied,),
        command_schema=base.table.commands.schema,
    )


def _open(
    path: Path, clock: Callable[[], float], camera: Device, recorder: Recorder | None, site: Site
) -> OpenTable:
    """Open the table's files on this device. Raise JournalError and StoreError."""
    safe = site.safe_mode is not None
    base = open_table(path, clock, camera, safe=safe, ticks=site.ticks, recorder=recorder)
    if base.sealed is None and site.forgets(path.parent):
        tell_what_is_forgotten(base)
    return base


def _phones(base: OpenTable, lists: Lists | None, voice: Voice, clock: Callable[[], float]) -> Phones | None:
    """Allow guests to sit down by phone, where there is a store and something can be written."""
    if base.store is None or lists is None or base.sealed is not None:
        return None
    phones = Phones(base.store, base.table, lists, voice, clock=clock)
    base.table.shows_guests(phones.told)
    return phones


def _backup(base: OpenTable, path: Path) -> JournalBackup:
    restored = (lambda: None) if base.store is None else partial(note_head, base.store, base.journal)
    return JournalBackup(base.table, path, restored=restored)


def _server(config: Config, table: Table, more: PageServices) -> PageServer:
    """Build the page and its server."""
    certificate = _certificate(config, table)
    if certificate is not None:
        more = replace(more, https=Https(root=certificate.root))
    page = create_app(table.board, _commands(table, more), hosts=config.page.hosts, more=more)
    return PageServer(
        page,
        config.page.host,
        config.page.port,
        streams=config.page.streams,
        tls=None if certificate is None else certificate.context,
    )


def _commands(table: Table, more: PageServices) -> Commands:
    """Return what carries orders out; with phones at the table, they follow their players to another name."""
    return table.commands if more.guests is None else more.guests


def _mqtt(config: Config, base: OpenTable, more: PageServices, site: Site) -> Mqtt | None:
    if not config.mqtt.host:
        return None
    from knobeltisch.mqtt.mqtt import Mqtt  # noqa: PLC0415 - the client is loaded only where there is a broker

    return Mqtt(
        config.mqtt,
        base.table.board,
        safe=site.safe_mode is not None or base.sealed is not None,
        send=_commands(base.table, more).send,
        barred=partial(barred_to_table, rules_fit=rules_fit(more)),
        limit=Limiter(burst=40, rate=10).take,
    )


def _push(config: Config, base: OpenTable) -> GameDelivery | None:
    if not config.targets or base.store is None or base.sealed is not None:
        return None
    from knobeltisch.outbox.game_delivery import GameDelivery  # noqa: PLC0415 - likewise

    return GameDelivery(config, table=base.table, chronicle=base.chronicle, store=base.store)


def _match_report(config: Config, base: OpenTable) -> MatchReport | None:
    """Return what shows the match report of the house's hub, where there is one."""
    if not config.hub.url or base.store is None:
        return None
    from knobeltisch.outbox.hub_report import HubReport  # noqa: PLC0415 - likewise

    return HubReport(config.hub, base.store)


def _certificate(config: Config, table: Table) -> Certificate | None:
    """Return what the page is served over https with, if it is; the page says what is not as it should be."""
    if config.page.https == "off":
        return None
    from knobeltisch.access.certificates import of_page  # noqa: PLC0415 - ssl is loaded only where it is used

    found = of_page(config.page, config.journal.path.parent, own_address())
    if found.trouble is not None:
        table.begins_with(found.trouble)
    return found


def _watchdog(site: Site, table: Table) -> Watchdog:
    return Watchdog(
        site.notifier, soon=table.soon, silent=lambda why: site.note("silent" if why else "stopped", why)
    )


def _camera_setup(
    base: OpenTable,
    clock: Callable[[], float],
    site: Site,
    camera: Camera | None,
    pins: gpiozero.Factory | None,
) -> LazySetup | None:
    """Set up what looks after camera, light and buttons; in safe mode there are none."""
    store = base.store
    if site.safe_mode is not None or store is None:
        return None

    def made() -> CameraSetup:
        from knobeltisch.camera.setup import CameraSetup  # noqa: PLC0415 - brings OpenCV

        return CameraSetup(
            store=store,
            clock=clock,
            between=lambda: base.table.between_turns,
            camera=None if camera is None else camera.name or None,
            panel=pins is not None,
            panel_trouble=site.pins_trouble,
            table=base.table,
        )

    return LazySetup(made)


def _frame_loop(
    config: Config, camera: Camera | None, table: Table, camera_setup: LazySetup | None, watchdog: Watchdog
) -> FrameLoop | None:
    if camera is None or camera_setup is None:
        return None
    return FrameLoop(
        camera=camera, table=table, config=config.camera, camera_setup=camera_setup, beat=watchdog.beat
    )


def _panel(
    config: Config,
    pins: gpiozero.Factory,
    camera_setup: LazySetup | None,
    table: Table,
    clock: Callable[[], float],
    switch: Shutdown | None,
) -> Panel:
    """Wire the panel. Raise HardwareError for pins that cannot be used."""
    panel = Panel(
        pins_of(config.panel),
        factory=pins,
        on_press=presses_to(table, camera_setup),
        clock=clock,
        on_off=(lambda: None) if switch is None else switch.asked,
        on_stuck=lambda: table.panel_says(panel_status(panel)),
    )
    if switch is not None:
        switch.say_safe = lambda safe: panel.say_safe(safe=safe)
    return panel


def _access(
    config: Config, store: Store | None, clock: Callable[[], float], site: Site
) -> AccessControl | None:
    """Build the access control, with a first PIN if nobody has confirmed one yet. Raise StoreError."""
    if store is None:
        return None
    try:
        access = AccessControl(store, everyone=config.page.table == "everyone", clock=clock, say=site.say_pin)
        access.begin()
    except Exception:
        if site.safe_mode is None:
            raise
        log.exception("there is no landlord: what is kept of him cannot be used")
        return None
    return access


def _health(trouble: Trouble | None, watchdog: Watchdog, instance: str) -> dict[str, object]:
    """Return which table it is and how it runs, as /healthz has it."""
    mode, reason = ("normal", "") if trouble is None else ("safe", trouble.sentence)
    return {"instance": instance, "mode": mode, "reason": reason, "watchdog": watchdog.fed_by}


def _address(server: PageServer) -> str:
    """Write the page's address as other devices in the house reach it; asked anew each time: a lease may change."""
    return f"http://{address_in_house(server.host)}:{server.port}/"

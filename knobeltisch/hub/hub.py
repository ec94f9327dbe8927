"""The hub: built, started and stopped here."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING, TypeAlias

from knobeltisch.access.access_control import AccessControl
from knobeltisch.access.secure_connection import SecureConnection
from knobeltisch.device.address import address_in_house
from knobeltisch.device.local_client import instance_of
from knobeltisch.hub.hall import Hall
from knobeltisch.hub.hall_file import KEPT_IN
from knobeltisch.hub.open_hall import open_hall
from knobeltisch.hub.page_follower import Followers
from knobeltisch.hub.table_key import TableKey
from knobeltisch.hub.table_list import TableList
from knobeltisch.hub.table_service import TableService
from knobeltisch.hub.tournament.joining import Joining
from knobeltisch.hub.tournament.match_reports import Reports
from knobeltisch.hub.tournament.referee_desk import RefereeDesk
from knobeltisch.lifecycle.garbage import collect_rarely
from knobeltisch.storage.files import WriteProbe
from knobeltisch.storage.store import KEPT_IN as STORE
from knobeltisch.storage.store import open_store
from web.hub.hub_app import create_hub_app
from web.hub.hub_services import HubServices
from web.server.page_server import PageServer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from knobeltisch.hub.hall_file import HallFile
    from knobeltisch.hub.hub_config import HubConfig
    from knobeltisch.outbox.sender import Sender
    from knobeltisch.storage.store import Store

Hears: TypeAlias = "Followers | Sender"


class HubAccess(AccessControl):
    """A table's access control that also knows the key of the tables, which may send more at once than a stranger."""

    also_knows: Callable[[str], bool] = staticmethod(lambda _key: False)

    def knows(self, token: str) -> bool:
        """Whether this token is that of a paired device, of a landlord, or the key of the tables."""
        return super().is_known(token) or self.also_knows(token)


class Hub:
    """Everything that runs, in the order in which it starts; it stops in reverse."""

    def __init__(
        self,
        *,
        server: PageServer,
        hall: Hall,
        file: HallFile,
        store: Store,
        service: TableService,
        desk: RefereeDesk,
        hears: Sequence[Hears],
    ) -> None:
        self.server, self.hall, self._file, self._store, self._hears = server, hall, file, store, hears
        self.service, self.desk = service, desk

    @property
    def address(self) -> str:
        """The page's address as other devices in the house reach it."""
        return _address(self.server)

    def start(self) -> None:
        """Start the page, then what it shows. Raise the page's CannotListen; everything is closed then."""
        try:
            self.server.start()
        except BaseException:
            self.stop()
            raise
        self.hall.start()
        for listener in self._hears:
            listener.start()
        collect_rarely()

    def stop(self) -> None:
        """Stop listening, then the page; close the files last."""
        for listener in self._hears:
            listener.stop()
        self.hall.stop()
        self.server.stop()
        self._store.close()
        self._file.close()


def build_hub(
    config: HubConfig,
    *,
    clock: Callable[[], float] = time.time,
    say_pin: Callable[[str], None] = lambda _pin: None,
) -> Hub:
    """Build the hub. Raise StoreError for files that cannot be used, and the page's PortBusy; nothing stays open then."""
    with contextlib.ExitStack() as undo:
        file, tournament = open_hall(config.hall.folder / KEPT_IN, clock)
        undo.callback(file.close)
        store = open_store(config.hall.folder / STORE)
        undo.callback(store.close)
        access = HubAccess(store, everyone=False, clock=clock, say=say_pin)
        access.pin.begin()
        tables = TableList(file, config.hall.tables)
        hall = Hall(tables, title=config.hall.title, clock=clock)
        reports = Reports(file, tournament)
        service = TableService(TableKey(config.hall), file, tables, tournament, hall, clock)
        desk = RefereeDesk(tournament, reports, Joining(file, tournament), tables)
        tournament.changed, access.also_knows = hall.refresh, service.knows
        service.due = lambda: tournament.once(reports.due)
        hall.tasks = lambda: tournament.once(service.tasks)
        hall.more = lambda: {"cup": tournament.once(desk.brief), "last_orders": service.last_orders()}
        hears: list[Hears] = [Followers(tables, hall)]
        if config.league.url:
            from knobeltisch.hub.league_push import league_sender  # noqa: PLC0415 - loaded only if there is a league

            hears.append(
                league_sender(
                    config.league, file=file, tournament=tournament, reports=reports, board=hall.board
                )
            )
        page, secure = config.page, SecureConnection(config.page, config.hall.folder)
        more = HubServices(
            access=access,
            address=lambda: _address(server),
            hall=hall,
            service=service,
            tournament=desk,
            instance=instance_of(config.hall.folder / KEPT_IN),
            can_write=WriteProbe(file.try_to_write).can_write,
            https=secure,
        )
        app = create_hub_app(hall.board, more, hosts=page.hosts)
        server = PageServer(app, page.host, page.port, streams=page.streams, tls=secure.context)
        undo.pop_all()
        return Hub(server=server, hall=hall, file=file, store=store, service=service, desk=desk, hears=hears)
    raise AssertionError  # pragma: no cover - ExitStack swallows nothing


def _address(server: PageServer) -> str:
    """Return the page's present address as other devices in the house reach it: a lease may change."""
    return f"http://{address_in_house(server.host)}:{server.port}/"

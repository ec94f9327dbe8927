"""The hub's composition root: everything is put together, started and stopped here."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING, Any

from knobeltisch.access.access_control import AccessControl
from knobeltisch.access.secure_connection import SecureConnection
from knobeltisch.device.local_client import instance_of
from knobeltisch.hub.cup.joining import Joining
from knobeltisch.hub.cup.match_reports import MatchReports
from knobeltisch.hub.cup.referee_desk import RefereeDesk
from knobeltisch.hub.hall import Hall
from knobeltisch.hub.hall_file import KEPT_IN
from knobeltisch.hub.open_hall import open_hall
from knobeltisch.hub.page_follower import Followers
from knobeltisch.hub.shapes import hub_schemas
from knobeltisch.hub.table_list import TableList
from knobeltisch.hub.table_service import TableService
from knobeltisch.page_program import PageProgram
from knobeltisch.storage.files import WriteProbe
from knobeltisch.storage.store import KEPT_IN as STORE
from knobeltisch.storage.store import open_store
from web.hub.hub_app import create_hub_app
from web.hub.hub_services import HubServices
from web.server.page_server import PageServer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from knobeltisch.device.retry import RetryingThread
    from knobeltisch.hub.hub_config import HubConfig


class HubAccess(AccessControl):
    """Access control that also knows the tables' key; tables may send more at a time than strangers."""

    also_knows: Callable[[str], bool] = staticmethod(lambda _key: False)

    def knows(self, token: str) -> bool:
        """Whether this token belongs to a paired device or a landlord, or is the tables' key."""
        return super().is_known(token) or self.also_knows(token)


class Hub(PageProgram):
    """Everything that runs at a hub. The parts start in order, and stop in reverse order."""

    def __init__(
        self,
        config: HubConfig,
        *,
        clock: Callable[[], float] = time.time,
        say_pin: Callable[[str], None] = lambda _pin: None,
    ) -> None:
        """Build the hub. Raise StoreError if a file is unusable or PortBusy if the port is taken; either leaves nothing open."""
        with contextlib.ExitStack() as stops:  # all are stopped in the reverse of this order
            file, tournament = open_hall(config.hall.folder / KEPT_IN, clock)
            stops.callback(file.close)
            store = open_store(config.hall.folder / STORE)
            stops.callback(store.close)
            access = HubAccess(store, everyone=False, clock=clock, say=say_pin)
            access.pin.begin()
            tables = TableList(file, config.hall.tables)
            self.hall = hall = Hall(tables, title=config.hall.title, clock=clock)
            reports = MatchReports(file, tournament)
            self.service = service = TableService(config.hall, file, tables, tournament, hall, clock)
            self.desk = desk = RefereeDesk(tournament, reports, Joining(file, tournament), tables)
            tournament.changed, access.also_knows = hall.refresh, service.knows
            service.due = lambda: tournament.once(reports.due)

            def read_beside_tables() -> tuple[Mapping[int, Mapping[str, Any]], Mapping[str, Any]]:
                with tournament.lock:  # tasks and summary of one version
                    tasks, cup = tournament.once(service.tasks), tournament.once(desk.brief)
                return tasks, {"cup": cup, "last_orders": service.last_orders()}

            hall.more = read_beside_tables
            self._listeners: list[RetryingThread] = [Followers(tables, hall)]
            if config.league.url:
                from knobeltisch.hub.league_push import league_sender  # noqa: PLC0415 - loaded only if there is a league

                sender = league_sender(config.league, file=file, tournament=tournament, reports=reports, board=hall.board)  # fmt: skip
                self._listeners.append(sender)
            page, secure = config.page, SecureConnection(config.page, config.hall.folder)
            services = HubServices(
                access=access,
                address=lambda: self.address,
                hall=hall,
                service=service,
                tournament=desk,
                instance=instance_of(config.hall.folder / KEPT_IN),
                can_write=WriteProbe(file.try_to_write).can_write,
                https=secure,
                house=config.hall.title,
                schemas=hub_schemas,
            )
            app = create_hub_app(hall.board, services, hosts=page.hosts)
            self.server = PageServer(app, page.host, page.port, streams=page.streams, tls=secure.context)
            stops.callback(self.server.stop)
            stops.callback(hall.stop)
            for listener in self._listeners:
                stops.callback(listener.stop)
            self.stops = stops.pop_all()

    def start_parts(self) -> None:
        """Start the hall, then the parts that report to it."""
        self.hall.start()
        for listener in self._listeners:
            listener.start()

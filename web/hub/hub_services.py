"""The services of the hub's page: classes of `knobeltisch.hub`, named here for their types alone, as in `web/services.py`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from knobeltisch.access.access_control import AccessControl
    from knobeltisch.access.secure_connection import SecureConnection
    from knobeltisch.hub.cup.referee_desk import RefereeDesk
    from knobeltisch.hub.hall import Hall
    from knobeltisch.hub.table_service import TableService


@dataclass(frozen=True, slots=True, kw_only=True)
class HubServices:
    """What the hub's page carries beside what all see. `access`: who may do what. `address`: where phones find the page.

    `instance` stands for what the hub keeps, by which it differs from other hubs. `can_write`: whether its file takes a write now.
    `house`: the name of the pub, for a home screen.
    """

    access: AccessControl
    address: Callable[[], str]
    hall: Hall
    service: TableService
    tournament: RefereeDesk
    https: SecureConnection
    instance: str = ""
    can_write: Callable[[], bool] = lambda: True
    house: str = ""

"""The services of the hub's page: classes of `knobeltisch.hub`, imported only for their types, as in `web/services.py`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from knobeltisch.access.access_control import AccessControl
    from knobeltisch.access.secure_connection import SecureConnection
    from knobeltisch.hub.cup.referee_desk import RefereeDesk
    from knobeltisch.hub.hall import Hall
    from knobeltisch.hub.table_service import TableService


@dataclass(frozen=True, slots=True, kw_only=True)
class HubServices:
    """The services of the hub's page.

    `access`: who may do what. `address` returns the page's URL for phones. `instance` distinguishes this hub from others.
    `can_write`: whether the hub's file can be written. `house`: the name of the pub, for a home screen.
    """

    access: AccessControl
    address: Callable[[], str]
    hall: Hall
    service: TableService
    tournament: RefereeDesk
    https: SecureConnection
    schemas: Callable[[], dict[str, Any]]
    instance: str = ""
    can_write: Callable[[], bool] = lambda: True
    house: str = ""

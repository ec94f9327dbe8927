"""`knobeltisch hub doctor`: checks a hub, running or not, and says what to do."""

import os
import tempfile
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from knobeltisch.device.local_client import health_of, instance_of
from knobeltisch.errors import StoreError, WrongService
from knobeltisch.health.device_checks import device_checks
from knobeltisch.health.doctor import Report, report_on
from knobeltisch.health.findings import Checks, Finding, bad, look, ok, unknown
from knobeltisch.health.receiver_checks import check_target
from knobeltisch.health.table_checks import check_page, check_rights_in, check_set_aside_files
from knobeltisch.hub.hall_file import KEPT_IN, HallFile
from knobeltisch.hub.hub_config import HubConfig, load_hub_config
from knobeltisch.hub.table_list import ListedTable, TableList
from knobeltisch.hub.table_service import KEY_FILE as KEY
from knobeltisch.storage.sqlite_file import open_copy
from knobeltisch.storage.store import KEPT_IN as STORE
from knobeltisch.storage.store import SECOND


def check_hub(file: Path | None) -> Report:
    """Run all checks of the hub that the configuration describes."""
    return report_on(lambda: load_hub_config(file, environ=os.environ), _checks)


def _checks(config: HubConfig) -> Checks:
    kept = config.hall.folder / KEPT_IN
    tables: tuple[ListedTable, ...] = ()
    try:
        tables = _known(kept)
        found = ok(f"{kept} is whole.")
    except (StoreError, OSError) as error:
        found = bad(str(error))
    if not kept.exists():
        found = look(f"none at {kept} yet; the first start makes it.")
    return [
        ("page", lambda: _page(config)),
        ("file", lambda: found),
        ("kept aside", lambda: check_set_aside_files(kept)),
        ("rights", lambda: check_rights_in(kept, [STORE, SECOND, KEY], "hub")),
        *((f"table {table.number}", partial(_table, table)) for table in tables),
        ("league", lambda: check_target("league", config.league, kept, who="hub", what="match report")),
        *device_checks(kept),
    ]


def _known(kept: Path) -> tuple[ListedTable, ...]:
    """Return the hub's tables, read from a copy, because opening the file would write beside it.

    Raise StoreError if the file is damaged.
    """
    if not kept.exists():
        return ()
    with (
        tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder,
        closing(open_copy(kept, Path(folder) / kept.name, HallFile)) as opened,
    ):
        return TableList(opened).all()


def _page(config: HubConfig) -> Finding:
    port = config.page.port
    found: dict[str, Any] | WrongService | None
    try:
        found = health_of(port, "hub", instance_of(config.hall.folder / KEPT_IN))
    except WrongService as error:
        found = error
    return check_page(found, config.page.host, port, "hub")


def _table(table: ListedTable) -> Finding:
    if (address := table.page) is None:
        return unknown(f"{table.source or table.sender}: where its page is, it has not said.")
    place = urlsplit(address)
    try:
        if health_of(place.port or 80, "table", host=place.hostname or "") is not None:
            return ok(f"answers at {address}.")
    except WrongService as error:
        return bad(str(error))
    return look(f"does not answer at {address}: it is off, or has another address.")

"""The device that a table runs on, its open files and the table on them: what all other parts are built from."""

from __future__ import annotations

import contextlib
import logging
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from knobeltisch.access.secure_connection import SecureConnection
from knobeltisch.archive.chronicle import Chronicle
from knobeltisch.device.sd_notify import Notifier
from knobeltisch.device.vitals import is_kept_in_memory
from knobeltisch.device.voice import Voice
from knobeltisch.game.saved_lists import Lists
from knobeltisch.recovery.open_files import FORGETS, open_files
from knobeltisch.status import Device
from knobeltisch.table.phones import Phones
from knobeltisch.table.table import Table
from knobeltisch.update.installer import last_update

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from knobeltisch.config import Config
    from knobeltisch.device.own_wifi import OwnWifi
    from knobeltisch.device.power import SystemPower
    from knobeltisch.recovery.open_files import OpenFiles
    from knobeltisch.status import Trouble

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """The device itself: its power switch, and the console that shows the first PIN. `wifi`: the Wi-Fi that it can make itself.

    `notifier` reports to systemd; `note` stores a reason (kind and sentence) for the next start. `safe_mode`: why camera and
    panel are off. `pins_trouble`: why existing pins cannot be used. `updated`: how the last update ended. `forgets`: whether a
    folder is lost when the power goes. `ticks`: seconds since power-on, unaffected by clock changes. `voice`: the speech output
    of the television.
    """

    power: SystemPower | None = None
    wifi: OwnWifi | None = None
    say_pin: Callable[[str], None] = lambda _pin: None
    notifier: Notifier = field(default_factory=lambda: Notifier(""))
    note: Callable[[str, str], None] = lambda _kind, _reason: None
    safe_mode: Trouble | None = None
    pins_trouble: str = ""
    updated: Callable[[], Mapping[str, object] | None] = last_update
    forgets: Callable[[Path], bool] = is_kept_in_memory
    ticks: Callable[[], float] | None = None
    voice: Voice = field(default_factory=Voice)


NOBODY_THERE: Final = Host()


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The objects that most parts are built from."""

    config: Config
    host: Host
    clock: Callable[[], float]
    files: OpenFiles
    secure: SecureConnection
    chronicle: Chronicle
    lists: Lists | None
    table: Table

    @property
    def trouble(self) -> Trouble | None:
        """The reason for safe mode, if any."""
        return self.files.sealed or self.host.safe_mode


def open_house(
    config: Config,
    camera: Device,
    clock: Callable[[], float],
    host: Host,
) -> House:
    """Open the files and build the table on them; `camera` is its state before the search. Raise like `build`."""
    files = open_files(config.journal.path, clock, safe=host.safe_mode is not None)
    if (trouble := files.sealed or host.safe_mode) is not None:
        camera = Device(status="safe", name=trouble.kind, message=trouble.sentence)
    with contextlib.ExitStack() as undo:
        undo.callback(files.close)
        secure = SecureConnection(config.page, config.journal.path.parent, files.store)
        chronicle = Chronicle()
        lists = None if files.store is None else Lists(files.store, chronicle.last_games)
        notices = list(files.notices)
        if files.sealed is None and host.forgets(files.folder):
            log.error("%s: %s", files.folder, FORGETS.message)
            notices.append(FORGETS)
        if secure.trouble is not None:
            notices.append(secure.trouble)
        if files.store is None or lists is None:
            phones = None
        else:
            phones = partial(Phones, files.store, lists, host.voice, clock)
        table = Table(
            files=replace(files, notices=tuple(notices)),
            clock=clock,
            camera=camera,
            chronicle=chronicle,
            ticks=host.ticks,
            phones=phones,
        )
        undo.pop_all()
    return House(
        config=config,
        host=host,
        clock=clock,
        files=files,
        secure=secure,
        chronicle=chronicle,
        lists=lists,
        table=table,
    )

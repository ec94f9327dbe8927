"""Opens the hub's file. A damaged file is set aside and its intact parts are used, as for a table's journal."""

import contextlib
import logging
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from knobeltisch.errors import DamagedStore, StoreError
from knobeltisch.hub.cup.kept_tournament import KeptTournament
from knobeltisch.hub.cup.tournament_log import REPAIRED, fitting_entries
from knobeltisch.hub.hall_file import HALL, HallFile
from knobeltisch.recovery.repair import LogFile, mend, open_undamaged
from knobeltisch.storage.files import keep_aside
from knobeltisch.storage.journal import Entry

log = logging.getLogger(__name__)

CARRIED_OVER: Final = ("kept", "tables", "signers")
"""Pushes are not carried over: nothing reveals a damaged row, and tables send them again."""


def open_hall(path: Path, clock: Callable[[], float] = time.time) -> tuple[HallFile, KeptTournament]:
    """Open the hub's file with its tournament, repairing it if necessary. Raise StoreError if it cannot be used."""
    with HALL.claim(path):  # also while it is mended
        try:
            if path.is_dir():
                keep_aside(path, "foreign")
            file = open_undamaged(path, HALL_FILE)
        except DamagedStore as error:
            log.warning("%s", error)
            file = None
        if file is not None:
            try:
                return file, KeptTournament(file, clock)
            except DamagedStore as error:
                log.warning("%s", error)
                file.close()
        file, found, aside = mend(path, HALL_FILE, clock)
        file.append_all([Entry(id=0, at=clock(), source="", kind=REPAIRED, body={})])
        log.warning(
            "The hub's file was damaged: of %d entries of tournaments %d can be used. The old file is kept as %s.",
            max((entry.id for entry in found), default=0),
            file.head - 1,
            aside.name,
        )
        return file, KeptTournament(file, clock)


def _carry_over(damaged: Path, new: HallFile) -> None:
    for table in CARRIED_OVER:
        with (
            contextlib.suppress(sqlite3.Error, UnicodeError, StoreError),
            contextlib.closing(sqlite3.connect(f"{damaged.absolute().as_uri()}?mode=ro", uri=True)) as old,
            new.writing() as connection,
        ):
            rows = old.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608 - a name of our own
            marks = ", ".join("?" * len(rows[0])) if rows else ""
            connection.executemany(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", rows)  # noqa: S608 - likewise


HALL_FILE: Final = LogFile(open=HallFile, fitting=fitting_entries, carry_over=_carry_over)

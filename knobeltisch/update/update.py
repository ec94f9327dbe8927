"""`knobeltisch update FILE.deb`: another version of the table, with a way back, and never during a game.

This module checks whether that is possible and prepares everything; then the update's own unit carries it out
(`steps.py`), even if this command ends. See docs/update.md.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from knobeltisch.config import Config, load_config
from knobeltisch.device.boot import boot_id
from knobeltisch.device.vitals import overlay_in_memory
from knobeltisch.errors import KnobeltischError, UpdateRefused
from knobeltisch.game.evening import Evening, fold_last_evening
from knobeltisch.recovery.backup_zip import back_up
from knobeltisch.storage.files import STATE, part_of, put_in_place
from knobeltisch.storage.journal import hot_copy, open_journal
from knobeltisch.storage.sqlite_file import copy_with_log
from knobeltisch.storage.store import KEPT_IN
from knobeltisch.update.host_tools import Dpkg, Systemctl
from knobeltisch.update.idle import busy_reason
from knobeltisch.update.package import (
    Package,
    missing_packages,
    read_package,
    repack_installed,
    require_architecture,
)
from knobeltisch.update.page_check import read_page_state
from knobeltisch.update.plan import Room, UpdatePlan, UpdateResult, UpdateStep
from knobeltisch.update.runner import copy_program
from knobeltisch.update.steps import schema_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from knobeltisch.update.host_tools import Systemd
    from knobeltisch.update.plan import UpdateOutcome

ASK_AGAIN_S: Final = 15.0
FOLLOW_S: Final = 0.5
SPARE_KB: Final = 64 * 1024
STEPS: Final = {
    UpdateStep.BEGIN: "The table is stopped.",
    UpdateStep.INSTALL: "The package is being installed; this takes a minute or two on a Pi.",
    UpdateStep.WATCH: "Waiting for the page.",
    UpdateStep.BACK: "It did not start properly; going back.",
    UpdateStep.WATCH_BACK: "Waiting for the page of the previous version.",
}


def main(file: Path, *, wait: bool, out: TextIO, err: TextIO) -> int:
    """Update and report the outcome.

    Return 0, 1 when the previous version is back or somebody must intervene, 2 after a refusal.
    """
    update = Update(out=out)
    try:
        return update.run(file.absolute(), wait=wait)
    except (KnobeltischError, OSError) as error:
        if isinstance(error, KnobeltischError) or not error.filename:
            err.write(f"knobeltisch update: {error}\n")
        else:
            err.write(f"knobeltisch update: {error.filename} cannot be used ({error.strerror}).\n")
        return 2


@dataclass(frozen=True, slots=True, kw_only=True)
class _Evening:
    """The journal's state: the last evening, the number of entries, the files' schemas."""

    evening: Evening
    head: int
    schemas: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Update:
    """One update from its checks to its outcome, on this machine or on a test's root."""

    room: Room = field(default_factory=Room)
    dpkg: Dpkg = field(default_factory=Dpkg)
    systemd: Systemd = field(default_factory=Systemctl)
    clock: Callable[[], float] = time.time
    ask_again_s: float = ASK_AGAIN_S
    follow_s: float = FOLLOW_S
    out: TextIO = field(default_factory=lambda: sys.stdout)

    def run(self, file: Path, *, wait: bool) -> int:
        """Check, wait if asked to, prepare, hand over, follow. Raise KnobeltischError, OSError."""
        self._require_permission()
        status, old = self.dpkg.state()
        if status != "installed":
            raise UpdateRefused(_not_installed(status))
        package = read_package(file)
        require_architecture(package, self.dpkg.architecture())
        if package.version == old:
            self._report(f"{old} is installed already; there is nothing to do.")
            return 0
        config = self._config()
        self._require_fit(file, package, old, self._journal(config))
        self._wait_until_idle(config, wait=wait)
        self._prepare_files(file, package, old, config)
        known = self._wait_until_idle(config, wait=wait)
        self._hand_over(self._plan(package, old, config, known))
        return self._follow()

    def _report(self, sentence: str) -> None:
        self.out.write(f"{sentence}\n")
        self.out.flush()

    def _require_permission(self) -> None:
        if os.geteuid() != 0:
            raise UpdateRefused("Only root installs packages: sudo knobeltisch update FILE.deb")
        under_way = self.room.plan()
        if under_way is not None:
            raise UpdateRefused(
                f"An update to {under_way.new} is under way; journalctl --follow --unit=knobeltisch-update shows it."
            )

    def _config(self) -> Config:
        """Read the service's configuration: its variables, and its state folder from systemd."""
        os.environ.update({"STATE_DIRECTORY": str(STATE), **self.systemd.environment()})
        return load_config(environ=os.environ)

    def _journal(self, config: Config) -> _Evening:
        """Read a copy of the journal, beside a running table. Raise JournalError for a damaged one."""
        path = config.journal.path
        lists = path.with_name(KEPT_IN)
        with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
            schemas = {lists.name: _schema_of_copy(lists, Path(folder))} if lists.exists() else {}
            if not path.exists():
                return _Evening(evening=Evening(), head=0, schemas=schemas)
            copy = Path(folder) / path.name
            hot_copy(path, copy, at_least=0)
            journal = open_journal(copy)
            evening, head = fold_last_evening(journal), journal.head
            journal.close()
            return _Evening(evening=evening, head=head, schemas={path.name: schema_of(copy), **schemas})

    def _require_fit(self, file: Path, package: Package, old: str, known: _Evening) -> None:
        """Raise UpdateRefused for anything that would fail later, as far as that is known now."""
        written = max(known.schemas.values(), default=0)
        if package.schema is not None and self.dpkg.older(package.version, old) and written > package.schema:
            raise UpdateRefused(
                f"{package.version} is older than {old} and knows journals up to schema {package.schema}; "
                f"yours has {written}. Keep {old}."
            )
        if overlay_in_memory(self.dpkg.root):
            raise UpdateRefused(
                "The root is an overlay in memory: the update would be gone with the power. Switch the overlay "
                "off first (docs/overlay-root.md)."
            )
        lacks = missing_packages(file, self.dpkg)
        if lacks:
            raise UpdateRefused(f"{package.version} cannot be installed: {lacks.rstrip('.')}.")
        self._require_disk_space(file, package)

    def _require_disk_space(self, file: Path, package: Package) -> None:
        """Raise UpdateRefused unless both packages, the new files beside the old ones, and the copies fit at the same time."""
        self.room.folder.mkdir(parents=True, exist_ok=True)
        self.room.folder.chmod(0o755)  # the table reads there how its last update ended
        needed = 2 * file.stat().st_size // 1024 + package.needs_kb * 5 // 4 + SPARE_KB
        free = shutil.disk_usage(self.room.folder).free // 1024
        if free < needed:
            raise UpdateRefused(
                f"The disk has {free // 1024} MB free, the update needs {needed // 1024} MB; make room."
            )

    def _wait_until_idle(self, config: Config, *, wait: bool) -> _Evening:
        """Return the journal as it is once nobody plays. Raise UpdateRefused if somebody does and `wait` is off."""
        announced = False
        while True:
            known = self._journal(config)
            reason = busy_reason(known.evening, self.clock())
            if not reason:
                return known
            reason = f"{reason[0].lower()}{reason[1:]}"
            if not wait:
                raise UpdateRefused(f"Not now: {reason}")
            if not announced:
                self._report(f"Waiting: {reason}")
            announced = True
            time.sleep(self.ask_again_s)

    def _prepare_files(self, file: Path, package: Package, old: str, config: Config) -> None:
        """Write everything to the disk that the update and the way back need. Raise KnobeltischError, OSError."""
        self._report(f"Keeping {old} and the evening for the way back.")
        self.room.clear()
        part = part_of(self.room.new)
        shutil.copyfile(file, part)  # first: it may be the very file that the rollback package replaces
        if read_package(part) != package:
            raise UpdateRefused(f"{file} has changed meanwhile; start again.")
        put_in_place(part, self.room.new)
        repack_installed(self.dpkg, self.room.previous)
        if config.journal.path.exists():
            back_up(self.room.folder / "before.zip", None, everything=True)
        copy_program(self.room)

    def _plan(self, package: Package, old: str, config: Config, known: _Evening) -> UpdatePlan:
        return UpdatePlan(
            step=UpdateStep.BEGIN,
            old=old,
            new=package.version,
            journal=str(config.journal.path),
            head=known.head,
            port=config.page.port,
            seen=read_page_state(config.page.port) if self.systemd.active() else None,
            schemas=known.schemas,
            boot=boot_id(),
            began=self.clock(),
        )

    def _hand_over(self, plan: UpdatePlan) -> None:
        """Hand over: from here the update finishes by itself, even if this command ends or the power fails."""
        self.room.lay_units()
        os.sync()
        self.room.keep(plan)
        self.systemd.go_on()

    def _follow(self) -> int:
        step: UpdateStep | None = None
        while (plan := self.room.plan()) is not None:
            if plan.step is not step:
                step = plan.step
                self._report(STEPS[step])
            time.sleep(self.follow_s)
            if not self.systemd.carrying_on() and self.room.plan() is not None:
                raise UpdateRefused(
                    "The update was interrupted; it continues at the next start, or by "
                    "systemctl start knobeltisch-update. journalctl --unit=knobeltisch-update says more."
                )
        return self._exit_code(self.room.outcome())

    def _exit_code(self, outcome: UpdateOutcome | None) -> int:
        if outcome is None:
            raise UpdateRefused("The update left no result; knobeltisch doctor shows the table's state.")
        self._report(outcome.message)
        return 0 if outcome.result is UpdateResult.UPDATED else 1


def _schema_of_copy(file: Path, folder: Path) -> int:
    """Return the schema of a file that the table has open, from a copy in `folder`: nobody else opens the file itself."""
    copy_with_log(file, folder / file.name)
    return schema_of(folder / file.name)


def _not_installed(status: str) -> str:
    if not status or status in {"not-installed", "config-files"}:
        return "Knobeltisch is not installed as a Debian package here; see docs/install.md."
    return (
        f"The last installation was not finished (dpkg says {status}): sudo dpkg --unpack FILE.deb, with the version that was to be "
        "installed, then sudo apt-get install --fix-broken, then again."
    )

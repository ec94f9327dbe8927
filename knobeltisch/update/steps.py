"""An update, step by step; each is on the disk before it runs, and may run again after a power cut.

Uses only the standard library: it runs from a copy while dpkg replaces the original.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, assert_never

from knobeltisch.device.boot import boot_id
from knobeltisch.errors import JournalError, UpdateFailed
from knobeltisch.storage.files import copy_atomically
from knobeltisch.storage.journal import hot_copy
from knobeltisch.update.page_check import HOLD_S, WAIT_S, wait_for
from knobeltisch.update.plan import Room, UpdateOutcome, UpdatePlan, UpdateResult, UpdateStep

if TYPE_CHECKING:
    from collections.abc import Callable

    from knobeltisch.update.host_tools import Dpkg, Systemd

MOST_TRIES: Final = 2
"""The number of starts of the device that may finish an update; then it goes back, and after as many again it stops trying."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Updater:
    """Carry out the plan in `room`; `say` receives a sentence for each step."""

    room: Room
    dpkg: Dpkg
    systemd: Systemd
    say: Callable[[str], None]
    wait_s: float = WAIT_S
    hold_s: float = HOLD_S

    def run(self) -> UpdateOutcome | None:
        """Run the remaining steps; return the outcome, None if no update is under way. Raise OSError."""
        try:
            plan = self.room.plan()
            while plan is not None:
                then = self._run_step(plan)
                if isinstance(then, UpdateOutcome):
                    return self._finish(then)
                self.room.keep(then)
                plan = then
        except Exception:
            self.systemd.start()  # whatever is installed; the next start of the device finishes the update
            raise
        return None

    def after_power_cut(self) -> None:
        """Finish dpkg's work before the table starts; `run` judges the page afterwards. Raise OSError."""
        plan = self.room.plan()
        if plan is None or plan.boot == boot_id():
            return
        if plan.step is UpdateStep.BEGIN:
            message = f"The power failed before anything was changed; {plan.old} is still installed."
            self._finish(plan.ended(UpdateResult.NOTHING, message))
            return
        self.say(f"The power failed during the update from {plan.old} to {plan.new}; it continues now.")
        then: UpdatePlan | UpdateOutcome = plan.after_a_cut(boot_id())
        while then is not plan:
            if isinstance(then, UpdateOutcome):
                self._finish(then)
                return
            plan = then
            self.room.keep(plan)
            then = self._finish_dpkg(plan)
        self.systemd.go_on()

    def _finish(self, outcome: UpdateOutcome) -> UpdateOutcome:
        self.say(outcome.message)
        self.room.finish(outcome)
        return outcome

    def _run_step(self, plan: UpdatePlan) -> UpdatePlan | UpdateOutcome:
        """Run one step; return the next plan or the outcome."""
        match plan.step:
            case UpdateStep.BEGIN:
                return self._begin(plan)
            case UpdateStep.INSTALL:
                return self._install(plan)
            case UpdateStep.WATCH:
                return self._watch(plan)
            case UpdateStep.BACK:
                self.say(f"Back to {plan.old}: {plan.why}")
                self.systemd.stop()
                return self._go_back(plan)
            case UpdateStep.WATCH_BACK:
                return self._watch_back(plan)
        assert_never(plan.step)

    def _finish_dpkg(self, plan: UpdatePlan) -> UpdatePlan | UpdateOutcome:
        """Finish dpkg's work after a power cut; return the plan itself if nothing is needed before the table starts."""
        match plan.step:
            case UpdateStep.INSTALL | UpdateStep.WATCH if plan.tries > MOST_TRIES:
                return plan.advance(
                    UpdateStep.BACK, f"the device was switched off or crashed {plan.tries} times."
                )
            case UpdateStep.INSTALL:
                return self._install_again(plan)
            case UpdateStep.BACK if plan.tries > 2 * MOST_TRIES:
                return plan.ended(UpdateResult.STUCK, _stuck_outcome(plan, "every attempt failed."))
            case UpdateStep.BACK:
                return self._go_back(plan, offline=True)
            case _:
                return plan

    def _begin(self, plan: UpdatePlan) -> UpdatePlan | UpdateOutcome:
        """Stop the table and copy its files, unless somebody began to play: then nothing is changed."""
        self.say(f"The table is stopped for the update from {plan.old} to {plan.new}.")
        self.systemd.stop()
        try:
            self._copy_files(plan)
        except UpdateFailed as failed:
            self._start_again(plan)
            return plan.ended(UpdateResult.NOTHING, str(failed))
        return plan.advance(UpdateStep.INSTALL)

    def _copy_files(self, plan: UpdatePlan) -> None:
        """Keep copies of journal and lists. Raise UpdateFailed if somebody has played, or they cannot be copied."""
        try:
            shutil.rmtree(self.room.kept, ignore_errors=True)
            self.room.kept.mkdir(mode=0o700)
            journal = Path(plan.journal)
            if journal.exists() and hot_copy(journal, self.room.kept / journal.name, at_least=0) != plan.head:
                raise UpdateFailed(
                    f"Somebody began to play; nothing was changed, and {plan.old} goes on. Try again after the game."
                )
            for name in plan.schemas:
                for end in ("", "-wal"):
                    file = journal.with_name(name + end)
                    if name != journal.name and file.exists():
                        shutil.copyfile(file, self.room.kept / file.name)
            os.sync()
        except (JournalError, OSError) as error:
            raise UpdateFailed(f"The evening could not be copied ({error}); nothing was changed.") from error

    def _install(self, plan: UpdatePlan) -> UpdatePlan | UpdateOutcome:
        """Install the new version; if dpkg refuses it before any change, the old one goes on."""
        self.say(f"{plan.new} is being installed.")
        try:
            self.dpkg.install(self.room.new)
        except UpdateFailed as failed:
            if self.dpkg.state() != ("installed", plan.old):
                return plan.advance(UpdateStep.BACK, str(failed))
            self._start_again(plan)
            return plan.ended(UpdateResult.NOTHING, f"{plan.old} is still installed: {failed}")
        return plan.advance(UpdateStep.WATCH)

    def _install_again(self, plan: UpdatePlan) -> UpdatePlan:
        """Install the new version once more, during the device's start."""
        try:
            self.dpkg.install(self.room.new, offline=True)
        except UpdateFailed as failed:
            return plan.advance(UpdateStep.BACK, str(failed))
        return plan.advance(UpdateStep.WATCH)

    def _watch(self, plan: UpdatePlan) -> UpdatePlan | UpdateOutcome:
        """Wait for the page of the new version."""
        self.say(f"{plan.new} is installed; waiting for its page.")
        try:
            self._await_page(plan, plan.new)
        except UpdateFailed as failed:
            return plan.advance(UpdateStep.BACK, str(failed))
        return plan.ended(UpdateResult.UPDATED, f"Updated from {plan.old} to {plan.new}.")

    def _await_page(self, plan: UpdatePlan, version: str) -> None:
        """Wait until `version` is installed and the page is as well as before the update. Raise UpdateFailed if it is not."""
        if self.dpkg.state() != ("installed", version):
            raise UpdateFailed(
                f"dpkg has {' '.join(self.dpkg.state()).strip() or 'nothing'} in place of {version}."
            )
        if plan.seen is not None:
            self.systemd.start()  # dpkg has started it already, unless the power failed
        wait_for(plan.port, plan.seen, restarts=self.systemd.restarts, wait_s=self.wait_s, hold_s=self.hold_s)

    def _go_back(self, plan: UpdatePlan, *, offline: bool = False) -> UpdatePlan | UpdateOutcome:
        """Install the old version again, with the journal that it can read."""
        for name in plan.schemas:
            self._put_back(plan, name)
        try:
            self._install_previous(offline=offline)
        except UpdateFailed as failed:
            if not offline:
                self._start_again(plan)
            return plan.ended(UpdateResult.STUCK, _stuck_outcome(plan, str(failed)))
        return plan.advance(UpdateStep.WATCH_BACK)

    def _install_previous(self, *, offline: bool) -> None:
        """Install the old version; try twice unless the table waits for it. Raise UpdateFailed on failure."""
        try:
            self.dpkg.install(self.room.previous, offline=offline)
        except UpdateFailed as failed:
            if offline:
                raise
            self.say(f"{failed} Trying once more.")
            self.dpkg.install(self.room.previous)

    def _put_back(self, plan: UpdatePlan, name: str) -> None:
        """Restore a file that the new version changed so that the old one cannot read it; the changed one is kept."""
        path, kept = Path(plan.journal).with_name(name), self.room.kept / name
        if not kept.exists() or schema_of(path) == plan.schemas[name]:
            return
        aside = path.with_name(f"{path.stem}-by-{plan.new}-{time.strftime('%Y-%m-%d-%H%M%S')}.newer")
        # The file first: while it is missing this step repeats. `.newer`: the old version's package looks at
        # *.sqlite.
        for end in ("", "-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                path.with_name(path.name + end).rename(aside.with_name(aside.name + end))
        wal = self.room.kept / f"{name}-wal"
        if wal.exists():
            copy_atomically(wal, path.with_name(f"{name}-wal"))
        copy_atomically(kept, path)

    def _watch_back(self, plan: UpdatePlan) -> UpdateOutcome:
        """Wait for the page of the old version, and report the fate of the new one."""
        message = f"{plan.new} failed: {plan.why} {plan.old} runs again, and the evening is as it was."
        result = UpdateResult.BACK
        try:
            self._await_page(plan, plan.old)
        except UpdateFailed as failed:
            message = f"{plan.new} failed: {plan.why} {plan.old} is installed again, but {failed}"
            result = UpdateResult.STUCK
        kept = sorted(file.name for file in Path(plan.journal).parent.glob(f"*-by-{plan.new}-*.newer"))
        message += f" What {plan.new} wrote is kept as {', '.join(kept)}." if kept else ""
        return plan.ended(result, message)

    def _start_again(self, plan: UpdatePlan) -> None:
        if plan.seen is not None:
            self.systemd.start()


def schema_of(path: Path) -> int:
    """Return the schema of a file that nobody has open; -1 if it is gone or unreadable."""
    if not path.exists():
        return -1
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=1)) as asked:
            return int(asked.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return -1


def _stuck_outcome(plan: UpdatePlan, wrong: str) -> str:
    return (
        f"{plan.new} failed, and {plan.old} could not be installed again: {wrong.rstrip('.')}. "
        "Install it by hand: sudo dpkg --install /var/lib/knobeltisch-update/previous.deb"
    )

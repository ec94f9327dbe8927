"""An update, step by step; each is on the disk before it is done, and may be done again after a power cut.

Of the standard library alone: it runs from a copy while dpkg exchanges the original.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, assert_never

from knobeltisch.errors import JournalError
from knobeltisch.storage.files import copy_atomically
from knobeltisch.storage.live_copy import hot_copy
from knobeltisch.update.page_check import HOLD_S, WAIT_S, wait_for
from knobeltisch.update.plan import Outcome, Plan, Result, Room, Step, boot_id, ended

if TYPE_CHECKING:
    from collections.abc import Callable

    from knobeltisch.update.host_tools import Dpkg, Systemd

MOST_TRIES: Final = 2
"""So many starts of the device may end an update; after that we go back, and after as many again we stop trying."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Updater:
    """Carries the plan in `room` out; `say` is told each step in a sentence."""

    room: Room
    dpkg: Dpkg
    systemd: Systemd
    say: Callable[[str], None]
    wait_s: float = WAIT_S
    hold_s: float = HOLD_S

    def run(self) -> Outcome | None:
        """Do all steps that are left; return how it ended, None when no update is under way. Raise OSError."""
        try:
            plan = self.room.plan()
            while plan is not None:
                then = self._done(plan)
                if isinstance(then, Outcome):
                    return self._end(then)
                self.room.keep(then)
                plan = then
        except OSError:
            self.systemd.start()  # whatever is installed; the next start of the device ends the update
            raise
        return None

    def after_power_cut(self) -> None:
        """Make the files whole before the table starts; what is to be judged then is left to `run`. Raise OSError."""
        plan = self.room.plan()
        if plan is None or plan.boot == boot_id():
            return
        if plan.step is Step.BEGIN:
            told = f"The power went before anything was changed; {plan.old} is still installed."
            self._end(ended(plan, Result.NOTHING, told))
            return
        plan = replace(plan, boot=boot_id(), tries=plan.tries + 1)
        self.room.keep(plan)
        self.say(f"The power went during the update from {plan.old} to {plan.new}; it is ended now.")
        then = self._whole(plan)
        if isinstance(then, Outcome):
            self._end(then)
            return
        self.room.keep(then)
        self.systemd.go_on()

    def _end(self, outcome: Outcome) -> Outcome:
        self.say(outcome.told)
        self.room.finish(outcome)
        return outcome

    def _done(self, plan: Plan) -> Plan | Outcome:
        """Do one step; return what comes next."""
        match plan.step:
            case Step.BEGIN:
                return self._begin(plan)
            case Step.INSTALL:
                return self._install(plan)
            case Step.WATCH:
                return self._watch(plan)
            case Step.BACK:
                self.say(f"Back to {plan.old}: {plan.why}")
                self.systemd.stop()
                return self._back(plan)
            case Step.WATCH_BACK:
                return self._watch_back(plan)
        assert_never(plan.step)

    def _whole(self, plan: Plan) -> Plan | Outcome:
        """End what dpkg was doing when the power went, forward the first time, then back."""
        if plan.step in {Step.INSTALL, Step.WATCH} and plan.tries > MOST_TRIES:
            plan = plan.then(Step.BACK, f"the device was switched off or fell over {plan.tries} times.")
            self.room.keep(plan)
        if plan.step is Step.INSTALL:
            wrong = self.dpkg.install(self.room.new, offline=True)
            plan = plan.then(Step.BACK, wrong) if wrong else plan.then(Step.WATCH)
            self.room.keep(plan)
        if plan.step is not Step.BACK:
            return plan
        if plan.tries > 2 * MOST_TRIES:
            return ended(plan, Result.STUCK, _stuck(plan, "it was tried again and again."))
        return self._back(plan, offline=True)

    def _begin(self, plan: Plan) -> Plan | Outcome:
        """Stop the table and keep its files, unless somebody began to play: then nothing is changed."""
        self.say(f"The table is stopped, to go from {plan.old} to {plan.new}.")
        self.systemd.stop()
        try:
            wrong = self._kept(plan)
        except (JournalError, OSError) as error:
            wrong = f"The evening could not be kept ({error}); nothing was changed."
        if wrong:
            self._start_again(plan)
            return ended(plan, Result.NOTHING, wrong)
        return plan.then(Step.INSTALL)

    def _kept(self, plan: Plan) -> str:
        """Keep copies of journal and lists; return why this is not the moment, "" when it is."""
        shutil.rmtree(self.room.kept, ignore_errors=True)
        self.room.kept.mkdir(mode=0o700)
        journal = Path(plan.journal)
        if journal.exists() and hot_copy(journal, self.room.kept / journal.name, at_least=0) != plan.head:
            return f"Somebody began to play; nothing was changed, and {plan.old} goes on. Try again after the game."
        for name in plan.schemas:
            for end in ("", "-wal"):
                file = journal.with_name(name + end)
                if name != journal.name and file.exists():
                    shutil.copyfile(file, self.room.kept / file.name)
        os.sync()
        return ""

    def _install(self, plan: Plan) -> Plan | Outcome:
        self.say(f"{plan.new} is being installed.")
        wrong = self.dpkg.install(self.room.new)
        if not wrong:
            return plan.then(Step.WATCH)
        if self.dpkg.state() != ("installed", plan.old):
            return plan.then(Step.BACK, wrong)
        self._start_again(plan)
        return ended(plan, Result.NOTHING, f"{plan.old} is still installed: {wrong}")

    def _watch(self, plan: Plan) -> Plan | Outcome:
        self.say(f"{plan.new} is installed; waiting for its page.")
        wrong = self._seen_well(plan, plan.new)
        if wrong:
            return plan.then(Step.BACK, wrong)
        return ended(plan, Result.UPDATED, f"Updated from {plan.old} to {plan.new}.")

    def _seen_well(self, plan: Plan, version: str) -> str:
        """Return "" once `version` is installed and the page is as well as before the update, else why not."""
        if self.dpkg.state() != ("installed", version):
            return f"dpkg has {' '.join(self.dpkg.state()).strip() or 'nothing'} in place of {version}."
        if plan.seen is not None:
            self.systemd.start()  # dpkg has asked for it, unless the power went
        return wait_for(
            plan.port, plan.seen, restarts=self.systemd.restarts, wait_s=self.wait_s, hold_s=self.hold_s
        )

    def _back(self, plan: Plan, *, offline: bool = False) -> Plan | Outcome:
        """Have the old version installed again, and the journal that it can read."""
        for name in plan.schemas:
            self._put_back(plan, name)
        wrong = self.dpkg.install(self.room.previous, offline=offline)
        if wrong and not offline:
            self.say(f"{wrong} It is tried once more.")
            wrong = self.dpkg.install(self.room.previous)
        if wrong:
            if not offline:
                self._start_again(plan)
            return ended(plan, Result.STUCK, _stuck(plan, wrong))
        return plan.then(Step.WATCH_BACK)

    def _put_back(self, plan: Plan, name: str) -> None:
        """Put a file back that the new version has changed so that the old one cannot read it; the other is kept."""
        path, kept = Path(plan.journal).with_name(name), self.room.kept / name
        if not kept.exists() or schema_of(path) == plan.schemas[name]:
            return
        aside = path.with_name(f"{path.stem}-by-{plan.new}-{time.strftime('%Y-%m-%d-%H%M%S')}.newer")
        # The file first: as long as it is gone this is done again. `.newer`: the old version's package looks at *.sqlite.
        for end in ("", "-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                path.with_name(path.name + end).rename(aside.with_name(aside.name + end))
        wal = self.room.kept / f"{name}-wal"
        if wal.exists():
            copy_atomically(wal, path.with_name(f"{name}-wal"))
        copy_atomically(kept, path)

    def _watch_back(self, plan: Plan) -> Outcome:
        wrong = self._seen_well(plan, plan.old)
        told = f"{plan.new} was not taken: {plan.why} {plan.old} runs again, and the evening is as it was."
        if wrong:
            told = f"{plan.new} was not taken: {plan.why} {plan.old} is installed again, but {wrong}"
        kept = sorted(one.name for one in Path(plan.journal).parent.glob(f"*-by-{plan.new}-*.newer"))
        told += f" What {plan.new} wrote is kept as {', '.join(kept)}." if kept else ""
        return ended(plan, Result.STUCK if wrong else Result.BACK, told)

    def _start_again(self, plan: Plan) -> None:
        if plan.seen is not None:
            self.systemd.start()


def schema_of(path: Path) -> int:
    """Return the schema of a file that nobody has open; -1 for one that is gone or cannot be read."""
    if not path.exists():
        return -1
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=1)) as asked:
            return int(asked.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return -1


def _stuck(plan: Plan, wrong: str) -> str:
    return (
        f"{plan.new} was not taken, and {plan.old} could not be installed again: {wrong.rstrip('.')}. "
        "Install it by hand: sudo dpkg --install /var/lib/knobeltisch-update/previous.deb"
    )

"""The states of an update. Each is on the disk before its work begins, so that a power cut never leaves one unfinished.

                  somebody plays; files cannot be copied
      BEGIN ---------------------------------------------------------> nothing
        |  table stopped, its files copied
        v         dpkg refuses; the old version is whole
      INSTALL -------------------------------------------------------> nothing
        |  |      dpkg broke off
        |  +---------------------------+
        |  installed                   |
        v      the page is not healthy    v     the old version cannot be installed
      WATCH -----------------------> BACK ---------------------------> stuck
        |  the page is well            |  the old version and its journal are in place
        v                              v
      updated                      WATCH_BACK -----------------------> back, stuck

The state on disk at the next start after a power cut, and what happens then (`Updater.after_power_cut`, before the table starts):

| cut in | on the disk | done |
|---|---|---|
| BEGIN | nothing was changed | nothing more: the old version goes on |
| INSTALL | the package in part | dpkg takes it again from its beginning, then WATCH |
| WATCH | the new version | its page is judged in this start |
| BACK | the old package in part | files put back and dpkg again, from its beginning, then WATCH_BACK |
| WATCH_BACK | the old version | its page is judged in this start |

After two more cuts INSTALL and WATCH become BACK; after four BACK ends as stuck.

Uses only the standard library: a copy of this file runs while dpkg replaces the original.
"""

from __future__ import annotations

import json
import shutil
import time
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from knobeltisch.storage.files import fsync, write_atomically

if TYPE_CHECKING:
    from collections.abc import Mapping

PLACE: Final = Path("/var/lib/knobeltisch-update")
UNITS: Final = ("knobeltisch-update.service", "knobeltisch-update-resume.service")


class UpdateStep(StrEnum):
    """The next step. Up to and including `BEGIN` nothing is changed."""

    BEGIN = "begin"
    INSTALL = "install"
    WATCH = "watch"
    BACK = "back"
    WATCH_BACK = "watch_back"


class UpdateResult(StrEnum):
    """The result of an update."""

    UPDATED = "updated"
    NOTHING = "nothing"  # nothing was changed
    BACK = "back"  # the previous version runs again
    STUCK = "stuck"  # somebody must intervene


NEXT: Final[Mapping[UpdateStep, frozenset[UpdateStep | UpdateResult]]] = {
    UpdateStep.BEGIN: frozenset({UpdateStep.INSTALL, UpdateResult.NOTHING}),
    UpdateStep.INSTALL: frozenset({UpdateStep.WATCH, UpdateStep.BACK, UpdateResult.NOTHING}),
    UpdateStep.WATCH: frozenset({UpdateStep.BACK, UpdateResult.UPDATED}),
    UpdateStep.BACK: frozenset({UpdateStep.WATCH_BACK, UpdateResult.STUCK}),
    UpdateStep.WATCH_BACK: frozenset({UpdateResult.BACK, UpdateResult.STUCK}),
}
"""The steps that may follow each step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdatePlan:
    """An update under way. `seen`: the page's state before it, None if none answered.

    `head` is the journal's last entry, `schemas` the files' schemas before (by name), `tries` the starts of the device
    since, `boot` the start in which this was written, `why` the reason for going back.
    """

    step: UpdateStep
    old: str
    new: str
    journal: str
    head: int
    port: int
    seen: Mapping[str, Any] | None
    schemas: Mapping[str, int]
    boot: str
    began: float
    tries: int = 0
    why: str = ""

    def advance(self, step: UpdateStep, why: str = "") -> UpdatePlan:
        """Return the plan with its next step. Raise ValueError for an invalid transition."""
        self._may_follow(step)
        return replace(self, step=step, why=why or self.why)

    def ended(self, result: UpdateResult, message: str) -> UpdateOutcome:
        """Return the outcome of this update, as of now. Raise ValueError for an invalid transition."""
        self._may_follow(result)
        return UpdateOutcome(result=result, old=self.old, new=self.new, message=message, at=time.time())

    def after_a_cut(self, boot: str) -> UpdatePlan:
        """Return the plan as the next start of the device continues it."""
        return replace(self, boot=boot, tries=self.tries + 1)

    def _may_follow(self, then: UpdateStep | UpdateResult) -> None:
        if then not in NEXT[self.step]:
            raise ValueError(f"after the step {self.step} of an update there is no {then!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateOutcome:
    """The outcome of an update, and one sentence. `at` in seconds since 1970."""

    result: UpdateResult
    old: str
    new: str
    message: str
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """The folder of updates: packages, copies, the plan; `root` is the root of the machine's file system."""

    folder: Path = PLACE
    root: Path = Path("/")

    @property
    def new(self) -> Path:
        """The package to be installed, while an update runs."""
        return self.folder / "new.deb"

    @property
    def previous(self) -> Path:
        """The package of the version before the last update."""
        return self.folder / "previous.deb"

    @property
    def kept(self) -> Path:
        """Journal and lists as they were when the table was stopped."""
        return self.folder / "kept"

    @property
    def last(self) -> Path:
        """The outcome of the last update; anybody may read it."""
        return self.folder / "last.json"

    @property
    def _plan(self) -> Path:
        return self.folder / "plan.json"

    def plan(self) -> UpdatePlan | None:
        """Return the update under way; None if there is none, or its plan is unreadable."""
        raw = _json(self._plan)
        try:
            return None if raw is None else UpdatePlan(**{**raw, "step": UpdateStep(raw["step"])})
        except (TypeError, ValueError, KeyError):
            return None

    def keep(self, plan: UpdatePlan) -> None:
        """Write the plan to the disk. Raise OSError."""
        _write(self._plan, asdict(plan))

    def outcome(self) -> UpdateOutcome | None:
        """Return the outcome of the last update; None if there was none."""
        raw = _json(self.last)
        try:
            if raw is None:
                return None
            message = raw.pop("told", None) or raw["message"]  # "told" as 0.1 wrote it
            return UpdateOutcome(**{**raw, "message": message, "result": UpdateResult(raw["result"])})
        except (TypeError, ValueError, KeyError):
            return None

    def finish(self, outcome: UpdateOutcome) -> None:
        """Write the outcome, which ends the update, and delete what only it needed. Raise OSError."""
        _write(self.last, asdict(outcome))
        self._plan.unlink(missing_ok=True)
        fsync(self.folder)
        self.clear()

    def clear(self) -> None:
        """Delete what only a running update needs, except its own program, which is running."""
        self.new.unlink(missing_ok=True)
        for unit in UNITS:
            (self._units / unit).unlink(missing_ok=True)
            (self._units / "multi-user.target.wants" / unit).unlink(missing_ok=True)

    def lay_units(self) -> None:
        """Install the units that carry an update out, and finish it after a power cut. Raise OSError.

        They are copies of the package's, in /etc, because dpkg may be interrupted while it replaces those.
        """
        wants = self._units / "multi-user.target.wants"
        wants.mkdir(parents=True, exist_ok=True)
        for unit in UNITS:
            shutil.copyfile(self.root / "usr/lib/systemd/system" / unit, self._units / unit)
        link = wants / UNITS[1]
        link.unlink(missing_ok=True)
        link.symlink_to(f"../{UNITS[1]}")

    @property
    def _units(self) -> Path:
        return self.root / "etc/systemd/system"


def last_update() -> Mapping[str, object] | None:
    """Return the outcome of this device's last update, for the landlord's page."""
    outcome = Room().outcome()
    return None if outcome is None else asdict(outcome)


def _json(file: Path) -> dict[str, Any] | None:
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return content if isinstance(content, dict) else None


def _write(file: Path, content: Mapping[str, object]) -> None:
    write_atomically(file, (json.dumps(content, ensure_ascii=False, indent=2) + "\n").encode(), mode=0o644)

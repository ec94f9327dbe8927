"""Installs the version that `knobeltisch update` has prepared, and goes back to the previous one if it does not start.

A copy of this file runs from the folder of updates with only the standard library, because dpkg replaces the original. The plan
stays on disk until there is an outcome: after a power cut the next start installs the previous version again.
"""

import contextlib
import http.client
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Final

NAME: Final = "knobeltisch"
TABLE: Final = "knobeltisch.service"
UNIT: Final = "knobeltisch-update.service"
FOLDER = Path("/var/lib/knobeltisch-update")
ADMIN: Final = "var/lib/dpkg"
NEW: Final = "new.deb"
PREVIOUS: Final = "previous.deb"
KEPT: Final = "kept.sqlite"
"""The journal as it was when the table was stopped."""
_PLAN: Final = "plan.json"
_LAST: Final = "last.json"
WAIT_S: Final = 180.0
"""Seconds until a version's page must answer; a Pi 4 with a cold card takes 90 s at most."""
HOLD_S: Final = 10.0
"""Seconds that the version must then run as one process."""


class InstallError(Exception):
    """A version cannot be installed, or does not start."""


class UpdateResult(StrEnum):
    """The result of an update."""

    UPDATED = "updated"
    NOTHING = "nothing"  # nothing was changed
    BACK = "back"  # the previous version runs again
    STUCK = "stuck"  # somebody must intervene


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateOutcome:
    """How an update ended, and one sentence about it; `at` is in seconds since 1970."""

    result: UpdateResult
    old: str
    new: str
    message: str
    at: float = field(default_factory=time.time)


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdatePlan:
    """An update in progress, from version `old` to `new`.

    State before the update: `head` is the journal's last entry, `schema` its schema (-1: no journal), `mode` the table's ("" if
    no page answered). `begun`: the plan is being carried out, or was interrupted.
    """

    old: str
    new: str
    journal: str
    head: int
    port: int
    mode: str
    schema: int
    begun: bool = False


def read_plan(folder: Path) -> UpdatePlan | None:
    """Return the plan of the update in progress; None if there is none or it is unreadable."""
    try:
        return UpdatePlan(**json.loads((folder / _PLAN).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def read_outcome(folder: Path) -> UpdateOutcome | None:
    """Return the outcome of the last update; None if there was none or it is unreadable."""
    try:
        raw = json.loads((folder / _LAST).read_text(encoding="utf-8"))
        return UpdateOutcome(**{**raw, "result": UpdateResult(raw["result"])})
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def write_plan(folder: Path, plan: UpdatePlan) -> None:
    """Write the plan to the disk. Raise OSError if that fails."""
    _write(folder / _PLAN, asdict(plan))


def write_outcome(folder: Path, outcome: UpdateOutcome) -> None:
    """Write the outcome, which ends the update, and delete plan and new package. Raise OSError if that fails."""
    _write(folder / _LAST, asdict(outcome))
    (folder / _PLAN).unlink(missing_ok=True)
    (folder / NEW).unlink(missing_ok=True)
    os.sync()


def last_update() -> Mapping[str, object] | None:
    """Return the outcome of this device's last update, for the landlord's page; None if there was none or it is unreadable."""
    outcome = read_outcome(FOLDER)
    return None if outcome is None else asdict(outcome)


def _write(file: Path, content: Mapping[str, object]) -> None:
    part = file.with_name(f".{file.name}.part")
    part.write_text(json.dumps(content, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    part.chmod(0o644)  # the table's page shows the outcome
    os.sync()
    part.replace(file)
    os.sync()


@dataclass(frozen=True, slots=True, kw_only=True)
class Installer:
    """Carries out the plan in `folder`."""

    folder: Path
    root: Path = Path("/")
    wait_s: float = WAIT_S
    hold_s: float = HOLD_S

    def run(self) -> UpdateOutcome | None:
        """Carry the update out, or go back if the power failed, and return the outcome; None if none is in progress.

        Raise OSError if the disk fails.
        """
        plan = read_plan(self.folder)
        if plan is None:
            return None
        try:
            if plan.begun:
                result, message = self._go_back(plan, "the power failed during the update.")
            else:
                write_plan(self.folder, replace(plan, begun=True))
                result, message = self._install(plan)
            outcome = UpdateOutcome(result=result, old=plan.old, new=plan.new, message=message)
            write_outcome(self.folder, outcome)
        finally:
            if plan.mode:
                start_table()  # whatever is installed, unless no table ran before
        return outcome

    def _install(self, plan: UpdatePlan) -> tuple[UpdateResult, str]:
        stop_table()
        try:
            self._keep_journal(plan)
            install_package(self.root, self.folder / NEW)
            self._await_page(plan)
        except (InstallError, OSError, sqlite3.Error) as failed:
            if installed_version(self.root) == ("installed", plan.old):
                return UpdateResult.NOTHING, f"{plan.old} is still installed: {failed}"
            return self._go_back(plan, str(failed))
        return UpdateResult.UPDATED, f"Updated from {plan.old} to {plan.new}."

    def _keep_journal(self, plan: UpdatePlan) -> None:
        kept = self.folder / KEPT
        kept.unlink(missing_ok=True)
        if plan.schema < 0:
            return
        kept.touch(mode=0o600)
        with (
            contextlib.closing(sqlite3.connect(plan.journal, timeout=1)) as games,
            contextlib.closing(sqlite3.connect(kept)) as copy,
        ):
            games.backup(copy)
            if games.execute("SELECT count(*) FROM entry").fetchone()[0] != plan.head:
                raise InstallError("somebody began to play. Try again after the game.")
        os.sync()

    def _await_page(self, plan: UpdatePlan) -> None:
        """Wait until the page works as well as before the update and stays so. Raise InstallError if it does not."""
        if not plan.mode:
            return
        start_table()
        until, since, last = time.monotonic() + self.wait_s, 0.0, ""
        while time.monotonic() < until:
            boot, mode, head = read_health(plan.port) or ("", plan.mode, plan.head)
            if mode != "normal" == plan.mode:
                raise InstallError(f"the table came up in {mode} mode.")
            if head < plan.head:
                raise InstallError(f"the journal had {plan.head} entries and has {head}.")
            if not boot or boot != last:
                since, last = time.monotonic(), boot
            elif time.monotonic() - since >= self.hold_s:
                return
            time.sleep(self.hold_s / 20)
        raise InstallError(f"its page did not come and stay within {self.wait_s:g} s.")

    def _go_back(self, plan: UpdatePlan, why: str) -> tuple[UpdateResult, str]:
        stop_table()
        put_back = self._put_back(plan)
        previous = self.folder / PREVIOUS
        try:
            try:
                install_package(self.root, previous)
            except InstallError:  # another package manager may be at work
                time.sleep(2 * self.hold_s)
                install_package(self.root, previous)
            self._await_page(plan)
        except InstallError as failed:
            by_hand = f"To install it by hand: sudo dpkg --install {previous}"
            message = f"{plan.new} failed: {why} {plan.old} did not come up again: {failed} {by_hand}"
            return UpdateResult.STUCK, message
        message = f"{plan.new} failed: {why} {plan.old} runs again, and the evening is as it was."
        if put_back:
            message += f" What {plan.new} wrote is kept beside {plan.journal}, in files that end in .newer."
        return UpdateResult.BACK, message

    def _put_back(self, plan: UpdatePlan) -> bool:
        """Restore the journal if the old version can no longer read it; the changed one is kept."""
        path, kept = Path(plan.journal), self.folder / KEPT
        if not kept.exists() or schema_of(path) == plan.schema:
            return False
        # `.newer`: the old version's package looks at *.sqlite.
        aside = path.with_name(f"{path.stem}-by-{plan.new}-{time.strftime('%Y-%m-%d-%H%M%S')}.newer")
        for end in ("", "-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                path.with_name(path.name + end).rename(aside.with_name(aside.name + end))
        part, owner = path.with_name(f".{path.name}.part"), path.parent.stat()
        shutil.copyfile(kept, part)
        part.chmod(0o600)
        os.chown(part, owner.st_uid, owner.st_gid)
        os.sync()
        part.rename(path)
        return True


def stop_table() -> None:
    """Stop the table, which closes the journal, and reset systemd's count of restarts."""
    run_tool("systemctl", "stop", TABLE)
    run_tool("systemctl", "reset-failed", TABLE)


def start_table() -> None:
    """Start the table with its current unit, without waiting."""
    run_tool("systemctl", "daemon-reload")
    run_tool("systemctl", "start", "--no-block", TABLE)


def installed_version(root: Path) -> tuple[str, str]:
    """Return the package's status and version from dpkg, such as ("installed", "0.2.0"), or ("", "") if dpkg lists none."""
    form = "--showformat=${db:Status-Status} ${Version}"
    shown = run_tool("dpkg-query", f"--admindir={root / ADMIN}", "--show", form, NAME)
    status, _, version = shown.stdout.partition(" ")
    return status, version


def install_package(root: Path, file: Path) -> None:
    """Install a package, whatever state the last attempt left. Raise InstallError if that fails."""
    # After a power cut Python's bytecode may be empty behind a valid header.
    for folder in list((root / "usr/lib" / NAME).rglob("__pycache__")):
        shutil.rmtree(folder, ignore_errors=True)
    done = run_tool("dpkg", f"--root={root}", "--force-confdef", "--force-confold", "--install", str(file))
    os.sync()
    if done.returncode:
        lines = [line.strip() for line in done.stderr.splitlines()]
        ours = [line.removeprefix("knobeltisch: ") for line in lines if line.startswith("knobeltisch: ")]
        raise InstallError(f"dpkg could not install it: {(ours or [' '.join(lines[:2])])[0]}")


def read_health(port: int) -> tuple[str, str, int] | None:
    """Return the running table's boot id, mode and number of entries; None if none answers."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=3)) as connection:
        try:
            connection.request("GET", "/healthz")
            health = json.loads(connection.getresponse().read())
            is_table = "ok" in health and health.get("kind", "table") == "table"  # 0.1 has no kind
            return (health["boot"], health["mode"], health["head"]) if is_table else None
        except (OSError, ValueError, KeyError, TypeError, http.client.HTTPException):
            return None


def schema_of(path: Path) -> int:
    """Return the schema of a file that nobody has open; -1 if it is missing or unreadable."""
    try:
        with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True, timeout=1)) as asked:
            return int(asked.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return -1


def run_tool(*words: str) -> subprocess.CompletedProcess[str]:
    """Run a system tool, in English and without questions; return its exit code and output."""
    environ = {**os.environ, "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(  # noqa: S603 - our own arguments
        words,
        env=environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )


if __name__ == "__main__":
    done = Installer(folder=Path(__file__).parent).run()
    if done is not None:
        sys.stdout.write(f"{done.message}\n")

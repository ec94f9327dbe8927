"""`knobeltisch update [FILE.deb]`: installs another version of the table, with a way back, and never during a game.

This module checks and prepares everything. The update's own unit then carries it out (`installer.py`), even if this command
ends. See docs/update.md.
"""

import contextlib
import os
import re
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TextIO

from knobeltisch.device.installed_service import load_service_config
from knobeltisch.device.vitals import overlay_in_memory
from knobeltisch.errors import UpdateRefused
from knobeltisch.game.evening import EVENING_GAP_S, Evening, fold_last_evening
from knobeltisch.storage.journal import open_journal
from knobeltisch.storage.sqlite_file import open_copy
from knobeltisch.update import installer
from knobeltisch.update.installer import (
    ADMIN,
    FOLDER,
    NAME,
    NEW,
    PREVIOUS,
    UNIT,
    UpdatePlan,
    UpdateResult,
    run_tool,
)

_VERSION: Final = re.compile(r"[0-9][0-9A-Za-z.+~-]{0,99}")
"""By Debian's rules, without an epoch: it becomes part of file names."""
BREATH_S: Final = 5 * 60.0
"""Seconds after a game, since the next one often begins at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Update:
    """One update, from its checks to its outcome, on this machine or in a test's root folder."""

    folder: Path = FOLDER
    root: Path = Path("/")
    out: TextIO = field(default_factory=lambda: sys.stdout)

    def run(self, file: Path | None) -> int:
        """Check and prepare the update, let systemd run it, and return the exit code. Default: the newest version that apt knows.

        The code is 1 if the update failed, else 0. Raise KnobeltischError or OSError if it cannot be started.
        """
        if os.geteuid() != 0:
            raise UpdateRefused("Only root installs packages: sudo knobeltisch update FILE.deb")
        if (running := installer.read_plan(self.folder)) is not None:
            finish = f"To finish it: sudo systemctl start {UNIT}"
            raise UpdateRefused(f"An update to {running.new} is under way, or was interrupted. {finish}")
        status, old = installer.installed_version(self.root)
        if status != "installed":
            raise UpdateRefused(
                f"dpkg says {status or 'not-installed'}: install the package first, or finish it by sudo apt-get "
                "install --fix-broken; see docs/install.md."
            )
        file = file or self._load_newest()
        new = read_version(file)
        if new == old:
            self._report(f"{old} is installed already; there is nothing to do.")
            return 0
        config = load_service_config(None)
        self._require_fit(file, new)
        require_idle(config.journal.path)
        self._report(f"Keeping {old} and the evening for the way back.")
        shutil.copyfile(file, self.folder / NEW)  # first: it may be the very file that the next line replaces
        repack_installed(self.root, self.folder / PREVIOUS)
        shutil.copyfile(installer.__file__, self.folder / "installer.py")
        os.sync()
        head, schema = require_idle(config.journal.path)
        page = installer.read_health(config.page.port)
        plan = UpdatePlan(
            old=old,
            new=new,
            journal=str(config.journal.path),
            head=head,
            schema=schema,
            port=config.page.port,
            mode="" if page is None else page[1],
        )
        installer.write_plan(self.folder, plan)
        self._report(f"Installing {new}; this takes a few minutes on a Pi.")
        run_tool("systemctl", "start", UNIT)
        outcome = installer.read_outcome(self.folder)
        if outcome is None or installer.read_plan(self.folder) is not None:
            raise UpdateRefused(f"The update was interrupted; journalctl --unit={UNIT} says more.")
        self._report(outcome.message)
        return 0 if outcome.result is UpdateResult.UPDATED else 1

    def _load_newest(self) -> Path:
        loaded = self.folder / "loaded"
        shutil.rmtree(loaded, ignore_errors=True)
        loaded.mkdir(parents=True)
        run_tool("apt-get", "--quiet", "update")
        words = ("--quiet", "--option=APT::Sandbox::User=root", "download", NAME)
        got = run_tool("env", f"--chdir={loaded}", "apt-get", *words)
        files = list(loaded.glob("*.deb"))
        if got.returncode or not files:
            reason = " ".join(got.stderr.split()) or "nothing came"
            raise UpdateRefused(f"apt has no package of {NAME} ({reason}); name a file, or add a source.")
        return files[0]

    def _report(self, sentence: str) -> None:
        self.out.write(f"{sentence}\n")
        self.out.flush()

    def _require_fit(self, file: Path, new: str) -> None:
        """Raise UpdateRefused if the update would not last, needs more packages, or does not fit on the disk."""
        if overlay_in_memory(self.root):
            raise UpdateRefused(
                "The root is an overlay in memory: the update would be gone with the power. Switch the overlay "
                "off first (docs/overlay-root.md)."
            )
        # Only with what is installed: going back could not remove packages, nor a start without a network finish.
        options = ("APT::Sandbox::User=root", f"Dir::State::status={self.root / ADMIN / 'status'}")
        no_lists = ("Dir::State::lists=/nonexistent", "Dir::Cache::pkgcache=", "APT::Install-Recommends=no")
        words = [f"--option={option}" for option in (*options, *no_lists)]
        asked = run_tool("apt-get", "--simulate", "--allow-downgrades", *words, "install", str(file))
        reasons = re.findall(rf"^ {NAME}\S* : (.*)$", asked.stdout, re.MULTILINE) or [asked.stderr.strip()]
        if asked.returncode:
            raise UpdateRefused(
                f"{new} cannot be installed ({'; '.join(reasons)}); install what it needs first."
            )
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o755)  # the table reads there how its last update ended


def require_idle(journal: Path) -> tuple[int, int]:
    """Raise UpdateRefused if somebody is playing, JournalError if the journal is damaged. The table may be running.

    Return the journal's number of entries and its schema; (0, -1) if there is none.
    """
    if not journal.exists():
        return 0, -1
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
        copy = Path(folder) / journal.name
        with contextlib.closing(open_copy(journal, copy, open_journal)) as opened:
            evening, head = fold_last_evening(opened), opened.head
        schema = installer.schema_of(copy)
    if reason := busy_reason(evening, time.time()):
        raise UpdateRefused(f"Not now. {reason}")
    return head, schema


def busy_reason(evening: Evening, now: float) -> str:
    """Return why the table must not stop now; "" if it is idle. `now` is in seconds since 1970.

    A game whose next act would begin another evening does not count.
    """
    if evening.state is None or evening.last_at is None:
        return ""
    quiet, over = now - evening.last_at, evening.state.stage == "over"
    if quiet < 0:
        return "The last act is in the future: the clock was set back. Set it (timedatectl), or wait until the network has."
    if not over and quiet < EVENING_GAP_S:
        return (
            f"A game is under way; the last act was {quiet // 60:.0f} min ago. Wait for its end, or undo its start on the "
            "tablet if nobody plays it."
        )
    if over and quiet < BREATH_S:
        return f"A game ended {quiet // 60:.0f} min ago, and the next may begin; wait five minutes."
    return ""


def read_version(file: Path) -> str:
    """Return the version of a package. Raise UpdateRefused if the package is damaged or not ours."""
    listed = run_tool(
        "dpkg-deb", "--contents", str(file)
    )  # reads all of it: the compression ends with a checksum
    if listed.returncode:
        reason = " ".join(listed.stderr.split())
        raise UpdateRefused(f"{file} is not a whole Debian package ({reason}); copy it here again.")
    name, version = (
        run_tool("dpkg-deb", "--field", str(file), part).stdout.strip() for part in ("Package", "Version")
    )
    if name != NAME or not _VERSION.fullmatch(version):
        raise UpdateRefused(
            f"{file} is {name[:60]!r}, version {version[:60]!r}; only {NAME} is updated by this."
        )
    return version


def repack_installed(root: Path, to: Path) -> None:
    """Make a package from the installed files to roll back to, because dpkg keeps none.

    Raise UpdateRefused or OSError if that fails.
    """
    tree, info = to.with_name("tree"), root / ADMIN / "info"
    shutil.rmtree(tree, ignore_errors=True)
    for name in (info / f"{NAME}.list").read_text(encoding="utf-8").splitlines():
        file, place = root / name.lstrip("/"), tree / name.lstrip("/")
        if file.is_dir() and not file.is_symlink():
            place.mkdir(parents=True, exist_ok=True)
            place.chmod(file.stat().st_mode & 0o7777)
        elif os.path.lexists(file):  # not excluded by dpkg's path-exclude, or deleted by hand
            try:
                os.link(file, place, follow_symlinks=False)  # takes no space on the same disk
            except OSError:
                shutil.copy2(file, place, follow_symlinks=False)
    control = tree / "DEBIAN"
    control.mkdir()
    control.chmod(0o755)
    for file in info.glob(f"{NAME}.*"):
        if file.suffix != ".list":
            shutil.copy2(file, control / file.suffix[1:])
    status = run_tool("dpkg-query", f"--admindir={root / ADMIN}", "--status", NAME).stdout
    fields = re.sub(r"^(?:Status|Conffiles|Config-Version):.*\n(?: .*\n)*", "", status, flags=re.MULTILINE)
    (control / "control").write_text(fields, encoding="utf-8")
    built = run_tool("dpkg-deb", "--root-owner-group", "-Zzstd", "-z1", "--build", str(tree), str(to))
    shutil.rmtree(tree)
    if built.returncode:
        raise UpdateRefused(f"The installed version cannot be kept for the way back: {built.stderr.strip()}")

"""A device with a version of the package: the real dpkg and apt in a root of the test's; systemctl alone is a stand-in."""

import io
import json
import os
import shlex
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from knobeltisch.errors import UpdateRefused
from knobeltisch.storage.journal import open_journal
from knobeltisch.update.installer import (
    UpdateOutcome,
    install_package,
    installed_version,
    read_outcome,
    read_plan,
    run_tool,
)
from knobeltisch.update.update import Update
from tests.support.servers.ports import free_port, listens
from tests.support.waiting import until

LONG_AGO = time.time() - 7 * 3600
START = {"variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna", "options": {}}
SYSTEMCTL = """
import json, os, signal, subprocess, sys, time
from pathlib import Path
device = json.loads(Path({device!r}).read_text())
pid, word, unit = Path(device["pid"]), sys.argv[1], sys.argv[-1]
def alive():
    status = Path("/proc", pid.read_text(), "stat") if pid.exists() else pid
    return status.exists() and status.read_text().split()[2] not in "XZ"  # nobody waits for it in a container
if word == "stop":
    while alive():
        os.kill(int(pid.read_text()), signal.SIGKILL)
        time.sleep(0.01)
    pid.unlink(missing_ok=True)
elif word == "start" and unit == "knobeltisch.service" and not alive():
    environ = {{"JOURNAL": device["journal"], "PORT": str(device["port"]), "SAYS": device["pid"] + ".port"}}
    program = [sys.executable, "-I", device["root"] + "/usr/lib/knobeltisch/stand_in.py"]
    table = subprocess.Popen(program, env=environ, stdout=-3, stderr=-3, start_new_session=True)
    pid.write_text(str(table.pid))
elif word == "start" and unit == "knobeltisch-update.service":
    program = (
        "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[1]); from installer import Installer; "
        "Installer(folder=Path(sys.argv[1]), root=Path(sys.argv[2]), wait_s=float(sys.argv[3]), hold_s=0.2).run()"
    )
    words = [sys.executable, "-I", "-S", "-c", program, device["updates"], device["root"], str(device["wait_s"])]
    sys.exit(subprocess.run(words, start_new_session=True).returncode)
"""
"""Starts and stops the installed table as a process, and carries an update out by the copy that was prepared for it."""


@dataclass(frozen=True)
class Device:
    """A device with a table: `update` as the maker asks for it, `restore_power` as its next start does."""

    folder: Path
    root: Path
    state: Path
    port: int
    log: io.StringIO = field(default_factory=io.StringIO)

    @property
    def journal(self) -> Path:
        return self.state / "journal.sqlite"

    def update(self, file: Path) -> UpdateOutcome:
        Update(folder=self.folder, root=self.root, out=self.log).run(file)
        outcome = read_outcome(self.folder)
        assert outcome is not None
        return outcome

    def refusal(self, file: Path) -> str:
        with pytest.raises(UpdateRefused) as refused:
            self.update(file)
        assert read_plan(self.folder) is None
        assert self.version == "0.1.0"
        return str(refused.value)

    def cut(self, file: Path):
        """Update until a package's script pulls the plug."""
        (self.root / "cut").touch()
        with pytest.raises(UpdateRefused, match="was interrupted"):
            self.update(file)
        assert not (self.root / "cut").exists()

    def restore_power(self) -> UpdateOutcome | None:
        """Start the device again: systemd runs the update's unit beside the table's."""
        run_tool("systemctl", "start", "knobeltisch-update.service")
        return read_outcome(self.folder)

    @property
    def version(self) -> str:
        status, version = installed_version(self.root)
        return version if status == "installed" else f"{status} {version}"

    @property
    def is_running(self) -> bool:
        return (self.state / "pid").exists()

    def entries(self) -> list[tuple[int, str]]:
        run_tool("systemctl", "stop", "knobeltisch.service")
        journal = open_journal(self.journal)
        found = [(entry.id, entry.kind) for entry in journal.entries()]
        journal.close()
        return found

    def play(self, at: float):
        journal = open_journal(self.journal)
        journal.append(at=at, source="tablet", kind="start", body=START)
        journal.close()

    def be_patient(self, wait_s: float):
        """Set how long a version may take until its page answers."""
        file = self.root.with_name("device.json")
        file.write_text(json.dumps({**json.loads(file.read_text()), "wait_s": wait_s}))


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A root with nothing installed, where dpkg needs no chroot."""
    made = tmp_path / "root"
    (made / "var/lib/dpkg/info").mkdir(parents=True)
    (made / "var/lib/dpkg/updates").mkdir()
    (made / "var/lib/dpkg/status").touch()
    (tmp_path / ".dpkg.cfg").write_text("force-script-chrootless\nforce-unsafe-io\nlog=/dev/null\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    return made


@pytest.fixture
def device(root, tmp_path, make_deb, monkeypatch):
    """A device with version 0.1.0, whose last game was played seven hours ago."""
    made = Device(folder=tmp_path / "updates", root=root, state=tmp_path / "state", port=free_port())
    facts = {"root": str(root), "updates": str(made.folder), "journal": str(made.journal), "port": made.port}
    (tmp_path / "device.json").write_text(json.dumps({**facts, "pid": f"{made.state}/pid", "wait_s": 20}))
    (tmp_path / "bin").mkdir()
    systemctl = tmp_path / "bin/systemctl"
    script = tmp_path / "systemctl.py"
    script.write_text(SYSTEMCTL.format(device=str(tmp_path / "device.json")))
    systemctl.write_text(
        f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -I {shlex.quote(str(script))} "$@"\n'
    )
    systemctl.chmod(0o755)
    monkeypatch.setenv("PATH", f"{systemctl.parent}:{os.environ['PATH']}")
    monkeypatch.setenv("STATE_DIRECTORY", str(made.state))
    monkeypatch.setenv("KNOBELTISCH_PAGE_PORT", str(made.port))
    made.play(LONG_AGO)
    install_package(root, make_deb("0.1.0"))
    subprocess.run([systemctl, "start", "knobeltisch.service"], check=True)
    until(lambda: listens(made.port))
    yield made
    subprocess.run([systemctl, "stop", "knobeltisch.service"], check=True)

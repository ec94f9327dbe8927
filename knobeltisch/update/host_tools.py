"""dpkg and systemd for an update. Uses only the standard library, like everything that runs during one."""

from __future__ import annotations

import fcntl
import os
import shlex
import shutil
import subprocess
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from knobeltisch.errors import UpdateFailed
from knobeltisch.update.plan import UNITS

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME: Final = "knobeltisch"
TABLE: Final = "knobeltisch.service"
LOCK_S: Final = 120.0
"""Seconds to wait for another package manager before giving up."""


class Systemd(Protocol):
    """The service manager of the table; in tests a process stands in for it."""

    def stop(self) -> None:
        """Stop the table and wait until it is gone."""

    def start(self) -> None:
        """Start the table without waiting for it."""

    def active(self) -> bool:
        """Whether the table runs or is about to."""

    def restarts(self) -> int:
        """Return the number of automatic restarts since the last manual start."""

    def go_on(self) -> None:
        """Start the unit that carries the update out."""

    def carrying_on(self) -> bool:
        """Whether that unit is at work."""

    def environment(self) -> dict[str, str]:
        """Return the variables that the table's unit sets."""


@dataclass(frozen=True, slots=True)
class Systemctl:
    """The systemd of this machine."""

    def stop(self) -> None:
        """Stop the table, which closes the journal, and reset the count of restarts."""
        _output_of("systemctl", "stop", TABLE)
        # systemd keeps its count if the table was stopped between two starts; the next version needs a count
        # of its own.
        _output_of("systemctl", "reset-failed", TABLE)

    def start(self) -> None:
        """Start the table, with its unit as it is on the disk now."""
        _output_of("systemctl", "daemon-reload")
        _output_of("systemctl", "start", "--no-block", TABLE)

    def active(self) -> bool:
        """Whether it runs or is about to."""
        return _output_of("systemctl", "is-active", TABLE) in {"active", "activating", "reloading"}

    def restarts(self) -> int:
        """Return systemd's own count."""
        printed = _output_of("systemctl", "show", "--property=NRestarts", "--value", TABLE)
        return int(printed) if printed.isdecimal() else 0

    def go_on(self) -> None:
        """Start the unit of the update."""
        _output_of("systemctl", "daemon-reload")
        _output_of("systemctl", "start", "--no-block", UNITS[0])

    def carrying_on(self) -> bool:
        """Whether that unit is at work; a oneshot is never more than activating."""
        return _output_of("systemctl", "is-active", UNITS[0]) in {"active", "activating"}

    def environment(self) -> dict[str, str]:
        """Return the variables in Environment= of the table's unit and its drop-ins."""
        words = shlex.split(_output_of("systemctl", "show", "--property=Environment", "--value", TABLE))
        return dict(word.split("=", 1) for word in words if "=" in word)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dpkg:
    """The package manager, on the machine's root or on another; `options` go to each installation."""

    root: Path = Path("/")
    options: tuple[str, ...] = ()

    @property
    def admin(self) -> Path:
        """Return the folder of dpkg's database."""
        return self.root / "var/lib/dpkg"

    @property
    def program(self) -> Path:
        """Return the package's program."""
        return self.root / "usr/lib" / NAME

    def state(self) -> tuple[str, str]:
        """Return status and version, as ("installed", "0.2.0") or ("half-installed", "0.2.0"); two empty strings for none."""
        printed = _output_of(
            "dpkg-query",
            f"--admindir={self.admin}",
            "--show",
            "--showformat=${db:Status-Status} ${Version}",
            NAME,
        )
        status, _, version = printed.partition(" ")
        return status, version

    def architecture(self) -> str:
        """Return the processor architecture of packages here."""
        return _output_of("dpkg", "--print-architecture")

    def older(self, one: str, other: str) -> bool:
        """Whether version `one` is older than `other`, by Debian's rules."""
        words = ["dpkg", "--compare-versions", one, "lt", other]
        return subprocess.run(words, check=False).returncode == 0  # noqa: S603 - our own arguments

    def install(self, file: Path, *, offline: bool = False) -> None:
        """Install a package, from any state that the last attempt left. Raise UpdateFailed if that fails.

        `offline`: during the device's start the table waits for us, so its package must not wait for the table.
        """
        if offline:
            self._forget_bytecode()
        words = ["dpkg", f"--root={self.root}", "--force-confdef", "--force-confold", *self.options]
        environ = {
            **os.environ,
            "DEBIAN_FRONTEND": "noninteractive",
            "DPKG_FRONTEND_LOCKED": "1",
            "LC_ALL": "C.UTF-8",
        }
        if offline:
            environ["SYSTEMD_OFFLINE"] = "1"
        try:
            with self._lock_package_database():
                done = subprocess.run(  # noqa: S603 - our own arguments
                    [*words, "--install", str(file)],
                    env=environ,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    text=True,
                    check=False,
                )
        except OSError as error:
            raise UpdateFailed(f"dpkg cannot be used ({error.strerror or error}).") from error
        os.sync()  # bytecode too: Python accepts a truncated file as whole
        if done.returncode:
            raise UpdateFailed(_dpkg_reason(done.stdout))

    def _forget_bytecode(self) -> None:
        """Delete Python's bytecode: after a power cut a file may be empty behind a valid header."""
        for folder in list(self.program.rglob("__pycache__")):
            shutil.rmtree(folder, ignore_errors=True)

    @contextmanager
    def _lock_package_database(self) -> Iterator[None]:
        """Lock out other package managers, as apt does. Raise OSError if one works for too long."""
        with (self.admin / "lock-frontend").open("a") as lock:
            until = time.monotonic() + LOCK_S
            while True:
                try:
                    fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except OSError:
                    if time.monotonic() > until:
                        raise
                    time.sleep(0.5)
            yield


def _dpkg_reason(said: str) -> str:
    """Return the line with dpkg's reason; its own file names mean nothing to the maker."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    ours = [line.removeprefix("knobeltisch: ") for line in lines if line.startswith("knobeltisch: ")]
    wrong = [line for line in lines if "error" in line.lower()]
    found = [*ours, *wrong, *lines[-1:]]
    return (
        f"dpkg could not install it: {found[0]}"
        if found
        else "dpkg could not install it and does not say why."
    )


def _output_of(*command: str) -> str:
    """Return a command's output, "" if it is missing or prints nothing."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)  # noqa: S603 - our own arguments
    except OSError:
        return ""
    return done.stdout.strip()

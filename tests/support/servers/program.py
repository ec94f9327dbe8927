"""Start Knobeltisch as a program, and look at its page."""

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.support.paths import ROOT


class Program:
    """A running program that prints `page: ADDRESS` once its page answers."""

    def __init__(
        self,
        *command: str,
        environ: dict[str, str] | None = None,
        stdin: int | None = None,
        within: Sequence[str] = (),
    ):
        self.began = time.perf_counter()
        self.process = subprocess.Popen(
            [*within, sys.executable, *command],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, **(environ or {})},
        )
        self.address = self._address(command)

    def _address(self, command: Sequence[str]) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("page: "):
                port = line.strip().removesuffix("/pub").rstrip("/").rsplit(":", 1)[1]
                return f"http://127.0.0.1:{port}"
        _, errors = self.process.communicate()
        raise RuntimeError(f"{' '.join(command)} ended with {self.process.returncode}: {errors.strip()}")

    def look(self) -> dict[str, Any]:
        """Return the snapshot that the page shows now."""
        with urllib.request.urlopen(f"{self.address}/api/board", timeout=60) as answer:
            shown: dict[str, Any] = json.load(answer)
        return shown

    def stream(self, *, quiet_s: float = 30.0) -> Iterator[dict[str, Any]]:
        """Yield each snapshot as it arrives, until the program ends or says nothing for `quiet_s`."""
        try:
            with urllib.request.urlopen(f"{self.address}/api/stream", timeout=quiet_s) as lines:
                for line in lines:
                    if line.startswith(b"data: {") and line.endswith(b"}\n"):
                        yield json.loads(line[len(b"data: ") :])
        except (OSError, urllib.error.URLError, ValueError):
            return

    def kill(self):
        """End it as a power cut would: no handler runs."""
        self.process.kill()
        self.process.communicate()

    def memory(self) -> dict[str, float]:
        """Return its memory in MB: `now`, and `most` since the start."""
        text = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        fields = dict(line.split(":", 1) for line in text.splitlines() if ":" in line)
        return {
            name: int(fields[key].split()[0]) / 1024 for name, key in (("now", "VmRSS"), ("most", "VmHWM"))
        }

    def processor_s(self) -> float:
        """Return the processor seconds it has used so far, all threads together."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

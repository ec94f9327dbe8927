"""A real MQTT broker, Debian's Mosquitto: killed, hanging, and back at the same port."""

import shutil
import signal
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.support.servers.ports import free_port, listens

MOSQUITTO: Final = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin")
LONGEST_S: Final = 120.0
"""A broker that does not listen by then will not."""


@dataclass(kw_only=True)
class Mosquitto:
    """A Mosquitto for this machine alone, which takes everybody."""

    folder: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    def start(self):
        """Start it, or restart it without memory; come back once it listens."""
        assert MOSQUITTO is not None
        self.folder.mkdir(exist_ok=True)
        config = self.folder / "mosquitto.conf"
        # Without a user of its own: it would give up root's rights, and the folder is root's.
        lines = ["per_listener_settings false", f"listener {self.port} 127.0.0.1", "user root"]
        config.write_text("\n".join([*lines, *self.access()]))
        self.process = subprocess.Popen([MOSQUITTO, "-c", str(config)], stderr=subprocess.DEVNULL)
        until = time.monotonic() + LONGEST_S
        while not listens(self.port):
            assert time.monotonic() < until, "the broker does not listen"
            time.sleep(0.001)

    def access(self) -> list[str]:
        """Return the lines of its configuration that say who may, and how."""
        return ["allow_anonymous true"]

    def kill(self):
        """Take it away without a good-bye, as a plug does."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def hang(self):
        """Let it take connections and answer nothing."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self):
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

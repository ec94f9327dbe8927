"""A real MQTT broker for tests, Debian's Mosquitto: with users, with TLS, killed, hanging, and back at the same port."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.waiting import until

MOSQUITTO = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Broker:
    """A Mosquitto of the test's own. `users`: their passwords; without any everybody is taken."""

    folder: Path
    users: Mapping[str, str] = field(default_factory=dict)
    tls: bool = False
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def ca(self) -> Path:
        return self.folder / "ca.crt"

    def start(self) -> None:
        """Start it, or start it anew, remembering nothing; come back once it listens."""
        assert MOSQUITTO is not None
        self.folder.mkdir(exist_ok=True)
        config = self.folder / "mosquitto.conf"
        config.write_text(
            "\n".join(["per_listener_settings false", f"listener {self.port} 127.0.0.1", *self._more()])
        )
        # Without a user of its own: it would give up root's rights, and the test's folder is root's.
        self.process = subprocess.Popen([MOSQUITTO, "-c", str(config)], stderr=subprocess.DEVNULL)
        until(self._listens)

    def kill(self) -> None:
        """Take it away without a good-bye, as a plug does."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def hang(self) -> None:
        """Let it take connections and answer nothing."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def _more(self) -> list[str]:
        lines = ["user root", f"allow_anonymous {'false' if self.users else 'true'}"]
        if self.users:
            file = self.folder / "passwords"
            file.unlink(missing_ok=True)
            file.touch(mode=0o600)
            for user, password in self.users.items():
                subprocess.run(
                    ["mosquitto_passwd", "-b", str(file), user, password], check=True, capture_output=True
                )
            lines.append(f"password_file {file}")
        if self.tls:
            if not self.ca.exists():
                _certify(self.folder)
            lines += [f"certfile {self.folder}/server.crt", f"keyfile {self.folder}/server.key"]
        return lines


def _certify(folder: Path) -> None:
    """Make a private authority, and a certificate of it for this machine's own address."""
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    for command in (
        ["req", "-x509", *curve, "-subj", "/CN=house", "-keyout", "ca.key", "-out", "ca.crt"],
        ["req", *curve, "-subj", "/CN=broker", "-keyout", "server.key", "-out", "server.csr"],
        [
            *("x509", "-req", "-in", "server.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial"),
            *("-days", "2", "-extfile", "names", "-out", "server.crt"),
        ],
    ):
        (folder / "names").write_text("subjectAltName=IP:127.0.0.1\nbasicConstraints=CA:FALSE\n")
        subprocess.run(["openssl", *command], cwd=folder, check=True, capture_output=True)

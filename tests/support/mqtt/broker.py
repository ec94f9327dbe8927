"""The MQTT broker of tests: with users, with TLS."""

import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.servers.mosquitto import Mosquitto


@dataclass(kw_only=True)
class Broker(Mosquitto):
    """A Mosquitto of the test's own. `users`: their passwords; without any everybody is taken."""

    users: Mapping[str, str] = field(default_factory=dict)
    tls: bool = False

    @property
    def ca(self) -> Path:
        return self.folder / "ca.crt"

    def access(self) -> list[str]:
        lines = [f"allow_anonymous {'false' if self.users else 'true'}"]
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


def _certify(folder: Path):
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

"""The device's own Wi-Fi, for a pub without one: an access point managed by NetworkManager."""

import logging
import os
import secrets
import shutil
import subprocess
from typing import Final

from knobeltisch.errors import Denied

log = logging.getLogger(__name__)

NAME: Final = "Knobeltisch"
TIMEOUT_S: Final = 10.0
_LETTERS: Final = "abcdefghkmnpqrstuvwxyz23456789"  # without those that are mistaken for others
_LENGTH: Final = 12
_NOT_THERE: Final = 10  # nmcli's exit status for a connection that does not exist
_MAKE_ACCESS_POINT: Final = """\
set wifi.ssid {name}
set wifi.mode ap
set wifi.band bg
set wifi-sec.key-mgmt wpa-psk
set wifi-sec.proto rsn
set wifi-sec.pairwise ccmp
set wifi-sec.psk {password}
set ipv4.method shared
set ipv6.method disabled
set connection.autoconnect-priority 10
save
yes
quit
"""
"""The input of nmcli's editor, where nobody else can read a password. `yes`: a free radio starts at once."""


class OwnWifi:
    """The access point `NAME`. It starts at once if the radio is free, otherwise after a restart."""

    name = NAME

    def password(self) -> str | None:
        """Return the Wi-Fi's password; None if it is not set up. Raise Denied if NetworkManager does not answer."""
        done = _nmcli(f"--show-secrets --get-values 802-11-wireless-security.psk connection show {NAME}")
        return None if done.returncode == _NOT_THERE else _answer(done).strip()

    def turn(self, *, on: bool) -> None:
        """Set the Wi-Fi up with a new password, or remove it; a Wi-Fi already set up is left as it is.

        Raise Denied if NetworkManager refuses.
        """
        if on == (self.password() is not None):
            return
        if on:
            _answer(_nmcli("radio wifi on"))
            password = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
            typed = _MAKE_ACCESS_POINT.format(name=NAME, password=password)
            _answer(_nmcli(f"connection edit type wifi con-name {NAME}", typed))
        else:
            _answer(_nmcli(f"connection delete {NAME}"))


def own_wifi() -> OwnWifi | None:
    """Return the device's own Wi-Fi; None if the device has no NetworkManager."""
    return OwnWifi() if shutil.which("nmcli") else None


def _nmcli(command: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    words = ["nmcli", *command.split()]
    env = os.environ | {"XDG_CACHE_HOME": os.devnull}  # the editor keeps a history
    try:
        return subprocess.run(  # noqa: S603 - our own words
            words, input=typed, capture_output=True, text=True, check=False, timeout=TIMEOUT_S, env=env
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Denied("wifi", "The device's network did not answer.") from error


def _answer(done: subprocess.CompletedProcess[str]) -> str:
    if done.returncode:
        errors = [line for line in (done.stderr + done.stdout).splitlines() if line.startswith("Error")]
        log.warning("nmcli: %s", errors)
        raise Denied("wifi", f"The device makes no Wi-Fi: {errors[0] if errors else 'it does not allow it'}")
    return done.stdout

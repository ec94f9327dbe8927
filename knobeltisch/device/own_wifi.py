"""The device's own Wi-Fi, for a house that has none: an access point that NetworkManager keeps."""

from __future__ import annotations

import logging
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
_ACCESS_POINT: Final = (
    f"type wifi ifname * con-name {NAME} ssid {NAME} autoconnect yes connection.autoconnect-priority 10 "
    "802-11-wireless.mode ap 802-11-wireless.band bg ipv4.method shared ipv6.method disabled "
    "wifi-sec.key-mgmt wpa-psk wifi-sec.proto rsn wifi-sec.pairwise ccmp"
)


class OwnWifi:
    """The access point `NAME`. A radio that is in no other Wi-Fi becomes it at once, any other with the next start."""

    name = NAME

    def password(self) -> str | None:
        """Return its password; None while there is no such Wi-Fi. Raise Denied with a sentence if that cannot be known."""
        done = _nmcli(f"--show-secrets --get-values 802-11-wireless-security.psk connection show {NAME}")
        return None if done.returncode == _NOT_THERE else _answer(done).strip()

    def turn(self, *, on: bool) -> None:
        """Set it up with a new password, or remove it. Raise Denied with a sentence if the device refuses."""
        if on == (self.password() is not None):
            return
        if on:
            _answer(_nmcli("radio wifi on"))
            password = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
            _answer(_nmcli(f"connection add {_ACCESS_POINT} wifi-sec.psk {password}"))
        else:
            _answer(_nmcli(f"connection delete {NAME}"))


def own_wifi() -> OwnWifi | None:
    """Return the device's own Wi-Fi; None on a device without NetworkManager."""
    return OwnWifi() if shutil.which("nmcli") else None


def _nmcli(command: str) -> subprocess.CompletedProcess[str]:
    words = ["nmcli", *command.split()]
    try:
        return subprocess.run(words, capture_output=True, text=True, check=False, timeout=TIMEOUT_S)  # noqa: S603 - our own words
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Denied("wifi", "The device's network did not answer.") from error


def _answer(done: subprocess.CompletedProcess[str]) -> str:
    if done.returncode:
        log.warning("nmcli: %s", done.stderr.strip())
        raise Denied("wifi", f"The device makes no Wi-Fi: {done.stderr.strip() or 'it does not allow it'}")
    return done.stdout

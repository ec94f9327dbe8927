"""Switches the device off or restarts it through systemd, with a time limit."""

import logging
import subprocess
from typing import Final

from knobeltisch.errors import Denied

log = logging.getLogger(__name__)

SYSTEMCTL_TIMEOUT_S: Final = 10.0


class SystemPower:
    """The device's power switch. On switching off or restarting, systemd stops the table first."""

    def switch_off(self) -> None:
        """Switch the device off. Raise Denied if systemd refuses or does not answer."""
        _systemctl("poweroff", "switched off")

    def restart(self) -> None:
        """Restart the device. Raise Denied if systemd refuses or does not answer."""
        _systemctl("reboot", "restarted")


def _systemctl(verb: str, done: str) -> None:
    try:
        _run_systemctl(verb).check_returncode()
    except FileNotFoundError:
        why = "it has no systemctl"
    except subprocess.TimeoutExpired:
        why = "it did not answer in time"
    except (OSError, subprocess.CalledProcessError) as error:
        if _goes_already(error):
            return
        reason = (getattr(error, "stderr", None) or b"").decode(errors="replace").strip()
        log.warning("systemctl %s: %s", verb, reason or error)
        why = "it does not allow it"
    else:
        return
    raise Denied("power", f"The device cannot be {done} from here: {why}.")


def _run_systemctl(verb: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["systemctl", verb], capture_output=True, check=False, timeout=SYSTEMCTL_TIMEOUT_S)  # noqa: S603, S607 - two fixed arguments; its folder differs between systems


def _goes_already(error: Exception) -> bool:
    """Whether the device is shutting down despite this error.

    The shutdown may first stop this service with its systemctl, or cut off the answer.
    """
    if isinstance(error, subprocess.CalledProcessError) and error.returncode < 0:
        return True
    try:
        state = _run_systemctl("is-system-running")
    except (OSError, subprocess.TimeoutExpired):
        return False
    return state.returncode < 0 or state.stdout.strip() == b"stopping"

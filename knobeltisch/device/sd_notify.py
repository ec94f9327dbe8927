"""Reports to systemd by the sd_notify protocol, over its datagram socket."""

import logging
import os
import socket
from collections.abc import Mapping
from typing import Final

log = logging.getLogger(__name__)

SEND_S: Final = 1.0  # the table's thread must not wait for a stuck log


class Notifier:
    """Reports to the service manager's socket at `address`; reports nothing if that is empty.

    `watchdog_s`: the longest time in seconds allowed between two calls of `alive`; None if there is no watchdog.
    """

    def __init__(self, address: str, *, watchdog_s: float | None = None) -> None:
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self.watchdog_s = watchdog_s if address else None

    def extend_start_timeout(self, seconds: float) -> None:
        """Ask systemd to wait this many seconds from now for the next report; it never waits less than TimeoutStartSec."""
        self._send(f"EXTEND_TIMEOUT_USEC={round(seconds * 1e6)}")

    def ready(self, status: str) -> None:
        """Report that journal and page are up."""
        self._send("READY=1", f"STATUS={_line(status)}")

    def alive(self) -> None:
        """Feed the watchdog."""
        self._send("WATCHDOG=1")

    def status(self, text: str) -> None:
        """Report the state in one line, for `systemctl status`."""
        self._send(f"STATUS={_line(text)}")

    def stopping(self) -> None:
        """Report an orderly stop."""
        self._send("STOPPING=1")

    def _send(self, *lines: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
                out.settimeout(SEND_S)
                out.sendto("\n".join(lines).encode(), self._address)
        except OSError as error:
            log.warning("systemd could not be sent %s: %s", lines[0], error)


def notifier(environ: Mapping[str, str]) -> Notifier:
    """Return a notifier for the socket in NOTIFY_SOCKET, with the watchdog's interval from WATCHDOG_USEC."""
    period = environ.get("WATCHDOG_USEC", "")
    ours = environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    waits = int(period) / 1e6 if ours and period.isdecimal() and int(period) > 0 else None
    return Notifier(environ.get("NOTIFY_SOCKET", ""), watchdog_s=waits)


def _line(text: str) -> str:
    return " ".join(text.split())

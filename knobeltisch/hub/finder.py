"""Find tables that announce themselves by mDNS, and follow their pages.

An announcement alone puts no table on the list: its page must show a table's board.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Final

from zeroconf import Error, IPVersion, ServiceBrowser, ServiceListener, Zeroconf

from knobeltisch.device.retry import RetryingThread
from knobeltisch.hub.hub_config import is_source
from knobeltisch.hub.page_follower import PageFollower
from knobeltisch.hub.table_list import MOST

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from knobeltisch.hub.hall import Hall

log = logging.getLogger(__name__)

KIND: Final = "_knobeltisch._tcp.local."
"""The service that a table announces, in systemd/avahi/knobeltisch.service."""
LOOK_S: Final = 10.0
ANSWER_MS: Final = 3000
STOP_S: Final = 5.0


class Finder(RetryingThread, ServiceListener):
    """Look for tables in the networks of this machine's `addresses`, and follow those that are not configured `by_hand`.

    A table is identified by its host name, so it keeps its number when its address changes.
    """

    def __init__(self, hall: Hall, by_hand: Sequence[str], addresses: Callable[[], Sequence[str]]) -> None:
        super().__init__("mdns", every=LOOK_S)
        self._hall, self._by_hand, self._addresses = hall, by_hand, addresses
        self._followers: dict[str, PageFollower] = {}
        self._lock = threading.Lock()
        self._looks: Zeroconf | None = None
        self._where: list[str] = []

    def stop(self, timeout: float = STOP_S) -> bool:
        """Stop looking and following."""
        ended = super().stop(timeout)
        _close(self._looks)
        with self._lock:
            followers = list(self._followers.values())
        for follower in followers:
            follower.stop()
        return ended

    def attempt(self) -> None:
        """Browse the present networks; start again when they change, for example when wireless connects after the start."""
        now = sorted(self._addresses())
        if now != self._where:
            _close(self._looks)
            self._looks, self._where = self._browse(now), now

    def _browse(self, addresses: list[str]) -> Zeroconf | None:
        """Return a browser of these networks; None if there cannot be one."""
        if not addresses:
            return None
        try:
            looks = Zeroconf(interfaces=list(addresses), ip_version=IPVersion.V4Only)
            ServiceBrowser(looks, KIND, self)
        except (OSError, Error) as error:
            log.warning("cannot look for tables at %s: %r", ", ".join(addresses), error)
            return None
        return looks

    def add_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """Follow a table that announces itself."""
        self.update_service(zc, type_, name)

    def update_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """Follow a table, at its new address if it has one."""
        try:
            found = zc.get_service_info(type_, name, ANSWER_MS)
        except Error as error:  # a very busy machine; the table announces itself again
            log.warning("%s was announced without its address: %r", name, error)
            return
        addresses = [] if found is None else found.parsed_addresses(IPVersion.V4Only)
        if found is None or found.port is None or not addresses:
            return
        source = f"http://{(found.server or '').rstrip('.').lower()}:{found.port}"
        by_hand = {source, *(f"http://{address}:{found.port}" for address in addresses)} & set(self._by_hand)
        if is_source(source) and not by_hand:
            self._follow(source, (addresses[0], found.port))

    def remove_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """Keep following a table whose announcement has ended or expired: its page shows whether it is there."""

    def _follow(self, source: str, place: tuple[str, int]) -> None:
        with self._lock:
            known = self._followers.get(source)
            if known is not None:
                known.place = place
            elif len(self._followers) < MOST and not self.stopping.is_set():
                self._followers[source] = PageFollower(source, self._hall, place=place)
                self._followers[source].start()


def _close(looks: Zeroconf | None) -> None:
    if looks is not None:
        looks.close()

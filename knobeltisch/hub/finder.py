"""Tables that say by mDNS that they are there: found in the network, and followed by their pages.

What is announced is believed no more than anything else that a network says: a page that shows no table's board is in no list.
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
"""What a table announces, in systemd/avahi/knobeltisch.service."""
LOOK_S: Final = 10.0
ANSWER_MS: Final = 3000
STOP_S: Final = 5.0


class Finder(RetryingThread, ServiceListener):
    """Look for tables in the networks of `addresses`, this machine's own, and follow each that is not named by hand.

    A table is known by its host's name: it keeps its number when it gets another address.
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
        """Look in the present networks; look again where they change, as when wireless comes after the start."""
        now = sorted(self._addresses())
        if now != self._where:
            _close(self._looks)
            self._looks, self._where = self._looking(now), now

    def _looking(self, addresses: list[str]) -> Zeroconf | None:
        """Return what looks in these networks; None where it cannot."""
        if not addresses:
            return None
        try:
            looks = Zeroconf(interfaces=list(addresses), ip_version=IPVersion.V4Only)
            ServiceBrowser(looks, KIND, self)
        except (OSError, Error) as error:
            log.warning("tables cannot be looked for at %s: %r", ", ".join(addresses), error)
            return None
        return looks

    def add_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """Follow a table that says that it is there."""
        self.update_service(zc, type_, name)

    def update_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """Follow a table, at another address where it has one."""
        try:
            told = zc.get_service_info(type_, name, ANSWER_MS)
        except Error as error:  # a machine that is very busy; the table announces itself again
            log.warning("%s was announced, and where it is was not told: %r", name, error)
            return
        found = [] if told is None else told.parsed_addresses(IPVersion.V4Only)
        if told is None or told.port is None or not found:
            return
        source = f"http://{(told.server or '').rstrip('.').lower()}:{told.port}"
        by_hand = {source, *(f"http://{address}:{told.port}" for address in found)} & set(self._by_hand)
        if is_source(source) and not by_hand:
            self._follow(source, (found[0], told.port))

    def remove_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """Stay with a table whose announcement was withdrawn or has expired: its own page shows whether it is there."""

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

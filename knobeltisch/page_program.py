"""The common base of the programs of table and hub: the page starts first, and all parts stop in reverse order."""

from __future__ import annotations

import gc
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from knobeltisch.device.address import address_in_house

if TYPE_CHECKING:
    import contextlib

    from web.server.page_server import PageServer


class PageProgram(ABC):
    """A program with a page; closing `stops` stops and releases everything that was built."""

    server: PageServer
    stops: contextlib.ExitStack

    @property
    def address(self) -> str:
        """The page's URL for other devices in the house, computed on each call, since a DHCP lease may change."""
        return f"{address_in_house(self.server.host, self.server.port)}/"

    @abstractmethod
    def start_parts(self) -> None:
        """Start everything except the page."""

    def start(self) -> None:
        """Start the page, then the parts. Raise CannotListen, with everything released, if the page cannot be served."""
        try:
            self.server.start()
        except BaseException:
            self.stop()
            raise
        self.start_parts()
        # Each pass over what stays loaded stops all threads: 71 ms on two fast cores, more on a Pi.
        gc.freeze()
        gc.set_threshold(2000, 10, 100)

    def stop(self) -> None:
        """Stop all parts, those that send to the page first, and close the files last."""
        self.stops.close()

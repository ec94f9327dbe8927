"""Whether changes must come over https: set in the configuration, or chosen by the landlord on the page."""

from __future__ import annotations

import logging
import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from knobeltisch.device.address import own_address
from knobeltisch.errors import Denied

if TYPE_CHECKING:
    import ssl
    from pathlib import Path

    from knobeltisch.access.certificates import Certificate
    from knobeltisch.config import ServerConfig
    from knobeltisch.status import Notice
    from knobeltisch.storage.store import Store

log = logging.getLogger(__name__)

KEY: Final = "https"


class SecureConnection:
    """The https settings of a page. Safe to call from any thread.

    `state` is the certificate's folder. Without a `store` the landlord cannot choose.
    """

    def __init__(self, page: ServerConfig, state: Path, store: Store | None = None) -> None:
        self._page, self._state, self._store = page, state, store
        chosen = page.https == "landlord" and store is not None and store.get(KEY) is True
        self._changing = threading.Lock()
        self._tried: set[str] = set()
        self._certificate = self._load(own_address()) if page.https == "on" or chosen else None

    @property
    def is_on(self) -> bool:
        """Whether changes need https."""
        return self._certificate is not None

    @property
    def can_be_turned(self) -> bool:
        """Whether the landlord may turn https on and off."""
        return self._page.https == "landlord" and self._store is not None

    @property
    def root(self) -> Path | None:
        """The root certificate, to be trusted by tablets; None if there is no https or every browser trusts the page anyway."""
        certificate = self._certificate
        return None if certificate is None else certificate.root

    @property
    def trouble(self) -> Notice | None:
        """The fault of the certificate; None if it has none."""
        certificate = self._certificate
        return None if certificate is None else certificate.trouble

    def context(self, address: str) -> ssl.SSLContext | None:
        """Return the TLS setup for a connection to this address of the device; None if there is no https.

        An address that the device got only after the start, as over a slow Wi-Fi, is added to the table's own certificate. That
        takes a moment.
        """
        with self._changing:
            certificate = self._certificate
            if certificate is not None and certificate.root is not None and address not in self._tried:
                self._tried.add(address)
                found = self._load(address)
                if found.context is not None:
                    certificate = replace(found, trouble=found.trouble or certificate.trouble)
                    self._certificate = certificate
        return None if certificate is None else certificate.context

    def turn(self, *, on: bool) -> None:
        """Turn https on or off, now and at later starts. Call it only if `can_be_turned`.

        Raise Denied if there is no usable certificate, and StoreError if the disk fails.
        """
        assert self.can_be_turned
        assert self._store is not None
        certificate = self._load(own_address()) if on else None
        if certificate is not None and certificate.context is None:
            why = "" if certificate.trouble is None else certificate.trouble.message
            raise Denied("no_certificate", why)
        self._store.put(KEY, on)
        with self._changing:
            self._certificate, self._tried = certificate, set()
        log.info("https is %s, as the landlord chose", "on" if on else "off")

    def _load(self, address: str) -> Certificate:
        from knobeltisch.access.certificates import page_certificate  # noqa: PLC0415 - ssl is loaded only where it is used

        return page_certificate(self._page, self._state, address)

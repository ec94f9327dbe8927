"""The key with which the tables of the house identify themselves; made at the first start."""

from __future__ import annotations

import hmac
import secrets
from typing import TYPE_CHECKING, Final

from knobeltisch.errors import StoreError
from knobeltisch.storage.files import make_folder, read_regular, write_atomically

if TYPE_CHECKING:
    from knobeltisch.hub.hub_config import HallConfig

KEPT_IN: Final = "table.key"
LONGEST: Final = 200
SHORTEST: Final = 16


class TableKey:
    """Hold the key. Raise StoreError for a file that cannot be used."""

    def __init__(self, config: HallConfig) -> None:
        self.file = config.key_file or config.folder / KEPT_IN
        self._key = config.key or self._read()

    def fits(self, shown: str) -> bool:
        """Whether `shown` is this key."""
        return hmac.compare_digest(shown.encode(), self._key.encode())

    def _read(self) -> str:
        try:
            if not self.file.exists():
                make_folder(self.file.parent)
                write_atomically(self.file, f"{secrets.token_urlsafe(24)}\n".encode())
            key = read_regular(self.file, LONGEST).decode().strip()
        except (OSError, UnicodeDecodeError) as error:
            raise StoreError(f"{self.file}, the tables' key, cannot be used ({error}).") from error
        if not SHORTEST <= len(key) <= LONGEST:
            raise StoreError(f"{self.file} holds no key; it must have {SHORTEST} to {LONGEST} letters.")
        return key

"""The key with which the tables of the house identify themselves."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from knobeltisch.errors import StoreError
from knobeltisch.storage.files import make_folder, read_regular, write_atomically

if TYPE_CHECKING:
    from knobeltisch.hub.hub_config import HallConfig

KEPT_IN: Final = "table.key"
LONGEST: Final = 200
SHORTEST: Final = 16


def read_key(config: HallConfig) -> str:
    """Return the key, made at the first start. Raise StoreError for a file that cannot be used."""
    if config.key:
        return config.key
    file = config.key_file or config.folder / KEPT_IN
    try:
        if not file.exists():
            make_folder(file.parent)
            write_atomically(file, f"{secrets.token_urlsafe(24)}\n".encode())
        key = read_regular(file, LONGEST).decode().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(f"{file}, the tables' key, cannot be used ({error}).") from error
    if not SHORTEST <= len(key) <= LONGEST:
        raise StoreError(f"{file} holds no key; it must have {SHORTEST} to {LONGEST} letters.")
    return key

"""The key of the phone that may be the table's camera: the one the landlord invited last.

nobody --invite--> invited --accept, once--> one phone has a key, kept as its hash
`-- revoke, or another phone accepts: the old key is void --> nobody, or the other phone
"""

import hmac
import secrets
import threading
from collections.abc import Callable, Mapping
from typing import Any, Final

from knobeltisch.errors import Denied
from knobeltisch.storage.store import Store
from web.visitors import hash_of, make_token

KEY: Final = "eye"
LONGEST_NAME: Final = 40
INVITED_S: Final = 600.0
LONGEST_KEY: Final = 64
NOT_INVITED: Final = (
    "This invitation is used or too old; let the table show a new QR code, and open that on this phone."
)


class EyeKey:
    """Issues and checks the phone's key. Safe to call from any thread. `secure`: the request came over https.

    `clock` gives seconds since 1970; `ticks` is monotonic.
    """

    def __init__(self, store: Store, clock: Callable[[], float], ticks: Callable[[], float]) -> None:
        self._store, self._clock, self._ticks = store, clock, ticks
        self._lock = threading.Lock()
        kept: Any = store.get(KEY)
        self._hash = str(kept["hash"]) if isinstance(kept, dict) and kept.get("hash") else ""
        self.name = str(kept["name"]) if self._hash else ""
        """What the phone calls itself; "" while no phone may be the camera."""
        self._invitation, self._until = "", 0.0

    def invite(self, lasts_s: float = INVITED_S) -> str:
        """Return an invitation for one phone. Any earlier invitation becomes void."""
        with self._lock:
            self._invitation, self._until = secrets.token_urlsafe(16), self._ticks() + lasts_s
            return self._invitation

    @property
    def invitation(self) -> str:
        """The invitation that can still be accepted; "" if there is none."""
        return self._invitation if self._ticks() < self._until else ""

    def accept(self, invitation: str, name: str, *, secure: bool = False) -> str:
        """Redeem an invitation and return the phone's key; an earlier phone's key becomes void.

        Raise Denied if the invitation is not valid, and StoreError if the disk fails.
        """
        with self._lock:
            open_one = self.invitation
            if not open_one or not hmac.compare_digest(open_one.encode(), invitation.encode()):
                raise Denied("not_invited", NOT_INVITED)
            key = make_token(secure=secure)
            self._keep(hash_of(key), name[:LONGEST_NAME])
            self._invitation = ""
            return key

    def revoke(self) -> None:
        """Revoke the key, so that no phone may be the camera. Raise StoreError if the disk fails."""
        with self._lock:
            self._invitation = ""
            self._keep("", "")

    def knows(self, key: str) -> bool:
        """Whether this is the key of the table's camera. Does not block or write."""
        return bool(self._hash) and len(key) <= LONGEST_KEY and hmac.compare_digest(hash_of(key), self._hash)

    def _keep(self, hashed: str, name: str) -> None:
        kept: Mapping[str, object] = {"hash": hashed, "name": name, "since": self._clock()}
        self._store.put(KEY, kept)
        self._hash, self.name = hashed, name

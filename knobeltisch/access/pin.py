"""The landlord's PIN: random, shown once, stored as an argon2 hash; and the delays after wrong PINs.

Each wrong PIN from the same sender makes the delay longer, also across restarts. Nobody waits because of other people's errors,
so a stranger cannot lock the landlord out. All unknown addresses together have five hundred first tries, and one more each
minute. Another thirty, and one more each minute, are reserved for devices and neighbourhoods that have hardly tried.
"""

import contextlib
import math
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from knobeltisch.errors import Denied, StoreError
from knobeltisch.storage.store import Store
from web.visitors import Limiter

KEY: Final = "pin"
WRONG: Final = "wrong_pins"
LONGEST_S: Final = 3600.0
MOST_SOURCES: Final = 512
FIRST_TRIES: Final = 500
"""First tries of new addresses at once; one more a minute."""
QUIET_TRIES: Final = 30
QUIET_TRIES_EACH: Final = 2
HOUR_S: Final = 3600.0
DIGITS: Final = 6
HOLD_S: Final = 600.0
"""Seconds within which the browser that shows the first PIN must confirm it."""

PATIENT_S: Final = 1.0  # two PINs sent at once are both checked

HASHER: Final = PasswordHasher(
    time_cost=3, memory_cost=32 * 1024, parallelism=1
)  # a quarter second on a Pi 4


def delay_after(wrong: int) -> float:
    """Return the seconds to wait after this many wrong PINs: 2, 4, 8, ..., up to an hour."""
    return 0.0 if wrong <= 0 else min(LONGEST_S, 2.0 ** min(wrong, 30))


class Backoff:
    """The delays after wrong PINs. Not thread-safe. `clock` is monotonic; it and every delay start again with the device."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store, self._clock = store, clock
        self._first_tries = Limiter(burst=FIRST_TRIES, rate=1 / 60, clock=clock)
        self._quiet_tries = Limiter(burst=QUIET_TRIES, rate=1 / 60, clock=clock)
        self._neighbours = Limiter(burst=QUIET_TRIES_EACH, rate=1 / HOUR_S, clock=clock)
        kept = store.get(WRONG)
        sources: dict[str, int] = kept["sources"] if isinstance(kept, dict) else {}
        # How many wrong PINs each has sent, and when the last came.
        self._sources: OrderedDict[str, tuple[int, float]] = OrderedDict(
            (source, (wrong, clock())) for source, wrong in sources.items()
        )

    def wait(self, source: str, *, known: bool, around: str = "") -> float:
        """Return the seconds that `source` has to wait before it may try a PIN. A first try is counted here, later ones by `fail`.

        `known`: the table knows this browser; `around`: its device or neighbourhood.
        """
        if source in self._sources:
            wrong, last = self._sources[source]
            return max(0.0, last + delay_after(wrong) - self._clock())
        if known:
            return 0.0
        busy = self._neighbours.take(around)  # every first try counts there
        wait = self._first_tries.take("everybody")
        return wait if not wait or busy else self._quiet_tries.take("everybody")

    def fail(self, source: str) -> float:
        """Count a wrong PIN, on disk if possible; return the seconds until the next try."""
        now = self._clock()
        wrong, last = self._sources.pop(source, (0, now))
        wrong = max(0, wrong - int((now - last) // HOUR_S)) + 1  # each quiet hour forgives one
        self._sources[source] = wrong, now
        while len(self._sources) > MOST_SOURCES:
            self._sources.popitem(last=False)
        self._save()
        return delay_after(wrong)

    def forgive(self, source: str) -> None:
        """Forget the wrong PINs of a sender who has now entered the right one."""
        if self._sources.pop(source, None) is not None:
            self._save()

    def forgive_all(self) -> None:
        """Forget all wrong PINs because the PIN has changed."""
        self._sources.clear()
        self._save()

    def _save(self) -> None:
        # The landlord must be able to log in when the disk is full.
        self._store.try_put(
            WRONG, {"sources": {source: wrong for source, (wrong, _) in self._sources.items()}}
        )


class Pin:
    """The landlord's PIN. Until somebody confirms it, each start makes a new one. `holder`: the token that `claim` returned."""

    def __init__(
        self, store: Store, clock: Callable[[], float], say: Callable[[str], None] = lambda _pin: None
    ) -> None:
        self._store, self._clock, self._say = store, clock, say
        self._patience = Backoff(store, clock)
        self._lock = threading.Lock()
        self._trying = threading.Lock()
        self._unkept: dict[str, object] = {}
        self._fresh: str | None = None  # known only while nobody has confirmed it
        self._holder: tuple[str, float] | None = None
        self._proposed: str | None = None
        self._last = self.version

    @property
    def version(self) -> str:
        """An identifier of the current PIN that does not reveal it. A command may replace the PIN while the table runs."""
        return str(self._stored().get("hash", ""))

    def begin(self) -> None:
        """Make a PIN if nobody has confirmed one yet, and print it on the console."""
        with self._lock:
            if not self.is_confirmed:
                self._make()

    @property
    def is_confirmed(self) -> bool:
        """Whether somebody has confirmed the PIN."""
        return self._stored().get("confirmed") is True

    def claim(self, holder: str | None) -> tuple[str, str]:
        """Return the first PIN and the token of the browser that may show it, one browser at a time.

        If that browser does not confirm it within ten minutes, the next one gets a new PIN. Raise Denied `confirmed` if the PIN
        is already confirmed, and `taken` while another browser shows it.
        """
        with self._lock:
            self._refuse_confirmed()
            now = self._clock()
            if self._holder is not None and not self._holds(holder):
                if now < self._holder[1]:
                    raise Denied("taken", "The table is being set up on another device just now.")
                self._make()
            if self._fresh is None:  # the stored PIN has been deleted meanwhile
                self._make()
            mine = holder if holder is not None and self._holds(holder) else secrets.token_urlsafe(24)
            self._holder = (mine, now + HOLD_S)
            assert self._fresh is not None
            return self._fresh, mine

    def confirm(self, holder: str | None) -> None:
        """Confirm the first PIN. Raise StoreError if the disk fails.

        Raise Denied `confirmed` if that was done before, and `taken` if another browser shows the PIN.
        """
        with self._lock:
            self._refuse_confirmed()
            if not self._holds(holder):
                raise Denied("taken", "Only the device that shows the PIN can confirm it.")
            self._confirm()

    def check(self, pin: str, source: str, *, known: bool, around: str = "") -> None:
        """Raise Denied `wrong_pin` if `pin` is wrong, `locked` if it is too early, with the seconds to wait. Confirm a right one.

        For `known` and `around` see `Backoff.wait`. PINs are checked one at a time, so that a hundred sent together cannot all
        pass the same delay.
        """
        if not self._trying.acquire(timeout=PATIENT_S):
            raise Denied("locked", "Another PIN is being checked; try again.", wait=1)
        try:
            if self.version != self._last:
                self._patience.forgive_all()  # the console made a new PIN: errors with the old one no longer count
                self._last = self.version
            wait = self._patience.wait(source, known=known, around=around)
            if wait > 0:
                raise Denied("locked", f"Too many wrong PINs; wait {_span(wait)}.", wait=wait)
            try:
                HASHER.verify(self.version, pin)
            except (VerificationError, InvalidHashError):
                wait = self._patience.fail(source)
                raise Denied("wrong_pin", f"That is not the PIN; wait {_span(wait)}.", wait=wait) from None
            self._patience.forgive(source)
            with self._lock, contextlib.suppress(StoreError):
                if not self.is_confirmed:
                    self._confirm()  # a person who knows it has read it on the console; if saving fails, the next login confirms it
        finally:
            self._trying.release()

    @property
    def was_heard(self) -> bool:
        """Whether the PIN was sent unencrypted, so that anyone on the network could have read it."""
        return self._stored().get("heard") is True

    def doubt(self) -> None:
        """Note that the PIN may have been overheard; a new PIN clears this. Raise StoreError if the disk fails."""
        with self._lock:
            self._store.put(KEY, {**self._stored(), "heard": True})

    def propose(self) -> str:
        """Return a new PIN to write down. The old one stays valid until `adopt`."""
        with self._lock:
            self._proposed = new_pin()
            return self._proposed

    def adopt(self) -> None:
        """Replace the PIN with the proposed one. Raise Denied `no_proposal` if there is none, and StoreError if the disk fails."""
        with self._lock:
            if self._proposed is None:
                raise Denied("no_proposal", "No new PIN is waiting; ask for one first.")
            set_pin(self._store, self._proposed)
            self._proposed = None

    def _stored(self) -> dict[str, object]:
        kept = self._store.get(KEY)
        return kept if isinstance(kept, dict) else self._unkept

    def _make(self) -> None:
        self._fresh, self._holder = new_pin(), None
        self._unkept = {"hash": HASHER.hash(self._fresh), "confirmed": False}
        self._store.try_put(KEY, self._unkept)  # the next start makes a new one anyway
        self._say(self._fresh)

    def _confirm(self) -> None:
        self._store.put(KEY, {**self._stored(), "confirmed": True})
        self._fresh = self._holder = None

    def _refuse_confirmed(self) -> None:
        if self.is_confirmed:
            raise Denied("confirmed", "The PIN has already been written down; it is not shown again.")

    def _holds(self, holder: str | None) -> bool:
        if holder is None or self._holder is None:
            return False
        return secrets.compare_digest(holder.encode(), self._holder[0].encode())


def new_pin() -> str:
    """Return a new six-digit PIN."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


def set_pin(store: Store, pin: str) -> None:
    """Set a PIN that needs no confirmation, and forget wrong ones. Raise StoreError if the disk fails."""
    store.put(KEY, {"hash": HASHER.hash(pin), "confirmed": True})
    store.put(WRONG, {"sources": {}})


@contextlib.contextmanager
def renewed_pin(store: Store) -> Iterator[str]:
    """Make a new PIN and yield it for display; if displaying fails, restore the old one. Raise StoreError if the disk fails."""
    old, pin = store.get(KEY), new_pin()
    set_pin(store, pin)
    try:
        yield pin
    except BaseException:
        store.put(KEY, old)
        raise


def _span(seconds: float) -> str:
    whole = math.ceil(seconds)
    return f"{whole} seconds" if whole < 120 else f"{whole // 60} minutes"

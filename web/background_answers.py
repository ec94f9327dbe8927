"""Slow answers, computed one after the other in a thread of their own, so that no page blocks a thread of the server.

Python lets one thread compute at a time, and switches every 5 ms: a table that journals an act waits that long several
times. During a computation here the switch interval is 0.2 ms: half of all acts are then kept within 3 ms, not 26.
"""

from __future__ import annotations

import logging
import sys
import threading
from collections import OrderedDict
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")
USUAL_S: Final = sys.getswitchinterval()
SHORT_S: Final = 0.0002
_polite = threading.Lock()


@contextmanager
def _short_turns() -> Iterator[None]:
    """Shorten the switch interval for other threads; one computation at a time runs so."""
    with _polite:
        sys.setswitchinterval(SHORT_S)
        try:
            yield
        finally:
            sys.setswitchinterval(USUAL_S)


class Later(Generic[Answer]):
    """Keep the last `most` answers. Safe to call from any thread; without questions there is no thread."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._ready: OrderedDict[str, Answer | None] = OrderedDict()
        self._asked: OrderedDict[str, Callable[[], Answer]] = OrderedDict()
        self._working = False

    def ask(self, key: str, make: Callable[[], Answer]) -> tuple[bool, Answer | None]:
        """Return (True, the answer) once it is ready, with None for a failed one; else queue the question."""
        with self._lock:
            if key in self._ready:
                self._ready.move_to_end(key)
                return True, self._ready[key]
            self._asked.setdefault(key, make)
            while len(self._asked) > self._most:
                self._asked.popitem(last=False)
            if not self._working:
                self._working = True
                threading.Thread(target=self._work, name="later", daemon=True).start()
            return False, None

    @_short_turns()
    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._asked:
                    self._working = False
                    return
                key, make = next(iter(self._asked.items()))
            answer = None
            try:
                answer = make()
            except Exception:
                # A page that asks for odds must never end the thread that others wait for.
                log.exception("no answer could be made for %s", key[:200])
            with self._lock:
                self._asked.pop(key, None)
                self._ready[key] = answer
                while len(self._ready) > self._most:
                    self._ready.popitem(last=False)

"""Whether an evening's names may leave the house: off until somebody at the table allows it."""

import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from knobeltisch.archive.records import EveningRecord
from knobeltisch.storage.store import Store
from scorer.json_forms.text import refusal_to_json

WITH_NAMES: Final = "with_names"
MOST: Final = 100
"""The number of newest evenings whose consent is kept."""


class Consent:
    """The table's consent, kept for each evening. Safe to call from any thread.

    An evening is identified by its number and its start time, because another journal uses the same numbers.
    """

    def __init__(self, store: Store | None, evenings: Callable[[], Sequence[EveningRecord]]) -> None:
        self._store, self._evenings = store, evenings
        self._lock = threading.Lock()

    def has_consent(self, number: int) -> bool:
        """Whether the names of this evening may leave the house."""
        return number in self.consented_evenings(self._evenings())

    def consented_evenings(self, evenings: Iterable[EveningRecord]) -> frozenset[int]:
        """Return the numbers of those evenings whose names may leave the house."""
        kept = self._stored_consent()
        return frozenset(evening.id for evening in evenings if kept.get(str(evening.id)) == evening.began)

    def set_consent(self, number: int, *, on: bool) -> dict[str, object]:
        """Allow or forbid the names of this evening in reports that leave the house. Return {"ok": True} or a refusal.

        Raise StoreError if the disk fails.
        """
        began = next((evening.began for evening in self._evenings() if evening.id == number), None)
        if began is None:
            return refusal_to_json("no_evening", "There is no such evening.")
        if self._store is None:
            return refusal_to_json("keep", "Nothing can be saved now; the table runs without its store.")
        with self._lock:
            kept = {key: value for key, value in self._stored_consent().items() if key != str(number)}
            if on:
                kept[str(number)] = began
            self._store.put(WITH_NAMES, dict(list(kept.items())[-MOST:]))
        return {"ok": True}

    def _stored_consent(self) -> dict[str, float]:
        kept = None if self._store is None else self._store.get(WITH_NAMES)
        return kept if isinstance(kept, dict) else {}

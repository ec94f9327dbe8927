"""A tournament's match report on the table's own page; the hub makes it and stores the signatures.

The table stores nothing. The hub checks the PIN, and counts wrong ones.
"""

import json
import logging
from collections.abc import Mapping
from typing import Any, Final

from knobeltisch.config import TargetConfig
from knobeltisch.errors import Denied, PushTrouble
from knobeltisch.outbox.game_delivery import KEY as NAMED
from knobeltisch.outbox.target import post_body
from knobeltisch.storage.store import Store

log = logging.getLogger(__name__)

LARGEST: Final = 1024 * 1024
"""The most bytes of a report; one with eighty players has about 60,000."""


class HubReport:
    """Fetches the report from the hub. Safe to call from any thread. Raises Denied, also when the hub refuses."""

    def __init__(self, config: TargetConfig, store: Store) -> None:
        self._config, self._store = config, store

    def to_json(self, language: str) -> Mapping[str, Any] | None:
        """Return the report of the last finished round that had a match here; None if there is none."""
        report = self._answer("/api/v1/report", {"language": language}).get("report")
        return report if isinstance(report, dict) else None

    def sign(self, said: Mapping[str, Any]) -> None:
        """Send a signature to the hub: `round`, `role`, `pin`, and the `body` (hash) of the report that was read."""
        self._answer("/api/v1/sign", {key: said.get(key) for key in ("round", "role", "pin", "body")})

    def _answer(self, path: str, said: Mapping[str, Any]) -> dict[str, Any]:
        kept: Any = self._store.get(NAMED) or {}
        try:
            body = json.dumps({**said, "table": kept.get("table")}).encode()
            status, answer = post_body(self._config, path, body, most=LARGEST)
        except PushTrouble as trouble:
            log.warning("%s", trouble)
            raise Denied("away", "The hub does not answer; try again in a moment.") from trouble
        if status == 200:
            return answer
        error = answer.get("error")
        if isinstance(error, dict) and isinstance(error.get("code"), str):
            raise Denied(error["code"], str(error.get("message", "")))
        raise Denied("away", f"The hub answers {status}; its version may be an older one.")

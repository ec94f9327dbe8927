"""The doctor's checks of the hub and the league that are told of games."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from knobeltisch.errors import AnotherStory, PushTrouble
from knobeltisch.health.findings import Finding, Verdict

if TYPE_CHECKING:
    from knobeltisch.config import Config, PushConfig
    from knobeltisch.health.table_checks import Checks


def push_checks(config: Config) -> Checks:
    """List the checks of those whom the configuration names."""
    named = config.targets
    return [(about, partial(_target, about, named.get(about), config)) for about in ("hub", "league")]


def _target(about: str, target: PushConfig | None, config: Config) -> Finding:
    """Ask it as the table does, without telling it anything; and say how much waits."""
    if target is None:
        return Finding(about=about, verdict=Verdict.OK, told="none in the configuration.")
    from knobeltisch.outbox.attempt import Attempt  # noqa: PLC0415 - loaded only where somebody is told

    attempt = Attempt(about, target, config.journal.path)
    try:
        attempt.ask()
    except (PushTrouble, AnotherStory) as trouble:
        told = f"{str(trouble).rstrip('.')}. {attempt.waits()}".strip()
        return Finding(about=about, verdict=Verdict.BAD, told=told)
    told = f"{target.url} takes the table. {attempt.waits()}".strip()
    if target.url.startswith("http:"):
        told += " The key goes there as plain text; where guests share the network, speak https."
    return Finding(about=about, verdict=Verdict.OK, told=told)

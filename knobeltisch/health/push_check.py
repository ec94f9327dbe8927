"""The doctor's checks of the hub and the league that receive games."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from knobeltisch.errors import HistoryMismatch, PushTrouble
from knobeltisch.health.findings import Finding, Verdict

if TYPE_CHECKING:
    from pathlib import Path

    from knobeltisch.config import Config, TargetConfig
    from knobeltisch.health.table_checks import Checks


def push_checks(config: Config) -> Checks:
    """List the checks of the configured targets."""
    named = config.targets
    path = config.journal.path
    return [(about, partial(ask_target, about, named.get(about), path)) for about in ("hub", "league")]


def ask_target(
    about: str,
    target: TargetConfig | None,
    path: Path,
    *,
    who: str = "table",
    what: str = "game",
    more: str = "",
) -> Finding:
    """Probe a target as its sender does, without sending a game; also report how much waits in the file at `path`.

    `who` is the sender, `what` the thing sent; `more` is a sentence on a backlog elsewhere.
    """
    if target is None:
        return Finding(about=about, verdict=Verdict.OK, message="none in the configuration.")
    from knobeltisch.outbox.target_probe import TargetProbe  # noqa: PLC0415 - loaded only if a target is configured

    attempt = TargetProbe(about, target, path)
    waits = f"{attempt.describe_backlog(what)} {more}".strip()
    try:
        attempt.require_answer()
    except (PushTrouble, HistoryMismatch) as trouble:
        message = f"{str(trouble).rstrip('.')}. {waits}".strip()
        return Finding(about=about, verdict=Verdict.BAD, message=message)
    message = f"{target.url} takes the {who}. {waits}".strip()
    if target.url.startswith("http:"):
        message += " The key goes there as plain text; where guests share the network, speak https."
    return Finding(about=about, verdict=Verdict.OK, message=message)

"""The doctor's check of a hub or a league that receives games or reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knobeltisch.errors import HistoryMismatch, PushTrouble
from knobeltisch.health.findings import Finding, Verdict

if TYPE_CHECKING:
    from pathlib import Path

    from knobeltisch.config import TargetConfig


def ask_target(
    about: str, target: TargetConfig, path: Path, *, who: str = "table", what: str = "game"
) -> Finding:
    """Probe a target as its sender does, without sending a game; also report how much waits in the file at `path`.

    `who` is the sender, `what` the thing sent.
    """
    if not target.url:
        return Finding(about=about, verdict=Verdict.OK, message="none in the configuration.")
    from knobeltisch.outbox.target_probe import TargetProbe  # noqa: PLC0415 - loaded only if a target is configured

    attempt = TargetProbe(about, target, path)
    waits = attempt.describe_backlog(what)
    try:
        attempt.require_answer()
    except (PushTrouble, HistoryMismatch) as trouble:
        message = f"{str(trouble).rstrip('.')}. {waits}".strip()
        return Finding(about=about, verdict=Verdict.BAD, message=message)
    message = f"{target.url} takes the {who}. {waits}".strip()
    if target.url.startswith("http:"):
        message += " The key goes there as plain text; where guests share the network, speak https."
    return Finding(about=about, verdict=Verdict.OK, message=message)

"""The doctor's check of the last update."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from knobeltisch.health.findings import Finding, Verdict
from knobeltisch.update.installer import FOLDER, UpdateResult, read_outcome, read_plan

if TYPE_CHECKING:
    from pathlib import Path

    from knobeltisch.health.table_checks import Checks

VERDICTS = {
    UpdateResult.UPDATED: Verdict.OK,
    UpdateResult.NOTHING: Verdict.LOOK,
    UpdateResult.BACK: Verdict.LOOK,
    UpdateResult.STUCK: Verdict.BAD,
}


def update_checks(folder: Path = FOLDER) -> Checks:
    """List the check of updates; `folder` is the folder of updates."""
    return [("update", lambda: _check_update(folder))]


def _check_update(folder: Path) -> Finding:
    plan, last = read_plan(folder), read_outcome(folder)
    if plan is not None:
        message = f"one to {plan.new} is under way, or was interrupted; the next start of the device ends it."
        return Finding(about="update", verdict=Verdict.LOOK, message=message)
    if last is None:
        return Finding(about="update", verdict=Verdict.OK, message="none so far.")
    day = time.strftime("%Y-%m-%d %H:%M", time.localtime(last.at))
    return Finding(about="update", verdict=VERDICTS[last.result], message=f"{day}: {last.message}")

"""`knobeltisch doctor`: checks the table, running or not, and says what to do.

The page of a running table reports on journal, camera and pins; otherwise the doctor opens them itself.
"""

import json
import platform
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Final, TypeVar

from knobeltisch.config import Config
from knobeltisch.device.installed_service import load_service_config
from knobeltisch.device.local_client import LocalTable, ask_local_table, instance_of
from knobeltisch.errors import ConfigError, NotAllowed, WrongService
from knobeltisch.health.device_checks import device_checks
from knobeltisch.health.findings import Checks, Finding, Verdict, bad, look, ok, unknown
from knobeltisch.health.receiver_checks import check_broker, check_target
from knobeltisch.health.table_checks import table_checks
from knobeltisch.update.installer import FOLDER, UpdateResult, read_outcome, read_plan

T = TypeVar("T")
SIGNS: Final = {Verdict.OK: "ok ", Verdict.LOOK: "!  ", Verdict.BAD: "BAD", Verdict.UNKNOWN: "?  "}


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The finding of each check, with the check's name."""

    findings: tuple[tuple[str, Finding], ...]

    @property
    def is_healthy(self) -> bool:
        """Whether no finding is bad."""
        return all(finding.verdict is not Verdict.BAD for _, finding in self.findings)

    def to_json(self) -> dict[str, object]:
        """Return the report as JSON, with `ok` and the versions of Knobeltisch, Python and the system."""
        return {
            "ok": self.is_healthy,
            "version": version("knobeltisch"),
            "python": platform.python_version(),
            "system": platform.platform(),
            "findings": [{"about": about, **finding._asdict()} for about, finding in self.findings],
        }

    def write(self, *, as_json: bool) -> int:
        """Write the report to standard output. Return the exit code: 0, or 1 if a finding is bad."""
        if as_json:
            print(json.dumps(self.to_json(), ensure_ascii=False, indent=2))  # noqa: T201 - the command's own word
        for about, finding in () if as_json else self.findings:
            print(f"{SIGNS[finding.verdict]} {about}: {finding.message}")  # noqa: T201 - as above
        return 0 if self.is_healthy else 1


def check_table(file: Path | None) -> Report:
    """Run all checks of the table that the configuration describes."""
    return report_on(lambda: load_service_config(file), _list_checks)


def report_on(load: Callable[[], T], checks: Callable[[T], Checks]) -> Report:
    """Load a configuration and run its checks; a check that raises is reported as unknown.

    If the configuration cannot be loaded, that is the only finding.
    """
    try:
        config = load()
    except (ConfigError, NotAllowed) as error:
        return Report(findings=(("configuration", bad(str(error))),))
    found = [("configuration", ok("can be read."))]
    for about, check in checks(config):
        try:
            found.append((about, check()))
        except Exception as error:  # noqa: BLE001 - one check that fails must not hide the others
            print(f"{about}: {type(error).__name__}: {error}", file=sys.stderr)  # noqa: T201 - the command's own word
            found.append((about, unknown("could not be checked; see the error above.")))
    return Report(findings=tuple(found))


def _list_checks(config: Config) -> Checks:
    running: LocalTable | WrongService | None
    try:
        running = ask_local_table(config.page.port, instance_of(config.journal.path))
    except WrongService as error:
        running = error
    return [
        *table_checks(config, running),
        ("broker", lambda: check_broker(config.mqtt)),
        ("hub", lambda: check_target("hub", config.hub, config.journal.path)),
        *device_checks(config.journal.path),
        ("update", check_update),
    ]


def check_update(folder: Path = FOLDER) -> Finding:
    """Report how the last update ended; `folder` is where updates are stored."""
    plan, last = read_plan(folder), read_outcome(folder)
    if plan is not None:
        message = f"one to {plan.new} is under way, or was interrupted; the next start of the device ends it."
        return look(message)
    if last is None:
        return ok("none so far.")
    verdicts = {UpdateResult.UPDATED: Verdict.OK, UpdateResult.STUCK: Verdict.BAD}
    day = time.strftime("%Y-%m-%d %H:%M", time.localtime(last.at))
    verdict = verdicts.get(last.result, Verdict.LOOK)
    return Finding(verdict, f"{day}: {last.message}")

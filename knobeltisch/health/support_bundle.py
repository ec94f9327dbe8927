"""`knobeltisch diagnose FILE.zip`: collects what remote support needs, without the guests' data.

It holds the doctor's findings, versions, configuration, metrics, and the end of the service's log, but no picture, dice or act,
and no name that is in the journal or the lists.
"""

import contextlib
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import asdict
from importlib.metadata import distributions
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from knobeltisch.config import Config, secrets_in
from knobeltisch.device.installed_service import load_service_config
from knobeltisch.device.local_client import ask_local_table, instance_of
from knobeltisch.errors import Denied, StoreError, WrongService
from knobeltisch.recovery.backup_zip import write_zip
from knobeltisch.recovery.sqlite_salvage import read_intact_entries
from knobeltisch.storage.store import KEPT_IN, read_lists

LINES: Final = 2000
COMMAND_TIMEOUT_S: Final = 20.0
APART_TIMEOUT_S: Final = 90.0  # a cold card of a Pi 3
STRUCK: Final = "<name>"
SHORTEST: Final = 3  # letters of a secret's part that is struck wherever it stands
ABOUT: Final = """\
Made by `knobeltisch diagnose`, for somebody who helps with this table. Look into it before you give it away.

doctor.json         what `knobeltisch doctor` found
versions.json       Knobeltisch, Python, the packages it runs with
configuration.json  the configuration in force: the known keys alone
metrics.json        the measures of the table, when it runs
log.txt             the last lines of the service's log, when they may be read

Not in it: pictures, dice, acts, the PIN, passwords of broker, hub and camera, paired devices. Names of players and regulars that the journal and the lists
know are struck out wherever they stand; a name that somebody typed elsewhere is not known and would stay.
"""


def write_bundle(file: Path, config_file: Path | None) -> Iterable[str]:
    """Write the bundle and return the names of its files. Raise KnobeltischError or OSError if that fails."""
    parts = collect_bundle(config_file)
    write_zip(file, {name: text.encode(errors="backslashreplace") for name, text in parts.items()})
    return parts


def make_bundle_apart(config_file: Path | None) -> bytes:
    """Return the bundle (a zip) of a running table, made in another process. Raise Denied if that fails.

    SQLite's locks belong to a process: if the doctor opened and closed the journal in this one, the table would lose its locks.
    """
    named = () if config_file is None else ("--config", str(config_file))
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
        file = Path(folder) / "report.zip"
        command = (sys.executable, "-m", "knobeltisch", "diagnose", str(file), *named)
        try:
            subprocess.run(command, capture_output=True, timeout=APART_TIMEOUT_S, check=True)  # noqa: S603 - likewise
            return file.read_bytes()
        except (OSError, subprocess.SubprocessError) as error:
            raise Denied("fault", f"The report cannot be made ({error}).") from error


def collect_bundle(config_file: Path | None) -> dict[str, str]:
    """Return the contents of the bundle by file name. Raise the errors of `load_service_config`."""
    from knobeltisch.health.doctor import check_table  # noqa: PLC0415 - brings OpenCV, which a table without a camera does without

    config = load_service_config(config_file)
    running = None
    with contextlib.suppress(WrongService):  # the doctor says so
        running = ask_local_table(config.page.port, instance_of(config.journal.path))
    settings = asdict(config)
    secrets = set()
    for section, key, value, shown in list(secrets_in(settings)):
        settings[section][key] = shown or STRUCK
        parts_of = {part for word in re.split(r"[/:@?&=#;]+", value) for part in (word, unquote(word))}
        secrets |= {part for part in {value, *parts_of} if len(part) >= SHORTEST and part not in shown}
    logged, why = _output_of(
        f"journalctl --unit=knobeltisch --lines={LINES} --no-pager --output=short-iso --no-hostname"
    )
    parts = {
        "doctor.json": _to_json_text(check_table(config_file).to_json()),
        "versions.json": _to_json_text(
            {distribution.metadata["Name"]: distribution.version for distribution in distributions()}
        ),
        "configuration.json": _to_json_text(settings),
        "metrics.json": _to_json_text({} if running is None else running.metrics),
        "log.txt": logged or f"The log could not be read: {why}\n",
    }
    names = names_known(config) | secrets
    return {
        "ABOUT.txt": ABOUT + homepage_line(),
        **{file: strike_names(text, names) for file, text in parts.items()},
    }


def _to_json_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2, default=str) + "\n"


def _output_of(command: str) -> tuple[str, object]:
    try:
        done = subprocess.run(  # noqa: S603 - words of our own
            command.split(), capture_output=True, text=True, timeout=COMMAND_TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return "", error
    return done.stdout, done.stderr


def homepage_line() -> str:
    """Return a line with the installed package's homepage, where to report problems; "" if it has none."""
    address, _ = _output_of("dpkg-query --show --showformat=${Homepage} knobeltisch")
    return f"\nHomepage, where a report is welcome: {address}\n" if address else ""


def names_known(config: Config) -> set[str]:
    """Return every name in the lists and in the journal, even if the journal is damaged or open."""
    names: set[str] = set()
    with contextlib.suppress(OSError):
        for entry in read_intact_entries(config.journal.path):
            _collect_names(entry.body, names)
    with contextlib.suppress(StoreError):
        lists, *_ = read_lists(config.journal.path.with_name(KEPT_IN))
        for text in lists.texts.values():
            _collect_names(json.loads(text), names)
    return names


def _collect_names(value: object, names: set[str]) -> None:
    if isinstance(value, list):
        for element in value:
            _collect_names(element, names)
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in {"players", "leader", "player", "name", "to", "hidden"}:
                names |= {
                    name for name in (inner if isinstance(inner, list) else [inner]) if isinstance(name, str)
                }
            if key == "same" and isinstance(inner, dict):  # maps a name to the one that its owner uses
                names |= {name for name in (*inner, *inner.values()) if isinstance(name, str)}
            _collect_names(inner, names)


def strike_names(text: str, names: Iterable[str]) -> str:
    """Return the text with these names replaced by `STRUCK`, also where JSON or Python has escaped them."""
    ways = {way for name in names for way in (name, json.dumps(name)[1:-1], ascii(name)[1:-1]) if way}
    any_of = "|".join(re.escape(way) for way in sorted(ways, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{any_of})(?!\w)", STRUCK, text, flags=re.IGNORECASE) if ways else text

"""`knobeltisch backup` and `restore`: what the table keeps, in one zip file.

manifest.json   version, schema, when, how many entries, the SHA-256 of each file
journal.sqlite  a journal of its own
house.json      regulars, house rules and the like; PIN and paired devices with --all alone
config/*.toml   the configuration files as they are
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
import time
import tomllib
import zipfile
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from knobeltisch.backup import check
from knobeltisch.config import ETC, load_config
from knobeltisch.errors import BadCopy, ConfigError, DamagedJournal, ForeignJournal, JournalBusy, JournalError
from knobeltisch.hot_copy import hot_copy
from knobeltisch.journal import SCHEMA, hand_over, in_use, open_journal, sync
from knobeltisch.keep import KEPT_IN, open_keep
from knobeltisch.mend import free_name, set_aside
from knobeltisch.neighbour import ask

if TYPE_CHECKING:
    from collections.abc import Mapping

    from knobeltisch.config import Config

MANIFEST: Final = "manifest.json"
JOURNAL: Final = "journal.sqlite"
HOUSE: Final = "house.json"
SECRETS: Final = ("pin", "wrong_pins", "devices")
"""What lets somebody in: the PIN's hash, the wrong ones counted, the tablets."""
LARGEST: Final = 1 << 30
_CONFIG: Final = re.compile(r"config/[\w.-]+\.toml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Copied:
    """What a copy holds: entries of the journal, files by name."""

    entries: int
    files: tuple[str, ...]


def back_up(file: Path, config_file: Path | None, *, everything: bool) -> Copied:
    """Write what the table keeps to the zip `file`, beside a running table too. Raises KnobeltischError, OSError."""
    config = load_config(config_file, environ=os.environ)
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
        copy = Path(folder) / JOURNAL
        entries = _copied_journal(config, copy)
        parts = {JOURNAL: copy.read_bytes(), HOUSE: _house(config, everything=everything)}
    for one in _config_files(config_file):
        parts[f"config/{one.name}"] = one.read_bytes()
    manifest = {
        "knobeltisch": version("knobeltisch"),
        "schema": SCHEMA,
        "made": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        "entries": entries,
        "all": everything,
        "sha256": {name: hashlib.sha256(raw).hexdigest() for name, raw in parts.items()},
    }
    write_zip(file, {MANIFEST: json.dumps(manifest, indent=2).encode(), **parts})
    return Copied(entries=entries, files=tuple(parts))


def write_zip(file: Path, parts: Mapping[str, bytes]) -> None:
    """Write a zip that only its owner may read; the name is there when all of it is on the disk. Raises OSError."""
    part = file.with_name(f".{file.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    try:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as out:
            for name, raw in parts.items():
                out.writestr(name, raw)
        sync(part)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def _copied_journal(config: Config, copy: Path) -> int:
    path = config.journal.path
    if not path.exists():
        raise JournalError(f"There is no journal at {path}; name the configuration that the table runs with.")
    running = ask(config.page.port)
    return hot_copy(path, copy, at_least=0 if running is None else int(running.health["head"]))


def _house(config: Config, *, everything: bool) -> bytes:
    path = config.journal.path.with_name(KEPT_IN)
    kept: dict[str, object] = {}
    if path.exists():
        keep = open_keep(path)
        try:
            kept = keep.everything()
        finally:
            keep.close()
    chosen = {key: value for key, value in kept.items() if everything or key not in SECRETS}
    return json.dumps(chosen, ensure_ascii=False, indent=2).encode()


def _config_files(file: Path | None) -> list[Path]:
    return [file] if file is not None else sorted(ETC.glob("*.toml"))


def restore(file: Path, config_file: Path | None) -> list[str]:
    """Let the zip `file` take the place of what the table keeps; give the names under which the old files are kept.

    All of it is checked first. Raises BadCopy for a file that cannot be used, JournalBusy while a table runs, OSError.
    """
    config = load_config(config_file, environ=os.environ)
    path = config.journal.path
    parts = _checked_parts(file)
    if in_use(path):
        raise JournalBusy(
            "The table is running; stop it first (systemctl stop knobeltisch), or restore its journal at /landlord."
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = _restore_config(parts, config_file)
    kept += _restore_house(parts.get(HOUSE), path.with_name(KEPT_IN))
    return kept + _restore_journal(parts[JOURNAL], path)


def _checked_parts(file: Path) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(file) as opened:
            infos = [one for one in opened.infolist() if _is_known(one.filename)]
            if sum(one.file_size for one in infos) > LARGEST:
                raise BadCopy(f"{file} unpacks to more than {LARGEST >> 20} MB; that is no copy of a table.")
            parts = {one.filename: opened.read(one) for one in infos}
        manifest = json.loads(parts[MANIFEST])
        _check_sums(parts, manifest["sha256"])
        _check_parts(parts)
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, JournalError, ConfigError) as error:
        if isinstance(error, BadCopy):
            raise
        told = f"{error.args[0]!s} is missing" if isinstance(error, KeyError) else str(error)
        raise BadCopy(f"{file} cannot be restored: {told.rstrip('.')}; choose another copy.") from error
    return parts


def _is_known(name: str) -> bool:
    return name in {MANIFEST, JOURNAL, HOUSE} or _CONFIG.fullmatch(name) is not None


def _check_sums(parts: dict[str, bytes], sums: dict[str, str]) -> None:
    for name, wanted in sums.items():
        if hashlib.sha256(parts[name]).hexdigest() != wanted:
            raise ValueError(f"{name} in it is not what was written")


def _check_parts(parts: dict[str, bytes]) -> None:
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
        journal = Path(folder) / JOURNAL
        journal.write_bytes(parts[JOURNAL])
        try:
            check(journal)
        except JournalError as error:
            raise ValueError(str(error).replace(str(journal), f"its {JOURNAL}")) from error
        for name, raw in parts.items():
            if _CONFIG.fullmatch(name):
                one = Path(folder) / Path(name).name
                one.write_bytes(raw)
                load_config(one, environ={})
    if not isinstance(json.loads(parts.get(HOUSE, b"{}")), dict):
        raise TypeError(f"{HOUSE} in it is no object")


def _restore_config(parts: dict[str, bytes], config_file: Path | None) -> list[str]:
    """Write the configuration files, each old one that differs kept under a name that is not read."""
    kept = []
    for name, raw in parts.items():
        if not _CONFIG.fullmatch(name):
            continue
        place = config_file if config_file is not None else ETC / Path(name).name
        if place.exists() and tomllib.loads(place.read_text()) == tomllib.loads(raw.decode()):
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        if place.exists():
            aside = place.with_name(f"{place.name}.before-{time.strftime('%Y-%m-%d-%H%M%S')}")
            place.rename(aside)
            kept.append(aside.name)
        place.write_bytes(raw)
    return kept


def _restore_house(raw: bytes | None, path: Path) -> list[str]:
    """Put what the copy holds under each key; PIN and devices stay as they are unless it holds them."""
    wanted: dict[str, Any] = json.loads(raw or b"{}")
    keep = open_keep(path)
    try:
        old = keep.everything()
        changed = {key: value for key, value in wanted.items() if old.get(key) != value}
        if not changed:
            return []
        aside = free_name(path, "before", time.time).with_suffix(".json")
        if old:
            aside.touch(mode=0o600)
            aside.write_text(json.dumps(old, ensure_ascii=False, indent=2), encoding="utf-8")
        for key, value in changed.items():
            keep.put(key, value)
        hand_over(path)
    finally:
        keep.close()
    if not old:
        return []
    hand_over(aside)
    return [aside.name]


def _restore_journal(raw: bytes, path: Path) -> list[str]:
    new = path.with_name(f".{path.stem}-restored.part")
    new.write_bytes(raw)
    hand_over(new)
    sync(new)
    had = path.exists()
    aside = free_name(path, "before", time.time)
    try:
        journal = open_journal(path)
    except (DamagedJournal, ForeignJournal):
        set_aside(path, aside)
        new.replace(path)
        sync(path.parent)
        return [aside.name]
    try:
        journal.swap(new, aside)
    finally:
        journal.close()
    if not had:
        aside.unlink()
        return []
    hand_over(aside)
    return [aside.name]

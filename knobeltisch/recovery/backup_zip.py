"""`knobeltisch backup` and `restore`: the table's data in one zip file.

manifest.json   version, schema, time, number of entries; for people
journal.sqlite  a copy of the journal
sounds/*        the landlord's own sounds
house.json      regulars, house rules and the like; PIN and paired devices only with --all
config/*.toml   the configuration files; passwords in them only with --all
"""

import contextlib
import json
import re
import stat
import tempfile
import time
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Final

from knobeltisch.config import ETC, load_config, public_toml
from knobeltisch.device.installed_service import load_service_config
from knobeltisch.device.own_sounds import FOLDER, OwnSounds, sound_fault
from knobeltisch.errors import BadCopy, ConfigError, DamagedJournal, ForeignJournal, JournalBusy, JournalError
from knobeltisch.recovery.journal_backup import require_usable_copy
from knobeltisch.storage.checked_text import parse_or_nonsense
from knobeltisch.storage.claim import claim
from knobeltisch.storage.files import (
    copy_atomically,
    free_name,
    fsync,
    give_database_to_owner_of_folder,
    make_folder,
    part_of,
    put_in_place,
    set_aside,
    write_atomically,
)
from knobeltisch.storage.journal import SCHEMA, copy_open_journal, open_journal
from knobeltisch.storage.kept_values import usable_part
from knobeltisch.storage.sqlite_file import is_in_use
from knobeltisch.storage.store import HEAD, KEPT_IN, open_store, read_lists
from scorer.file_formats import decode_text, read_toml

MANIFEST: Final = "manifest.json"
JOURNAL: Final = "journal.sqlite"
HOUSE: Final = "house.json"
SECRETS: Final = ("pin", "wrong_pins", "landlords", "devices", "eye")
"""Keys with credentials: the PIN's hash, the count of wrong PINs, who entered the right one, the paired tablets."""
OF_THIS_CARD: Final = (HEAD,)
"""Keys that describe this machine's files and mean nothing elsewhere."""
LARGEST: Final = 512 << 20
LARGEST_TEXT: Final = 8 << 20
MOST_PARTS: Final = 64
_CHUNK: Final = 1 << 20
_SOUND: Final = re.compile(r"sounds/(\w+)")
_CONFIG: Final = re.compile(r"config/[\w.-]+\.toml")
_NO_ZIP: Final = (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, OSError)
"""The errors of zipfile for files that are truncated, damaged, encrypted or compressed in an unknown way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Copied:
    """The contents of a backup: the number of journal entries, and the file names. `damaged`: some lists could not be read."""

    entries: int
    files: tuple[str, ...]
    damaged: bool


def back_up(file: Path, config_file: Path | None, *, everything: bool) -> Copied:
    """Write the table's data to the zip `file`; the table may be running. Raise KnobeltischError or OSError if that fails."""
    path = load_service_config(config_file).journal.path
    if not path.exists():
        raise JournalError(f"There is no journal at {path}; name the configuration that the table runs with.")
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as made:
        folder = Path(made)
        entries = copy_open_journal(path, folder / JOURNAL)
        lists, *_ = read_lists(path.with_name(KEPT_IN))
        left = OF_THIS_CARD if everything else (*SECRETS, *OF_THIS_CARD)
        house = {key: value for key, value in lists.values().items() if key not in left}
        (folder / HOUSE).write_text(json.dumps(house, indent=2))
        sounds = OwnSounds(path.with_name(FOLDER))
        kept_sounds = {f"{FOLDER}/{moment}": path.with_name(FOLDER) / moment for moment in sounds.now}
        parts = {JOURNAL: folder / JOURNAL, HOUSE: folder / HOUSE, **kept_sounds}
        for named in [config_file] if config_file is not None else sorted(ETC.glob("*.toml")):
            text = decode_text(named.read_bytes())
            if (kept := text if everything else public_toml(text)) is not None:
                copy = parts[f"config/{named.name}"] = folder / f"{len(parts)}.toml"
                copy.write_text(kept, encoding="utf-8")
                copy.chmod(stat.S_IMODE(named.stat().st_mode))
        manifest = {
            "knobeltisch": version("knobeltisch"),
            "schema": SCHEMA,
            "made": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
            "entries": entries,
            "all": everything,
        }
        (folder / MANIFEST).write_text(json.dumps(manifest, indent=2))
        write_zip(file, {MANIFEST: folder / MANIFEST, **parts})
    return Copied(entries=entries, files=tuple(parts), damaged=bool(lists.texts) and not lists.whole)


def write_zip(file: Path, parts: Mapping[str, Path | bytes]) -> None:
    """Write a zip that only its owner may read, and name it once it is on disk. Raise OSError if that fails."""
    part = part_of(file)
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    try:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as out:
            for name, data in parts.items():
                if isinstance(data, bytes):
                    out.writestr(name, data)
                else:
                    out.write(data, name)
        fsync(part)
        part.replace(file)
        fsync(file.absolute().parent)
    finally:
        part.unlink(missing_ok=True)


def restore(file: Path, config_file: Path | None) -> list[str]:
    """Replace the table's files from the zip `file`; return the names under which the old ones are kept.

    Everything is checked first. Raise BadCopy if the file is unusable, JournalBusy while a table runs, OSError if the disk
    fails.
    """
    path = load_service_config(config_file).journal.path
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as made:
        parts = _checked_parts(file, Path(made))
        make_folder(path.parent)
        running = JournalBusy(
            "The table is running; stop it first (systemctl stop knobeltisch), or restore its journal at /landlord."
        )
        if is_in_use(path):
            raise running
        with contextlib.ExitStack() as held:
            try:
                held.enter_context(claim(path))
                held.enter_context(claim(path.with_name(KEPT_IN)))
            except BlockingIOError as error:
                raise running from error
            # An old configuration file that differs gets a name that is not read.
            kept = []
            for name, part in parts.items():
                if not _CONFIG.fullmatch(name):
                    continue
                place = config_file if config_file is not None else ETC / Path(name).name
                if place.exists() and _same_settings(place, part):
                    continue
                mode = stat.S_IMODE((place if place.exists() else part).stat().st_mode)
                place.parent.mkdir(parents=True, exist_ok=True)
                if place.exists():
                    aside = place.with_name(f"{place.name}.before-{time.strftime('%Y-%m-%d-%H%M%S')}")
                    place.rename(aside)
                    kept.append(aside.name)
                write_atomically(place, part.read_bytes(), mode=mode)
            for name, part in parts.items():
                if sound := _SOUND.fullmatch(name):
                    OwnSounds(path.with_name(FOLDER)).keep(sound[1], part.read_bytes())
            kept += _restore_house(parts.get(HOUSE), path.with_name(KEPT_IN))
            return kept + _restore_journal(parts[JOURNAL], path)


def _checked_parts(file: Path, folder: Path) -> dict[str, Path]:
    try:
        parts = _unpack(file, folder)
        _check_parts(parts)
    except BadCopy:
        raise
    except (*_NO_ZIP, KeyError, ValueError, TypeError, RecursionError, JournalError, ConfigError) as error:
        why = f"{error.args[0]!s} is missing" if isinstance(error, KeyError) else _reason(error)
        raise BadCopy(f"{file} cannot be restored: {why.rstrip('.')}; choose another copy.") from error
    return parts


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested deeper than anything that the table writes"
    if type(error) is RuntimeError:  # zipfile's own error
        return "it is encrypted"
    if isinstance(error, (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError)):
        return "it is not a complete zip file"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__


def _unpack(file: Path, folder: Path) -> dict[str, Path]:
    """Unpack one member at a time, up to the size limit of its kind. Raise BadCopy or an error of zipfile if that fails."""
    parts: dict[str, Path] = {}
    with zipfile.ZipFile(file) as opened:
        for member in opened.infolist():
            name = member.filename
            known = name in {JOURNAL, HOUSE} or _CONFIG.fullmatch(name) or _SOUND.fullmatch(name)
            if not known or member.filename in parts:
                continue
            if len(parts) > MOST_PARTS:
                raise BadCopy(f"{file} holds more than {MOST_PARTS} files; that is not a copy of a table.")
            most = LARGEST if member.filename == JOURNAL else LARGEST_TEXT
            place = parts[member.filename] = folder / f"{len(parts)}.part"
            place.touch(mode=(member.external_attr >> 16 & 0o777) or 0o644)
            with opened.open(member) as raw, place.open("wb") as out:
                while chunk := raw.read(_CHUNK):
                    out.write(chunk)
                    if out.tell() > most:
                        raise BadCopy(
                            f"{member.filename} in {file} unpacks to more than {most >> 20} MB; that is not a copy of a table."
                        )
    return parts


def _check_parts(parts: dict[str, Path]) -> None:
    journal = parts[JOURNAL]
    try:
        require_usable_copy(journal)
    except JournalError as error:
        raise ValueError(str(error).replace(str(journal), f"its {JOURNAL}")) from error
    for name, data in parts.items():
        if _CONFIG.fullmatch(name):
            named = data.with_name(Path(name).name)
            data.rename(named)
            parts[name] = named
            load_config(named, environ={})
        if (sound := _SOUND.fullmatch(name)) and (why := sound_fault(sound[1], data.read_bytes())):
            raise ValueError(f"{name} in it: {why}")
    for key, value in _house_in(parts.get(HOUSE)).items():
        if value is not None and usable_part(key, value) is None:
            raise ValueError(f"{key!r} in its {HOUSE} has a value that this version cannot use")


def _house_in(part: Path | None) -> dict[str, object]:
    value = {} if part is None else parse_or_nonsense(part.read_bytes().decode(errors="replace"))
    if not isinstance(value, dict):
        raise TypeError(f"{HOUSE} in it is not what the table writes")
    return value


def _same_settings(one: Path, other: Path) -> bool:
    try:
        here = decode_text(one.read_bytes())
        return read_toml(other.read_bytes()) in (read_toml(here), read_toml(public_toml(here) or here))
    except ValueError:
        return False


def _restore_house(part: Path | None, path: Path) -> list[str]:
    wanted = _house_in(part)
    store = open_store(path)
    with contextlib.closing(store):
        kept = [] if store.mended is None else [store.mended.message]
        old = store.values()
        changed = {key: value for key, value in wanted.items() if old.get(key) != value}
        store.put(HEAD, None)  # the restored journal may be shorter
        if not changed:
            return kept
        if old:
            aside = free_name(path, "before", suffix=".json")
            write_atomically(aside, json.dumps(old, indent=2).encode())
            kept.append(aside.name)
        for key, value in changed.items():
            store.put(key, value)
    return kept


def _restore_journal(part: Path, path: Path) -> list[str]:
    new = path.with_name(f".{path.stem}-restored.part")
    copy_atomically(part, new)
    had = path.exists()
    aside = free_name(path, "before")
    try:
        journal = open_journal(path)
    except (DamagedJournal, ForeignJournal):
        set_aside(path, aside)
        put_in_place(new, path)
        return [aside.name]
    with contextlib.closing(journal):
        journal.swap(new, aside)
    give_database_to_owner_of_folder(path)
    if not had:
        aside.unlink()
    return [aside.name] if had else []

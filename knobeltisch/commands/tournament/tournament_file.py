"""A tournament's file: one entry per line, append-only.

An entry is on disk before its effect is shown. Nobody has seen an incomplete last line that a power cut left, so the next entry
replaces it.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from typing import TYPE_CHECKING, Final

import tournament as t
from knobeltisch.errors import TournamentFileError
from knobeltisch.storage.files import write_new
from knobeltisch.storage.regular_files import read_regular

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

LARGEST: Final = 32 * 1024 * 1024


def text_of(file: Path, largest: int = LARGEST) -> str:
    """Return a file's text. Raise TournamentFileError if it is not text or too large."""
    return _text(file, _read(file, largest))


def _read(file: Path, largest: int = LARGEST) -> bytes:
    try:
        raw = read_regular(file, largest)
    except OSError as error:
        raise TournamentFileError(
            f"{file} cannot be read ({error.strerror}); name a file that can."
        ) from error
    if len(raw) > largest:
        raise TournamentFileError(f"{file} has more than {largest // 1024} KB; that is no such file.")
    return raw


def _text(file: Path, raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise TournamentFileError(f"{file} is not UTF-8 text; save it as that.") from error


def opened(file: Path) -> t.State:
    """Read the tournament from a file. Raise TournamentFileError with the number of a bad line."""
    return _state_of(file, _read(file))


def _state_of(file: Path, raw: bytes) -> t.State:
    state: t.State | None = None
    whole = _text(file, raw[: raw.rfind(b"\n") + 1])  # a power cut may leave half a letter
    for number, line in enumerate(whole.split("\n")[:-1], start=1):
        try:
            state = t.apply(state, t.entry_from_line(line))
        except t.TournamentError as error:
            raise TournamentFileError(f"{file}, line {number}: {error}") from error
    if state is None:
        raise TournamentFileError(f"{file} has no tournament; begin one with `knobeltisch tournament new`.")
    return state


def begin(file: Path, entry: t.Opened) -> t.State:
    """Write a new tournament's file. Raise TournamentFileError if the file exists."""
    state = t.apply(None, entry)
    try:
        write_new(file, f"{t.entry_to_line(entry)}\n".encode())
    except FileExistsError as error:
        raise TournamentFileError(f"{file} is there already; name another file.") from error
    except OSError as error:
        raise TournamentFileError(
            f"{file} cannot be written ({error.strerror}); name another place."
        ) from error
    return state


def take(file: Path, entries: Sequence[t.Entry]) -> t.State:
    """Append entries and return the state after them: all of them, or none if one is refused.

    Existing entries are not written again. Concurrent writers wait for each other. Raise TournamentFileError for the file,
    tournament.Refused for an entry.
    """
    _read(file)  # a device or a pipe is refused before anything is opened for writing
    try:
        with file.open("r+b") as kept:
            fcntl.flock(kept, fcntl.LOCK_EX)
            raw = kept.read(LARGEST)
            state = _state_of(file, raw)
            fresh = []
            for entry in entries:
                if entry.id not in state.entries:
                    fresh.append(t.entry_to_line(entry))
                state = t.apply(state, entry)
            _append(kept.fileno(), raw.rfind(b"\n") + 1, "".join(f"{line}\n" for line in fresh).encode())
    except OSError as error:
        raise TournamentFileError(f"{file} cannot be written ({error.strerror}); free some space.") from error
    return state


def _append(handle: int, end: int, raw: bytes) -> None:
    """Append after the last complete line; remove an incomplete write if the disk is full. Raise OSError."""
    os.ftruncate(handle, end)
    try:
        written = 0
        while written < len(raw):
            written += os.pwrite(handle, raw[written:], end + written)
        os.fsync(handle)
    except OSError:
        with contextlib.suppress(OSError):
            os.ftruncate(handle, end)
        raise

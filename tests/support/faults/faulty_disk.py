"""A disk that loses its power: what a program did to a folder is written down, and cut off at any point.

`faulty_disk.c`, loaded before a program's own libraries, notes each write, sync, truncation and change of a name, and may
let some of them fail. `after_cut` then makes what a disk keeps: all that was synced, and of the rest what chance leaves,
in whole sectors. A sector that was being written may hold nonsense, with what lay beside it (an SD card does that).
"""

import os
import random
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.support.paths import ROOT

HERE: Final = Path(__file__).parent
_HEAD: Final = struct.Struct("<ciqq")
ACKS: Final = "acks"
"""The file in the folder to which a program writes a line for each thing that it has shown."""


@dataclass(frozen=True, slots=True)
class Op:
    """One operation, as faulty_disk.c reports it."""

    kind: str
    file: int
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """How power is lost: sectors in bytes; `nonsense`: a sector in flight may hold anything."""

    sector: int = 512
    nonsense: bool = False


@dataclass(slots=True)
class _File:
    kept: bytearray = field(default_factory=bytearray)
    pending: list[Op] = field(default_factory=list)


def compiler() -> str | None:
    return shutil.which("cc") or shutil.which("gcc")


def library(folder: Path, name: str = "faulty_disk") -> Path:
    """Compile a library of this folder into `folder`. Raise CalledProcessError if that fails."""
    file = folder / f"{name}.so"
    made = (compiler() or "cc", "-shared", "-fPIC", "-O1", "-o", file, HERE / f"{name}.c", "-ldl")
    subprocess.run(made, check=True, capture_output=True)
    return file


def environment(
    lib: Path,
    disk: Path,
    *,
    log: Path | None = None,
    fail: tuple[int, int, int] | None = None,
    kinds: str = "",
) -> dict[str, str]:
    """Return the variables for a program on the faulty disk. `fail`: the first that fails, how many, the error's number."""
    found = {**os.environ, "LD_PRELOAD": str(lib), "FAULTY_DISK": str(disk), "PYTHONPATH": str(ROOT)}
    found["PYTHONDONTWRITEBYTECODE"] = "1"
    if log is not None:
        found["FAULTY_LOG"] = str(log)
    if fail is not None:
        at, count, number = fail
        found |= {"FAULTY_AT": str(at), "FAULTY_COUNT": str(count), "FAULTY_ERRNO": str(number)}
    if kinds:
        found["FAULTY_KINDS"] = kinds
    return found


def run(program: str, *words: str, env: dict[str, str]) -> str:
    """Run a Python program given as text; return what it prints. Raise RuntimeError with its errors if it fails."""
    done = subprocess.run(
        [sys.executable, "-c", program, *words], env=env, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout


def operations(log: Path) -> list[Op]:
    raw, found, place = log.read_bytes(), [], 0
    while place < len(raw):
        kind, file, offset, length = _HEAD.unpack_from(raw, place)
        place += _HEAD.size
        found.append(Op(kind.decode(), file, offset, raw[place : place + length]))
        place += length
    return found


def shown(ops: Sequence[Op], at: int) -> int:
    """Count the lines that the program had written to ACKS before operation `at`."""
    file = next((op.file for op in ops if op.kind == "C" and op.data.decode() == ACKS), None)
    return sum(op.data.count(b"\n") for op in ops[:at] if op.kind == "W" and op.file == file)


def after_cut(
    ops: Sequence[Op], at: int, how: Cut, dice: random.Random, *, first: Mapping[str, bytes] | None = None
) -> dict[str, bytes]:
    """Return the files that are there after the power was lost while operation `at` was done, by their names.

    `first`: what was there before the program began.
    """
    disk = _Disk(first or {})
    for op in ops[:at]:
        disk.take(op)
    if ops[at].kind not in "SD":  # a sync in flight has confirmed nothing
        disk.take(ops[at])
    # Names are changed in their order: file systems with a journal promise that much.
    _rename(disk.names, disk.waiting[: dice.randint(0, len(disk.waiting))])
    left = {id(file): _left(file, how, dice) for file in disk.names.values()}
    return {name: left[id(file)] for name, file in disk.names.items()}


class _Disk:
    """The data on the disk, and the data that waits for a sync."""

    def __init__(self, first: Mapping[str, bytes]):
        self.names = {name: _File(kept=bytearray(raw)) for name, raw in first.items()}
        self.waiting: list[tuple[str, _File | None, str]] = []
        self._now = dict(self.names)
        self._files: dict[int, _File] = {}

    def take(self, op: Op):
        match op.kind:
            case "C" | "O":
                self._open(op)
            case "W" | "T":
                self._files[op.file].pending.append(op)
            case "S":
                _keep(self._files[op.file])
            case "U" | "R" | "L":
                self._name(op)
            case "D":
                _rename(self.names, self.waiting)
                self.waiting.clear()

    def _open(self, op: Op):
        name = op.data.decode()
        if op.kind == "C" and op.offset:
            self._now[name] = _File()
            self.waiting.append((name, self._now[name], ""))
        self._files[op.file] = self._now[name]
        if op.kind == "C" and not op.offset:
            self._now[name].pending.append(Op("T", op.file, 0, b""))

    def _name(self, op: Op):
        old, _, new = op.data.decode().partition("\0")
        file = self._now[old]
        if op.kind != "L":
            del self._now[old]
        if op.kind == "U":
            self.waiting.append((old, None, ""))
            return
        self._now[new] = file
        self.waiting.append((new, file, old if op.kind == "R" else ""))


def _rename(names: dict[str, _File], changes: Sequence[tuple[str, _File | None, str]]):
    for name, file, gone in changes:
        if gone:
            names.pop(gone, None)
        if file is None:
            names.pop(name, None)
        else:
            names[name] = file


def _keep(file: _File):
    for op in file.pending:
        _apply(file.kept, op)
    file.pending.clear()


def _apply(kept: bytearray, op: Op):
    if op.kind == "T":
        del kept[op.offset :]
        kept.extend(bytes(op.offset - len(kept)))
        return
    kept.extend(bytes(max(0, op.offset + len(op.data) - len(kept))))
    kept[op.offset : op.offset + len(op.data)] = op.data


def _left(file: _File, how: Cut, dice: random.Random) -> bytes:
    """Return what is left of a file: what was synced, and of the rest what chance brings to the disk."""
    kept, share = bytearray(file.kept), dice.choice((0.0, 0.5, 0.9, 1.0))
    in_flight: list[tuple[int, int]] = []
    for op in file.pending:
        for piece in _pieces(op, how.sector):
            if dice.random() < share:
                _apply(kept, piece)
            if piece.kind == "W":
                in_flight.append((piece.offset // how.sector, len(piece.data)))
    if how.nonsense and in_flight:
        sector, _ = dice.choice(in_flight)
        begin = sector * how.sector
        if begin < len(kept):
            end = min(begin + how.sector, len(kept))
            kept[begin:end] = dice.randbytes(end - begin)
    return bytes(kept)


def _pieces(op: Op, sector: int) -> Iterator[Op]:
    if op.kind != "W":
        yield op
        return
    place, end = op.offset, op.offset + len(op.data)
    while place < end:
        until = min(end, (place // sector + 1) * sector)
        yield Op("W", op.file, place, op.data[place - op.offset : until - op.offset])
        place = until

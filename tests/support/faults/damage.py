"""Damage to the files of a table, by chance: what is done, to which of them, and where."""

import random
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PAGE: Final = 4096
KINDS: Final = ("bit", "byte", "page", "zeroed page", "cut", "foreign file", "gone")
_JPEG: Final = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00"


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """The damage to the file of this name; `at` and `to` are the bytes that were touched."""

    kind: str
    name: str
    at: int = 0
    to: int = 0


def damaged(folder: Path, names: list[str], chance: random.Random) -> list[Damage]:
    """Damage one file of the folder, now and then two or three; return what was done."""
    count = chance.choices((1, 2, 3), (80, 15, 5))[0]
    return [_one(folder, chance.choice(names), names, chance) for _ in range(count)]


def _one(folder: Path, name: str, names: list[str], chance: random.Random) -> Damage:
    file, kind = folder / name, chance.choice(KINDS)
    if not file.is_file():
        return Damage(kind="gone", name=name)
    raw = bytearray(file.read_bytes())
    at, to = 0, len(raw)
    match kind:
        case "gone":
            file.unlink()
            return Damage(kind=kind, name=name, to=to)
        case "foreign file":
            _foreign(file, folder / chance.choice(names), chance)
            return Damage(kind=kind, name=name, to=to)
        case "cut":
            at = chance.randrange(len(raw) + 1) if chance.random() < 0.8 else 0
            del raw[at:]
        case _ if not raw:
            return Damage(kind=kind, name=name)
        case "bit":
            at = chance.randrange(len(raw))
            raw[at] ^= 1 << chance.randrange(8)
            to = at + 1
        case "byte":
            at = chance.randrange(len(raw))
            raw[at] = chance.randrange(256)
            to = at + 1
        case _:
            at = chance.randrange(0, len(raw), PAGE)
            to = min(at + PAGE, len(raw))
            raw[at:to] = bytes(to - at) if kind == "zeroed page" else chance.randbytes(to - at)
    file.write_bytes(raw)
    return Damage(kind=kind, name=name, at=at, to=to)


def _foreign(file: Path, other: Path, chance: random.Random):
    """Put something else in a file's place: text, noise, a picture, nothing, a folder, another of the table's files."""
    match chance.randrange(6):
        case 0:
            file.write_text("beer, pretzels, chalk\n" * chance.randrange(1, 999), encoding="utf-8")
        case 1:
            file.write_bytes(chance.randbytes(chance.randrange(1, 40_000)))
        case 2:
            file.write_bytes(_JPEG + chance.randbytes(chance.randrange(1, 40_000)))
        case 3:
            file.write_bytes(b"")
        case 4:
            file.unlink()
            file.mkdir()
        case _:
            if other.is_file() and other != file:
                shutil.copyfile(other, file)

"""Recordings of real dice, read without a board and compared with the known values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.support.reports import ROOT, table
from hardware.cameras.recordings import FilesCamera
from tests.support.pictures.real_clips import TRUTHS, in_order
from vision.stream.boardless_watcher import OpenWatcher
from vision.types import Sighting, Status

if TYPE_CHECKING:
    from pathlib import Path

CLIPS = ROOT.parent / "shared" / "dice"


def watch_clips(folder: Path) -> str:
    """Read each recording; return the table, or the reason why there is none."""
    if not (folder / "clips.csv").is_file():
        return f"No recordings were watched: there is no clips.csv in {folder.name}."
    head = ["recording", "readings", "read in order", "other sure ones", "unsure ones", "what was read"]
    rows = [_row(name, truth, folder / "clips" / f"{name}.mp4") for name, truth in TRUTHS.items()]
    return (
        "Recordings without a board. The first has a fixed camera, the second shows backgammon, whose dice are too small to be "
        f"read, and in the third dice hop on a sheet that is shaken and rest for 0.4 s at a time. How long a rest must be was chosen on the third:\n\n{table(head, rows)}"
    )


def _row(name: str, truth: list[list[int]], path: Path) -> list[object]:
    sightings = sighted(path)
    sure = [values(sighting) for sighting in sightings if sighting.reading.status is not Status.UNSURE]
    unsure = len(sightings) - len(sure)
    right = in_order(truth, sure)
    words = ", ".join("-".join(map(str, reading)) or "empty" for reading in sure)
    return [name, len(truth), right, len(sure) - right, unsure, words or "-"]


def sighted(path: Path) -> list[Sighting]:
    """Return all sightings of a recording, by the watcher without a board."""
    camera, watcher = FilesCamera(path), OpenWatcher()
    camera.open()
    found: list[Sighting] = []
    while (frame := camera.read()) is not None:
        found += [event for event in watcher.feed(frame.pixels, frame.at) if isinstance(event, Sighting)]
    camera.close()
    found += [event for event in watcher.end() if isinstance(event, Sighting)]
    return found


def values(found: Sighting) -> list[int]:
    return sorted(seen_die.die.value for seen_die in found.seen)

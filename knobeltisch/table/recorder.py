"""Record a session's lifts as a table's own test set: crops of the thrown dice, and their labels.

Nothing is kept without `knobeltisch record DIR`, and the page says so all the while. The folder has the format that
`benchmarks/eye/photographs.py` measures: `labels.csv` beside `photos/`. A label is the value that finally counts: a
correction changes it, an undo removes it.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

import scorer
from knobeltisch.errors import RecordError
from knobeltisch.game.events import Correct, Did, Fact, Undo
from knobeltisch.referee import interpretations

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.types import Sighting

COLUMNS: Final = (
    *("file", "width", "height", "n_dice", "values", "view"),
    *("dice_colour", "background", "condition", "label_source", "source", "licence"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptLift:
    """One lift on disk: its journal entry, the files of its dice, and the values read."""

    entry: int
    files: tuple[str, ...]
    sizes: tuple[tuple[int, int], ...]
    read: tuple[int, ...]
    labels: tuple[int, ...] | None


class Recorder:
    """Keep lifts in a new folder. Raise RecordError if it cannot be used."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._last: Sighting | None = None
        self._kept: list[KeptLift] = []
        try:
            (folder / "photos").mkdir(parents=True)
            (folder / "labels.csv").open("x").close()
            self._write()
        except FileExistsError as error:
            raise RecordError(f"{folder} has recordings already; name a new folder.") from error
        except OSError as error:
            raise RecordError(
                f"{folder} cannot be written ({error.strerror}); name a folder that is writable."
            ) from error

    def hold_lift(self, sighting: Sighting) -> None:
        """Remember the last lift until its throw is known."""
        self._last = sighting

    def follow_entry(self, entry: int, fact: Fact) -> None:
        """Follow a journal entry. Raise RecordError if the disk fails."""
        try:
            match fact:
                case Did(act=(scorer.Throw() | scorer.RollOff() | scorer.Reveal()) as act) if (
                    self._last is not None
                ):
                    self._keep(entry, self._last, act.dice)
                    self._last = None
                case Correct():
                    values = getattr(fact.act, "dice", ())
                    self._kept = [
                        replace(lift, labels=labels_of(lift.read, values))
                        if lift.entry == fact.entry
                        else lift
                        for lift in self._kept
                    ]
                    self._write()
                case Undo():
                    self._kept = [lift for lift in self._kept if lift.entry < fact.to]
                    self._write()
        except OSError as error:
            raise RecordError(f"The recording stopped: {error.strerror}; the score goes on.") from error

    def _keep(self, entry: int, sighting: Sighting, thrown: tuple[int, ...]) -> None:
        pairs = [
            (seen, crop)
            for seen, crop in zip(sighting.seen, sighting.crops, strict=False)
            if seen in interpretations.thrown_dice(sighting)
        ]
        files = tuple(f"photos/lift-{entry:06d}-{place}.jpg" for place in range(1, len(pairs) + 1))
        for name, (_, crop) in zip(files, pairs, strict=True):
            (self.folder / name).write_bytes(crop)
        read = tuple(seen.die.value for seen, _ in pairs)
        pictures = [cv2.imdecode(np.frombuffer(crop, np.uint8), cv2.IMREAD_COLOR) for _, crop in pairs]
        sizes = tuple((0, 0) if seen is None else (seen.shape[1], seen.shape[0]) for seen in pictures)
        self._kept.append(
            KeptLift(entry=entry, files=files, sizes=sizes, read=read, labels=labels_of(read, thrown))
        )
        with (self.folder / "sightings.jsonl").open("a", encoding="utf-8") as lines:
            lines.write(
                json.dumps(
                    {
                        "entry": entry,
                        "at": sighting.at,
                        "status": sighting.reading.status.value,
                        "doubts": [doubt.value for doubt in sighting.reading.doubts],
                        "seen": [
                            {
                                "fate": seen.fate.value,
                                "value": seen.die.value,
                                "candidates": list(seen.die.candidates),
                                "confidence": seen.die.confidence,
                                "x": round(seen.die.x, 1),
                                "y": round(seen.die.y, 1),
                                "angle": round(seen.die.angle, 1),
                            }
                            for seen in sighting.seen
                        ],
                        "thrown": list(thrown),
                        "files": list(files),
                    }
                )
                + "\n"
            )
        self._write()

    def _write(self) -> None:
        with (self.folder / "labels.csv").open("w", newline="", encoding="utf-8") as file:
            table = csv.DictWriter(file, COLUMNS, restval="")
            table.writeheader()
            same = {"n_dice": 1, "view": "top", "label_source": "table", "source": "own table"}
            for lift in self._kept:
                rows = zip(lift.files, lift.sizes, lift.labels or (), strict=False)
                table.writerows(
                    {"file": name, "width": width, "height": height, "values": value, **same}
                    for name, (width, height), value in rows
                )


def labels_of(read: Sequence[int], thrown: Sequence[int]) -> tuple[int, ...] | None:
    """Match the values read, die by die, to those that count; one die may have been misread.

    Return None if they fit in more than one way.
    """
    if len(read) != len(thrown):
        return None
    wrong, right = Counter(read) - Counter(thrown), Counter(thrown) - Counter(read)
    if not wrong:
        return tuple(read)
    if wrong.total() > 1 or read.count(next(iter(wrong))) > 1:
        return None
    return tuple(next(iter(right)) if value in wrong else value for value in read)

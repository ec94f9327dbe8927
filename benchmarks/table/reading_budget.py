"""How much processor time a phone's throw costs from rest to sighting, and how many whole pictures it takes.

    python -m benchmarks.table.reading_budget [--throws N] [--out FILE]

Rendered throws, packed as a phone posts them, go through the watchers in this process, without a network and on one core. Wall
time says little on a busy machine; what a throw costs beyond fixed waits is processor time, counted here for each step.
"""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import click
import cv2

from benchmarks.support.reports import out_option, quantile, table, write_report
from hardware.cameras.jpeg import decode_jpeg
from knobeltisch.camera.remote.phone_door import SMALL_PX
from knobeltisch.config import CameraConfig
from tests.support.pictures.fake_phone import FPS, write_throw
from vision.board import find_board
from vision.still.known import Expectation, at_most, exactly
from vision.stream.boardless_watcher import OpenWatcher
from vision.stream.watcher import Watcher
from vision.types import Sighting

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.support.pictures.fake_phone import Clip
    from vision.types import Picture

T = TypeVar("T")
EYE_QUALITY: Final = 85
"""As `eye_camera.js` packs a picture."""
DICE: Final = 3
SETTLE_MS: Final = CameraConfig().settle_ms


@dataclass(kw_only=True)
class Spent:
    """Processor time in seconds of each step, and readings before each sighting."""

    decode: list[float] = field(default_factory=list)
    follow: list[float] = field(default_factory=list)
    read: list[float] = field(default_factory=list)
    readings: list[float] = field(default_factory=list)
    throws: list[float] = field(default_factory=list)


@click.command()
@click.option("--throws", default=5, show_default=True, help="Rendered throws of each kind.")
@out_option
def main(throws: int, out: Path | None) -> None:
    """Measure and print."""
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as name:
        rows = [
            _row(kind, _spend(Path(name), throws, board=board))
            for kind, board in (("with a board", True), ("without", False))
        ]
    head = [
        "",
        "throws",
        "decode",
        "follow",
        "a whole picture p50",
        "p95",
        "whole pictures",
        "all of a throw p50",
        "p95",
    ]
    note = (
        f"Milliseconds of processor time on one core, from the first picture in which the dice lie still. Fixed waits come on top: "
        f"{SETTLE_MS} ms of stillness, and what the network takes. Follow: one small picture. Whole pictures: those that cost more than five times as much, so marks that are checked before "
        "the three readings are among them."
    )
    write_report("What a phone's throw costs in processor time", f"{table(head, rows)}\n\n{note}", out)


def _row(kind: str, spent: Spent) -> list[object]:
    def ms(values: Sequence[float], share: float) -> str:
        return f"{1000 * quantile(list(values), share):.1f}"

    return [
        *(kind, len(spent.throws), ms(spent.decode, 0.5), ms(spent.follow, 0.5)),
        *(ms(spent.read, 0.5), ms(spent.read, 0.95), f"{sum(spent.readings) / len(spent.readings):.1f}"),
        *(ms(spent.throws, 0.5), ms(spent.throws, 0.95)),
    ]


def _spend(folder: Path, throws: int, *, board: bool) -> Spent:
    spent = Spent()
    watch = None
    for seed in range(1, throws + 1):
        clip = write_throw(folder / "throw.mjpeg", seed=seed, board=board)
        watch = _watcher(clip, board=board) if board or watch is None else watch
        _throw(clip, watch, spent, 100.0 * seed)
    return spent


def _watcher(clip: Clip, *, board: bool) -> Watcher | OpenWatcher:
    watcher: Watcher | OpenWatcher
    if board:
        first = decode_jpeg(clip.frames[0])
        assert first is not None
        pose = find_board(first, lens=None, before=None)
        assert pose is not None
        watcher = Watcher(pose=pose, settle_ms=SETTLE_MS, moves=True)
    else:
        watcher = OpenWatcher(settle_ms=SETTLE_MS)
    watcher.expect(Expectation(lift=exactly(DICE), otherwise=at_most(DICE)))
    return watcher


def _throw(clip: Clip, watcher: Watcher | OpenWatcher, spent: Spent, begin: float) -> None:
    """Play one throw until it is sighted; the sizes of pictures are those that a phone sends."""
    total = readings = 0.0
    for number, frame in enumerate(clip.frames):
        raw = decode_jpeg(frame)
        assert raw is not None
        whole, small = _pack(raw, raw.shape[1]), _pack(raw, SMALL_PX)
        at, wanted = begin + number / FPS, watcher.wants_whole
        picture, decoded = _cost(partial(decode_jpeg, whole if wanted else small))
        little = decode_jpeg(small)
        assert picture is not None
        assert little is not None
        events, took = _cost(
            partial(watcher.feed, picture, at, little) if wanted else partial(watcher.glance, little, at)
        )
        if number < clip.rests_from:
            continue
        if wanted:
            spent.decode.append(decoded)
        reads = wanted and took > 5 * (quantile(spent.follow, 0.5) if spent.follow else 0.002)
        (spent.read if reads else spent.follow).append(took)
        readings += reads
        total += decoded + took
        if any(isinstance(event, Sighting) for event in events):
            spent.readings.append(readings)
            spent.throws.append(total)
            return


def _pack(picture: Picture, width: int) -> bytes:
    height = round(picture.shape[0] * width / picture.shape[1])
    shrunk = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", shrunk, [cv2.IMWRITE_JPEG_QUALITY, EYE_QUALITY])[1].tobytes()


def _cost(work: Callable[[], T]) -> tuple[T, float]:
    began = time.process_time()
    done = work()
    return done, time.process_time() - began


if __name__ == "__main__":
    main()

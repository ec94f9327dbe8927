"""Films shown to the watcher through each of its doors: `watch`, a network camera, a phone.

The clock is the film's own. A reading costs time there, as it does on a small computer: pictures that come meanwhile are lost.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from hardware.cameras.pushed import SMALL, WHOLE
from tests.support.paths import SHARED
from tests.support.pictures.real_clips import FIXED, NOTHING, RESTLESS, TRUTHS
from vision.board import BoardPose
from vision.still.known import UNKNOWN, Expectation, at_most
from vision.stream.watcher import Watcher
from vision.types import Picture, WatchEvent

FPS: Final = 30
READING_S: Final = 0.1
DOORS: Final = ("watch", "network camera", "phone")
SHADOW: Final = SHARED / "dice" / "more" / "5-rest-0.6s-moving-shadow-1-1-3.mjpeg"
SECOND_DIE_S: Final = 15.0  # from here on the first recording throws two dice


def game_of(dice: int) -> Expectation:
    """Return what a game expects in which exactly so many dice are thrown."""
    return Expectation(lift=frozenset({0, dice}), otherwise=at_most(dice))


@dataclass(frozen=True)
class Film:
    """The pictures of a film as JPEGs, what its throws show in order, and what a game expects at each of its seconds."""

    pictures: list[bytes]
    truth: list[list[int]]
    expected: Callable[[float], Expectation]
    pose: BoardPose | None = None

    def __getitem__(self, number: int) -> Picture:
        picture = cv2.imdecode(np.frombuffer(self.pictures[number], np.uint8), cv2.IMREAD_COLOR)
        return np.asarray(picture, np.uint8)

    def map(self, spoil: Callable[[Picture, int], Picture]) -> "Film":
        """Return the film with each picture changed by `spoil`, which is given its number, too."""
        numbers = range(len(self.pictures))
        return replace(self, pictures=[_jpeg(spoil(self[number], number)) for number in numbers])


def film_of(
    pictures: Iterable[Picture], truth: list[list[int]], expected: Expectation, pose: BoardPose | None = None
) -> Film:
    """Return a film of these pictures, in which the same is expected all the time."""
    return Film([_jpeg(picture) for picture in pictures], truth, lambda _: expected, pose)


def recordings() -> dict[str, Film]:
    """Return the shared films: those whose dice can be read, with the exact number of dice at each time."""
    clips = SHARED / "dice" / "clips"
    return {
        "shadow": Film(_pictures(SHADOW), [[1, 1, 3]], lambda _: game_of(3)),
        FIXED: Film(
            _pictures(clips / f"{FIXED}.mp4"), TRUTHS[FIXED], lambda at: game_of(1 + (at > SECOND_DIE_S))
        ),
        # Ten of its thirty-four seconds are enough: the dice of backgammon are too small to be read.
        NOTHING: Film(_pictures(clips / f"{NOTHING}.mp4")[: 10 * FPS], [], lambda _: game_of(3)),
        RESTLESS: Film(_pictures(clips / f"{RESTLESS}.mp4"), TRUTHS[RESTLESS], lambda _: game_of(2)),
    }


def _pictures(file: Path) -> list[bytes]:
    video, pictures = cv2.VideoCapture(str(file)), []
    while (shot := video.read())[0]:
        pictures.append(_jpeg(shot[1]))
    return pictures


def _jpeg(picture: Picture) -> bytes:
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 97])[1].tobytes()


def watched(film: Film, door: str, reading_s: float = READING_S) -> list[WatchEvent]:
    """Show a film through a door; return the watcher's events. `reading_s` is what a reading costs, but for `watch`."""
    watcher, phone = Watcher(pose=film.pose), door == "phone"
    cost = 0.0 if door == "watch" else reading_s
    events: list[WatchEvent] = []
    at, readings = 0.0, 0
    while (number := int(at * FPS + 1e-6)) < len(film.pictures):
        picture = film[number]
        watcher.expect(UNKNOWN if door == "watch" else film.expected(at))
        small = cv2.resize(picture, (320, 180), interpolation=cv2.INTER_AREA)
        whole = watcher.wants_whole or not phone
        events += watcher.feed(picture, at, small) if whole else watcher.glance(small, at)
        pause = (WHOLE if whole else SMALL).pause if phone else 1 / FPS
        at += max(pause, cost * (watcher.readings - readings))
        readings = watcher.readings
    return [*events, *watcher.end()]

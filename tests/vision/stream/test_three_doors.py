"""One film gives the same throws through `watch`, a network camera and a phone.

The clock is the film's own. A reading costs time there, as it does on a small computer: pictures that come meanwhile are lost.
"""

import cv2
import pytest

from hardware.cameras.pushed import SMALL, WHOLE
from tests.support.paths import SHARED
from vision.still.known import UNKNOWN, Expectation, at_most
from vision.stream.boardless_watcher import OpenWatcher
from vision.types import Sighting

SHADOW = SHARED / "dice" / "more" / "5-rest-0.6s-moving-shadow-1-1-3.mjpeg"
FIXED = SHARED / "dice" / "clips" / "no-creative-name.mp4"
FPS = 30
READING_S = 0.1
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not SHADOW.exists(), reason="the shared clips are for developers and CI"),
]


class Film:
    """A film that is seen whole thirty times a second, or in the pictures that a phone is asked for."""

    def __init__(self, file):
        video, self.pictures = cv2.VideoCapture(str(file)), []
        while (shot := video.read())[0]:
            self.pictures.append(shot[1])

    def seen(self, watcher, expectation, *, small_ones, reading_s):
        """Show the film to a watcher; return its throws."""
        watcher.expect(expectation)
        at, events, readings = 0.0, [], 0
        while at * FPS < len(self.pictures):
            picture = self.pictures[int(at * FPS)]
            small = cv2.resize(picture, (320, 180), interpolation=cv2.INTER_AREA)
            whole = watcher.wants_whole or not small_ones
            events += watcher.feed(picture, at, small) if whole else watcher.glance(small, at)
            pause = (WHOLE if whole else SMALL).pause if small_ones else 1 / FPS
            at += max(pause, reading_s * (watcher.readings - readings))
            readings = watcher.readings
        events += watcher.end()
        return [
            sorted(die.value for die in event.reading.dice) for event in events if isinstance(event, Sighting)
        ]


@pytest.mark.parametrize(
    ("file", "most", "throws"),
    [(SHADOW, 3, [[1, 1, 3]]), (FIXED, 2, [[1], [2], [3], [4], [5], [6], [5, 6], [3, 4]])],
    ids=["shadow", "fixed"],
)
def test_one_film_gives_the_same_throws_through_each_door(file, most, throws):
    film, game = Film(file), Expectation(lift=at_most(most) - {0}, otherwise=at_most(most))
    doors = {
        "watch": film.seen(OpenWatcher(), UNKNOWN, small_ones=False, reading_s=0.0),
        "network camera": film.seen(OpenWatcher(settle_ms=400), game, small_ones=False, reading_s=READING_S),
        "phone": film.seen(OpenWatcher(settle_ms=400), game, small_ones=True, reading_s=READING_S),
    }
    assert doors == dict.fromkeys(doors, throws)

from pathlib import Path

import numpy as np
import pytest

from hardware.cameras.files import FilesCamera
from vision.open_watch import OpenWatcher
from vision.sightings import Fate, Scene, Sighting, Status

CLIPS = Path("../shared/dice/clips")
DIE_PX = 44


def felt(*dice):
    """Draw dice from above on felt: (value, x, y), white with black pips."""
    picture = np.full((360, 640, 3), (60, 110, 50), np.uint8)
    rows, columns = np.mgrid[:360, :640]
    for value, x, y in dice:
        picture[y - DIE_PX // 2 : y + DIE_PX // 2, x - DIE_PX // 2 : x + DIE_PX // 2] = 235
        for across, down in pips(value):
            apart = np.hypot(columns - x - across * DIE_PX * 0.27, rows - y - down * DIE_PX * 0.27)
            picture[apart < DIE_PX * 0.095] = 25
    return picture


def pips(value):
    one = [(0, 0)] if value % 2 else []
    two = [(-1, -1), (1, 1)] if value > 1 else []
    four = [(1, -1), (-1, 1)] if value > 3 else []
    return one + two + four + ([(-1, 0), (1, 0)] if value == 6 else [])


def watch(*scenes):
    """Show each picture for a second at ten a second; give what was sighted."""
    watcher, events, number = OpenWatcher(), [], 0
    for picture in scenes:
        for _ in range(10):
            events.extend(watcher.feed(picture, number / 10))
            number += 1
    return [one for one in events if isinstance(one, Sighting)]


def values(sighting):
    return sorted(one.die.value for one in sighting.seen)


def test_dice_at_rest_are_told_once():
    (told,) = watch(felt((5, 100, 100), (2, 400, 200)))
    assert values(told) == [2, 5]
    assert {one.fate for one in told.seen} == {Fate.THROWN}
    assert told.moment.value == "lift"


def test_dice_are_told_in_pixels_of_the_picture():
    (told,) = watch(felt((5, 100, 120)))
    assert (told.seen[0].die.x, told.seen[0].die.y) == pytest.approx((100, 120), abs=2)


def test_an_empty_table_tells_nothing():
    assert watch(felt()) == []


def test_other_dice_after_motion_are_told_again():
    first, second = watch(felt((5, 100, 100)), felt((3, 300, 200)))
    assert (values(first), values(second)) == ([5], [3])
    assert len(second.gone) == 1


def test_the_same_dice_after_a_hand_are_not_told_again():
    dice = felt((5, 100, 100), (3, 300, 200))
    covered = dice.copy()
    covered[:160, :200] = (120, 150, 190)
    watcher = OpenWatcher()
    pictures = [dice] * 10 + [covered] * 3 + [dice] * 10
    events = [one for number, picture in enumerate(pictures) for one in watcher.feed(picture, number / 10)]
    assert len([one for one in events if isinstance(one, Sighting)]) == 1
    assert [one.still for one in events if isinstance(one, Scene)].count(False) >= 3


def test_dice_that_never_rest_are_never_read():
    watcher = OpenWatcher()
    told = [
        one
        for number in range(40)
        for one in watcher.feed(felt((5, 100 + 9 * (number % 3), 100)), number / 10)
        if isinstance(one, Sighting)
    ]
    assert told == []


def test_a_lamp_that_is_dimmed_tells_nothing():
    dice = felt((5, 100, 100))
    dimmed = (dice * 0.7).astype(np.uint8)
    assert len(watch(dice, dimmed)) == 1


@pytest.mark.parametrize("shape", [(1, 1, 3), (3, 2000, 3), (40, 3, 3)])
def test_pictures_of_any_shape_are_survived(shape):
    assert watch(np.zeros(shape, np.uint8)) == []


def test_pictures_that_change_their_size_are_survived():
    first, second = watch(felt((5, 100, 100)), np.repeat(np.repeat(felt((3, 50, 60)), 2, axis=0), 2, axis=1))
    assert (values(first), values(second)) == ([5], [3])


def test_a_table_that_was_emptied_is_not_told_but_the_next_throw_is():
    dice = felt((5, 100, 100))
    first, second = watch(dice, felt(), dice)
    assert (values(first), values(second)) == ([5], [5])
    assert (first.seen[0].lift, second.seen[0].fate) == (1, Fate.THROWN)


@pytest.mark.skipif(not CLIPS.exists(), reason="the shared clips are for developers and CI")
def test_a_real_recording_is_told_throw_by_throw_and_nothing_else():
    told = sighted("no-creative-name.mp4")
    assert [values(one) for one in told] == [[1], [2], [3], [4], [5], [6], [5, 6], [3, 4]]
    assert {one.reading.status for one in told} == {Status.OK}


@pytest.mark.slow
@pytest.mark.skipif(not CLIPS.exists(), reason="the shared clips are for developers and CI")
def test_a_recording_of_another_game_tells_nothing():
    # Sixteen seconds with three rests: a reading of so much clutter takes most of a second. The benchmark watches all of it.
    assert sighted("dimitrovyordan.mp4", pictures=480) == []


def sighted(name, pictures=100_000):
    camera = FilesCamera(CLIPS / name)
    camera.open()
    watcher, told = OpenWatcher(), []
    while (frame := camera.read()) is not None and pictures > 0:
        pictures -= 1
        told += [one for one in watcher.feed(frame.pixels, frame.at) if isinstance(one, Sighting)]
    camera.close()
    return told

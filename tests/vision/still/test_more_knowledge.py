from functools import cache

import cv2
import pytest

from tests.support.pictures.photographs import MOST, SHARED, labelled, truth_of
from tests.support.pictures.real_dice import placed
from tests.support.pictures.rendered_throws import rendered_throws
from vision.still.known import Known, exactly
from vision.still.reader import read
from vision.types import Status

LOST_AT_MOST = 0.005
BELIEVED = 0.5
PARTS = {"nothing": (), "number": ("numbers",), "size": ("die_size",), "both": ("numbers", "die_size")}
MORE = [("nothing", "number"), ("nothing", "size"), ("nothing", "both"), ("number", "both"), ("size", "both")]


def read_by_knowledge(picture, edge, truth):
    facts = {"numbers": exactly(len(truth)), "die_size": edge}
    return {
        name: read(picture, Known(**{fact: facts[fact] for fact in parts})) for name, parts in PARTS.items()
    }


@cache
def photographs():
    """Read every sixth photograph of a throw; those on which the nets see nothing have no size to give."""
    seen = []
    for row in labelled(SHARED, 6):
        truth = truth_of(row)
        picture = cv2.imread(str(SHARED / row["file"]))
        where = placed(picture, truth) if 1 <= len(truth) <= MOST else None
        if where is not None:
            seen.append((row["file"], sorted(truth), read_by_knowledge(picture, where.edge, truth)))
    return seen


@cache
def renders():
    throws = rendered_throws(range(70_000_000, 70_000_120))
    return [
        (throw.seed, sorted(throw.values), read_by_knowledge(throw.picture, throw.edge, throw.values))
        for throw in throws
    ]


def values(reading):
    return sorted(die.value for die in reading.dice)


def require_laws(pictures, right_at_least):
    """Check that enough is right and sure and nothing wrong, that no fact loses such a reading, and that each of its dice is believed in."""
    sure = [
        (file, name, reading)
        for file, _, readings in pictures
        for name, reading in readings.items()
        if reading.status is Status.OK
    ]
    weak = [
        (file, name)
        for file, name, reading in sure
        if any(die.confidence < BELIEVED or die.candidates != (die.value,) for die in reading.dice)
    ]
    assert weak == []
    truths = {file: truth for file, truth, _ in pictures}
    assert [(file, name) for file, name, reading in sure if values(reading) != truths[file]] == []
    for name, share in right_at_least.items():
        assert sum(known == name for _, known, _ in sure) >= share * len(pictures), name
    for less, more in MORE:
        right = [
            (file, readings)
            for file, truth, readings in pictures
            if readings[less].status is Status.OK and values(readings[less]) == truth
        ]
        lost = [file for file, readings in right if readings[more].status is not Status.OK]
        assert len(lost) <= max(1, LOST_AT_MOST * len(right)), (less, more, lost)


@pytest.mark.long
def test_renders_keep_the_laws():
    require_laws(renders(), {"both": 0.5})


@pytest.mark.long
@pytest.mark.skipif(not SHARED.is_dir(), reason="the labelled photographs lie outside the repository")
def test_photographs_keep_the_laws():
    require_laws(photographs(), {"nothing": 0.8, "both": 0.9})

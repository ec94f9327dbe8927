from itertools import product

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


SIZES = (0.7, 0.8, 1.0, 1.25, 1.4)


def read_by_knowledge(picture, edge, truth):
    facts = {"numbers": exactly(len(truth)), "die_size": edge}
    return {
        name: read(picture, Known(**{fact: facts[fact] for fact in parts})) for name, parts in PARTS.items()
    }


def photographs(every, views=("top", "oblique")):
    """Give the name, the picture, the edge of a die and the values of every so many-th throw on which the nets see anything."""
    for row in labelled(SHARED, every):
        truth = truth_of(row)
        if 1 <= len(truth) <= MOST and row["view"] in views:
            picture = cv2.imread(str(SHARED / row["file"]))
            where = placed(picture, truth)
            if where is not None:
                yield row["file"], picture, where.edge, truth


def renders(count):
    for throw in rendered_throws(range(70_000_000, 70_000_000 + count)):
        yield throw.seed, throw.picture, throw.edge, throw.values


def values(reading):
    return sorted(die.value for die in reading.dice)


def require_laws(shown, right_at_least):
    """Check that enough is right and sure and nothing wrong, that no fact loses such a reading, and that each of its dice is believed in."""
    pictures = [
        (name, sorted(truth), read_by_knowledge(picture, edge, truth)) for name, picture, edge, truth in shown
    ]
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


def require_questions_about_wrong_facts(shown):
    """Check that no die too few or too many and no size that is off makes a reading sure that is wrong."""
    wrong = []
    for name, picture, edge, truth in shown:
        for count, size in product((len(truth) - 1, len(truth), len(truth) + 1), SIZES):
            reading = read(picture, Known(numbers=exactly(count), die_size=size * edge))
            if reading.status is Status.OK and values(reading) != sorted(truth):
                wrong.append((name, count, size, values(reading)))
    assert wrong == []


@pytest.mark.long
def test_renders_keep_the_laws():
    require_laws(renders(120), {"both": 0.5})


@pytest.mark.long
@pytest.mark.skipif(not SHARED.is_dir(), reason="the labelled photographs lie outside the repository")
def test_photographs_keep_the_laws():
    require_laws(photographs(6), {"nothing": 0.8, "both": 0.9})


@pytest.mark.long
@pytest.mark.skipif(not SHARED.is_dir(), reason="the labelled photographs lie outside the repository")
def test_no_wrong_fact_makes_a_photograph_from_above_silently_wrong():
    require_questions_about_wrong_facts(photographs(37, ("top",)))

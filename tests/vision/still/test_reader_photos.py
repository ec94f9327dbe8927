"""The reader on a few photographs that other people took of their dice; they are for measuring, and stay outside."""

from __future__ import annotations

import csv
from collections import Counter
from functools import cache
from pathlib import Path

import cv2
import pytest

from tests.support.paths import SHARED
from vision.still.reader import read
from vision.types import Status

DICE = SHARED / "dice"
LEAST_RIGHT = 22
PHOTOS = [
    *(f"damiantab-{n:03}" for n in (1, 13, 21, 33, 46, 57, 66, 80)),
    *(f"tomek-jankowiak-{n:03}" for n in (1, 5, 9, 17, 18)),
    *(f"burak0206-{n:03}" for n in (4, 20, 28, 32)),
    *(f"n3vers4ydie-{n:03}" for n in (8, 12, 24, 32, 37, 41)),
    *(f"bartekbanachowicz-{n:03}" for n in (2, 11, 18)),
    *(f"tai-studio-{n:03}" for n in (3, 12)),
    *(f"epanemu-{n:03}" for n in (2, 22, 49)),
    "sciman101-001",
    "no-creative-name-008",
    "lance-abais-001",
]

pytestmark = pytest.mark.skipif(
    not DICE.is_dir(), reason="the labelled photographs lie outside the repository"
)


@cache
def truths():
    with (DICE / "labels.csv").open(newline="", encoding="utf-8") as file:
        return {Path(row["file"]).stem: row for row in csv.DictReader(file)}


@cache
def verdict(name):
    row = truths()[name]
    reading = read(cv2.imread(str(DICE / row["file"])))
    right = "-".join(str(value) for value in sorted(die.value for die in reading.dice)) == row["values"]
    if reading.status is Status.UNSURE:
        return "unsure"
    return "right" if right else "silently wrong"


@pytest.mark.long
@pytest.mark.parametrize("name", PHOTOS)
def test_a_photograph_is_read_right_or_doubted(name):
    assert verdict(name) != "silently wrong"


def test_most_of_the_photographs_are_read():
    counts = Counter(verdict(name) for name in PHOTOS)
    assert counts["right"] >= LEAST_RIGHT, counts

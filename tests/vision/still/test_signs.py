"""A die with a skull or an eagle for a value is asked about: no net knows such a face."""

from __future__ import annotations

from functools import cache
from itertools import islice

import numpy as np
import pytest

from tests.support.pictures.rendered_throws import RenderedThrow, rendered_throws
from tests.support.pictures.symbols import SIGNS, with_sign
from vision.still.known import Known, exactly
from vision.still.reader import read
from vision.types import Status

ROUND = {"star", "heart"}  # hardly another thing than a large pip: read as a one, which makers put them on


@cache
def throws() -> tuple[RenderedThrow, ...]:
    return tuple(islice(rendered_throws(range(74_000_000, 74_001_000)), 3 * len(SIGNS)))


@pytest.mark.parametrize("name", SIGNS)
def test_a_face_with_a_sign_in_place_of_pips_is_a_question_or_at_most_a_one(name: str) -> None:
    for throw in throws()[list(SIGNS).index(name) :: len(SIGNS)]:
        corners = throw.corners[throw.seed % len(throw.corners)]
        shown = with_sign(throw.picture, corners, name)
        read_again = read(shown, Known(die_size=throw.edge, numbers=exactly(len(throw.values))))
        x, y = corners.mean(axis=0).tolist()
        there = [die for die in read_again.dice if np.hypot(die.x - x, die.y - y) < throw.edge / 2]
        if read_again.status is Status.OK:
            assert name in ROUND
            assert [die.value for die in there] == [1]
        else:
            assert any(die.doubted for die in read_again.dice) or len(read_again.dice) < len(throw.values)

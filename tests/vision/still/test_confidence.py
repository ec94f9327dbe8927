from dataclasses import replace

import pytest

from vision.still.confidence import usual_edge, weigh, whole_probability
from vision.still.networks import NetFace
from vision.types import Die

SQUARE = ((0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0))
FOUR = tuple(0.98 if place == 4 else 0.004 for place in range(1, 7))
FACE = NetFace(corners=SQUARE, score=0.9, again=0.9, doubt=0.05, none=0.02, finder=FOUR, face=FOUR)
DIE = Die(value=4, x=10.0, y=10.0, size=20.0, angle=0.0, confidence=0.9, candidates=(4,))


def right(face):
    return weigh([face], [DIE])[0].right


@pytest.mark.parametrize(
    "worse", [{"score": 0.3}, {"again": 0.2}, {"none": 0.6}, {"doubt": 0.8}, {"face": (1 / 6,) * 6}]
)
def test_whatever_speaks_against_a_face_lowers_the_belief_in_it(worse):
    assert right(replace(FACE, **worse)) < right(FACE)


@pytest.mark.parametrize("score", [0.1, 0.3, 0.6, 0.9])
@pytest.mark.parametrize("edge", [10.0, 20.0, 60.0])
def test_what_is_read_right_is_a_die_at_least_as_surely(score, edge):
    odd = replace(FACE, corners=tuple((x * edge / 20, y * edge / 20) for x, y in SQUARE), score=score)
    assert all(belief.real >= belief.right for belief in weigh([FACE, odd], [DIE, None]))


def test_a_faint_mark_lowers_the_belief_in_the_whole_picture():
    alone, other = weigh([FACE], [DIE]), replace(FACE, score=0.35, again=0.35, none=0.2)
    both = (*alone, replace(alone[0], face=other, die=None, real=0.3))
    assert whole_probability(both) < whole_probability(alone)


def test_the_usual_edge_is_that_of_the_firm_marks():
    large = tuple((5 * x, 5 * y) for x, y in SQUARE)
    assert usual_edge([FACE, replace(FACE, corners=large, score=0.2)]) == pytest.approx(20.0)
    assert usual_edge([]) == 1.0

"""A flat print is distinguished from the top of a die by its surroundings: round it, and asked about."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from training.things.no_dice import KINDS, SIZES, no_dice
from vision.still.combine import combine_readings
from vision.still.networks import NetFace
from vision.still.prints import is_printed
from vision.still.reader import check_top_faces, read
from vision.still.spots import SquareFace
from vision.types import Die, Doubt, Reading, Status

EDGE = 60
LEFT = 70  # of the face in a picture of 200 pixels a side
SIX = [(x, y) for x in (0.28, 0.72) for y in (0.2, 0.5, 0.8)]
EIGHT = [(x, y) for x in (0.12, 0.37, 0.63, 0.88) for y in (0.28, 0.72)]


def shown(*, line=None, spots=SIX, shadow=0):
    """Draw a pale face with spots on grey, a line of some grey level round it, something darker on two of its sides."""
    picture = np.full((200, 200, 3), 150, np.uint8)
    picture[LEFT : LEFT + EDGE + 14, LEFT : LEFT + EDGE + 14] -= np.uint8(shadow)
    corner, opposite = (LEFT, LEFT), (LEFT + EDGE, LEFT + EDGE)
    cv2.rectangle(picture, corner, opposite, (230, 230, 230), cv2.FILLED)
    if line is not None:
        cv2.rectangle(picture, corner, opposite, (line,) * 3, 3)
    for x, y in spots:
        at = round(LEFT + x * EDGE), round(LEFT + y * EDGE)
        cv2.circle(picture, at, 5, (20, 20, 20), cv2.FILLED, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)


def face(value=6):
    low, high = float(LEFT), float(LEFT + EDGE)
    sure = tuple(0.999 if place == value else 0.0002 for place in range(1, 7))
    corners = ((low, low), (high, low), (high, high), (low, high))
    return NetFace(corners=corners, score=0.98, again=0.98, doubt=0.01, none=0.0, finder=sure, face=sure)


def printed_in(picture):
    return is_printed(SquareFace(picture, face()), face().value)


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize(
    ("drawn", "printed"),
    [
        ({"line": 20}, True),
        ({"line": 20, "shadow": 25}, True),
        ({"line": 100}, True),  # a faint line on even paper
        ({"line": 100, "shadow": 60}, False),  # the same with a shadow: a body with dark edges
        ({"shadow": 60}, False),
        ({}, True),  # nothing at all lies round it
        ({"shadow": 8}, False),
        ({"spots": EIGHT, "shadow": 60}, True),
        ({"spots": SIX[:5], "shadow": 60}, False),
    ],
)
def test_a_print_has_a_line_in_ink_on_even_paper_or_more_spots_than_a_die(drawn, printed, turn):
    assert printed_in(np.ascontiguousarray(np.rot90(shown(**drawn), turn))) is printed


@pytest.mark.parametrize("sides", [1, 2])
def test_a_line_along_one_side_alone_is_a_shadow_and_no_print(sides):
    picture = shown(shadow=60)
    picture[LEFT - 2 : LEFT + 1, LEFT : LEFT + EDGE] = 20
    if sides > 1:
        picture[LEFT : LEFT + EDGE, LEFT - 2 : LEFT + 1] = 20
    assert printed_in(picture) is (sides > 1)


@pytest.mark.parametrize(("grey", "printed"), [(20, False), (90, True), (220, True), (255, False)])
def test_a_face_with_nothing_round_it_is_a_print_where_a_shadow_could_be_seen(grey, *, printed):
    picture = shown()
    picture[picture == 150] = grey
    corner, opposite = (LEFT - 2, LEFT - 2), (LEFT + EDGE + 2, LEFT + EDGE + 2)
    cv2.rectangle(picture, corner, opposite, (grey,) * 3, 3)  # the soft rim of before
    assert printed_in(picture) is printed
    assert not is_printed(SquareFace(picture, face()), 6, bare=0.0)  # as where the size of the dice is known


def test_what_nobody_would_read_is_not_looked_at():
    picture = shown(line=20)
    assert [face.printed for face in check_top_faces([face(), replace(face(), score=0.01)], picture)] == [
        True,
        False,
    ]


def test_a_reading_with_a_printed_face_is_a_question():
    seen = Die(value=6, x=100.0, y=100.0, size=60.0, angle=0.0, confidence=0.99, candidates=(6,))
    geometry = Reading(status=Status.OK, dice=(seen,))
    assert combine_readings(geometry, [face()]).status is Status.OK
    read_again = combine_readings(geometry, [replace(face(), printed=True)])
    assert (read_again.status, read_again.doubts[0]) == (Status.UNSURE, Doubt.FOREIGN)


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        ("printed dice on mats", 5_110_007),
        ("printed dice on mats", 5_110_025),
        ("printed dice on mats", 6_110_013),
        ("playing cards", 6_130_021),
        ("printed dice on mats", 13_110_017),
        ("printed dice on mats", 14_110_030),
    ],
)
def test_rendered_prints_that_both_readings_take_for_dice_are_asked_about(kind, seed):
    number = (seed - 10_000 * list(KINDS).index(kind)) % 1_000_000
    read_again = read(no_dice(kind, seed, SIZES[number % len(SIZES)]))
    assert (read_again.status, Doubt.FOREIGN in read_again.doubts) == (Status.UNSURE, True)

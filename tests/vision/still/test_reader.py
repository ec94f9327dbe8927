"""The reader on faces drawn by the tests themselves, and on what is no picture of dice at all."""

import cv2
import numpy as np
import pytest

from tests.support.pictures.rendered_throws import rendered_throws
from training.things.no_dice import KINDS, no_dice
from vision.still.known import Known, exactly
from vision.still.reader import Looks, read, read_looks, read_twice
from vision.types import Status

STEPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}
FINE = 8  # drawn this much larger, then reduced, so that edges are soft as a lens makes them


def table(*dice, size=(720, 1280), background=(226, 236, 240), seed=0):
    """Draw dice given as (value, x, y, edge, angle, body colour, pip colour) on a plain ground."""
    picture = np.full((*size, 3), background, np.uint8)
    for value, x, y, edge, angle, body, pip in dice:
        draw_die(picture, value, (x, y), edge, angle, body, pip)
    grain = np.random.default_rng(seed).normal(0, 2, picture.shape)
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


def draw_die(picture, value, centre, edge, angle, body, pip):
    """Draw one die with rounded corners, a shadow and a rim in place."""
    half = int(edge)
    big = np.zeros((2 * half * FINE, 2 * half * FINE, 4), np.uint8)
    middle, long = half * FINE, edge * FINE / 2
    turn = np.deg2rad(angle)
    rotate = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    for shift, colour, grow in (
        (0.22, (60, 60, 60), 1.0),
        (0.0, tuple(int(0.7 * c) for c in body), 1.0),
        (0.0, body, 0.9),
    ):
        corners = [
            rotate @ ((0.78 * grow * long) * np.array(c)) + middle + shift * edge * FINE for c in STEPS[4]
        ]
        hull = cv2.convexHull(np.array(corners, np.float32)).astype(np.int32)
        cv2.fillConvexPoly(big, hull, (*colour, 255))
        cv2.polylines(big, [hull], True, (*colour, 255), max(1, int(0.22 * 2 * long * grow)), cv2.LINE_AA)
    for step in STEPS[value]:
        x, y = rotate @ (np.array(step) * 0.53 * long) + middle
        cv2.circle(big, (int(x), int(y)), int(0.19 * long), (*pip, 255), -1, cv2.LINE_AA)
    small = cv2.resize(big, (2 * half, 2 * half), interpolation=cv2.INTER_AREA).astype(float)
    x0, y0 = int(centre[0]) - half, int(centre[1]) - half
    patch = picture[y0 : y0 + 2 * half, x0 : x0 + 2 * half]
    share = small[..., 3:] / 255
    patch[:] = (share * small[..., :3] / np.maximum(share, 1e-6) + (1 - share) * patch).astype(np.uint8)


IVORY, RED, BLACK, BLUE, WHITE = (205, 235, 245), (30, 30, 190), (35, 30, 30), (150, 70, 30), (250, 250, 250)
LOOKS = [(WHITE, BLACK), (IVORY, BLACK), (RED, WHITE), (BLACK, WHITE), (BLUE, WHITE)]


def values(reading):
    return sorted(die.value for die in reading.dice)


@pytest.mark.parametrize(("body", "pip"), LOOKS)
def test_three_dice_on_the_board_are_read_whatever_their_colour(body, pip):
    picture = table(
        (1, 200, 150, 44, 10, body, pip), (4, 600, 400, 44, 33, body, pip), (6, 900, 300, 44, 77, body, pip)
    )
    reading = read(picture, Known(die_size=44))
    assert (reading.status, values(reading)) == (Status.OK, [1, 4, 6])


@pytest.mark.parametrize(("value", "angle"), [(1, 45), (2, 0), (3, 70), (4, 20), (5, 45), (6, 0), (6, 70)])
def test_every_face_is_read_however_it_is_turned(value, angle):
    reading = read(table((value, 300, 200, 38, angle, IVORY, BLACK)), Known(die_size=38))
    assert (reading.status, values(reading)) == (Status.OK, [value])


@pytest.mark.parametrize(
    ("guess", "status"),
    [(0.87, Status.OK), (1.15, Status.OK), (0.7, Status.UNSURE), (1.5, Status.UNSURE)],
)
def test_the_size_of_a_die_need_be_known_only_roughly_and_one_that_no_die_has_is_a_doubt(guess, status):
    picture = table((5, 300, 200, 40, 15, RED, WHITE), (2, 500, 300, 40, 60, RED, WHITE))
    for numbers in (None, exactly(2), exactly(1), exactly(3)):
        reading = read(picture, Known(die_size=40 * guess, numbers=numbers))
        right = status if numbers in {None, exactly(2)} else Status.UNSURE
        assert reading.status is right
        assert right is not Status.OK or values(reading) == [2, 5]


@pytest.mark.parametrize(("large", "guess"), [(66, 0.7), (76, 0.8)])
def test_a_die_too_large_for_a_size_that_no_die_has_is_not_passed_over(large, guess):
    small = [(3, 200, 200, 40, 15, IVORY, BLACK), (3, 360, 240, 40, 60, IVORY, BLACK)]
    picture = table(*small, (6, 560, 300, large, 30, IVORY, BLACK))
    reading = read(picture, Known(die_size=40 * guess, numbers=exactly(2)))
    assert reading.status is Status.UNSURE


def test_where_there_are_fewer_marks_than_dice_nothing_else_is_looked_at():
    picture = table((5, 300, 200, 40, 15, RED, WHITE), (2, 500, 300, 40, 60, RED, WHITE))
    for number, looked in ((1, True), (3, False)):
        known = Known(die_size=40, numbers=exactly(number))
        looks = Looks(picture, known)
        assert read_looks(looks, known).status is Status.UNSURE
        assert ("twice" in vars(looks)) is looked


@pytest.mark.parametrize(("value", "edge"), [(1, 30), (6, 30), (4, 60), (1, 200), (6, 200)])
def test_a_die_is_read_at_any_scale_of_unknown_size(value, edge):
    picture = table((value, 640, 360, edge, 25, IVORY, BLACK), background=(60, 110, 70))
    reading = read(picture)
    assert (reading.status, values(reading)) == (Status.OK, [value])


@pytest.mark.parametrize("edge", [40, 120])
def test_the_geometry_works_at_the_size_that_the_nets_see(edge):
    dice = [(5, 300, 200, edge, 20, WHITE, BLACK), (2, 700, 480, edge, 70, WHITE, BLACK)]
    picture = table(*dice)
    crumbs = np.random.default_rng(2).integers(0, (1270, 710), (400, 2))
    for x, y in crumbs.tolist():
        cv2.circle(picture, (x, y), 2, (40, 40, 40), -1)
    for value, x, y, *_ in dice:
        draw_die(picture, value, (x, y), edge, 20, WHITE, BLACK)
    reading, faces = read_twice(picture)
    assert (
        sorted(die.value for die in reading.dice)
        == sorted(face.value for face in faces if face.real > 0.5)
        == [2, 5]
    )
    assert all(die.size == pytest.approx(edge, rel=0.15) for die in reading.dice)


def test_where_the_nets_see_no_die_the_geometry_looks_at_the_whole_picture():
    reading, faces = read_twice(table())
    assert (reading.status, faces) == (Status.EMPTY, [])


def test_dice_that_touch_are_distinguished():
    picture = table((5, 300, 200, 44, 0, RED, WHITE), (3, 344, 200, 44, 0, RED, WHITE))
    reading = read(picture, Known(die_size=44))
    assert (reading.status, values(reading)) == (Status.OK, [3, 5])


def test_place_and_size_are_pixels_of_the_picture_given():
    picture = table((5, 300, 200, 60, 20, RED, WHITE))
    die = read(picture, Known(die_size=60)).dice[0]
    assert (die.x, die.y) == pytest.approx((300, 200), abs=1.5)
    assert die.size == pytest.approx(60, rel=0.15)
    assert die.angle == pytest.approx(20, abs=3)


def test_a_die_with_a_pip_hidden_by_light_is_not_read_as_sure():
    picture = table((3, 300, 200, 60, 0, IVORY, BLACK), (6, 600, 300, 60, 0, IVORY, BLACK))
    cv2.circle(picture, (300, 200), 9, IVORY, -1, cv2.LINE_AA)  # the three now looks like a two ...
    cv2.circle(
        picture, (303, 202), 5, (120, 130, 140), -1, cv2.LINE_AA
    )  # ... but for a shade of its middle pip
    reading = read(picture, Known(die_size=60))
    assert reading.status is Status.UNSURE or values(reading) == [3, 6]


def test_a_die_cut_by_the_edge_is_not_passed_over():
    picture = table((6, 600, 300, 60, 0, IVORY, BLACK), (4, 300, 200, 60, 10, IVORY, BLACK))[:, 300:]
    reading = read(np.ascontiguousarray(picture), Known(die_size=60))
    assert reading.status is Status.UNSURE


TYPICAL = {"coins and beer mats", "olives and peanuts", "printed dice on mats"}


@pytest.mark.parametrize(
    "kind", [kind if kind in TYPICAL else pytest.param(kind, marks=pytest.mark.long) for kind in KINDS]
)
def test_what_is_no_die_is_never_sure_to_be_one(kind):
    assert read(no_dice(kind, 17_000_000, (640, 480))).status is not Status.OK


def test_an_even_table_is_empty_and_a_doubt_if_it_must_show_dice():
    assert read(table()).status is Status.EMPTY
    reading = read(table(), Known(die_size=44, numbers=exactly(1)))
    assert (reading.status, bool(reading.doubts)) == (Status.UNSURE, True)


@pytest.mark.parametrize("shape", [(1, 1), (1, 400), (16, 16), (40, 3)])
def test_a_tiny_picture_shows_nothing(shape):
    assert read(np.zeros((*shape, 3), np.uint8)).dice == ()


@pytest.mark.parametrize("angle", [0, 90])
def test_two_sixes_side_by_side_are_no_third_six_between_them(angle):
    dice = [(6, 300, y, 44, angle, IVORY, BLACK) for y in (200, 244.6)]
    reading = read(table(*dice, background=(90, 120, 150)), Known(die_size=44))
    assert (reading.status, values(reading)) == (Status.OK, [6, 6])


FIVE_DOTS = [(x, y, 4) for x, y in ((-12, -12), (12, -12), (-12, 12), (12, 12), (0, 0))]


@pytest.mark.parametrize(
    ("dots", "size", "read_as"),
    [
        (FIVE_DOTS, 45, [5]),  # a die as white as its paper
        (FIVE_DOTS, 30, None),
        (FIVE_DOTS, 68, None),
        ([(step, step, 4) for step in (-10, 0, 10)], 40, None),  # crumbs in a line
        ([(0, 0, 15), (0, 0, -4)], 36, None),  # a disc with a dot
        ([(0, 0, 23), (0, 0, -6)], 36, None),
    ],
)
def test_dots_on_paper_are_a_die_only_if_they_are_as_far_apart_as_pips_of_its_size(dots, size, read_as):
    paper = np.full((300, 300, 3), (226, 236, 240), np.uint8)
    for x, y, radius in dots:
        ink = (70, 130, 150) if radius > 10 else (40, 40, 40)
        cv2.circle(paper, (150 + x, 150 + y), abs(radius), ink, -1, cv2.LINE_AA)
    reading = read(paper, Known(die_size=size))
    assert (values(reading) if reading.status is Status.OK else None) == read_as


def test_spots_where_no_pip_can_be_are_not_looked_at():
    picture = table((5, 300, 200, 44, 10, RED, WHITE), size=(400, 600))
    region = np.full(picture.shape[:2], 255, np.uint8)
    region[150:250, 250:350] = 0
    assert read(picture, Known(die_size=44, region=region)).status is Status.EMPTY


def test_the_number_alone_answers_for_things_beside_the_dice_and_a_wrong_number_is_a_question():
    (throw,) = rendered_throws([76000112])
    number = len(throw.values)
    assert read(throw.picture).status is Status.UNSURE
    reading = read(throw.picture, Known(numbers=exactly(number)))
    assert (reading.status, tuple(sorted(die.value for die in reading.dice))) == (Status.OK, throw.values)
    for wrong in (number - 1, number + 1):
        assert read(throw.picture, Known(numbers=exactly(wrong))).status is Status.UNSURE

"""The spots of a face are a third reading: where they lie as on a lower value's face, a value that is not firm is asked about."""

import cv2
import numpy as np
import pytest

from tests.support.pictures.rendered_throws import rendered_throws
from tests.support.pictures.symbols import SIGNS, with_sign
from vision.still.known import Known, exactly
from vision.still.networks import NetFace
from vision.still.reader import check_top_faces, read
from vision.still.spots import LIMITS, SquareFace
from vision.types import Doubt, Status

EDGE = 60
LEFT = 70  # of the face in a picture of 200 pixels a side
PIPS = {
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


TINTED = (190, 120, 190), (250, 250, 250)
DICE = {  # colours of a body and its pips
    "white": ((235, 235, 235), (30, 30, 30)),
    "red": ((40, 30, 190), (240, 240, 240)),
    "black": ((35, 35, 35), (240, 240, 240)),
    "ivory": ((170, 215, 230), (40, 30, 120)),
}


def shown(pips, colours=TINTED):
    body, pip = colours
    picture = np.full((200, 200, 3), 120, np.uint8)
    cv2.rectangle(picture, (LEFT, LEFT), (LEFT + EDGE, LEFT + EDGE), body, cv2.FILLED)
    for x, y in pips:
        at = round(LEFT + EDGE * (0.5 + 0.24 * x)), round(LEFT + EDGE * (0.5 + 0.24 * y))
        cv2.circle(picture, at, 5, pip, cv2.FILLED, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)


def shaded(picture, towards, at):
    """Darken a picture by 60 % beyond a sharp line, `at` edges from the face's middle, `towards` so many radians."""
    y, x = np.mgrid[:200, :200] - (LEFT + EDGE / 2)
    beyond = x * np.cos(towards) + y * np.sin(towards) - at * EDGE
    light = 1 - 0.6 / (1 + np.exp(-beyond))
    return np.asarray(picture * light[..., None], np.uint8)


def face(value, belief=0.95):
    low, high = float(LEFT), float(LEFT + EDGE)
    chances = tuple(belief if place == value else (1 - belief) / 5 for place in range(1, 7))
    corners = ((low, low), (high, low), (high, high), (low, high))
    return NetFace(
        corners=corners, score=0.98, again=0.98, doubt=0.01, none=0.0, finder=chances, face=chances
    )


def miscounted(value, pips, belief=0.95):
    (look,) = check_top_faces([face(value, belief)], shown(pips), prints=False)
    return look.miscounted


@pytest.mark.parametrize("value", PIPS)
def test_all_pips_of_a_face_are_spots_where_they_lie(value):
    spots = SquareFace(shown(PIPS[value]), face(value)).spots
    assert sorted(map(tuple, np.round(spots.places / 0.24).astype(int).tolist())) == sorted(PIPS[value])
    assert len(spots.full) == value


@pytest.mark.parametrize("value", PIPS)
@pytest.mark.parametrize("read_as", PIPS)
def test_fewer_spots_that_lie_as_on_a_face_of_their_number_contradict_a_value(value, read_as):
    assert miscounted(read_as, PIPS[value]) is (value < read_as)


def test_a_value_beyond_doubt_is_not_asked_of_the_spots():
    assert miscounted(5, PIPS[3], LIMITS.unsure - 0.05)
    assert not miscounted(5, PIPS[3], 0.999)


def pipless(value, pips, belief=0.999):
    (look,) = check_top_faces([face(value, belief)], shown(pips), prints=False)
    return look.pipless


@pytest.mark.parametrize("value", PIPS)
def test_a_value_shows_its_pips_where_light_hides_less_than_half_of_them_and_no_belief_makes_up_for_more(
    value,
):
    fewest = value - (value - 1) // 2
    assert not any(pipless(value, PIPS[value][-count:]) for count in range(fewest, value + 1))
    assert pipless(value, PIPS[value][: max(1, (value - 1) // 2)])
    assert pipless(value, [])


@pytest.mark.parametrize(
    "spots",
    [
        [(-1, -1), (0, -1), (1, -1), (0, 1)],
        [(-1.2, 0), (-0.6, -0.8), (0.6, -0.8), (1.2, 0), (0, 1)],
        [(0, -1.2), (1, -0.4), (0.8, 1), (-0.8, 1), (-1, -0.4), (0, 0)],
        [(-0.5, 0), (0.5, 0)],
    ],
    ids=["T", "paw", "star", "eyes"],
)
def test_as_many_spots_in_another_order_or_too_near_are_no_pips_of_that_value(spots):
    assert len(SquareFace(shown(spots), face(len(spots))).spots.places) == len(spots)
    assert pipless(len(spots), spots)


@pytest.mark.long
@pytest.mark.parametrize("dice", DICE)
@pytest.mark.parametrize("at", [-0.2, 0.0, 0.2])
def test_the_edge_of_a_shadow_across_a_die_hides_no_pip(dice, at):
    for value, pips in PIPS.items():
        for turn in range(0, 360, 60):
            picture = shaded(shown(pips, DICE[dice]), np.radians(turn), at)
            assert SquareFace(picture, face(value)).shows_pips(value), (value, turn)


def test_a_coloured_die_that_covers_a_corner_of_a_printed_one_is_no_shadow():
    """One such was read as a third die, and sure, where two lay there and three were due."""
    (throw,) = rendered_throws([70_000_207])
    assert read(throw.picture, Known(die_size=throw.edge, numbers=exactly(3))).status is Status.UNSURE


@pytest.mark.long
@pytest.mark.parametrize("sign", SIGNS)
def test_the_edge_of_a_shadow_makes_no_pips_of_a_sign(sign):
    corners = np.array(face(2).corners, np.float32)
    read_as = []
    for dice in ("white", "black"):
        drawn = with_sign(shown([], DICE[dice]), corners, sign)
        for turn in range(0, 360, 60):
            look = SquareFace(shaded(drawn, np.radians(turn), 0.2), face(2))
            read_as += [(dice, turn, value) for value in PIPS if look.shows_pips(value)]
    assert len(read_as) <= 1, read_as  # of 60: the nets must believe in it, too


def one_of(wide, *, round_=True, x=0.0, ring=False):
    """Whether a single spot of so many edges across, in a ring or not, is no pip of a one."""
    picture, middle, reach = shown([]), LEFT + EDGE / 2, wide * EDGE / 2
    at = round(middle + x * EDGE), round(middle)
    if round_:
        cv2.circle(picture, at, round(reach), (250, 250, 250), cv2.FILLED, cv2.LINE_AA)
    else:
        corners = [(0.0, -1.2), (1.2, 1.0), (-1.2, 1.0)]
        place = np.array([(at[0] + reach * a, at[1] + reach * b) for a, b in corners], np.int32)
        cv2.fillPoly(picture, [place], (250, 250, 250), cv2.LINE_AA)
    if ring:
        cv2.circle(picture, (round(middle), round(middle)), 17, (250, 250, 250), 4, cv2.LINE_AA)
    (look,) = check_top_faces([face(1, 0.999)], picture, prints=False)
    return look.pipless


def test_a_one_shows_one_spot_in_its_middle_that_is_round_if_it_is_large():
    assert not one_of(0.2)
    assert not one_of(0.45)
    assert one_of(0.45, round_=False)
    assert one_of(0.2, x=0.3)
    assert one_of(0.17, ring=True)


def test_pips_that_touch_each_other_are_parted():
    picture = shown([])
    for x, y in PIPS[6]:
        at = round(LEFT + EDGE * (0.5 + 0.26 * x)), round(LEFT + EDGE * (0.5 + 0.2 * y))
        cv2.circle(picture, at, 5, (250, 250, 250), cv2.FILLED, cv2.LINE_AA)
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)
    (look,) = check_top_faces([face(6)], picture, prints=False)
    assert len(SquareFace(picture, face(6)).spots.places) < 6
    assert not look.pipless


def test_a_face_can_be_a_print_and_miscounted_at_once():
    picture = shown(PIPS[3])
    cv2.rectangle(picture, (LEFT, LEFT), (LEFT + EDGE, LEFT + EDGE), (250, 250, 250), 3)
    (look,) = check_top_faces([face(5)], picture)
    assert (look.printed, look.miscounted) == (True, True)


@pytest.mark.parametrize("seed", [70_000_477, 71_000_311])
def test_tinted_dice_whose_light_makes_both_nets_read_a_pip_too_many_are_asked_about(seed):
    (throw,) = rendered_throws([seed])
    read_again = read(throw.picture, Known(die_size=throw.edge, numbers=exactly(len(throw.values))))
    assert (read_again.status, Doubt.PIPS in read_again.doubts) == (Status.UNSURE, True)

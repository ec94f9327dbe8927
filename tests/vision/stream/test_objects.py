from math import hypot

import cv2
import pytest

from hardware.simulated import Glass, Lift, PutDown, Reach
from vision.board import BOARD_MM, draw_board, find_board
from vision.stream.background import EmptyBoard
from vision.stream.objects import find_things

FELT = (40, 45, 120)


@pytest.fixture(scope="module")
def bare():
    """The board from straight above, three pixels a millimetre, with some table around it."""
    return cv2.copyMakeBorder(draw_board(3.0), 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(60, 70, 80))


@pytest.fixture
def found(bare):
    """Return what is found when something was painted on the board; places in millimetres."""
    pose = find_board(bare)

    def find(paint):
        board, picture = EmptyBoard(pose, bare), bare.copy()
        paint(picture, lambda x, y: (round(40 + 3 * x), round(40 + 3 * y)))
        return board, find_things(board, board.look(board.shrink(picture)))

    return find


def disc(place, radius):
    return lambda picture, px: cv2.circle(picture, px(*place), round(3 * radius), FELT, -1)


def box(left, top, right, bottom):
    return lambda picture, px: cv2.rectangle(picture, px(left, top), px(right, bottom), FELT, -1)


def test_a_bare_board_holds_nothing(found):
    _, things = found(lambda *_: None)
    assert things.cup is None
    assert not things.hand


@pytest.mark.parametrize("radius", [34, 40, 48])
@pytest.mark.parametrize("place", [(210, 130), (120, 100), (300, 180)])
def test_a_disc_as_wide_as_a_cup_is_the_cup(found, radius, place):
    board, things = found(disc(place, radius))
    assert not things.hand
    at = things.cup.x / board.scale / 3 - 40 / 3, things.cup.y / board.scale / 3 - 40 / 3
    assert hypot(at[0] - place[0], at[1] - place[1]) < 3
    assert things.cup.radius / board.px_per_mm == pytest.approx(radius, abs=3)


def test_an_arm_from_the_edge_is_a_hand_that_reaches_in(found):
    _, things = found(box(180, 120, 230, BOARD_MM[1] + 10))
    assert things.cup is None
    assert things.reaching


def test_something_long_in_the_middle_is_no_cup_but_lies_there(found):
    _, things = found(box(100, 100, 250, 130))
    assert things.cup is None
    assert things.lying
    assert not things.reaching


def test_a_beer_mat_is_too_large_for_a_cup_or_not_round(found):
    _, things = found(box(150, 80, 290, 220))
    assert things.cup is None
    assert things.hand


def mat(x, y, print_radius):
    """A round mat, light with a red ring and a dark bar."""

    def paint(picture, px):
        cv2.circle(picture, px(x, y), 3 * 46, (190, 215, 225), -1)
        cv2.circle(picture, px(x, y), 3 * print_radius, (60, 40, 150), 12)
        cv2.rectangle(picture, px(x - 25, y - 8), px(x + 25, y + 8), (60, 40, 150), -1)

    return paint


def test_a_round_beer_mat_is_no_cup(found):
    _, things = found(mat(210, 130, 44))
    assert things.cup is None


def test_a_round_mat_that_is_printed_all_over_lies_there_and_is_no_cup(found):
    def paint(picture, px):
        disc((210, 130), 46)(picture, px)
        cv2.circle(picture, px(210, 130), 3 * 26, (60, 220, 240), -1)

    _, things = found(paint)
    assert things.cup is None
    assert things.lying


def test_a_cup_whose_shadow_reaches_a_mat_is_still_the_cup(found):
    def paint(picture, px):
        mat(330, 130, 44)(picture, px)
        cv2.circle(picture, px(248, 130), 3 * 38, (70, 72, 74), -1)
        disc((210, 130), 42)(picture, px)

    _, things = found(paint)
    assert things.cup is not None


def test_a_die_is_too_small_to_count(found):
    _, things = found(box(200, 120, 218, 138))
    assert things.cup is None
    assert not things.hand


def test_a_second_cup_lies_there_as_a_thing(found):
    def two(picture, px):
        disc((120, 120), 40)(picture, px)
        disc((300, 120), 40)(picture, px)

    _, things = found(two)
    assert things.cup is not None
    assert things.lying


def test_a_cup_has_moved_when_it_stands_a_fifth_of_its_width_elsewhere(found):
    _, first = found(disc((210, 130), 40))
    _, near = found(disc((214, 130), 40))
    _, far = found(disc((235, 130), 40))
    assert not near.cup.moved_from(first.cup)
    assert far.cup.moved_from(first.cup)
    assert first.cup.moved_from(None)


def seen_at_the_end(pub, *moves):
    table = pub(1)
    table.play(*moves)
    return table.watcher.seen.things


def test_the_simulated_cup_is_the_cup(pub):
    things = seen_at_the_end(pub, PutDown(dice_in_cup=(0, 1, 2)))
    assert things.cup is not None
    assert not things.hand


@pytest.mark.long
def test_dice_are_no_things(pub):
    things = seen_at_the_end(pub, PutDown(dice_in_cup=(0, 1, 2)), Lift(values={0: 1, 1: 2, 2: 3}), Reach())
    assert things.cup is None
    assert not things.hand


@pytest.mark.long
def test_a_glass_is_no_cup(pub):
    assert seen_at_the_end(pub, Glass()).cup is None

from math import hypot

import cv2
import pytest

from hardware.simulated import Glass, Lift, PutDown, Reach
from vision.board import BOARD_MM, draw_board, find_board
from vision.stream.background import EmptyBoard, find_things

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


@pytest.mark.parametrize("radius", [34, 40, 48])
@pytest.mark.parametrize("place", [(210, 130), (120, 100), (300, 180)])
def test_a_disc_as_wide_as_a_cup_is_the_cup(found, radius, place):
    board, things = found(disc(place, radius))
    assert not things.hand
    at = things.cup.x / board.scale / 3 - 40 / 3, things.cup.y / board.scale / 3 - 40 / 3
    assert hypot(at[0] - place[0], at[1] - place[1]) < 3
    assert things.cup.radius / board.px_per_mm == pytest.approx(radius, abs=3)


def mat(x, y, print_radius):
    """A round mat, light with a red ring and a dark bar."""

    def paint(picture, px):
        cv2.circle(picture, px(x, y), 3 * 46, (190, 215, 225), -1)
        cv2.circle(picture, px(x, y), 3 * print_radius, (60, 40, 150), 12)
        cv2.rectangle(picture, px(x - 25, y - 8), px(x + 25, y + 8), (60, 40, 150), -1)

    return paint


def all_of(*paints):
    def paint(picture, px):
        for each in paints:
            each(picture, px)

    return paint


def spot(place, radius, colour):
    return lambda picture, px: cv2.circle(picture, px(*place), 3 * radius, colour, -1)


CUP, HAND, LYING = "cup", "hand", "lying"


@pytest.mark.parametrize(
    ("paint", "seen"),
    [
        (all_of(), set()),
        (box(200, 120, 218, 138), set()),  # a die
        (box(180, 120, 230, BOARD_MM[1] + 10), {HAND}),  # an arm from the edge
        (box(100, 100, 250, 130), {LYING}),
        (box(150, 80, 290, 220), {LYING}),  # a square mat
        (mat(210, 130, 44), set()),
        (all_of(disc((210, 130), 46), spot((210, 130), 26, (60, 220, 240))), {LYING}),  # printed all over
        (all_of(disc((120, 120), 40), disc((300, 120), 40)), {CUP, LYING}),
        # A cup whose shadow reaches a mat.
        (all_of(mat(330, 130, 44), spot((248, 130), 38, (70, 72, 74)), disc((210, 130), 42)), {CUP}),
    ],
)
def test_only_what_is_round_dark_and_as_wide_as_a_cup_is_one(found, paint, seen):
    _, things = found(paint)
    assert {CUP: things.cup is not None, HAND: things.reaching, LYING: things.lying} == {
        name: name in seen for name in (CUP, HAND, LYING)
    }
    assert things.hand is bool(seen - {CUP})


@pytest.mark.parametrize(
    ("moves", "cup"),
    [
        ([PutDown(dice_in_cup=(0, 1, 2))], True),
        pytest.param(
            [PutDown(dice_in_cup=(0, 1, 2)), Lift(values={0: 1, 1: 2, 2: 3}), Reach()],
            False,
            marks=pytest.mark.long,
        ),
        pytest.param([Glass()], False, marks=pytest.mark.long),
    ],
)
def test_of_what_stands_on_a_simulated_table_only_the_cup_is_one(pub, moves, cup):
    table = pub(1)
    table.play(*moves)
    things = table.watcher.ground.things
    assert (things.cup is not None) is cup


def test_a_cup_has_moved_when_it_stands_a_fifth_of_its_width_elsewhere(found):
    _, first = found(disc((210, 130), 40))
    _, near = found(disc((214, 130), 40))
    _, far = found(disc((235, 130), 40))
    assert not near.cup.moved_from(first.cup)
    assert far.cup.moved_from(first.cup)
    assert first.cup.moved_from(None)

import pytest

from hardware.cameras.pushed import SEARCHED, SMALL, WHOLE
from hardware.simulated import Lift, PutDown, Wait
from tests.support.cameras.watched_house import Watched
from tests.support.service import START
from tests.support.simulated import bare_table, board_table

pytestmark = pytest.mark.long


@pytest.fixture
def house(tmp_path):
    """Make a house over a table; it is closed at the end."""
    houses = []

    def made(table):
        houses.append(Watched(tmp_path, table=table))
        return houses[-1]

    yield made
    for house in houses:
        house.close()


def bare(**options):
    return bare_table(seed=2, fps=10.0, cocked_share=0.0, **options)


def throw(**values):
    return (PutDown(dice_in_cup=(0, 1, 2)), Wait(seconds=1.0), Lift(**values), Wait(seconds=60.0))


def test_nothing_is_read_until_the_page_says_that_there_is_no_board_and_then_a_throw_is_counted(house):
    bare_house = house(bare())
    bare_house.act(START)
    bare_house.table.do(*throw())
    bare_house.until("no_board", "board")
    bare_house.pictures(60)
    assert bare_house.app.table.board.snapshot()["acts"] == []
    assert bare_house.camera_setup.board_choice.choose_without()
    bare_house.until("ok", "")
    assert bare_house.app.table.board.snapshot()["notice"]["key"] == "without_board"
    bare_house.table.do(*throw())
    bare_house.thrown(1)
    assert bare_house.app.table.board.snapshot()["camera"]["without_board"]
    dice = bare_house.app.table.board.snapshot()["acts"][-1]["act"]["dice"]
    assert dice == sorted(bare_house.table.throws[-1].values.values())


def test_a_phone_without_a_board_sends_small_pictures_while_nothing_is_due(house):
    bare_house, wanted = house(bare()), []
    bare_house.act(START)
    bare_house.until("no_board", "board")
    bare_house.camera_setup.board_choice.choose_without()
    bare_house.until("ok", "")
    bare_house.pictures(30)
    for _ in range(60):
        bare_house.pictures(1)
        wanted.append(bare_house.app.camera.wanted)
    assert SEARCHED not in wanted
    assert wanted.count(SMALL) > wanted.count(WHOLE)


def test_the_choice_is_kept_for_the_next_start_until_a_board_is_seen(house):
    first = house(bare())
    first.until("no_board", "board")
    first.camera_setup.board_choice.choose_without()
    first.until("ok", "")
    first.close()
    second = house(bare())
    second.until("ok", "")
    second.close()
    third = house(board_table(seed=3, fps=10.0))
    third.until("ok", "")
    assert third.app.camera.pose is not None
    assert not third.camera_setup.board_choice.without
    assert not third.camera_setup.board_choice.choose_without()  # nobody chooses what was not asked

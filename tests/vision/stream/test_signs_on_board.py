import pytest

from hardware.simulated import Lift, PutDown
from knobeltisch.camera.manual_tests import DICE_TESTS, ManualTest
from tests.support.pictures.symbols import BLANK, SIGNS, SignedTable
from tests.support.seeds import chosen_seed
from tests.vision.conftest import SHEET_PX_PER_MM
from vision.board import find_board
from vision.still.known import Known, Sign
from vision.stream.background import EmptyBoard
from vision.stream.board_reader import BoardReader
from vision.types import Moment, Sighting, Status

pytestmark = pytest.mark.long

LIFTED = frozenset({0, 3})
THROWS = 3


class House:
    """A table whose dice show a sign for the one, and the signs that its dice test has learned."""

    def __init__(self, sheet, seed):
        self.table = SignedTable(sheet=sheet, sheet_px_per_mm=SHEET_PX_PER_MM, seed=seed, fps=10.0, pace=50.0)
        bare = self.table.render()
        pose = find_board(bare)
        assert pose is not None
        self.board = EmptyBoard(pose, bare)
        self.reader = BoardReader(pose, self.board, 16.0)
        self.signs: tuple[Sign, ...] = ()

    def throw(self, *values):
        self.table.do(PutDown(dice_in_cup=(0, 1, 2)), Lift(values=dict(enumerate(values)), cocked=False))
        while self.table.busy:
            self.table.advance(0.5)

    def read(self, name):
        self.table.signs = {1: name}
        picture = self.table.render()
        known = Known(numbers=LIFTED, signs=self.signs)
        return self.reader.read(picture, self.board.look(self.board.shrink(picture)), None, known)

    def learn(self, name):
        """Show three ones to the dice test, again if it learns nothing."""
        for _ in range(THROWS):
            self.throw(1, 1, 1)
            lift = Sighting(moment=Moment.LIFT, at=0.0, reading=self.read(name))
            self.signs = DICE_TESTS[ManualTest.FACES].with_throw(lift).signs or ()
            if self.signs:
                return


@pytest.mark.parametrize("name", ["skull", "rings"])
def test_a_sign_that_was_shown_is_read_and_another_or_none_is_asked_about(sheet, name):
    house = House(sheet, chosen_seed())
    house.learn(name)
    assert [sign.value for sign in house.signs] == [1, 1, 1]
    sure = 0
    for _ in range(THROWS):
        house.throw(1, 5, 2)
        reading = house.read(name)
        if reading.status is not Status.UNSURE:
            sure += 1
            assert sorted(die.value for die in reading.dice) == [1, 2, 5]
    assert sure
    for other in (*SIGNS, BLANK):
        if other != name:
            assert house.read(other).status is Status.UNSURE, other

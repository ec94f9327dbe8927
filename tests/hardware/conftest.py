import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory

from hardware.simulated import SimulatedCamera
from tests.support.simulated import tables_on

PX_PER_MM = 2.0


@pytest.fixture(scope="session")
def sheet():
    """A plain cream A3 sheet, two pixels a millimetre."""
    return np.full((594, 840, 3), (205, 228, 236), np.uint8)


class TickingFactory(MockFactory):
    """Mock pins whose ticks are set by the test."""

    now = 0.0

    def ticks(self):
        return self.now


@pytest.fixture
def factory():
    made = TickingFactory()
    yield made
    made.reset()


@pytest.fixture(scope="session")
def make_table(sheet):
    """Make a simulated table; its dice may lean unless `cocked_share=0.0` is said."""
    return tables_on(sheet, PX_PER_MM)


@pytest.fixture
def table(make_table):
    return make_table(seed=7, cocked_share=0.0)


@pytest.fixture
def play():
    """Make moves to the end without taking pictures; gives the table back."""

    def run(table, *moves, step=1 / 30):
        table.do(*moves)
        for _ in range(5000):
            if not table.busy:
                return table
            table.advance(step)
        raise AssertionError("the moves never end")

    return run


@pytest.fixture
def camera(table):
    made = SimulatedCamera(table, realtime=False)
    made.open()
    yield made
    made.close()

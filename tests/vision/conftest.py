from dataclasses import dataclass, field

import pytest

from hardware.simulated import SimulatedCamera, Wait
from tests.support.simulated import tables_on, twin_of
from vision.board import draw_board, find_board
from vision.stream.watcher import Watcher
from vision.types import BoardMoved, Scene, Sighting

SHEET_PX_PER_MM = 6.0
FPS = 10.0


@pytest.fixture(scope="session")
def sheet():
    return draw_board(SHEET_PX_PER_MM)


@dataclass
class Seen:
    """The watcher's output during some moves."""

    events: list = field(default_factory=list)

    @property
    def sightings(self):
        return [event for event in self.events if isinstance(event, Sighting)]

    @property
    def moments(self):
        return [sighting.moment.value for sighting in self.sightings]

    @property
    def scenes(self):
        return [event for event in self.events if isinstance(event, Scene)]

    @property
    def moved(self):
        return any(isinstance(event, BoardMoved) for event in self.events)


class Pub:
    """A simulated table and a watcher that looks at it."""

    def __init__(self, table, watcher=None):
        self.table, self.watcher = table, watcher
        self.camera = SimulatedCamera(table, realtime=False)
        self.camera.open()

    def twin(self):
        """Return a copy of this pub, to continue from this state any number of times."""
        return Pub(*twin_of((self.table, self.watcher)))

    def picture(self):
        return self.camera.read().pixels

    def play(self, *moves, rest=1.2, spoil=lambda picture, _at: picture):
        """Make moves, let the table rest, and return the watcher's output meanwhile; `spoil` changes each picture."""
        self.table.do(*moves, Wait(seconds=rest))
        seen = Seen()
        while self.table.busy:
            frame = self.camera.read()
            if self.watcher is None:
                self.watcher = Watcher(pose=find_board(frame.pixels))
            seen.events.extend(self.watcher.feed(spoil(frame.pixels, frame.at), frame.at))
        return seen


@pytest.fixture(scope="session")
def new_table(sheet):
    """Make a simulated table whose dice lean only on request."""
    made = tables_on(sheet, SHEET_PX_PER_MM, fps=FPS, cocked_share=0.0)
    return lambda seed=1, **options: made(seed=seed, **options)


@pytest.fixture(scope="session")
def pub(new_table):
    """Open a pub: a table, watched from an empty board on unless `unseen` moves were made before."""

    def opened(seed=1, unseen=(), **options):
        table = new_table(seed, **options)
        table.do(*unseen)
        while table.busy:
            table.advance(1 / table.fps)
        return Pub(table)

    return opened

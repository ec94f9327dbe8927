"""A lamp over the board in a whole house: the only light of a simulated table, on the table's clock."""

import time

import pytest

from hardware.lamp.table_lamp import FADE_S, TableLamp
from hardware.simulated import Lift, PutDown, SimulatedCamera, SimulatedDimmer, Wait
from knobeltisch.app import Host, build
from knobeltisch.config import CameraConfig, Config, JournalConfig, PageConfig
from tests.support.simulated import board_table
from tests.support.waiting import until

DIM, QUIET_S = 0.4, 4.0
START = {"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"}
PASS = {"do": "act", "act": {"act": "pass"}}
ALL = (0, 1, 2)


class Lit:
    """A table whose lamp dims after some seconds; `seen` has the light and the number of throws so far, picture by picture."""

    def __init__(self, folder, *moves):
        self.table = board_table(seed=3, fps=10.0)
        self.lamp = TableLamp(
            SimulatedDimmer(self.table), dim=DIM, dim_after_s=QUIET_S, clock=lambda: self.table.now
        )
        self.camera = SimulatedCamera(self.table, realtime=False, on_tick=self.tick)
        config = Config(
            page=PageConfig(host="127.0.0.1", port=0, table="everyone"),
            camera=CameraConfig(device="simulated"),
            journal=JournalConfig(path=folder / "journal.sqlite"),
        )
        self.app = build(config, camera=self.camera, pins=None, clock=time.time, host=Host(lamp=self.lamp))
        self.seen, self.passed = [], False
        self.app.start()
        until(lambda: self.shown["camera"]["status"] == "ok")
        assert self.app.table.commands.send(START) == {"ok": True}
        self.table.do(*moves)

    def tick(self, _now):
        self.app.table.drain()
        self.lamp.fade()
        self.seen.append((self.lamp.level, len(self.throws)))
        if len(self.throws) == 1 and not self.passed:
            self.passed = self.app.table.commands.send(PASS) == {"ok": True}
        if self.seen[-1][1] and not self.table.busy and self.lamp.level == DIM:
            self.camera.stop()

    @property
    def shown(self):
        return self.app.table.board.snapshot()

    @property
    def throws(self):
        return [act["act"]["dice"] for act in self.shown["acts"] if act["act"]["act"] == "throw"]

    def play(self):
        self.app.frame_loop.wait()
        self.app.stop()


@pytest.mark.long
def test_dice_are_read_at_full_light_and_the_fading_lamp_is_nothing_that_happens(tmp_path):
    lift = [PutDown(dice_in_cup=ALL), Lift(), Wait(seconds=QUIET_S + FADE_S + 4)]
    lit = Lit(tmp_path, *lift, *lift)
    lit.play()
    assert [sorted(dice) for dice in lit.throws] == [
        sorted(throw.values.values()) for throw in lit.table.throws
    ]
    assert len(lit.throws) == 2
    levels = [level for level, _count in lit.seen]
    first = next(place for place, (_level, count) in enumerate(lit.seen) if count == 1)
    second = next(place for place, (_level, count) in enumerate(lit.seen) if count == 2)
    assert min(levels[first:second]) == DIM, "it dims between the throws"
    for read in (first, second):
        assert set(levels[read - 5 : read + 1]) == {1.0}, (
            "and is full for half a second before each is counted"
        )
    assert levels[-1] == DIM

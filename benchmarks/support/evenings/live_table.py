"""The live demo in a separate process, which prints when the dice of each lift are at rest, and when the camera has read them.

After `page: ADDRESS` JSON lines: for each lift `at` (wall clock, when hands and cup had gone and the dice lay still) and `dice`, for
each sighting of thrown dice `read` (wall clock). It ends after the number of lifts given.
"""

import json
import sys
import tempfile
import time
from pathlib import Path

from knobeltisch.commands.demo import Simulation
from knobeltisch.commands.demo_options import Options
from vision.types import Moment, Sighting


class Watch:
    """Observes the real table at each picture, before the picture is taken."""

    def __init__(self, simulation, lifts):
        self._simulation, self._left, self._printed = simulation, lifts, 0
        self._tick = simulation.tick
        simulation.camera.on_tick = self.tick  # listens where the players do
        self._put = simulation.app.table.put
        simulation.app.table.put = self.put

    def tick(self, now):
        simulation = self._simulation
        throws = simulation.regulars.table.throws
        if len(throws) > self._printed and not simulation.regulars.table.busy:
            self._printed = len(throws)
            self._say({"at": time.time(), "dice": sorted(throws[-1].values.values())})
        if (
            self._printed >= self._left + 1
        ):  # the page must still show the last printed one: stop after the next
            simulation.camera.stop()
        self._tick(now)

    def put(self, item):
        if isinstance(item, Sighting) and item.moment is Moment.LIFT:
            self._say({"read": time.time()})
        self._put(item)

    @staticmethod
    def _say(what):
        print(json.dumps(what), flush=True)


def main():
    lifts, speed, seed = int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
        options = Options(seed=seed, speed=speed, port=0)
        simulation = Simulation(options, Path(folder) / "journal.sqlite")
        Watch(simulation, lifts)
        simulation.app.start()
        print(f"page: http://127.0.0.1:{simulation.app.server.port}/", flush=True)
        assert simulation.app.camera is not None
        simulation.app.camera.wait()
        simulation.app.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())

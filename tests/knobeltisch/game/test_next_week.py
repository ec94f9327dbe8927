"""A table without a clock of its own, as it stands in a pub: the plug is pulled on Friday, and put in again a week later.

The service runs in a process of its own. It sees a device that starts again with the clock of its last minute.
"""

import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.faults import faulty_disk
from tests.support.paths import ROOT
from tests.support.programs import not_installed
from tests.support.service import START, TABLE, THROW, UNDO, Service

pytestmark = pytest.mark.long

WEEK_S = 7 * 24 * 3600
OTHERS = {**START, "players": ["Cem", "Dora"], "leader": "Cem"}


class Pub:
    def __init__(self, folder, more=""):
        self.folder, self._boots = folder, 0
        self._config, self._clock, self._boot = (folder / name for name in ("table.toml", "clock", "boot"))
        page = TABLE.format(folder=folder, port=0)
        self._config.write_text(page.replace("host = '127.0.0.1'", more or "host = '127.0.0.1'"))
        self._library = faulty_disk.library(folder, "device_clock")
        self.set_clock(late_s=0, known=False)
        self.power_on()

    def set_clock(self, *, late_s, known):
        self._clock.write_bytes(struct.pack("=qq", -late_s, known))

    def power_on(self):
        self._boots += 1
        self._boot.write_text(f"start {self._boots}\n")
        env = {"LD_PRELOAD": self._library, "DEVICE_CLOCK": self._clock, "DEVICE_BOOT": self._boot}
        self.service = Service(
            self.folder, "run", "--config", self._config, **{name: str(value) for name, value in env.items()}
        )

    def play(self, start, browser=None):
        for order in (start, THROW):
            assert (browser or self.service.browser()).post("/api/commands", order) == 200

    def asks(self):
        return self.service.browser().get("/api/board")["evening_unsure"] is True

    def bill(self, query=""):
        bill = self.service.browser().get(f"/api/bill{query}")
        return bill["games"], {head["player"] for head in bill["heads"]}


@pytest.fixture
def pub(tmp_path):
    if faulty_disk.compiler() is None:
        pytest.skip(not_installed("gcc"))
    made = Pub(tmp_path)
    yield made
    made.service.kill()


@pytest.mark.parametrize(
    ("late_s", "people"), [(0, {"Anna", "Ben", "Cem", "Dora"}), (WEEK_S, {"Cem", "Dora"})]
)
def test_a_clock_that_is_set_later_decides_and_nobody_is_asked(pub, late_s, people):
    pub.set_clock(late_s=late_s, known=True)  # so long ago it was played
    pub.play(START)
    pub.service.kill()
    pub.set_clock(late_s=late_s, known=False)
    pub.power_on()
    assert pub.asks()
    pub.set_clock(late_s=0, known=True)
    assert pub.bill() == (1, {"Anna", "Ben"})
    assert pub.service.browser().post("/api/commands", UNDO) == 200
    assert not pub.asks()
    pub.play(OTHERS)
    assert pub.bill()[1] == people


APART = ("unshare", "--user", "--map-root-user", "--net", sys.executable, "-c")


def test_a_whole_evening_without_clock_and_network_and_the_next_one(tmp_path):
    if None in (faulty_disk.compiler(), shutil.which("ip")):
        pytest.skip(not_installed("gcc iproute2"))
    if subprocess.run([*APART, ""], check=False).returncode:
        pytest.skip("a network of its own needs `unshare`, and a kernel that lets us")
    program = f"from {__name__} import live_through; live_through({str(tmp_path)!r})"
    done = subprocess.run([*APART, program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def live_through(folder):
    """Power on, Wi-Fi, another address, the plug is pulled, the next week: in a network that holds this program alone."""
    root = Path(folder) / "https" / "root.pem"

    def network(*words):
        subprocess.run(["ip", *words, "dev", "lo"], check=True)

    def tablet(address):
        network("address", "add", f"{address}/24")
        return table.service.browser(address, root)

    network("link", "set", "up")
    table = Pub(Path(folder), "host = '0.0.0.0'\nhttps = 'on'")
    try:
        assert not table.asks()
        trusted = root.read_bytes()
        table.play(START, tablet("192.168.0.7"))  # the Wi-Fi has come
        network("address", "del", "192.168.0.7/24")
        assert tablet("192.168.0.8").post("/api/commands", UNDO) == 200
        assert table.bill() == (1, {"Anna", "Ben"})
        table.service.kill()
        network("address", "del", "192.168.0.8/24")
        table.set_clock(late_s=WEEK_S, known=False)
        table.power_on()
        assert (table.asks(), table.bill()) == (True, (0, set()))
        assert table.bill("?goes_on=true") == (1, {"Anna", "Ben"})
        table.play(OTHERS, tablet("192.168.0.9"))
        table.service.kill()  # the program alone: the device was on all the time
        table.service.start()
        assert not table.asks()
        table.set_clock(late_s=0, known=True)  # by a week, from the network
        assert table.service.browser("192.168.0.9", root).post("/api/commands", UNDO) == 200
        assert table.bill() == (1, {"Cem", "Dora"})
        assert root.read_bytes() == trusted
    finally:
        table.service.kill()

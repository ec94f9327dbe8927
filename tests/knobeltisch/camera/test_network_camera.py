import time

from hardware.simulated import Lift, PutDown, Wait
from knobeltisch.app import App
from knobeltisch.camera.remote.network_camera import NetworkCamera
from knobeltisch.config import CameraConfig, Config, JournalConfig, PageConfig
from tests.support.cameras.mjpeg_server import TableServer
from tests.support.service import START
from tests.support.simulated import board_table
from tests.support.waiting import until


def test_a_throw_before_it_is_counted_also_after_it_was_away(tmp_path):
    table = board_table(seed=3, fps=10.0, cocked_share=0.0)
    with TableServer(table, fps=10.0) as server:
        network = NetworkCamera(server.url)
        config = Config(
            page=PageConfig(host="127.0.0.1", port=0, table="everyone"),
            camera=CameraConfig(device=server.url),
            journal=JournalConfig(path=tmp_path / "journal.sqlite"),
        )
        app = App(config, camera=network.camera, network=network, pins=None, clock=time.time)
        app.start()
        try:

            def shown():
                return app.table.board.snapshot()

            until(lambda: shown()["camera"]["status"] == "ok")
            assert app.table.commands.send(START) == {"ok": True}
            server.hang_up()
            until(lambda: shown()["camera"]["status"] == "stalled")
            server.answer()
            until(lambda: shown()["camera"]["status"] == "ok")
            server.do(PutDown(dice_in_cup=(0, 1, 2)), Wait(seconds=1.0), Lift(values={0: 1, 1: 3, 2: 6}))
            until(
                lambda: any(entry["act"] == {"act": "throw", "dice": [1, 3, 6]} for entry in shown()["acts"])
            )
        finally:
            app.stop()

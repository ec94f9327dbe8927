import json
from urllib.request import Request, urlopen

from knobeltisch.storage import files
from tests.support.hub.running_hub import address
from tests.support.waiting import LONGEST_S


def test_systemd_hears_that_the_hub_is_ready_and_that_it_stops(systemd, tmp_path):
    (tmp_path / "nothing.toml").touch()
    program = systemd.start(
        f"--config={tmp_path / 'nothing.toml'}",
        service=("hub",),
        KNOBELTISCH_HALL_FOLDER=str(tmp_path / "hub"),
    )
    systemd.ready()
    with urlopen(f"http://127.0.0.1:{systemd.port}/pub") as answer:
        assert answer.status == 200
    program.terminate()
    systemd.hear("STOPPING=1")
    assert program.wait(LONGEST_S) == 0


def test_the_health_is_good_only_while_the_hubs_file_takes_a_write(disk, open_hub, tmp_path, monkeypatch):
    monkeypatch.setattr(files, "TRY_S", 0.0)
    hub = open_hub()

    def is_well():
        with urlopen(f"{address(hub)}/healthz") as answer:
            return json.load(answer)["ok"]

    assert is_well()
    with disk.full(tmp_path / "hub" / "hall.sqlite"):
        assert not is_well()
    assert is_well()


def test_long_pages_go_out_gzipped_as_a_tables_do(open_hub):
    asked = Request(f"{address(open_hub())}/api", headers={"Accept-Encoding": "gzip"})
    with urlopen(asked) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"

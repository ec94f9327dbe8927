import json

from tests.support.service import run_python

FOREIGN = (
    "league",
    "psycopg",
    "tournament",
    "knobeltisch.hub",
    "knobeltisch.mqtt",
    "knobeltisch.outbox",
    "web.hub",
    "numpy",
    "cv2",
)
PLAY = """
import json, sys, urllib.request
import knobeltisch.__main__
import knobeltisch.commands.run
from knobeltisch.commands import real_table
from knobeltisch.app import App
from knobeltisch.config import load_config

app = App(load_config(None, environ=json.loads(sys.argv[1])), camera=None, pins=None, clock=lambda: 1.7e9)
real_table.start(app)
for page in ("", "landlord", "reports", "api/board"):
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{app.server.port}/{page}").read()
    except urllib.error.HTTPError as refused:
        refused.close()
start = {"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"}
for command in (start, {"do": "act", "act": {"act": "throw", "dice": [1, 2, 4]}}, {"do": "end"}):
    assert app.table.commands.send(command) == {"ok": True}, command
assert app.table.board.snapshot()["ended"] is not None
app.stop()
print(json.dumps(sorted(sys.modules)))
"""


def test_a_table_without_a_camera_loads_only_what_it_needs(tmp_path):
    settings = {"JOURNAL_PATH": str(tmp_path / "journal.sqlite"), "PAGE_PORT": "0", "PAGE_HOST": "127.0.0.1"}
    environ = json.dumps({f"KNOBELTISCH_{key}": value for key, value in settings.items()})
    ran = run_python("-c", PLAY, environ)
    assert ran.returncode == 0, ran.stderr
    loaded = json.loads(ran.stdout.splitlines()[-1])
    assert "knobeltisch.table.table" in loaded
    assert [name for name in loaded if f"{name}.".startswith(tuple(f"{part}." for part in FOREIGN))] == []

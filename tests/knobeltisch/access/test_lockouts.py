import json
import subprocess
import sys

import pytest

from tests.support.servers.networks import NEEDS_IP, NEEDS_ROOT, PubNetwork
from tests.support.servers.program import Program
from tests.support.waiting import until

pytestmark = [pytest.mark.long, NEEDS_ROOT, NEEDS_IP]

TABLE = """
from knobeltisch.access import pin
from knobeltisch.__main__ import main
pin.FIRST_TRIES = 40
main()
"""
FLOOD = """
import contextlib, http.client, json, sys
host, port, path, first = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
bodies = {"/api/login": {"pin": "x00000"}, "/api/seat": {}}
number = 0
while True:
    number += 1
    place = f"10.77.{first + number % 600 // 200}.{number % 200 + 1}"
    with contextlib.suppress(OSError, http.client.HTTPException):
        line = http.client.HTTPConnection(host, port, timeout=60, source_address=(place, 0))
        line.request("GET", "/api/me")
        token = json.loads(line.getresponse().read())["token"]
        body = json.dumps({"name": f"F{number}"} if path == "/api/seat" else {"pin": "000000"})
        line.request("POST", path, body, {"Content-Type": "application/json", "X-Knobeltisch-Token": token})
        print(json.loads(line.getresponse().read())["error"]["code"] if path == "/api/login" else "", flush=True)
        line.close()
"""
ASK = """
import json, sys, urllib.request
from http.cookiejar import CookieJar
open_ = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar())).open
for path, body in json.loads(sys.argv[2]):
    token = json.load(open_(f"{sys.argv[1]}/api/me"))["token"]
    headers = {"Content-Type": "application/json", "X-Knobeltisch-Token": token}
    print(open_(urllib.request.Request(sys.argv[1] + path, json.dumps(body).encode(), headers)).read().decode())
"""


def ask(device, address, *requests):
    """Send POST requests in a browser's session; return the answers."""
    words = [*device.inside, sys.executable, "-c", ASK, address, json.dumps(requests)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def network():
    with PubNetwork() as network:
        yield network


@pytest.fixture
def pi(network):
    return network.plug_in("table", ["10.77.9.1/16"])


@pytest.fixture
def table(pi, tmp_path):
    settings = {"PAGE_PORT": "8080", "PAGE_HOST": "0.0.0.0", "PAGE_TABLE": "paired", "PAGE_HTTPS": "off"}
    settings |= {
        "CAMERA_DEVICE": "none",
        "PANEL_USE": "off",
        "JOURNAL_PATH": str(tmp_path / "journal.sqlite"),
    }
    (tmp_path / "empty.toml").touch()
    program = Program(
        *("-c", TABLE, "run", "--config", str(tmp_path / "empty.toml")),
        environ={f"KNOBELTISCH_{key}": value for key, value in settings.items()},
        within=pi.inside,
    )
    yield program
    program.kill()


@pytest.mark.parametrize("path", ["/api/login", "/api/seat"])
def test_one_device_with_600_addresses_keeps_nobody_out(network, pi, table, path):
    addresses = [f"10.77.{three}.{four}/16" for three in (1, 2, 3) for four in range(1, 201)]
    stranger = network.plug_in("stranger", addresses)
    phone = network.plug_in("phone", ["10.77.1.250/16"])  # in the midst of them
    here, there = "http://127.0.0.1:8080", "http://10.77.9.1:8080"
    pin = ask(pi, here, ["/api/first", {}], ["/api/first/noted", {}])[0]["pin"]
    words = [*stranger.inside, sys.executable, "-c", FLOOD, "10.77.9.1", "8080", path, "1"]
    flood = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    try:
        lines = iter(flood.stdout.readline, "")
        if path == "/api/login":
            until(lambda: next(lines).strip() == "locked")  # the first tries of all are used up
            assert ask(phone, there, [path, {"pin": pin}])[0]["ok"]
        else:
            for _ in range(300):
                next(lines)
            assert ask(phone, there, [path, {"name": "Dora"}])[0]["ok"]
    finally:
        flood.kill()
        flood.communicate()

"""The example of nginx before the league, by nginx itself: TLS, what is kept for everybody, what is not passed on."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.support.programs import load_psycopg, not_installed

load_psycopg()

from knobeltisch.app import build
from knobeltisch.commands.league.run_league import GUARD, is_signed
from knobeltisch.config import Config, JournalConfig, LeagueConfig, PageConfig
from knobeltisch.health.push_check import push_checks
from league.app import create_app
from league.example import furnish
from league.pages import Renderer
from league.registry import Names
from league.server import Server
from tests.support.paths import ROOT
from tests.support.waiting import until

EXAMPLE = ROOT / "systemd" / "nginx" / "league.conf"
NAMED = "/etc/letsencrypt/live/league.example.org"


def free_port():
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return asked.getsockname()[1]


@pytest.fixture
def certificate(tmp_path):
    made = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=league.example.org"
    where = ["-addext", "subjectAltName=IP:127.0.0.1,DNS:league.example.org", "-keyout", "privkey.pem"]
    subprocess.run(
        [*made.split(), *where, "-out", "fullchain.pem"], cwd=tmp_path, check=True, capture_output=True
    )
    return tmp_path / "fullchain.pem"


@pytest.fixture
def front(tmp_path, database, certificate):
    """A league with an example in it, and nginx before it with our file, its ports and folders alone changed."""
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip(not_installed("nginx-light"))
    league = League(database)
    plain, secret = free_port(), free_port()
    text = re.sub(r"\n *listen \[::].*", "", EXAMPLE.read_text(encoding="utf-8"))
    for old, new in (
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen 443", f"listen 127.0.0.1:{secret}"),
        ("127.0.0.1:8100", f"127.0.0.1:{league.server.port}"),
        ("127.0.0.1:8102", f"127.0.0.1:{league.pages.port}"),
        ("/var/lib/nginx/league", f"{tmp_path}/kept"),
        (NAMED, str(tmp_path)),
    ):
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "league.conf").write_text(text)
    folders = "".join(
        f"{kind}_temp_path {tmp_path}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = f"daemon off; pid {tmp_path}/pid; error_log stderr;\nevents {{}}\nhttp {{ access_log off;\n{folders}include {tmp_path}/league.conf;\n}}\n"
    (tmp_path / "nginx.conf").write_text(f"user root;\n{whole}" if os.geteuid() == 0 else whole)
    running = subprocess.Popen([program, "-p", str(tmp_path), "-c", "nginx.conf"])
    league.urls = f"http://127.0.0.1:{plain}", f"https://127.0.0.1:{secret}"
    league.ca = certificate
    try:
        until(lambda: running.poll() is not None or league.answers())
        assert running.poll() is None
        yield league
    finally:
        running.terminate()
        running.wait()
        league.stop()


class League:
    """The service behind, and a browser before nginx."""

    def __init__(self, database):
        self.key = furnish(database)
        self.renderer = Renderer(database)
        self.renderer.once()
        app = create_app(database, self.renderer, Names(database), is_signed, GUARD)
        self.server, self.pages = (Server("127.0.0.1", 0, app, database) for _ in range(2))
        self.running = [self.server, self.pages]
        for server in self.running:
            server.start()

    def stop(self, *, alone=None):
        for server in [alone] if alone else list(self.running):
            self.running.remove(server)
            server.stop()

    def answers(self):
        with contextlib.suppress(OSError):
            return self.get("/healthz").status == 200
        return False

    def get(self, path, data=None):
        trusted = ssl.create_default_context(cafile=self.ca)
        headers = {"Authorization": f"Bearer {self.key}"} if data else {}
        asked = urllib.request.Request(self.urls[1] + path, data, headers)
        return urllib.request.urlopen(asked, timeout=60, context=trusted)


def status(front, path):
    try:
        return front.get(path).status
    except urllib.error.HTTPError as error:
        return error.code


def test_everybody_looks_at_what_nginx_has_kept_also_while_the_league_is_away(front):
    first = front.get("/d/1")
    assert first.headers["X-Kept"] == "MISS"
    again = front.get("/d/1")
    assert (again.headers["X-Kept"], again.read()) == ("HIT", first.read())
    assert "max-age=31536000" in again.headers["Strict-Transport-Security"]
    front.stop()
    assert front.get("/d/1").status == 200


def test_pages_come_from_a_process_of_their_own_and_from_the_first_while_it_is_away(front):
    front.stop(alone=front.pages)
    assert front.get("/en/d/1").headers["X-Kept"] == "MISS"
    assert json.load(
        front.get("/api/v1/push", json.dumps({"table": "t", "box": "b", "entries": []}).encode())
    ) == {"taken": 0}


def test_pages_are_there_while_the_process_for_pushes_is_away(front):
    front.stop(alone=front.server)
    assert front.get("/d/1.json").headers["X-Kept"] == "MISS"
    assert status(front, "/api/v1/me") == 502


def test_http_leads_to_https_and_measures_stay_inside(front):
    class Stays(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_):
            return None

    with pytest.raises(urllib.error.HTTPError) as led:
        urllib.request.build_opener(Stays).open(f"{front.urls[0]}/d/1", timeout=60)
    assert (led.value.code, led.value.headers["Location"]) == (301, "https://127.0.0.1/d/1")
    led.value.close()
    assert status(front, "/metrics") == 404


def test_what_pubs_push_is_never_kept_and_a_table_reaches_the_league_by_its_certificate(front, tmp_path):
    body = json.dumps({"table": "t", "box": "b", "entries": []}).encode()
    for _ in range(2):
        answer = front.get("/api/v1/push", body)
        assert (json.load(answer), answer.headers["X-Kept"]) == ({"taken": 0}, None)
    config = Config(
        page=PageConfig(host="127.0.0.1", port=0),
        journal=JournalConfig(path=tmp_path / "journal.sqlite"),
        league=LeagueConfig(url=front.urls[1], key=front.key, ca=front.ca),
    )
    app = build(config, camera=None, pins=None, clock=time.time)
    app.start()
    found = {name: check() for name, check in push_checks(config)}
    app.stop()
    assert "takes the table" in found["league"].message


def test_the_cache_lies_in_a_folder_that_debians_nginx_brings():
    """nginx makes the last folder of a path alone: where the one above is missing it does not start."""
    kept = Path(re.search(r"proxy_cache_path (\S+)", EXAMPLE.read_text(encoding="utf-8")).group(1))
    listed = subprocess.run(["dpkg", "-L", "nginx-common"], capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip(not_installed("nginx-light"))
    assert str(kept.parent) in listed.stdout.splitlines()


def test_the_captains_pages_are_never_kept(front):
    for path in ("/club", "/en/club/welcome"):
        with urllib.request.urlopen(
            f"{front.urls[1]}{path}", context=ssl.create_default_context(cafile=front.ca)
        ) as answer:
            assert answer.headers["Cache-Control"] == "no-store"

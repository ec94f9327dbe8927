import base64
import gzip
import hashlib
import re
import struct

import pytest

from web.assets import STATIC
from web.json_http import status_of

ADDRESS = re.compile(r'(?:href|src)="([^"]+)"')


@pytest.mark.parametrize(("path", "role"), [("/", "table"), ("/watch", "watch")])
def test_the_page_says_whether_it_may_command(client, path, role):
    assert f'data-role="{role}"' in client.get(path).text


def test_the_page_holds_no_script_or_style_but_the_one_that_its_policy_names_and_asks_no_foreign_host(client):
    answer = client.get("/")
    [script] = re.findall(r"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", answer.text, re.DOTALL)
    named = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{named}';" in answer.headers["Content-Security-Policy"]
    page = answer.text.replace(script, "")
    assert not re.search(r"<style|style=|\son\w+=", page)
    assert all(re.match("/[^/]", address) for address in ADDRESS.findall(page))


def test_a_page_from_before_an_update_still_finds_its_files(client):
    with client.get("/assets/0123456789ab/js/board/main.js") as answer:
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("name", ["../app.py", "..%2fapp.py", "js/../../app.py", "nothing.js", ""])
def test_nothing_outside_the_pages_files_is_given(client, name):
    assert client.get(f"/assets/x/{name}").status_code == 404


def test_the_icon_is_there(client):
    with client.get("/favicon.ico") as answer:
        assert answer.mimetype == "image/svg+xml"


def test_a_long_answer_is_sent_gzipped_to_whoever_takes_it_and_a_short_one_as_it_is(client):
    plain = client.get("/api/variants")
    small = client.get("/api/variants", headers={"Accept-Encoding": "gzip"})
    assert small.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.data) == plain.data
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert "Content-Encoding" not in client.get("/healthz", headers={"Accept-Encoding": "gzip"}).headers


def test_a_home_screen_gets_icons_that_are_there_and_the_name_of_the_pub(small):
    client = small.page(house="Zum Anker").test_client()
    page = client.get("/watch").text
    assert 'content="Zum Anker"' in page
    with client.get(re.search(r'rel="manifest" href="([^"]+)', page)[1]) as answer:
        shown = client.application.json.loads(answer.data)
        assert answer.mimetype == "application/manifest+json"
    assert (shown["name"], shown["display"], shown["start_url"]) == ("Zum Anker", "fullscreen", "/")
    assert shown["background_color"] in (STATIC / "css" / "design.css").read_text()
    for sizes, address, file in [
        *((icon["sizes"], icon["src"], icon["type"]) for icon in shown["icons"]),
        ("180x180", re.search(r'rel="apple-touch-icon" href="([^"]+)', page)[1], "image/png"),
    ]:
        with client.get(address) as icon:
            assert icon.mimetype == file
            size = struct.unpack(">II", icon.data[16:24])
            assert sizes == ("any" if "svg" in file else "{}x{}".format(*size))


PAGES = "landlord landlord/calibrate landlord/guide eye match-report"
DATA = "api/landlord/calibration api/regulars api/house-rules"


@pytest.mark.parametrize("path", f"{PAGES} {DATA}".split())
def test_without_its_service_there_is_no_such_page(client, path):
    assert client.get(f"/{path}").status_code == 404


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("bad_list", 400),
        ("name_too_long", 400),
        ("mid_turn", 409),
        ("stale", 409),
        ("keep", 503),
        ("locked", 429),
    ],
)
def test_a_refusal_says_by_its_status_what_kind_it_is(code, status):
    assert status_of(code) == status

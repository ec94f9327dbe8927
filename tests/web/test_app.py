from __future__ import annotations

import base64
import gzip
import hashlib
import re

import pytest

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
    assert all(address.startswith("/assets/") for address in ADDRESS.findall(page))


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


PAGES = "landlord landlord/calibrate landlord/guide eye metrics evenings season.csv people odds practice"
DATA = "api/landlord/calibration api/odds api/regulars api/house-rules api/bill api/acts"


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

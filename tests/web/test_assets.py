"""The page's files: small, cached for good, and requested all at once."""

import gzip
import os
import re
import shutil
import subprocess
import sys

import pytest
from flask import Flask

from tests.support.paths import ROOT
from web.assets import STATIC, asset_routes, assets_version, find_file, gzip_file
from web.translations import SWISS, catalogue, script_words, swiss_differences

PRESSED = {"Accept-Encoding": "gzip, deflate"}


@pytest.mark.parametrize("headers", [{}, PRESSED])
@pytest.mark.parametrize(("name", "kind"), [("js/board/main.js", "javascript"), ("bundle/board.css", "css")])
def test_a_file_comes_pressed_only_to_a_browser_that_takes_it(client, headers, name, kind):
    with client.get(f"/assets/{assets_version()}/{name}", headers=headers) as answer:
        assert answer.headers.get("Content-Encoding") == ("gzip" if headers else None)
        assert answer.mimetype == f"text/{kind}"
        content = gzip.decompress(answer.data) if headers else answer.data
    assert content == find_file(name)
    assert not headers or answer.headers["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize(("name", "where"), [("words", "board"), ("page_words", "page")])
@pytest.mark.parametrize("headers", [{}, PRESSED])
def test_the_words_of_a_language_come_with_its_dialect(client, headers, name, where):
    with client.get(f"/assets/{assets_version()}/{name}.de.json", headers=headers) as answer:
        content = gzip.decompress(answer.data) if headers else answer.data
        assert "immutable" in answer.headers["Cache-Control"]
    assert client.application.json.loads(content) == {
        "de": dict(script_words("de", where)),
        SWISS: dict(swiss_differences(where)),
    }


@pytest.mark.parametrize("hub", [False, True], ids=["table", "hub"])
def test_every_word_that_is_sent_is_sent_in_its_swiss_spelling_too(hub):
    app = Flask(__name__)
    asset_routes(app, hub=hub)
    with app.test_client().get(f"/assets/{assets_version()}/page_words.de.json") as answer:
        words = app.json.loads(answer.data)
    sent = {**words["de"], **words[SWISS]}
    assert sent == {key: catalogue(SWISS)[key] for key in words["de"]}
    assert any("ß" in text for key, text in words["de"].items() if key.startswith("hub.")) == hub
    assert not any("ß" in text for text in sent.values())


@pytest.mark.parametrize("headers", [{}, PRESSED])
def test_a_file_that_has_not_changed_is_not_sent_again(client, headers):
    with client.get("/assets/0123456789ab/js/board/main.js", headers=headers) as first:
        known = {**headers, "If-None-Match": first.headers["ETag"]}
    with client.get("/assets/0123456789ab/js/board/main.js", headers=known) as again:
        assert (again.status_code, again.data) == (304, b"")


def test_nothing_is_pressed_that_grows_by_it():
    assert all(gzip_file(name) for name in ("js/board/main.js", "css/design.css", "words.en.json"))
    for file in (STATIC / "fonts").iterdir():
        name = file.relative_to(STATIC).as_posix()
        assert len(gzip_file(name) or b"") < len(find_file(name))


@pytest.mark.parametrize(
    ("path", "entry", "sheets"),
    [("/", "board/main.js", "board.css"), ("/screen", "spectators/screen.js", "screen.css")],
)
def test_a_page_asks_for_one_script_and_one_style_sheet(client, path, entry, sheets):
    page = client.get(path).text
    assert re.findall(r'<script [^>]*src="/assets/[^"/]+/bundle/([^"]+)"', page) == [entry]
    assert re.findall(r'rel="stylesheet" href="/assets/[^"/]+/bundle/([^"]+)"', page) == [sheets]
    assert page.count('rel="preload" as="fetch"') == 1
    for address in re.findall(r'(?:src|href)="(/assets/[^"]+)"', page):
        with client.get(address, headers=PRESSED) as answer:
            assert (answer.status_code, address in answer.headers.get("Location", address)) == (200, True)
            assert "immutable" in answer.headers["Cache-Control"]


def test_a_clone_sends_the_modules_and_style_sheets_themselves(client):
    for name, source in (("board/main.js", "js/board/main.js"), ("board/board.css", "css/board/board.css")):
        with client.get(f"/assets/{assets_version()}/bundle/{name}") as answer:
            assert answer.data == (STATIC / source).read_bytes()


@pytest.mark.long
@pytest.mark.skipif(
    not shutil.which("esbuild"), reason="esbuild is not installed: sudo apt-get install esbuild"
)
def test_the_package_sends_each_page_in_one_script_and_one_style_sheet(tmp_path):
    shutil.copytree(ROOT / "web", tmp_path / "web", ignore=shutil.ignore_patterns("__pycache__"))
    static = tmp_path / "web/static"
    subprocess.run([ROOT / "script/build-page", static / "bundle"], check=True)
    for sheet in (static / "bundle").glob("*.css"):
        assert all(
            (sheet.parent / named).is_file() for named in re.findall(r"url\(([^)]+)\)", sheet.read_text())
        )
    for sources in ("js", "css"):
        shutil.rmtree(static / sources)
    first = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-c", COLD_BOARD, tmp_path]
    requests, size = map(
        int, subprocess.run(command, env=first, stdout=subprocess.PIPE, check=True).stdout.split()
    )
    assert requests <= 8
    assert size <= 110 * 1024, (
        "gzipped, besides icon and manifest, which a browser fetches when it has nothing else to do"
    )


COLD_BOARD = """
import gzip, pathlib, re, sys, time
from knobeltisch.status import Device
from knobeltisch.storage.journal import open_journal
from knobeltisch.table.table import Table
from knobeltisch.table.table_files import TableFiles
from tests.support.pub import Pub

path = pathlib.Path(sys.argv[1])
journal = open_journal(path / "journal.sqlite")
table = Table(files=TableFiles(journal=journal), clock=time.time, camera=Device(status="ok", name="test"))
client = Pub(table=table, journal=journal, path=path).page().test_client()
pressed = {"Accept-Encoding": "gzip"}
page = client.get("/", headers=pressed)
links = set(re.findall(r'(?:src|href)="(/[^"]+)"', gzip.decompress(page.data).decode()))
answers = [page, *(client.get(link, headers=pressed) for link in {*links, "/api/me"} if not re.search("icon|manifest", link))]
assert all(answer.status_code == 200 for answer in answers), answers
print(len(answers) + len(["/api/stream"]), sum(len(answer.data) for answer in answers))
"""


@pytest.mark.parametrize(
    "name", ["nobody.js", "nobody.css", "../app.js", "%2e%2e/%2e%2e/app.py", "main.json", "js/board/main.js"]
)
def test_a_bundle_that_is_not_there_is_not_made(client, name):
    assert client.get(f"/assets/{assets_version()}/bundle/{name}").status_code == 404

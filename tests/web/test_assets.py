"""The page's files: small, cached for good, and requested all at once."""

from __future__ import annotations

import gzip
import re
from os.path import normpath
from pathlib import Path

import pytest
from flask import Flask

from web.assets import asset_routes, assets_version, find_file, gzip_file
from web.bundles import STATIC, bundle_script, list_modules
from web.errors import BadBundle
from web.translations import SWISS, catalogue, said_otherwise, sent_words

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
        "de": dict(sent_words("de", where)),
        SWISS: dict(said_otherwise(where)),
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


ALL_SCRIPTS = sorted(file.relative_to(STATIC / "js").as_posix() for file in (STATIC / "js").rglob("*.js"))


@pytest.mark.parametrize("entry", ALL_SCRIPTS)
def test_every_script_comes_with_all_that_it_imports_each_after_what_it_needs(entry):
    names = list_modules(entry)
    assert names[-1] == entry
    for place, name in enumerate(names):
        needed = re.findall(r'from "(\.[\w./-]+\.js)"', (STATIC / "js" / name).read_text(encoding="utf-8"))
        assert {normpath(Path(name).parent / file) for file in needed} <= set(names[:place])
    bundled = bundle_script(entry).decode()
    assert not re.search(r"^(?:import|export)\b", bundled, re.MULTILINE)
    assert "/**" not in bundled, "types and words for readers weigh nothing"
    assert all(bundled.count(f'$["{name}"] = {{') <= 1 for name in names)


@pytest.mark.parametrize(
    ("path", "entry", "sheets"),
    [
        ("/", "board/main.js", "board.css"),
        ("/screen", "spectators/screen.js", "screen.css"),
    ],
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


def test_a_board_comes_with_eight_requests_and_130_kb(client):
    """Gzipped, besides the icon, which a browser fetches when it has nothing else to do."""
    page = client.get("/", headers=PRESSED)
    text = gzip.decompress(page.data).decode()
    addresses = {address for address in re.findall(r'(?:src|href)="(/[^"]+)"', text) if "icon" not in address}
    answers = [page, *(client.get(address, headers=PRESSED) for address in [*addresses, "/api/me"])]
    assert len(answers) + len(["/api/stream"]) <= 8
    assert sum(len(answer.data) for answer in answers) <= 130 * 1024


@pytest.mark.parametrize(
    "name", ["nobody.js", "nobody.css", "../app.js", "%2e%2e/%2e%2e/app.py", "main.json", "js/board/main.js"]
)
def test_a_bundle_that_is_not_there_is_not_made(client, name):
    assert client.get(f"/assets/{assets_version()}/bundle/{name}").status_code == 404


def test_a_circle_of_imports_is_reported_with_its_way(tmp_path, monkeypatch):
    (tmp_path / "js").mkdir()
    for name, other in (("a", "b"), ("b", "a")):
        (tmp_path / "js" / f"{name}.js").write_text(
            f'import {{ x }} from "./{other}.js";\nexport const y = 1;\n'
        )
    monkeypatch.setattr("web.bundles.STATIC", tmp_path)
    with pytest.raises(BadBundle, match=r"^a\.js -> b\.js -> a\.js is a circle"):
        list_modules("a.js")


@pytest.mark.parametrize("said", ['import * as all from "./b.js";', "export default 1;", "export { x };"])
def test_what_a_bundle_cannot_hold_is_reported(tmp_path, monkeypatch, said):
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "odd.js").write_text(f"{said}\n")
    monkeypatch.setattr("web.bundles.STATIC", tmp_path)
    with pytest.raises(BadBundle, match=r"^odd\.js says"):
        bundle_script("odd.js")

"""The page's files: small on the way, kept for good, and asked for all at once."""

from __future__ import annotations

import gzip
import re

import pytest

from web.assets import STATIC, assets_version, modules, pressed
from web.words import LANGUAGES, SWISS, catalogue, said_otherwise

PRESSED = {"Accept-Encoding": "gzip, deflate"}


def test_a_script_comes_pressed_to_a_browser_that_takes_it(client):
    with client.get(f"/assets/{assets_version()}/js/main.js", headers=PRESSED) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert answer.mimetype == "text/javascript"
        assert gzip.decompress(answer.data) == (STATIC / "js" / "main.js").read_bytes()


def test_a_script_comes_as_it_is_to_a_browser_that_takes_nothing_else(client):
    with client.get(f"/assets/{assets_version()}/js/main.js") as answer:
        assert "Content-Encoding" not in answer.headers
        assert answer.data == (STATIC / "js" / "main.js").read_bytes()


@pytest.mark.parametrize("headers", [{}, PRESSED])
def test_the_words_of_all_languages_come_at_once(client, headers):
    with client.get(f"/assets/{assets_version()}/words.json", headers=headers) as answer:
        content = gzip.decompress(answer.data) if headers else answer.data
        assert "immutable" in answer.headers["Cache-Control"]
    assert client.application.json.loads(content) == {
        **{one: dict(catalogue(one)) for one in LANGUAGES},
        SWISS: dict(said_otherwise()),
    }


@pytest.mark.parametrize("headers", [{}, PRESSED])
def test_a_file_that_has_not_changed_is_not_sent_again(client, headers):
    with client.get("/assets/0123456789ab/js/main.js", headers=headers) as first:
        known = {**headers, "If-None-Match": first.headers["ETag"]}
    with client.get("/assets/0123456789ab/js/main.js", headers=known) as again:
        assert (again.status_code, again.data) == (304, b"")


def test_nothing_is_pressed_that_grows_by_it():
    assert {"js/main.js", "css/base.css", "words.json"} <= set(pressed())
    files = {file.relative_to(STATIC).as_posix(): file for file in STATIC.rglob("*") if file.is_file()}
    assert all(len(pressed()[name]) < files[name].stat().st_size for name in pressed() if name in files)


def test_a_script_is_named_with_all_that_it_imports_once():
    names = modules("main.js")
    assert names[0] == "main.js"
    assert len(names) == len(set(names))
    imported = {
        name
        for one in names
        for name in re.findall(r'from "\./([\w-]+\.js)"', (STATIC / "js" / one).read_text(encoding="utf-8"))
    }
    assert imported <= set(names)


@pytest.mark.parametrize(
    ("path", "entry"), [("/", "main.js"), ("/screen", "screen.js"), ("/overlay", "overlay.js")]
)
def test_a_page_names_all_its_scripts_beforehand(client, path, entry):
    page = client.get(path).text
    assert re.findall(r'rel="modulepreload" href="[^"]*/js/([^"]+)"', page) == list(modules(entry))
    assert page.count('rel="preload" as="fetch"') == 1

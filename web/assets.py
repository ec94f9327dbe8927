"""The page's files for browsers: small, preloaded, and at addresses that change with their content."""

import gzip
import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from flask import Flask, Response, abort, request

from scorer.json_forms.text import to_text
from web.translations import LANGUAGES, SWISS, script_words, swiss_differences

STATIC: Final = Path(__file__).parent / "static"
YEAR_S: Final = 365 * 24 * 3600
BUNDLES: Final = "bundle/"
WORDS: Final = {
    f"{name}.{language}.json": (kind, language)
    for name, kind in (("words", "board"), ("page_words", "page"), ("hub_words", "hub"))
    for language in LANGUAGES
}
"""The file with the translations of each kind of page in a language, and of its dialect."""
KINDS: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}
LONG_KINDS: Final = ("text/html", "application/json")
LONG_PAGE: Final = 1400  # bytes: a shorter one is one packet anyway
PAGE_LEVEL: Final = 6  # a report of 126 KB takes some milliseconds


def asset_routes(app: Flask, *, hub: bool = False) -> None:
    """Register the route of the page's files, whose addresses contain the version, and compress pages.

    `hub`: pages get a hub's translations, which a table's browsers need not fetch.
    """
    app.after_request(compress_page)

    @app.get("/assets/<asked>/<path:name>")
    def asset(asked: str, name: str) -> Response:
        name = name.replace("page_words.", "hub_words.") if hub else name
        content = find_file(name)
        if content is None:
            abort(404)
        small = gzip_file(name) if request.accept_encodings.quality("gzip") else None
        answer = Response(small or content, mimetype=KINDS[Path(name).suffix])
        answer.set_etag(f"{assets_version()}{'-gzip' if small else ''}")
        answer.vary.add("Accept-Encoding")
        if small:
            answer.headers["Content-Encoding"] = "gzip"
        # A page from before an update gets the new files, but may not keep them.
        now = asked == assets_version()
        answer.headers["Cache-Control"] = f"public, max-age={YEAR_S}, immutable" if now else "no-cache"
        answer.make_conditional(request)
        return answer


def compress_page(answer: Response) -> Response:
    """Gzip a long page or JSON if the browser accepts it. /api/me is too short for it, so that no length reveals its token."""
    long = answer.mimetype in LONG_KINDS and (answer.content_length or 0) > LONG_PAGE
    packed = "Content-Encoding" in answer.headers  # files are
    if long and not packed and answer.status_code == 200 and request.accept_encodings.quality("gzip"):
        answer.set_data(gzip.compress(answer.get_data(), PAGE_LEVEL, mtime=0))
        answer.headers["Content-Encoding"] = "gzip"
    if long:
        answer.vary.add("Accept-Encoding")
    return answer


def find_file(name: str) -> bytes | None:
    """Return a file of the page from `static` or the translations; None if there is none.

    `bundle/` holds the files that `script/build-page` has joined. In a clone a browser gets the module or style sheet itself,
    and fetches its imports.
    """
    if name in WORDS:
        return _words(*WORDS[name])
    source = name.replace(BUNDLES, "css/" if name.endswith(".css") else "js/", 1)
    return _files().get(name) or (_files().get(source) if name.startswith(BUNDLES) else None)


@cache
def gzip_file(name: str) -> bytes | None:
    """Return a file compressed; None if that makes it no smaller."""
    content = find_file(name)
    assert content is not None
    small = gzip.compress(content, mtime=0)
    return small if len(small) < len(content) else None


@cache
def assets_version() -> str:
    """Return the version of the page's files, which changes with any of them."""
    digest = hashlib.sha256()
    for name, content in _files().items():
        digest.update(name.encode())
        digest.update(content)
    return digest.hexdigest()[:12]


@cache
def _files() -> Mapping[str, bytes]:
    files = sorted(file for file in STATIC.rglob("*") if file.is_file())
    return {file.relative_to(STATIC).as_posix(): file.read_bytes() for file in files}


@cache
def _words(where: str, language: str) -> bytes:
    words = {language: script_words(language, where)}
    return to_text({**words, SWISS: swiss_differences(where)} if language == "de" else words).encode()

"""The page's files for browsers: small, preloaded, and under addresses that change with their content."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, abort, request, send_from_directory

from scorer.json_forms.text import to_text
from web.bundles import STATIC, bundle
from web.translations import LANGUAGES, SWISS, said_otherwise, sent_words

if TYPE_CHECKING:
    from collections.abc import Mapping

YEAR_S: Final = 365 * 24 * 3600
BUNDLES: Final = "bundle/"
WORDS: Final = {
    f"{name}.{language}.json": (kind, language)
    for name, kind in (("words", "board"), ("page_words", "page"), ("hub_words", "hub"))
    for language in LANGUAGES
}
"""The file with the translations of each kind of page in a language, and of its dialect."""
_KINDS: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
_LEVEL: Final = 9
LONG_KINDS: Final = ("text/html", "application/json")
LONG_PAGE: Final = 4096  # bytes
PAGE_LEVEL: Final = 6  # a report of 126 KB takes some milliseconds


def asset_routes(*, hub: bool = False) -> Blueprint:
    """Register the routes of the files. An address carries the version, so that a browser may keep the file for good.

    Every application that has files has pages too, which go out gzipped from here.
    `hub`: pages get a hub's translations too, which a table's browsers need not fetch.
    """
    routes = Blueprint("assets", __name__)
    routes.after_app_request(compress_page)

    @routes.get("/assets/<asked>/<path:name>")
    def asset(asked: str, name: str) -> Response:
        if name.startswith(BUNDLES):
            return _with_caching(_bundle_response(name.removeprefix(BUNDLES)), asked)
        name = name.replace("page_words.", "hub_words.") if hub else name
        small = gzipped_files().get(name) if request.accept_encodings.quality("gzip") else None
        answer = _gzip_response(name, small) if small else _plain_response(name)
        return _with_caching(answer, asked)

    return routes


def _with_caching(answer: Response, asked: str) -> Response:
    """Let the browser keep a file for good if its address names the present version."""
    answer.vary.add("Accept-Encoding")
    # A page from before an update still finds its files, but may not keep them: better a newer file than
    # none.
    now = asked == assets_version()
    answer.headers["Cache-Control"] = f"public, max-age={YEAR_S}, immutable" if now else "no-cache"
    answer.make_conditional(request)
    return answer


def _bundle_response(name: str) -> Response:
    """Answer with a page's scripts or style sheets in one file."""
    whole = bundle(name)
    if whole is None:
        abort(404)
    if request.accept_encodings.quality("gzip"):
        return _gzip_response(name, _small_bundle(name))
    answer = Response(whole, mimetype=_KINDS[Path(name).suffix])
    answer.set_etag(assets_version())
    return answer


@cache
def _small_bundle(name: str) -> bytes:
    whole = bundle(name)
    assert whole is not None
    return gzip.compress(whole, _LEVEL, mtime=0)


def compress_page(answer: Response) -> Response:
    """Send a long page or JSON gzipped. The only answer with a token that its length could give away, /api/me, is short."""
    long = answer.mimetype in LONG_KINDS and (answer.content_length or 0) > LONG_PAGE
    packed = "Content-Encoding" in answer.headers  # files are
    if long and not packed and answer.status_code == 200 and request.accept_encodings.quality("gzip"):
        answer.set_data(gzip.compress(answer.get_data(), PAGE_LEVEL, mtime=0))
        answer.headers["Content-Encoding"] = "gzip"
    if long:
        answer.vary.add("Accept-Encoding")
    return answer


def _gzip_response(name: str, small: bytes) -> Response:
    answer = Response(small, mimetype=_KINDS[Path(name).suffix])
    answer.headers["Content-Encoding"] = "gzip"
    answer.set_etag(f"{assets_version()}-gzip")
    return answer


def _plain_response(name: str) -> Response:
    if name in WORDS:
        answer = Response(_words(*WORDS[name]), mimetype="application/json")
        answer.set_etag(assets_version())
        return answer
    return send_from_directory(STATIC, name, etag=True)


@cache
def assets_version() -> str:
    """Return a version of all files of the page that differs after any change."""
    digest = hashlib.sha256()
    for name, content in _files().items():
        digest.update(name.encode())
        digest.update(content)
    return digest.hexdigest()[:12]


@cache
def gzipped_files() -> Mapping[str, bytes]:
    """Return every text file that gzip makes smaller, compressed once for all browsers; name to bytes."""
    texts = {name: content for name, content in _files().items() if Path(name).suffix in _KINDS}
    texts |= {name: _words(*of) for name, of in WORDS.items()}
    small = {name: gzip.compress(content, _LEVEL, mtime=0) for name, content in texts.items()}
    return {name: content for name, content in small.items() if len(content) < len(texts[name])}


def _files() -> dict[str, bytes]:
    files = sorted(file for file in STATIC.rglob("*") if file.is_file())
    return {file.relative_to(STATIC).as_posix(): file.read_bytes() for file in files}


def _words(where: str, language: str) -> bytes:
    words = {language: sent_words(language, where)}
    return to_text({**words, SWISS: said_otherwise(where)} if language == "de" else words).encode()

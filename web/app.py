"""Put the page together: routes, guards, the page itself and its files."""

from __future__ import annotations

import hashlib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from flask import Flask, Response, abort, render_template, request, send_from_directory
from werkzeug.exceptions import HTTPException

from web.api import MOST_BYTES, api, sentence
from web.guard import guard
from web.landlord import landlord
from web.live import Live, to_json
from web.openapi import documented
from web.roles import may_play, roles
from web.words import LANGUAGES, catalogue, language_of, t, tn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from web.seams import Backup, Board, Commands, Door, Power

HERE: Final = Path(__file__).parent
STATIC: Final = HERE / "static"
STREAMS: Final = 64
LIVE: Final = "knobeltisch-live"
YEAR_S: Final = 365 * 24 * 3600


def create_app(
    board: Board,
    commands: Commands,
    *,
    hosts: Sequence[str] | None = None,
    door: Door | None = None,
    backup: Backup | None = None,
    power: Power | None = None,
) -> Flask:
    """Make the page of one table. `hosts`: names it answers to besides IP addresses, localhost and the device's own.

    Without a `door` everybody plays; `backup` and `power` are what the landlord may do besides.
    """
    app = Flask("web", root_path=str(HERE), static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    live = Live(board, limit=STREAMS)
    app.extensions[LIVE] = live
    guard(app, hosts or ())
    roles(app, door)
    app.register_blueprint(api(board, commands, live, may_play=may_play))
    app.register_blueprint(documented())
    if door is not None:
        app.register_blueprint(landlord(door, backup, power))
    _words(app)
    _pages(app, door)
    app.register_error_handler(HTTPException, sentence)
    return app


def live_of(app: Flask) -> Live:
    """Give the app's streams, for the server that carries them."""
    live = app.extensions[LIVE]
    assert isinstance(live, Live)
    return live


def _words(app: Flask) -> None:
    """Let every template know its language, the words of it, and the name of the present files."""
    version = assets_version()

    @app.context_processor
    def words() -> dict[str, object]:
        language = language_of(request)
        return {
            "language": language,
            "version": version,
            "t": partial(t, language),
            "tn": partial(tn, language),
        }


def _pages(app: Flask, door: Door | None) -> None:
    """Lay the routes of the page and its files. A file's address carries the version, so that it may be kept for good."""
    version = assets_version()

    @app.get("/")
    def table() -> str:
        if door is not None and not door.everyone and not door.confirmed:
            return render_template("first.html", then="/")
        return render_template("board.html", role="table" if may_play() else "watch")

    @app.get("/watch")
    def watch() -> str:
        return render_template("board.html", role="watch")

    @app.get("/assets/<asked>/<path:name>")
    def asset(asked: str, name: str) -> Response:
        # A page from before an update still finds its files, only not kept: better a newer file than none.
        answer = send_from_directory(STATIC, name, max_age=YEAR_S if asked == version else 0, etag=True)
        return kept(answer, asked)

    @app.get("/assets/<asked>/words/<language>.json")
    def words(asked: str, language: str) -> Response:
        if language not in LANGUAGES:
            abort(404)
        return kept(Response(to_json(catalogue(language)), mimetype="application/json"), asked)

    def kept(answer: Response, asked: str) -> Response:
        answer.headers["Cache-Control"] = (
            f"public, max-age={YEAR_S}, immutable" if asked == version else "no-cache"
        )
        return answer

    @app.get("/favicon.ico")
    def favicon() -> Response:
        return send_from_directory(STATIC, "icon.svg", mimetype="image/svg+xml")


def assets_version() -> str:
    """Name the present state of all files of the page: any change gives another name."""
    digest = hashlib.sha256()
    for file in sorted(STATIC.rglob("*")):
        if file.is_file():
            digest.update(file.relative_to(STATIC).as_posix().encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:12]

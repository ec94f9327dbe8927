"""The web service: hubs push match reports to it, and anybody can read the tables."""

import json
from collections.abc import Callable, Mapping
from typing import Final

from flask import Flask, Response, abort, jsonify, request

from league import pages
from league.database import Database, the_row
from league.errors import LeagueError, UnknownKey
from league.intake import read_push, receive
from league.pubs import find_pub
from league.standings import Division, read_division
from tournament.errors import SequenceConflict
from tournament.wire import LARGEST, PATH

KEPT_S: Final = 30
"""How long a browser, or nginx in front, may show a page without asking again."""
SHOWN_DAYS: Final = 28
"""How long after its last match day a division stays on the front page."""
FORMS: Final[Mapping[str, tuple[str, Callable[[Division], str]]]] = {
    "json": ("application/json", lambda found: json.dumps(pages.division_to_json(found), ensure_ascii=False)),
    "ics": ("text/calendar; charset=utf-8", pages.division_to_ical),
}


def create_app(database: Database) -> Flask:
    """Return the service as a WSGI application."""
    app = Flask("league", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST
    app.register_error_handler(404, _missing)

    @app.errorhandler(LeagueError)
    def refuse(error: LeagueError) -> Response:
        answer = jsonify(error=str(error))
        answer.status_code = error.status
        if answer.status_code == 503:
            answer.headers["Retry-After"] = "5"
        return answer

    @app.post(PATH)
    def push() -> Response | tuple[Response, int]:
        scheme, _, key = request.headers.get("Authorization", "").partition(" ")
        if scheme != "Bearer" or not key.strip():
            raise UnknownKey("Send the key of your pub: Authorization: Bearer KEY.")
        pub = find_pub(database, key.strip())
        try:
            return jsonify(taken=receive(database, pub, read_push(request.get_data())))
        except SequenceConflict as error:
            return jsonify(error=str(error), taken=error.taken), 409

    @app.get("/healthz")
    def health() -> Response:
        with database.reading() as cursor:
            cursor.execute("SELECT count(*) FROM division")
            (divisions,) = the_row(cursor)
        return jsonify(ok=True, product="knobeltisch", kind="league", divisions=divisions)

    @app.get("/d/<int:number>.<any(json, ics):form>")
    def division_as(number: int, form: str) -> Response:
        content, write = FORMS[form]
        return _kept(write(_division(database, number)), content)

    for language, begin in (("de", ""), ("en", "/en")):
        _register_pages(app, database, language, begin)
    return app


def _register_pages(app: Flask, database: Database, language: str, begin: str) -> None:
    """Register the pages in a language, at paths that start with `begin`."""

    @app.get(begin or "/", endpoint=f"index_{language}", defaults={"every": False})
    @app.get(f"{begin}/all", endpoint=f"all_{language}", defaults={"every": True})
    def index(*, every: bool) -> Response:
        with database.reading() as cursor:
            cursor.execute(
                "SELECT season, array_agg(ARRAY[id::text, name] ORDER BY id) FROM division "
                "WHERE %s OR EXISTS (SELECT FROM fixture WHERE division = division.id AND day > current_date - %s) "
                "GROUP BY season ORDER BY max(id) DESC",
                [every, SHOWN_DAYS],
            )
            return _kept(pages.render_page("index", language, seasons=cursor.fetchall(), every=every))

    @app.get(f"{begin}/d/<int:number>", endpoint=f"division_{language}")
    def division(number: int) -> Response:
        return _kept(pages.render_division(_division(database, number), language))

    @app.get(f"{begin}/d/<int:number>/t/<int:team>", endpoint=f"team_{language}")
    def team(number: int, team: int) -> Response:
        found = _division(database, number)
        name = next((name for name, known in found.teams.items() if known == team), None)
        return abort(404) if name is None else _kept(pages.render_team(found, name, language))

    @app.get(f"{begin}/f/<int:number>", endpoint=f"fixture_{language}")
    def fixture(number: int) -> Response:
        with database.reading() as cursor:
            cursor.execute("SELECT division, lines, confirmed FROM match WHERE id = %s", [number])
            row = cursor.fetchone()
            if row is None:
                abort(404)
            found = read_division(cursor, row[0])
        assert found is not None
        match = next(match for match in found.matches if match.id == number)
        return _kept(pages.render_match(found, match, row[1], row[2], language))


def _division(database: Database, number: int) -> Division:
    with database.reading() as cursor:
        found = read_division(cursor, number)
    return abort(404) if found is None else found


def _kept(body: str, content: str = "text/html; charset=utf-8") -> Response:
    """Return a page that caches may keep, or status 304 if the client already has it."""
    answer = Response(body, content_type=content)
    answer.headers["Cache-Control"] = (
        f"public, max-age={KEPT_S}, stale-while-revalidate=600, stale-if-error=86400"
    )
    answer.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    answer.headers["X-Content-Type-Options"] = "nosniff"
    answer.add_etag()
    answer.make_conditional(request)
    return answer


def _missing(error: Exception) -> tuple[Response, int]:
    """Show readers, in their language, that there is no such page; answer programs in plain text."""
    if request.path.startswith("/api/"):
        return Response(f"{error}\n", content_type="text/plain; charset=utf-8"), 404
    language = "en" if request.path.startswith("/en") else "de"
    return Response(pages.render_page("missing", language)), 404

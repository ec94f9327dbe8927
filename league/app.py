"""The service's interface: pubs push games and manage their players, everybody reads tables."""

from __future__ import annotations

import logging
import time
from collections import defaultdict
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response, abort, jsonify, request

from league import registry
from league.club.captain import new_link
from league.club.routes import clubs
from league.club.words import sentence_of
from league.database import the_row
from league.errors import BadRequest, LeagueError, NoDatabase, NotAllowed
from league.federation.door import Door
from league.federation.routes import federation
from league.intake import read_push, receive
from league.matches.substitutes import check_line_up
from league.measures import Measures
from league.pages import KINDS, kind_of_fixture, kind_of_team, rendered_index, rendered_missing
from tournament.errors import SequenceConflict
from tournament.wire import LARGEST

if TYPE_CHECKING:
    from psycopg import Cursor

    from league.database import Database
    from league.federation.door import Guard
    from league.pages import Renderer
    from league.registry import Names, Pub
    from league.reports.reading import IsSigned

log = logging.getLogger(__name__)

KEPT_S: Final = 30
"""As long a browser, or nginx in front, may show a page without asking again."""
PATHS: Final = {"html": ("", ""), "en": ("/en", "")}
"""Prefix and suffix of the paths of a division's pages; other kinds end in their name."""
STATUS: Final = ((BadRequest, 400), (NotAllowed, 401), (NoDatabase, 503))


class Keys:
    """The owners of keys, cached for a while, so that a push need not ask the database first."""

    def __init__(self, database: Database, believed_s: float = 10.0) -> None:
        self._database, self._believed = database, believed_s
        self._known: dict[str, tuple[float, Pub]] = {}

    def pub(self) -> Pub:
        """Return the pub of the present request. Raise NotAllowed."""
        said = request.headers.get("Authorization", "")
        key = said.removeprefix("Bearer ").strip()
        if not key or key == said:
            raise NotAllowed("Send the key of your pub: Authorization: Bearer KEY.")
        now = time.monotonic()
        known = self._known.get(key)
        if known is None or known[0] < now:
            known = (now + self._believed, registry.pub_of(self._database, key))
            self._known[key] = known
        return known[1]


def create_app(
    database: Database,
    renderer: Renderer,
    names: Names,
    is_signed: IsSigned,
    guard: Guard,
    *,
    mails: bool = False,
) -> Flask:
    """Return the service as a WSGI application.

    `is_signed` checks the signatures of match reports, `guard` what browsers send; `mails`: whether the federation
    sends reminders.
    """
    app = Flask("league", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST
    measures, keys = Measures(), Keys(database)
    app.register_error_handler(LeagueError, _refused)
    app.register_error_handler(SequenceConflict, _conflict)
    _push(app, database, names, keys, measures, is_signed)
    _pubs(app, database, names, keys)
    _line_up(app, database, names, keys)
    _captain(app, database, keys)
    _index(app, database)
    _pages(app, database, measures)
    _health(app, database, renderer, measures)
    app.register_error_handler(404, _missing)
    app.register_blueprint(federation(database, names, Door(database, guard)))
    app.register_blueprint(clubs(database, names, guard, mails=mails))
    return app


def _refused(error: LeagueError) -> Response:
    answer = jsonify(error=str(error))
    answer.status_code = next((code for kind, code in STATUS if isinstance(error, kind)), 500)
    if answer.status_code == 503:
        answer.headers["Retry-After"] = "5"
    return answer


def _missing(error: Exception) -> tuple[Response, int]:
    """Say to a reader in his language that there is no such page; to a program in plain text."""
    if request.path.startswith("/api/"):
        return Response(f"{error}\n", content_type="text/plain; charset=utf-8"), 404
    language = "en" if request.path.startswith("/en") else "de"
    return Response(rendered_missing(language), content_type=KINDS["html"]), 404


def _conflict(error: SequenceConflict) -> tuple[Response, int]:
    return jsonify(error=str(error), taken=error.taken), 409


def _push(
    app: Flask, database: Database, names: Names, keys: Keys, measures: Measures, is_signed: IsSigned
) -> None:
    @app.post("/api/v1/push")
    def push() -> Response:
        with measures.timed("push"):
            pub = keys.pub()
            pushed = read_push(request.get_data(), is_signed)
            taken = receive(database, names, pub, pushed)
        measures.count("entries", len(pushed.entries))
        return jsonify(taken=taken)


def _pubs(app: Flask, database: Database, names: Names, keys: Keys) -> None:
    @app.post("/api/v1/register")
    def register() -> Response:
        body = _object("invitation", "name", "town")
        invitation = str(body.get("invitation", ""))
        pub, key = registry.register(
            database, invitation, str(body.get("name", "")), str(body.get("town", ""))
        )
        return jsonify(pub=pub.id, name=pub.name, key=key)

    @app.get("/api/v1/me")
    def me() -> Response:
        pub = keys.pub()
        with database.pub(pub.id) as cursor:
            cursor.execute("SELECT id, name, member, shown FROM player WHERE pub = %s ORDER BY id", [pub.id])
            players = [
                dict(zip(("player", "name", "member", "shown"), row, strict=True))
                for row in cursor.fetchall()
            ]
            cursor.execute("SELECT count(*) FROM game WHERE counts")
            (games,) = the_row(cursor)
            aside = _aside(cursor)
        return jsonify(pub=pub.id, name=pub.name, players=players, games=games, aside=aside)

    @app.put("/api/v1/players")
    def player() -> Response:
        pub, body = keys.pub(), _object("name", "member", "shown")
        wanted = {key: body.get(key) for key in ("member", "shown")}
        wrong = next((key for key, value in wanted.items() if value not in (True, False, None)), None)
        if wrong is not None:
            raise BadRequest(f"{wrong} must be true or false.")
        name = registry.clean_name(body.get("name"), "name")
        return jsonify(registry.change_player(database, names, pub, name, **wanted))

    @app.delete("/api/v1/players/<int:number>")
    def forget(number: int) -> Response:
        registry.forget_own(database, keys.pub(), number)
        return jsonify(ok=True)


def _line_up(app: Flask, database: Database, names: Names, keys: Keys) -> None:
    @app.post("/api/v1/line-up")
    def line_up() -> Response:
        pub, body = keys.pub(), _object("fixture", "names")
        fixture, said = body.get("fixture"), body.get("names")
        if type(fixture) is not int or not 0 < fixture < 2**31 or not isinstance(said, list):
            raise BadRequest("Send fixture, the number of a match, and names, a list of names.")
        found = check_line_up(database, names, pub, fixture, said)
        players = [
            {"name": checked.name, "may_play": checked.may_play, "why": sentence_of(checked, "en")}
            for checked in found
        ]
        return jsonify(players=players)


def _captain(app: Flask, database: Database, keys: Keys) -> None:
    @app.post("/api/v1/captain")
    def captain() -> Response:
        pub = keys.pub()
        return jsonify(code=new_link(database, pub.name), page="/club/welcome")


def _aside(cursor: Cursor) -> list[dict[str, Any]]:
    """Return which of a pub's games do not count for a match, and why."""
    cursor.execute(
        "SELECT table_id, game, why FROM aside UNION SELECT table_id, game, why FROM game WHERE why <> '' "
        "ORDER BY table_id, game LIMIT 200"
    )
    return [dict(zip(("table", "game", "why"), row, strict=True)) for row in cursor.fetchall()]


def _object(*fields: str) -> dict[str, Any]:
    body = request.get_json(silent=True)
    if not isinstance(body, dict) or not body.keys() <= set(fields):
        raise BadRequest(f"Send an object with {', '.join(fields)}.")
    return body


def _index(app: Flask, database: Database) -> None:
    @app.get("/", defaults={"language": "de"})
    @app.get("/en", defaults={"language": "en"})
    def index(language: str) -> Response:
        with database.public() as cursor:
            cursor.execute(
                "SELECT season.name, division.id, division.name FROM division JOIN season ON season.id = season "
                "ORDER BY season.id DESC, division.id"
            )
            found: dict[str, list[tuple[int, str]]] = defaultdict(list)
            for season, number, name in cursor.fetchall():
                found[season].append((number, name))
        answer = _kept(Response(rendered_index(found, language), content_type=KINDS["html"]))
        answer.add_etag()
        answer.make_conditional(request)
        return answer


def _pages(app: Flask, database: Database, measures: Measures) -> None:
    def page(division: int | None, kind: str, content: str) -> Response:
        with measures.timed("page"), database.public() as cursor:
            return _page(cursor, division, kind, content)

    def fixture(number: int, language: str) -> Response:
        with measures.timed("page"), database.public() as cursor:
            cursor.execute("SELECT division FROM fixture WHERE id = %s", [number])
            row = cursor.fetchone()
            division = None if row is None else row[0]
            return _page(cursor, division, kind_of_fixture(number, language), KINDS["html"])

    def team(division: int, number: int, language: str) -> Response:
        return page(division, kind_of_team(number, language), KINDS["html"])

    for kind, content in KINDS.items():
        before, ending = PATHS.get(kind, ("", f".{kind}"))
        view = partial(page, kind=kind, content=content)
        app.add_url_rule(f"{before}/d/<int:division>{ending}", f"page_{kind}", view)
    for language, before in (("de", ""), ("en", "/en")):
        view = partial(fixture, language=language)
        app.add_url_rule(f"{before}/f/<int:number>", f"fixture_{language}", view)
        view = partial(team, language=language)
        app.add_url_rule(f"{before}/d/<int:division>/t/<int:number>", f"team_{language}", view)


def _page(cursor: Cursor, division: int | None, kind: str, content: str) -> Response:
    """Return a page as last rendered, or 304 to a client that has it."""
    cursor.execute("SELECT etag FROM page WHERE division = %s AND kind = %s", [division, kind])
    row = cursor.fetchone()
    if row is None:
        abort(404)
    if request.if_none_match.contains_weak(row[0]):
        return _etagged(Response(status=304), row[0])
    cursor.execute("SELECT body, etag FROM page WHERE division = %s AND kind = %s", [division, kind])
    body, etag = the_row(cursor)
    return _etagged(Response(bytes(body), content_type=content), etag)


def _etagged(answer: Response, etag: str) -> Response:
    answer.set_etag(etag)
    return _kept(answer)


def _kept(answer: Response) -> Response:
    answer.headers["Cache-Control"] = (
        f"public, max-age={KEPT_S}, stale-while-revalidate=600, stale-if-error=86400"
    )
    answer.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    answer.headers["X-Content-Type-Options"] = "nosniff"
    return answer


def _health(app: Flask, database: Database, renderer: Renderer, measures: Measures) -> None:
    @app.get("/healthz")
    def health() -> Response:
        with database.public() as cursor:
            cursor.execute("SELECT count(*) FROM division")
            (divisions,) = the_row(cursor)
        return jsonify(ok=True, product="knobeltisch", kind="league", divisions=divisions)

    @app.get("/metrics")
    def metrics() -> Response:
        with database.owner() as cursor:
            cursor.execute(
                "SELECT (SELECT count(*) FROM pub), (SELECT count(*) FROM game WHERE counts), "
                "(SELECT count(*) FROM stale), pg_database_size(current_database())"
            )
            row = the_row(cursor)
        names = ("pubs", "games", "stale", "database_bytes")
        return Response(
            measures.text({**dict(zip(names, row, strict=True)), "rendered_total": renderer.count}),
            content_type="text/plain; version=0.0.4",
        )

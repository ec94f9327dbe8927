"""The routes for pages and programs: the board, its stream, commands, crops of dice in question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, request

from web.json_http import as_json, reply_response, said_of, sent_json
from web.security.authorization import barred_to_table, may_play, may_run
from web.server.wsgi import FOLLOW, Follow

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from web.interfaces import Commands
    from web.server.live_streams import LiveStreams
    from web.services import Scoreboard


def api(
    board: Scoreboard,
    commands: Commands,
    live: LiveStreams,
    rules_fit: Callable[[object, object], bool],
    health: Callable[[], Mapping[str, object]],
) -> Blueprint:
    """Register the routes under /api, and /healthz.

    `rules_fit` says whether a game may start so; `health` returns further facts on the table's state.
    """
    routes = Blueprint("api", __name__)
    register_board(routes, board)

    @routes.post("/api/commands")
    def command() -> Response:
        sent = sent_json()
        refused = None if may_run() else barred_to_table(sent, rules_fit)
        return reply_response(commands.send(sent) if refused is None else refused)

    _register_health(routes, board, live, health)
    _register_pictures(routes, board)
    return routes


def register_board(routes: Blueprint, board: Scoreboard) -> None:
    """Register the routes of the present snapshot, which a page that polls gets only when there is news, and of its stream."""

    @routes.get("/api/board")
    def shown() -> Response:
        name, written = board.written()
        answer = Response(written, mimetype="application/json")
        answer.set_etag(name.replace(":", "-"))
        answer.make_conditional(request)
        return answer

    @routes.get("/api/stream")
    def stream() -> Response:
        """Answer with a live stream, which the page's server sends itself. Any other server sends the present board, and the page asks again."""
        follow = request.environ.get(FOLLOW, Follow())
        follow.wanted, follow.viewer = request.method == "GET", not may_play()
        events = iter(() if FOLLOW in request.environ else (board.event(),))
        answer = Response(events, mimetype="text/event-stream")
        answer.headers["X-Accel-Buffering"] = "no"  # a buffering proxy would make the page late
        return answer


def _register_health(
    routes: Blueprint, board: Scoreboard, live: LiveStreams, more: Callable[[], Mapping[str, object]]
) -> None:
    """Register the route of the table's health."""

    @routes.get("/healthz")
    def healthz() -> Response:
        now = board.snapshot()
        served = {"boot": now["boot"], "version": now["version"], "streams": live.open}
        devices = {device: now[device]["status"] for device in ("camera", "panel")}
        return as_json({**said_of("table"), **served, "head": now["head"], **devices, **more()})


def _register_pictures(routes: Blueprint, board: Scoreboard) -> None:
    """Register the routes of the dice in question and of this turn's lifts, both from memory."""

    def given(picture: bytes | None, why_gone: str) -> Response:
        if picture is None:
            abort(404, f"That picture is gone: {why_gone}.")
        return Response(picture, mimetype="image/jpeg")

    @routes.get("/api/crops/<question>/<int:index>")
    def crop(question: str, index: int) -> Response:
        return given(board.picture(question, index), "the question was answered")

    @routes.get("/api/lifts/<int:lift>/<int:index>")
    def lift(lift: int, index: int) -> Response:
        return given(board.picture(str(lift), index), "the next player has thrown")

"""The routes for pages and programs: the board, its stream, commands, crops of dice in question."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, abort, request

from web.json_http import as_json, reply_response, said_of, sent_json
from web.security.authorization import STATUS as DENIED
from web.security.authorization import barred_to_table, may_play, may_run
from web.server.wsgi import FOLLOW
from web.visitors import network

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from web.interfaces import Commands
    from web.server.live_streams import LiveStreams
    from web.server.wsgi import Follow
    from web.services import Scoreboard

BAD_NAMES: Final = (
    "name_form",
    "name_unseen",
    "name_empty",
    "name_long",
    "name_twice",
    "name_alike",
    "name_comma",
)
STATUS: Final = {
    **dict.fromkeys(
        ("bad_command", "bad_act", "bad_answer", "bad_start", "bad_declaration", *BAD_NAMES), 400
    ),
    **dict.fromkeys(("busy", "journal", "fault"), 503),
}
"""For a malformed command, or trouble at the table; other refusals are conflicts with the present state."""


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
    register_board(routes, board, live)

    @routes.post("/api/commands")
    def command() -> Response:
        sent = sent_json()
        refused = None if may_run() else barred_to_table(sent, rules_fit)
        return (
            reply_response(commands.send(sent), STATUS)
            if refused is None
            else reply_response(refused, DENIED)
        )

    _register_health(routes, board, live, health)
    _register_pictures(routes, board)
    return routes


def register_board(routes: Blueprint, board: Scoreboard, live: LiveStreams) -> None:
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
        return _stream_response(board, live, viewer=not may_play())


def _stream_response(board: Scoreboard, live: LiveStreams, *, viewer: bool) -> Response:
    """Answer with a live stream, if there is a place for it; `viewer`: for a page that only watches.

    The page's server sends the events itself; any other sends the present board, and the page asks again.
    """
    address = network(request.remote_addr or "")
    if not live.enter(address, viewer=viewer):
        abort(503, "All places for live pages are taken; poll /api/board instead.")
    left = partial(live.leave, address, viewer=viewer)
    follow: Follow | None = request.environ.get(FOLLOW)
    if follow is None or request.method == "HEAD":
        answer = Response(iter([board.event()]), mimetype="text/event-stream")
        answer.call_on_close(left)
    else:
        follow.wanted, follow.left = True, left
        answer = Response(iter(()), mimetype="text/event-stream")
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

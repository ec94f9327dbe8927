"""What pages and programs may ask: the board, its stream, commands, crops of dice in question."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, abort, request

from web.live import reserved_places, to_json
from web.server.admission import network
from web.server.wsgi import FOLLOW

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from werkzeug.exceptions import HTTPException

    from web.live import Live
    from web.seams import Board, Commands
    from web.server.wsgi import Follow

MOST_BYTES: Final = 16 * 1024
DEEPEST: Final = 8
LANDLORDS_ORDERS: Final = ("last_orders",)
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
"""Of a command that was badly formed, or that the table is in trouble with; others are refused as things stand."""
SENTENCES: Final = {
    404: "There is nothing at this address; the board is at / and /watch.",
    405: "This address does not take that kind of request.",
    413: f"A command is at most {MOST_BYTES // 1024} KB long.",
    500: "Something went wrong inside the page; the score stands as shown.",
}


def api(
    board: Board,
    commands: Commands,
    live: Live,
    *,
    may_play: Callable[[], bool],
    may_run: Callable[[], bool] = lambda: True,
    rules_fit: Callable[[object, object], bool] = lambda _variant, _options: True,
    health: Callable[[], Mapping[str, object]] | None = None,
) -> Blueprint:
    """Lay the routes under /api, and /healthz. `may_play` tells whether the present request comes from the table.

    `may_run` tells whether it comes from the landlord; `rules_fit` whether a game may start so. `health` gives what else is told of how the table runs.
    """
    routes = Blueprint("api", __name__)

    @routes.get("/api/board")
    def shown() -> Response:
        return _newest(board.snapshot())

    @routes.get("/api/stream")
    def stream() -> Response:
        return _streamed(live, looks=not may_play())

    @routes.post("/api/commands")
    def command() -> Response:
        sent = sent_json()
        if (refused := None if may_run() else _landlords(sent, rules_fit)) is not None:
            return refused
        reply = commands.send(sent)
        return replied(reply, STATUS)

    _health(routes, board, live, health or dict)
    _pictures(routes, board)
    return routes


def _newest(now: Mapping[str, object]) -> Response:
    """Answer with a snapshot; a page that asks now and then gets it only when there is news."""
    answer = as_json(now)
    answer.set_etag(f"{now['boot']}-{now['version']}")
    answer.make_conditional(request)
    return answer


def _streamed(live: Live, *, looks: bool) -> Response:
    """Answer with a live stream, if there is a place for it; `looks`: for one who does not play."""
    address = network(request.remote_addr or "")
    if not live.enter(reserved=reserved_places(live.limit) if looks else 0, address=address, looks=looks):
        abort(503, "All places for live pages are taken; ask /api/board now and then instead.")
    answer = _followed(live, partial(live.leave, address, looks=looks))
    answer.headers["X-Accel-Buffering"] = "no"  # a proxy that gathers events would make the page late
    return answer


def _followed(live: Live, left: Callable[[], None]) -> Response:
    """Answer with a live stream: the server's own, which costs no thread, where it has one."""
    follow: Follow | None = request.environ.get(FOLLOW)
    if follow is None or request.method == "HEAD":
        answer = Response(live.stream(gone=lambda: False), mimetype="text/event-stream")
        answer.call_on_close(left)
        return answer
    follow.wanted, follow.left = True, left
    return Response(iter(()), mimetype="text/event-stream")


def _landlords(sent: Mapping[str, Any], rules_fit: Callable[[object, object], bool]) -> Response | None:
    """Refuse an order that is the landlord's alone; None for every other."""
    if sent.get("do") in LANDLORDS_ORDERS:
        return as_json(refusal("not_allowed", "This is the landlord's; enter the PIN."), status=403)
    if sent.get("do") == "start" and not rules_fit(sent.get("variant"), sent.get("options")):
        return as_json(refusal("rules_locked", "The landlord has locked the house rules."), status=409)
    return None


def _health(routes: Blueprint, board: Board, live: Live, more: Callable[[], Mapping[str, object]]) -> None:
    """Lay the route that tells how the table runs."""

    @routes.get("/healthz")
    def healthz() -> Response:
        now = board.snapshot()
        served = {"ok": True, "boot": now["boot"], "version": now["version"], "streams": live.open}
        return as_json({**served, "head": now["head"], **_statuses(now), **more()})


def _statuses(now: Mapping[str, Any]) -> dict[str, str]:
    return {device: now[device]["status"] for device in ("camera", "panel")}


def _pictures(routes: Blueprint, board: Board) -> None:
    """Lay the routes of the dice in question and of this turn's lifts, both from memory."""

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


def as_json(value: Mapping[str, object], *, status: int = 200) -> Response:
    """Answer with JSON."""
    return Response(to_json(value), status=status, mimetype="application/json")


def replied(reply: Mapping[str, object], statuses: Mapping[str, int], *, other: int = 409) -> Response:
    """Answer with the reply to an order; the status of one that was refused is that of its code, or `other`."""
    error = reply.get("error")
    return as_json(reply, status=statuses.get(str(error["code"]), other) if isinstance(error, dict) else 200)


def sentence(error: HTTPException) -> Response:
    """Turn any HTTP error into one sentence as JSON."""
    code = error.code or 500
    text = error.description
    if text is None or text == type(error).description:
        text = SENTENCES.get(code, error.name)
    answer = as_json(refusal(f"http_{code}", text), status=code)
    if isinstance(allowed := getattr(error, "valid_methods", None), list):
        answer.headers["Allow"] = ", ".join(allowed)
    return answer


def refusal(code: str, message: str) -> dict[str, object]:
    """Write a refusal as the page and programs read it."""
    return {"ok": False, "error": {"code": code, "message": message, "rule": None}}


def sent_json() -> dict[str, Any]:
    """Read the request's body as one JSON object. Aborts with the sentence that says what is wrong with it."""
    if request.mimetype != "application/json":
        abort(415, "A command is JSON; send it with Content-Type: application/json.")
    body = request.get_data(cache=False)
    try:
        command = json.loads(body)
    except (ValueError, RecursionError):
        abort(400, 'The command is not JSON; send one object such as {"do": "undo"}.')
    if not isinstance(command, dict):
        abort(400, 'The command is JSON, but not an object; send one such as {"do": "undo"}.')
    if _deeper(command, DEEPEST):
        abort(400, f"The command is nested deeper than {DEEPEST} levels; none needs as many.")
    return command


def _deeper(value: object, levels: int) -> bool:
    """Tell whether JSON has more than so many levels, without following it further."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels < 0 or any(_deeper(one, levels - 1) for one in inside if isinstance(one, (dict, list)))

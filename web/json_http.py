"""JSON over HTTP: requests, answers, and refusals in a uniform format."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from flask import Flask, Response, abort, render_template, request
from werkzeug.exceptions import HTTPException

from scorer.json_forms.text import TOO_LONG, read_command, refusal_to_json, to_text
from web.described import HTML, Doc

SENTENCES: Final = {
    404: "There is nothing at this address; the board is at / and /watch.",
    405: "This address does not accept that kind of request.",
    413: TOO_LONG,
    500: "Something went wrong inside the page; the score stands as shown.",
}
STATUS: Final = {
    "no_jpeg": 400,
    **dict.fromkeys(("https", "not_allowed", "not_invited", "not_the_eye", "token", "wrong_pin"), 403),
    **dict.fromkeys(("no_evening", "no_practice", "unknown_player"), 404),
    "too_long": 413,
    **dict.fromkeys(("locked", "many_ask", "slow_down"), 429),
    **dict.fromkeys(("busy", "fault", "journal", "keep", "power"), 503),
}
MALFORMED: Final = ("bad_", "name_")


def status_of(code: str) -> int:
    """Return the HTTP status for a refusal's code: `STATUS`, else 400 for a malformed request, else 409 (conflict)."""
    return STATUS.get(code, 400 if code.startswith(MALFORMED) else 409)


def as_json(value: Mapping[str, object], *, status: int = 200) -> Response:
    """Return a JSON response."""
    return Response(to_text(value), status=status, mimetype="application/json")


def health_fields(kind: str) -> dict[str, object]:
    """Return the first fields of a /healthz answer, which identify a table or a hub."""
    return {"ok": True, "product": "knobeltisch", "kind": kind}


def reply_response(reply: Mapping[str, object]) -> Response:
    """Return the reply to an order as JSON; the status is 200, or that of its error."""
    error = reply.get("error")
    return as_json(reply, status=status_of(str(error["code"])) if isinstance(error, dict) else 200)


def register_reply(app: Flask, route: str, make: Callable[..., Mapping[str, object]], doc: Doc) -> None:
    """Register a route such as "GET /api/bill", answered with what `make` returns for the values in its address."""
    method, rule = route.split()
    app.add_url_rule(rule, None, doc(lambda **values: reply_response(make(**values))), methods=[method])


def register_page(app: Flask, rule: str, summary: str, make: Callable[..., str]) -> None:
    """Register an HTML page."""
    app.add_url_rule(rule, None, Doc(summary, kind=HTML)(make))


def register_order(app: Flask, route: str, order: Callable[..., object], doc: Doc) -> None:
    """Register a route that carries out an order with the values in its address, and answers {"ok": true}."""

    def carry_out(**values: str | int) -> Mapping[str, object]:
        order(**values)
        return {"ok": True}

    register_reply(app, route, carry_out, doc)


def error_response(error: HTTPException) -> Response:
    """Return an HTTP error as JSON with one sentence; a person gets an HTML page for 404 and 421."""
    code = error.code or 500
    if code == 404 and _is_for_person():
        return Response(render_template("not_found.html"), status=404, mimetype="text/html")
    if code == 421 and _is_for_person():
        page = render_template("wrong_name.html", name=request.host[:60])
        return Response(page, status=421, mimetype="text/html")
    text = error.description
    if text is None or text == type(error).description:
        text = SENTENCES.get(code, error.name)
    answer = as_json(refusal_to_json(f"http_{code}", text), status=code)
    if isinstance(allowed := getattr(error, "valid_methods", None), list):
        answer.headers["Allow"] = ", ".join(allowed)
    return answer


def _is_for_person() -> bool:
    best = request.accept_mimetypes.best_match(("application/json", "text/html"))
    return request.method == "GET" and best == "text/html" and not request.path.startswith("/api/")


def request_json() -> dict[str, Any]:
    """Return the request's body, one JSON object; otherwise abort with 415 or 400."""
    if request.mimetype != "application/json":
        abort(415, "A command is JSON; send it with Content-Type: application/json.")
    try:
        return read_command(request.get_data(cache=False))
    except ValueError as error:
        abort(400, str(error))


def request_key() -> str:
    """Return the key that a program sends; "" if it sends none."""
    shown = request.authorization
    return shown.token or "" if shown is not None and shown.type == "bearer" else ""


def request_switch(what: str, key: str = "on") -> bool:
    """Return the request's boolean `key`; if it has none, abort with 400 and a sentence about `what` it decides."""
    on = request_json().get(key)
    if not isinstance(on, bool):
        abort(400, f'Say whether {what}: send {{"{key}": true}} or {{"{key}": false}}.')
    return on

"""Requests of tables to the hub: finished games, tasks, signatures. They contain the hub's key."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, NotRequired

from flask import Blueprint, Response, current_app, request

from scorer.json_forms.codec import Json
from scorer.json_forms.text import Denied
from web.described import OK, Doc
from web.hub.tournament_routes import SIGNATURE
from web.json_http import as_json, request_json, request_key
from web.security.authorization import gate_of
from web.translations import LANGUAGES, USUAL
from web.visitors import network

if TYPE_CHECKING:
    from flask import Flask

    from web.hub.hub_services import RefereeDesk, TableService

ASKING: Final = {"table": str, "boot": NotRequired[str], "port": NotRequired[int]}
LARGEST: Final = 1024 * 1024


def _check_key(service: TableService) -> None:
    if (key := request_key()) and service.knows(key):
        request.max_content_length = LARGEST
        return
    wait = gate_of(current_app).logins.take(f"key {network(request.remote_addr or '')}")
    if wait:
        raise Denied("slow_down", "Too many requests at once; wait a moment and try again.", wait=wait)
    raise Denied("not_allowed", "Send the key of this house: Authorization: Bearer KEY.")


def table_request_routes(app: Flask, service: TableService, desk: RefereeDesk) -> None:
    """Register the routes for tables."""
    routes = Blueprint("for_tables", __name__)
    routes.before_request(partial(_check_key, service))

    @routes.post("/api/v1/push")
    @Doc("A table sends its finished games", {"taken": int}, body={"table": str, "box": str, "entries": list[Json]}, keyed=True)  # fmt: skip
    def push() -> Response:
        status, answer = service.push(request_json())
        return as_json(answer, status=status)

    @routes.post("/api/v1/table")
    @Doc(
        "A table asks for its tasks",
        {
            "number": int,
            "last_orders": bool,
            "task": NotRequired[Json | None],
            "to_sign": NotRequired[int | None],
        },
        body=ASKING,
        keyed=True,
    )
    def ask() -> Response:
        status, answer = service.ask(request_json(), request.remote_addr or "")
        return as_json(answer, status=status)

    @routes.post("/api/v1/report")
    @Doc("A table asks for the match report that is signed there", {**OK, "report": Json | None}, body=ASKING, keyed=True)  # fmt: skip
    def report() -> Response:
        sent = request_json()
        number, language = service.number(sent), sent.get("language")
        language = language if language in LANGUAGES else USUAL
        return as_json({"ok": True, "report": number and desk.reports.table_to_json(number, language)})

    @routes.post("/api/v1/sign")
    @Doc("Sign the match report that was read here", OK, body=SIGNATURE, keyed=True)
    def sign() -> Response:
        return as_json({"ok": True, **desk.act({**request_json(), "do": "sign"})})

    app.register_blueprint(routes)

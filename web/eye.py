"""The phone that is the table's camera: its page, its pictures, and the landlord's invitation."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, abort, render_template, request

from web import translations
from web.json_http import as_json, register_order, sent_json, sent_key
from web.routes.landlord import device_name
from web.routes.spectators import qr_code
from web.visitors import is_token_of

if TYPE_CHECKING:
    from web.services import PhoneDoor

MAY_SEE: Final = "camera=(self), microphone=(), geolocation=()"
"""No other page of the table may ask for a camera."""
MOST_BODY: Final = 1024 * 1024 + 1024


def eye_routes(door: PhoneDoor) -> Blueprint:
    """Register the routes of the phone's page, of its pictures, and of the landlord's invitation."""
    routes = Blueprint("eye", __name__)
    _register_pictures(routes, door)
    _register_landlords(routes, door)

    @routes.get("/eye")
    def page() -> Response:
        answer = Response(render_template("eye.html"), mimetype="text/html")
        answer.headers["Permissions-Policy"] = MAY_SEE
        return answer

    @routes.post("/api/eye/accept")
    def accept() -> Response:
        invitation, name = sent_json().get("invitation"), device_name()
        return as_json({"ok": True, "key": door.accept(invitation, name, secure=request.is_secure)})

    return routes


def _register_pictures(routes: Blueprint, door: PhoneDoor) -> None:
    @routes.post("/api/eye/begin")
    def begin() -> Response:
        return as_json(door.begin(_key(), str(sent_json().get("page", ""))))

    @routes.post("/api/eye")
    def take() -> Response:
        key = _key()
        if request.mimetype != "image/jpeg":
            abort(415, "A picture is a JPEG; send it with Content-Type: image/jpeg.")
        request.max_content_length = MOST_BODY
        body = request.get_data(cache=False)
        small = request.args.get("small", 0, type=int)
        return as_json(door.take(key, request.args.get("page", ""), body, small))

    register_order(
        routes, "POST", "/api/eye/halt", lambda: door.halt(_key(), str(sent_json().get("why", "")))
    )


def _register_landlords(routes: Blueprint, door: PhoneDoor) -> None:
    @routes.get("/api/landlord/eye")
    def shown() -> Response:
        return as_json(door.shown())

    @routes.post("/api/landlord/eye")
    def invite() -> Response:
        return as_json({"ok": True, "invitation": door.invite()})

    register_order(routes, "DELETE", "/api/landlord/eye", door.end)

    @routes.get("/api/landlord/eye.svg")
    def code() -> Response:
        if not door.invitation:
            abort(404, "No phone is invited; invite one first.")
        t = partial(translations.t, translations.language_of(request))
        return Response(qr_code(door.invitation, t("eye.qr")), mimetype="image/svg+xml")


def _key() -> str:
    """Return the key that the phone sends; empty if it sends none, or one that was made over another transport."""
    key = sent_key()
    return key if is_token_of(key, secure=request.is_secure) else ""

"""Setting up camera, light and buttons; what the table answers of camera and board; the phone that is the camera."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from flask import Response, abort, render_template, request

from scorer.json_forms.text import Denied
from web import translations
from web.answers import attachment, jpeg, qr_code
from web.json_http import as_json, register_order, register_reply, sent_json, sent_key, sent_switch
from web.routes.landlord import behind_pin, device_name
from web.visitors import is_token_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from web.services import AccessControl, CameraSetup, PhoneDoor

GUIDE: Final = "/landlord/guide"
MAY_SEE: Final = "camera=(self), microphone=(), geolocation=()"
"""No other page of the table may ask for a camera."""
MOST_BODY: Final = 1024 * 1024 + 1024


def camera_setup_routes(
    app: Flask, calibration: Callable[[], CameraSetup], access: AccessControl | None, *, eye: bool
) -> None:
    """Register the routes. The pages themselves are public: their data is behind the PIN. `eye`: a phone can be the camera."""
    app.get("/landlord/calibrate")(partial(behind_pin, access, "calibrate.html"))
    app.get(GUIDE)(partial(behind_pin, access, "guide.html", eye=eye))
    register_reply(app, "GET /api/landlord/calibration", lambda: calibration().to_json())
    register_reply(app, "POST /api/landlord/calibration", lambda: calibration().order(sent_json()))

    @app.get("/api/landlord/calibration/picture")
    def picture() -> Response:
        return jpeg(
            calibration().picture(), "There is no picture; open the calibration page and connect a camera."
        )

    app.get("/api/landlord/board.pdf")(
        lambda: attachment(calibration().board_pdf(), "board.pdf", "application/pdf")
    )

    @app.post("/api/moved")
    def moved() -> Response:
        if not calibration().moved.answer(moved=sent_switch("the camera was moved", "moved")):
            raise Denied("not_now", "The table does not ask whether the camera was moved.")
        return as_json({"ok": True})

    @app.post("/api/without-board")
    def without_board() -> Response:
        if not calibration().board_choice.choose_without():
            raise Denied("not_now", "The table does not ask whether there is a board.")
        return as_json({"ok": True})


def eye_routes(app: Flask, door: PhoneDoor) -> None:
    """Register the routes of the phone's page and of its pictures."""

    def key() -> str:
        """Return the key that the phone sends; empty if it sends none, or one that was made over another transport."""
        sent = sent_key()
        return sent if is_token_of(sent, secure=request.is_secure) else ""

    @app.get("/eye")
    def page() -> Response:
        answer = Response(render_template("eye.html"), mimetype="text/html")
        answer.headers["Permissions-Policy"] = MAY_SEE
        return answer

    @app.post("/api/eye/accept")
    def accept() -> Response:
        invitation, name = sent_json().get("invitation"), device_name()
        return as_json({"ok": True, "key": door.accept(invitation, name, secure=request.is_secure)})

    register_reply(app, "POST /api/eye/begin", lambda: door.begin(key(), str(sent_json().get("page", ""))))

    @app.post("/api/eye")
    def take() -> Response:
        sender = key()
        if request.mimetype != "image/jpeg":
            abort(415, "A picture is a JPEG; send it with Content-Type: image/jpeg.")
        request.max_content_length = MOST_BODY
        body = request.get_data(cache=False)
        small = request.args.get("small", 0, type=int)
        return as_json(door.take(sender, request.args.get("page", ""), body, small))

    register_order(app, "POST /api/eye/halt", lambda: door.halt(key(), str(sent_json().get("why", ""))))


def landlords_eye(app: Flask, door: PhoneDoor) -> None:
    """Register the routes of the landlord's invitation."""
    register_reply(app, "GET /api/landlord/eye", door.shown)
    register_reply(app, "POST /api/landlord/eye", lambda: {"ok": True, "invitation": door.invite()})
    register_order(app, "DELETE /api/landlord/eye", door.end)

    @app.get("/api/landlord/eye.svg")
    def code() -> Response:
        if not door.invitation:
            abort(404, "No phone is invited; invite one first.")
        return qr_code(door.invitation, partial(translations.t, translations.language_of(request))("eye.qr"))

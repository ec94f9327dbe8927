"""The routes for setting up camera, light and buttons, for questions about them, and for a phone as the camera."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Final, Literal

from flask import Response, abort, render_template, request

from scorer.json_forms.text import Denied
from web import translations
from web.answers import attachment, jpeg_response, qr_code
from web.described import BYTES, HTML, JPEG, OK, SVG, Doc
from web.json_http import as_json, register_order, register_reply, request_json, request_key, request_switch
from web.routes.landlord import behind_pin, device_name
from web.visitors import Role, is_token_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from web.services import AccessControl, CameraSetup, PhoneDoor

TEST: Final = Literal["dice", "faces", "acceptance", "buttons", "lens"]
PDF: Final = "application/pdf"
GUIDE: Final = "/landlord/guide"
MAY_SEE: Final = "camera=(self), microphone=(), geolocation=()"
"""No other page of the table may ask for a camera."""
MOST_BODY: Final = 1024 * 1024 + 1024


def camera_setup_routes(
    app: Flask, calibration: Callable[[], CameraSetup], access: AccessControl | None, *, eye: bool
) -> None:
    """Register the camera setup's routes. Pages are public, their data is behind the PIN. `eye`: a phone can be the camera."""

    @app.get("/landlord/calibrate")
    @Doc("Setting up camera, light and buttons, behind the PIN", kind=HTML, role=Role.VIEWER)
    def calibrate() -> str:
        return behind_pin(access, "calibrate.html")

    @app.get(GUIDE)
    @Doc("Setting up step by step, from the PIN to the first throw, behind the PIN", kind=HTML, role=Role.VIEWER)  # fmt: skip
    def guide() -> str:
        return behind_pin(access, "guide.html", eye=eye)

    doc = Doc("What is found of camera, light and tests", "Calibration")
    register_reply(app, "GET /api/landlord/calibration", lambda: calibration().to_json(), doc)
    register_reply(
        app,
        "POST /api/landlord/calibration",
        lambda: calibration().order(request_json()),
        Doc(
            "Begin or stop a test, judge a throw, keep it all",
            OK,
            body=[
                {"do": Literal["begin"], "test": TEST},
                {"do": Literal["judge"], "throw": int, "right": bool},
                {"do": Literal["stop", "finish", "keep", "forget_lens", "forget_own"]},
            ],
        ),
    )

    @app.get("/api/landlord/calibration/picture")
    @Doc("What the camera sees, from memory, while that page is open", kind=JPEG)
    def picture() -> Response:
        return jpeg_response(
            calibration().picture(), "There is no picture; open the calibration page and connect a camera."
        )

    @app.get("/api/landlord/board.pdf")
    @Doc("The board to print on A3, the rules behind it in both languages", kind=PDF)
    def board_pdf() -> Response:
        return attachment(calibration().board_pdf(), "board.pdf", PDF)

    @app.post("/api/moved")
    @Doc("Say whether the camera was moved", OK, body={"moved": bool})
    def moved() -> Response:
        if not calibration().moved.answer(moved=request_switch("the camera was moved", "moved")):
            raise Denied("not_now", "The table does not ask whether the camera was moved.")
        return as_json({"ok": True})

    @app.post("/api/without-board")
    @Doc("Play without a board, while the camera sees none", OK)
    def without_board() -> Response:
        if not calibration().board_choice.choose_without():
            raise Denied("not_now", "The table does not ask whether there is a board.")
        return as_json({"ok": True})


def eye_routes(app: Flask, door: PhoneDoor) -> None:
    """Register the routes of the camera phone's page and of its pictures."""

    def key() -> str:
        """Return the phone's key; "" if it sends none, or one that was issued over another transport."""
        sent = request_key()
        return sent if is_token_of(sent, secure=request.is_secure) else ""

    @app.get("/eye")
    @Doc("The page of the phone that is the table's eye", kind=HTML)
    def page() -> Response:
        answer = Response(render_template("eye.html"), mimetype="text/html")
        answer.headers["Permissions-Policy"] = MAY_SEE
        return answer

    @app.post("/api/eye/accept")
    @Doc("Let this phone be the table's eye, by an invitation", {**OK, "key": str}, body={"invitation": str}, role=Role.VIEWER)  # fmt: skip
    def accept() -> Response:
        invitation, name = request_json().get("invitation"), device_name()
        return as_json({"ok": True, "key": door.accept(invitation, name, secure=request.is_secure)})

    doc = Doc("Let this page of the phone send pictures", dict, body={"page": Annotated[str, {"maxLength": 32}]}, keyed=True)  # fmt: skip
    register_reply(app, "POST /api/eye/begin", lambda: door.begin(key(), str(request_json().get("page", ""))), doc)  # fmt: skip

    @app.post("/api/eye")
    @Doc(
        "A picture of the phone that is the camera; the answer says what to send next",
        dict,
        body=BYTES,
        takes=JPEG,
        asked={"small": int, "page": str},
        keyed=True,
    )
    def take() -> Response:
        sender = key()
        if request.mimetype != "image/jpeg":
            abort(415, "A picture is a JPEG; send it with Content-Type: image/jpeg.")
        request.max_content_length = MOST_BODY
        body = request.get_data(cache=False)
        small = request.args.get("small", 0, type=int)
        return as_json(door.take(sender, request.args.get("page", ""), body, small))

    register_order(
        app,
        "POST /api/eye/halt",
        lambda: door.halt(key(), str(request_json().get("why", ""))),
        Doc(
            "Say why that phone sends no pictures",
            OK,
            body={"why": Literal["hidden", "refused", "no_camera", "taken", "stopped"]},
            keyed=True,
        ),
    )


def eye_invitation_routes(app: Flask, door: PhoneDoor) -> None:
    """Register the routes of the landlord's invitation to a camera phone."""
    doc = Doc("Which phone is the camera, and what it sends", "Eye")
    register_reply(app, "GET /api/landlord/eye", door.to_json, doc)
    doc = Doc("Invite one phone to be the camera", {**OK, "invitation": str})
    register_reply(app, "POST /api/landlord/eye", lambda: {"ok": True, "invitation": door.invite()}, doc)
    register_order(app, "DELETE /api/landlord/eye", door.end, Doc("Let no phone be the camera", OK))

    @app.get("/api/landlord/eye.svg")
    @Doc("The invitation as a QR code", kind=SVG)
    def code() -> Response:
        if not door.invitation:
            abort(404, "No phone is invited; invite one first.")
        return qr_code(door.invitation, partial(translations.t, translations.language_of(request))("eye.qr"))

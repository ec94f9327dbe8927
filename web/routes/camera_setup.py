"""The landlord's page for setting up camera, light and buttons, and what the table answers of camera and board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, abort, render_template

from scorer.json_forms.text import Denied
from web.json_http import as_json, reply_response, sent_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from web.services import AccessControl, CameraSetup

GUIDE: Final = "/landlord/guide"


def camera_setup_routes(
    calibration: Callable[[], CameraSetup], access: AccessControl | None, *, eye: bool = False
) -> Blueprint:
    """Register the routes. The pages themselves are public: their data is behind the PIN. `eye`: a phone can be the camera."""
    routes = Blueprint("calibrating", __name__)

    _register_pages(routes, access, eye=eye)

    @routes.get("/api/landlord/calibration")
    def shown() -> Response:
        return as_json(calibration().to_json())

    @routes.get("/api/landlord/calibration/picture")
    def picture() -> Response:
        seen = calibration().picture()
        if seen is None:
            abort(404, "There is no picture; open the calibration page and connect a camera.")
        return Response(seen, mimetype="image/jpeg")

    @routes.post("/api/landlord/calibration")
    def order() -> Response:
        return reply_response(calibration().order(sent_json()))

    _register_answers(routes, calibration)
    return routes


def _register_pages(routes: Blueprint, access: AccessControl | None, *, eye: bool) -> None:
    """Register the pages."""

    def behind_pin(template: str, path: str) -> str:
        if access is not None and not access.pin.is_confirmed:
            return render_template("first.html", then=path)
        return render_template(template, eye=eye)

    @routes.get("/landlord/calibrate")
    def page() -> str:
        return behind_pin("calibrate.html", "/landlord/calibrate")

    @routes.get(GUIDE)
    def guide() -> str:
        return behind_pin("guide.html", GUIDE)


def _register_answers(routes: Blueprint, calibration: Callable[[], CameraSetup]) -> None:
    """Register what the table answers when it is asked of camera and board."""

    @routes.post("/api/moved")
    def moved() -> Response:
        said = sent_json().get("moved")
        if not isinstance(said, bool):
            abort(400, 'Say whether the camera was moved: {"moved": true} or {"moved": false}.')
        if not calibration().moved.answer(moved=said):
            raise Denied("not_now", "The table does not ask whether the camera was moved.")
        return as_json({"ok": True})

    @routes.post("/api/without-board")
    def without_board() -> Response:
        if not calibration().board_choice.choose_without():
            raise Denied("not_now", "The table does not ask whether there is a board.")
        return as_json({"ok": True})

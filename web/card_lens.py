"""Cards that lie open on the board, read by the camera on request: a proposal, which an act of the game confirms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, abort

from web.json_http import reply_response, sent_json

if TYPE_CHECKING:
    from web.services import CardLens

STATUS: Final = {"bad_command": 400, "wrong_cards": 400, "cards_unseen": 503}


def card_lens(lens: CardLens) -> Blueprint:
    """Register the routes /api/cards."""
    routes = Blueprint("card_lens", __name__)

    @routes.post("/api/cards")
    def read() -> Response:
        return reply_response(lens.read(sent_json().get("count")), STATUS)

    @routes.post("/api/cards/hands")
    def weigh() -> Response:
        return reply_response(lens.weigh(sent_json().get("hands")), STATUS)

    @routes.get("/api/cards/<reading>/<int:place>.jpg")
    def picture(reading: str, place: int) -> Response:
        seen = lens.picture(reading, place)
        if seen is None:
            abort(404, "That picture is gone.")
        answer = Response(seen, mimetype="image/jpeg")
        answer.headers["Cache-Control"] = "no-store"  # the browser must not keep what the table does not keep
        return answer

    return routes

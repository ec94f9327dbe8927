"""Guests' phones: a guest asks for a seat, the table accepts, and the phone plays for that player alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, NotRequired

from flask import Response, abort, request

from scorer.json_forms.act_forms import ActJson
from scorer.json_forms.codec import Whole
from scorer.json_forms.text import Denied
from web.described import NAME, OK, Doc
from web.json_http import as_json, register_order, register_reply, reply_response, request_json
from web.security.authorization import SEAT, gate_of, keep_cookie, seat_of
from web.visitors import Role, network

if TYPE_CHECKING:
    from flask import Flask

    from web.services import Newcomers, Phones

ACTS: Final = Annotated[list[ActJson], {"maxItems": 4}]
HEAD: Final = NotRequired[Annotated[int, Whole()] | None]


def phone_routes(app: Flask, guests: Phones) -> None:
    """Register the routes of phones with a seat, and of the landlord's permissions."""
    seat_request_routes(app, guests)

    @app.post("/api/seat/play")
    @Doc(
        "Decide for the player of this phone, in his turn; the table throws",
        OK,
        body={"acts": ACTS, "head": HEAD, "moment": NotRequired[str | None]},
        role=Role.PLAYER,
    )
    def play() -> Response:
        player = gate_of(app).visitor().player
        if player is None:
            raise Denied("no_seat", "This device has no player; ask for a seat first.")
        return reply_response(guests.play(player, request_json()))

    def remove(player: str) -> object:
        return guests.remove(player) or abort(404, "No player of that name has a phone at the table.")

    register_order(app, "DELETE /api/seats/<player>", remove, Doc("Take a player's phone away", OK))

    allowed = guests.allowed
    doc = Doc("What guests' phones and screens may do", {**OK, "allowed": "GuestSwitches"})
    register_reply(app, "GET /api/landlord/allowed", lambda: {"ok": True, "allowed": dict(allowed.now)}, doc)
    register_reply(
        app,
        "PUT /api/landlord/allowed",
        lambda: allowed.change(request_json()),
        Doc(
            "Allow phones and screens other things",
            {**OK, "allowed": "GuestSwitches"},
            body={
                "screen_sound": NotRequired[bool],
                "phone_seats": NotRequired[bool],
                "phone_throws": NotRequired[bool],
            },
        ),
    )


def seat_request_routes(app: Flask, guests: Newcomers) -> None:
    """Register the routes for asking for a place by phone, at a table or in a tournament, and for the reply."""

    @app.post("/api/seat")
    @Doc("Ask the table for a seat for this phone", OK, body=NAME, role=Role.VIEWER)
    def ask() -> Response:
        address = network(request.remote_addr or "")
        token = guests.request_seat(
            request_json().get("name"), token=seat_of(request), address=address, secure=request.is_secure
        )
        answer = as_json({"ok": True})
        keep_cookie(answer, token, SEAT)
        return answer

    @app.delete("/api/seat")
    @Doc("Give this phone's seat up, or take its request back", OK, role=Role.VIEWER)
    def leave() -> Response:
        guests.leave(seat_of(request))
        answer = as_json({"ok": True})
        answer.delete_cookie(SEAT, path="/")
        return answer

    @app.post("/api/seats/asked/<asked>")
    @Doc("Accept or refuse a phone's request", OK, body={"accept": bool})
    def answered(asked: str) -> Response:
        said = request_json()
        accept, after = said.get("accept"), said.get("after")
        if not isinstance(accept, bool):
            abort(400, 'Say yes or no: send {"accept": true} or {"accept": false}.')
        if not isinstance(after, str | None):
            abort(
                400, 'Say to whose left the guest sits: {"accept": true, "after": "Anna"}; or leave it out.'
            )
        return reply_response(guests.answer(asked, accept=accept, after=after))

"""Guests and their phones: a guest asks for a seat, the table confirms it, and the phone plays for its player alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response, abort, request

from scorer.json_forms.text import Denied
from web.json_http import as_json, register_order, register_reply, reply_response, sent_json
from web.security.authorization import SEAT, gate_of, keep_cookie, seat_of
from web.visitors import network

if TYPE_CHECKING:
    from flask import Flask

    from web.services import Newcomers, Phones


def phone_routes(app: Flask, guests: Phones) -> None:
    """Register the routes of seats by phone, and of the landlord's permissions."""
    seat_request_routes(app, guests)

    @app.post("/api/seat/play")
    def play() -> Response:
        player = gate_of(app).visitor().player
        if player is None:
            raise Denied("no_seat", "This device has no player; ask for a seat first.")
        return reply_response(guests.play(player, sent_json()))

    def remove(player: str) -> object:
        return guests.remove(player) or abort(404, "No player of that name has a phone at the table.")

    register_order(app, "DELETE /api/seats/<player>", remove)

    allowed = guests.allowed
    register_reply(app, "GET /api/landlord/allowed", lambda: {"ok": True, "allowed": dict(allowed.now)})
    register_reply(app, "PUT /api/landlord/allowed", lambda: allowed.change(sent_json()))


def seat_request_routes(app: Flask, guests: Newcomers) -> None:
    """Register the routes of asking for a place by phone, and of the answer: at a table, or on a tournament's list."""

    @app.post("/api/seat")
    def ask() -> Response:
        address = network(request.remote_addr or "")
        token = guests.request_seat(
            sent_json().get("name"), token=seat_of(request), address=address, secure=request.is_secure
        )
        answer = as_json({"ok": True})
        keep_cookie(answer, token, SEAT)
        return answer

    @app.delete("/api/seat")
    def leave() -> Response:
        guests.leave(seat_of(request))
        answer = as_json({"ok": True})
        answer.delete_cookie(SEAT, path="/")
        return answer

    @app.post("/api/seats/asked/<asked>")
    def answered(asked: str) -> Response:
        said = sent_json()
        accept, after = said.get("accept"), said.get("after")
        if not isinstance(accept, bool):
            abort(400, 'Say yes or no: send {"accept": true} or {"accept": false}.')
        if not isinstance(after, str | None):
            abort(
                400, 'Say to whose left the guest sits: {"accept": true, "after": "Anna"}; or leave it out.'
            )
        return reply_response(guests.answer(asked, accept=accept, after=after))

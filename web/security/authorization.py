"""Permissions, checked before any route runs.

Everybody may look, the table may change things, and everything under /landlord is the landlord's. A route's `Doc` may
name another role. Every change carries a token that only the table's own page can have requested.
"""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import math
import secrets
from typing import TYPE_CHECKING, Final, TypedDict

from flask import Flask, Request, Response, current_app, g, request

from scorer.json_forms.text import Denied, refusal_to_json
from scorer.json_forms.written import write
from web.described import Doc, docs_of
from web.json_http import as_json, status_of
from web.visitors import Limiter, Role, Visitor, is_token_of, network

if TYPE_CHECKING:
    from web.services import AccessControl, Newcomers

COOKIE: Final = "knobeltisch"
SECURE_COOKIE: Final = "knobeltisch_secure"
"""The same over https. A browser lets no page over http replace it, and tokens that were sent in clear text do not count there."""
SEAT: Final = "knobeltisch_seat"
"""The cookie of a phone that has a seat or asks for one; only the landlord grants the other."""
HEADER: Final = "X-Knobeltisch-Token"
YEAR_S: Final = 365 * 24 * 3600
LOOKS: Final = ("GET", "HEAD", "OPTIONS")
EXTENSION: Final = "knobeltisch-gate"
LANDLORDS: Final = ("/landlord", "/api/landlord")
LANDLORDS_ORDERS: Final = ("last_orders",)


def needs(app: Flask, method: str, rule: str) -> Role:
    """Return the role that a route needs. `rule` is its URL rule, including the <placeholders>."""
    looked = "GET" if method in LOOKS else method
    doc = docs_of(app).get((looked, rule))
    if doc is not None and (doc.keyed or doc.role is not None):
        return doc.role or Role.VIEWER
    if any(rule == prefix or rule.startswith(f"{prefix}/") for prefix in LANDLORDS):
        return Role.LANDLORD
    return Role.VIEWER if method in LOOKS else Role.TABLE


class Gate:
    """Checks each request. Without `access` (as in tests) everybody may play and no token is needed."""

    def __init__(self, access: AccessControl | None, guests: Newcomers | None = None) -> None:
        self.access, self.guests = access, guests
        self.changes = Limiter(burst=40, rate=10)
        self.logins = Limiter(burst=5, rate=0.5)
        # The token of visitors without a session; new at each start.
        self._strangers = secrets.token_urlsafe(24)

    def visitor(self) -> Visitor:
        """Return the visitor who sent the current request."""
        if self.access is None:
            return Visitor(role=Role.TABLE)
        if "visitor" not in g:
            g.visitor = self.access.visitor(cookie_of(request))
            player = None if self.guests is None else self.guests.player(seat_of(request))
            if player is not None:
                role = max(g.visitor.role, Role.PLAYER)
                g.visitor = dataclasses.replace(g.visitor, role=role, player=player)
        found = g.visitor
        assert isinstance(found, Visitor)
        return found

    def token(self) -> str:
        """Return the token that this visitor's changes must carry; "" if none is needed."""
        if self.access is None:
            return ""
        cookie, visitor = cookie_of(request), self.visitor()
        if visitor.device is None or cookie is None:
            cookie = None if visitor.player is None else seat_of(request)
        return self._strangers if cookie is None else token_of(cookie)

    def check(self) -> None:
        """Raise Denied if this visitor may not make the request, or makes too many."""
        rule = request.url_rule
        if rule is None:
            return
        doc = docs_of(current_app).get((request.method, rule.rule))
        if doc is not None and doc.keyed:
            return
        if self.access is not None and request.method not in LOOKS:
            self._slow_down(rule.rule)
        needed = needs(current_app, request.method, rule.rule)
        if self.visitor().role < needed:
            raise Denied("not_allowed", _SENTENCES[needed])
        if self.access is not None and needed is Role.LANDLORD:
            self.access.renew_session(cookie_of(request))
        if self.access is not None and request.method not in LOOKS:
            sent = request.headers.get(HEADER, "")
            if not hmac.compare_digest(sent.encode(), self.token().encode()):
                raise Denied("token", f"The header {HEADER} is missing or old; ask GET /api/me for it.")

    def _slow_down(self, rule: str) -> None:
        limiter = self.logins if rule == "/api/login" else self.changes
        address = f"address {network(request.remote_addr or '')}"
        device = self.visitor().device
        for key in (address, f"device {device}") if device else (address,):
            if wait := limiter.take(key):
                raise Denied(
                    "slow_down", "Too many requests at once; wait a moment and try again.", wait=wait
                )


_SENTENCES: Final = {
    Role.PLAYER: "This device has no seat at the table; ask for one on the page.",
    Role.TABLE: "This device only watches; the landlord can pair it with his PIN.",
    Role.LANDLORD: "This is the landlord's; enter the PIN.",
}


def token_of(cookie: str) -> str:
    """Return the token for a session's changes; only someone who knows its cookie can compute it."""
    return hashlib.sha256(f"change {cookie}".encode()).hexdigest()


def install_gate(app: Flask, access: AccessControl | None, guests: Newcomers | None) -> None:
    """Check every request to `app` at a gate, and register /api/me. `guests`: the phones at the table."""
    gate = Gate(access, guests)
    app.extensions[EXTENSION] = gate
    app.before_request(gate.check)
    app.register_error_handler(Denied, refusal_response)

    @app.get("/api/me")
    @Doc("What this browser may do, and the token its changes carry", Me)
    def me() -> Response:
        visitor = gate.visitor()
        said = write(
            Me,
            visitor,
            role=visitor.role.name.lower(),
            asks=None if guests is None else guests.requested_name(seat_of(request)),
            everyone=access is None or access.everyone,
            token=gate.token(),
        )
        answer = as_json(said)
        if visitor.device is not None and (token := cookie_of(request)):
            keep_cookie(answer, token)  # its year begins again with each use
        return answer


def gate_of(app: Flask) -> Gate:
    """Return the app's gate."""
    gate = app.extensions[EXTENSION]
    assert isinstance(gate, Gate)
    return gate


def may_play() -> bool:
    """Whether the sender of the current request may play."""
    return gate_of(current_app).visitor().role >= Role.TABLE


def may_manage() -> bool:
    """Whether the sender of the current request may manage the table: the landlord, or anybody if there is no landlord."""
    gate = gate_of(current_app)
    return gate.access is None or gate.visitor().role >= Role.LANDLORD


def cookie_of(asked: Request) -> str | None:
    """Return the session's token; None if the request has none that is valid on this connection."""
    return _token_in(asked, SECURE_COOKIE if asked.is_secure else COOKIE)


def seat_of(asked: Request) -> str | None:
    """Return the token of a phone's seat; None if the request has none that is valid on this connection."""
    return _token_in(asked, SEAT)


def _token_in(asked: Request, cookie: str) -> str | None:
    """Return a cookie's token; None if it is too long, was issued over another transport, or https is needed."""
    found = asked.cookies.get(cookie)
    if not found or len(found) > 64 or g.get("in_clear"):
        return None
    return found if is_token_of(found, secure=asked.is_secure) else None


def keep_cookie(answer: Response, token: str, name: str | None = None) -> None:
    """Set a cookie, by default the session's, that no script can read and no other site can use."""
    name = name or (SECURE_COOKIE if request.is_secure else COOKIE)
    answer.set_cookie(
        name, token, max_age=YEAR_S, secure=request.is_secure, httponly=True, samesite="Strict", path="/"
    )


def refusal_response(denied: Denied) -> Response:
    """Return a refusal as JSON, with the seconds to wait, if any."""
    said = refusal_to_json(denied.code, str(denied))
    if denied.wait:
        said["wait"] = math.ceil(denied.wait)
    status = status_of(denied.code)
    answer = as_json(said, status=status)
    if denied.wait and status == 429:
        answer.headers["Retry-After"] = str(math.ceil(denied.wait))
    return answer


class Me(TypedDict):
    """What a browser may do. `asks`: the name in its open request for a seat, else None; `token`: what its changes must carry."""

    role: str
    device: str | None
    paired: bool
    player: str | None
    asks: str | None
    everyone: bool
    token: str

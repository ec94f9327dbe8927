"""Pages for viewers: the address for phones as a QR code, and the page for a television."""

from __future__ import annotations

import io
import ipaddress
from functools import partial
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Response, render_template, request

from web import translations
from web.json_http import as_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from web.server.live_streams import LiveStreams

INK: Final = "#1d1a14"
PAPER: Final = "#ffffff"  # phone cameras find a code by its contrast, and by the light margin around it


def viewer_routes(address: Callable[[], str] | None, live: LiveStreams) -> Blueprint:
    """Register the routes for viewers. `address`: returns the page's address for phones; None: no QR code.

    `live`: the streams, which count viewers.
    """
    routes = Blueprint("watching", __name__)

    @routes.get("/screen")
    def screen() -> str:
        return render_template("screen.html", role="watch", invites=address is not None)

    if address is not None:
        _register_address(routes, address, live)
    return routes


def _register_address(routes: Blueprint, address: Callable[[], str], live: LiveStreams) -> None:
    """Register the routes of the viewers' address."""

    def where(page: str = "watch") -> str:
        return f"{address().rstrip('/')}/{page}"

    @routes.get("/api/watch")
    def where_to_watch() -> Response:
        answer = {"address": where(), "reachable": _is_reachable(where()), "watching": live.watching}
        return as_json(answer)

    @routes.get("/qr.svg")
    def code() -> Response:
        t = partial(translations.t, translations.language_of(request))
        to = where("landlord" if "landlord" in request.args else "watch")
        return Response(qr_code(to, t("watch.qr", address=to)), mimetype="image/svg+xml")


def qr_code(text: str, title: str) -> bytes:
    """Return `text` as a QR code in SVG that fills its box; `title` is for screen readers."""
    picture = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        picture, kind="svg", title=title, dark=INK, light=PAPER, border=4, omitsize=True, svgclass=None
    )
    return picture.getvalue()


def _is_reachable(address: str) -> bool:
    """Whether another device could open the address: not a loopback address."""
    host = urlsplit(address).hostname or ""
    try:
        return not ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host != "localhost"

"""Changes over https: the refusal over plain http, the certificate to trust, and the page of the steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Response, abort, g, redirect, render_template, request

from scorer.json_forms.text import Denied
from web.answers import attachment
from web.security.authorization import cookie_of
from web.visitors import CONSOLE, Role

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.wrappers import Response as AnyResponse

    from web.services import AccessControl, SecureConnection

STEPS: Final = "/secure"
ROOT: Final = "/secure/certificate.crt"
OPEN: Final = ("/api/practice",)  # it changes nothing of the table, and returns no secret
LANDLORDS: Final = "/landlord"


def is_plain_http() -> bool:
    """Whether the present request came over the network unencrypted."""
    return not request.is_secure and request.remote_addr not in CONSOLE


def _is_for_table(access: AccessControl) -> bool:
    """Whether the board is asked for by one that could play over https, or is the first to come."""
    if access.everyone:
        return False
    return not access.pin.is_confirmed or access.visitor(cookie_of(request)).role >= Role.TABLE


def install_https(app: Flask, https: SecureConnection | None, access: AccessControl | None) -> None:
    """Register the page of the steps; while `https` is on refuse every change, PIN and token over plain http."""

    def way() -> str:
        return f"https://{request.host}"

    @app.get(STEPS)
    def steps() -> str:
        return render_template(
            "secure.html",
            on=https is not None and https.is_on,
            turns=https is not None and https.can_be_turned,
            own=https is not None and https.root is not None,
            way=way(),
            is_secure=request.is_secure,
        )

    @app.get(ROOT)
    def certificate() -> Response:
        root = None if https is None else https.root
        if root is None:
            abort(404, "This table has no certificate of its own.")
        return attachment(root.read_bytes(), "knobeltisch.crt", "application/x-x509-ca-cert")

    @app.before_request
    def check() -> AnyResponse | None:
        if https is None or not https.is_on or not is_plain_http():
            return None
        changes = request.method not in ("GET", "HEAD", "OPTIONS") and request.path not in OPEN
        if changes or request.path.startswith(f"/api{LANDLORDS}/"):
            raise Denied("https", f"This needs https; open {way()}{STEPS} and follow the steps.")
        plays = request.path == "/" and access is not None and _is_for_table(access)
        if request.path == LANDLORDS or request.path.startswith(f"{LANDLORDS}/") or plays:
            return redirect(STEPS)
        g.in_clear = True  # whoever listens in the network hears a token that is sent now
        return None

"""Changes over https: the refusal over plain http, the certificate to trust, and the page of the steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Blueprint, Flask, Response, abort, redirect, render_template, request

from visitors.network import CONSOLE
from web.errors import Denied

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from web.interfaces import Https
    from web.services import AccessControl

STEPS: Final = "/secure"
ROOT: Final = "/secure/certificate.crt"
OPEN: Final = ("/api/practice",)  # it changes nothing of the table, and returns no secret
LANDLORDS: Final = "/landlord"


def is_plain_http() -> bool:
    """Whether the present request came over the network unencrypted."""
    return not request.is_secure and request.remote_addr not in CONSOLE


def install_https(app: Flask, https: Https | None, access: AccessControl | None) -> None:
    """Register the page of the steps; with `https` refuse every change, PIN and token over plain http."""

    def way() -> str:
        return f"https://{request.host}"

    routes = Blueprint("secure", __name__)

    @routes.get(STEPS)
    def steps() -> str:
        own = https is not None and https.root is not None
        return render_template(
            "secure.html", on=https is not None, own=own, way=way(), is_secure=request.is_secure
        )

    @routes.get(ROOT)
    def certificate() -> Response:
        if https is None or https.root is None:
            abort(404, "This table has no certificate of its own.")
        answer = Response(https.root.read_bytes(), mimetype="application/x-x509-ca-cert")
        answer.headers["Content-Disposition"] = 'attachment; filename="knobeltisch.crt"'
        return answer

    app.register_blueprint(routes)
    if https is None:
        return

    @app.before_request
    def check() -> AnyResponse | None:
        if not is_plain_http():
            return None
        if request.method not in ("GET", "HEAD", "OPTIONS") and request.path not in OPEN:
            raise Denied("https", f"Changes need https; open {way()}{STEPS} and follow the steps.")
        first = (
            request.path == "/" and access is not None and not access.everyone and not access.pin_is_confirmed
        )
        if request.path == LANDLORDS or request.path.startswith(f"{LANDLORDS}/") or first:
            return redirect(STEPS)
        return None

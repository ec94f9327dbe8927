"""Checks of every request and headers of every answer: allowed hosts, same origin, strict headers, changes over https."""

from __future__ import annotations

import base64
import hashlib
import ipaddress
import re
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import SplitResult, urlsplit

from flask import Response, abort, g, redirect, render_template, request

from scorer.json_forms.text import Denied
from web.answers import attachment
from web.assets import find_file
from web.described import HTML, Doc
from web.security.authorization import LOOKS, cookie_of
from web.visitors import CONSOLE, Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Flask
    from werkzeug.wrappers import Response as AnyResponse

    from web.services import AccessControl, SecureConnection

STEPS: Final = "/secure"
ROOT: Final = "/secure/certificate.crt"
OPEN: Final = ("/api/practice",)  # it changes nothing of the table, and returns no secret
LANDLORDS: Final = "/landlord"
HOUSE_DOMAINS: Final = (
    "", "local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box", "speedport.ip", "easy.box",
)  # fmt: skip
"""What avahi and routers of houses put behind a device's name."""
RESOLVER: Final = Path("/etc/resolv.conf")
ARRIVAL: Final = (find_file("bundle/shared/arrival.js") or b"").decode()
"""The script inside every page, which runs before the page is drawn."""
_ARRIVAL_HASH: Final = base64.b64encode(hashlib.sha256(ARRIVAL.encode()).digest()).decode()
_SOURCES: Final = {
    "default-src": "'none'",
    "script-src": f"'self' 'sha256-{_ARRIVAL_HASH}'",
    "style-src": "'self'",
    "font-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
POLICY: Final = "; ".join(f"{kind} {source}" for kind, source in _SOURCES.items())
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",  # for browsers that do not know frame-ancestors
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def install_origin_checks(app: Flask, hosts: Sequence[str]) -> None:
    """Check every request before its route runs, and add headers to every answer.

    The page answers to any IP address, to localhost, to the device's own name as avahi and routers give it, and to the names
    in `hosts`: another name that leads here (DNS rebinding) gets 421.
    """
    names = {"localhost", *(name.strip().lower().rstrip(".") for name in hosts)}

    @app.before_request
    def check() -> None:
        if not _is_known_host(request.host, names):
            abort(
                421,
                f"This table does not answer to the name {request.host[:60]!r}; open it by its IP address.",
            )
        if request.method not in LOOKS:
            check_origin()

    @app.after_request
    def seal(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Cache-Control", "no-store")
        return response


def is_own_name(name: str) -> bool:
    """Whether avahi or a router may give this device that name: `NAME`, `NAME-2.local` after a conflict, `NAME.fritz.box`."""
    full = socket.gethostname().lower().rstrip(".")
    first, _, domain = name.partition(".")
    own = re.fullmatch(rf"{re.escape(full.partition('.')[0])}(-\d{{1,3}})?", first) is not None
    return name == full or (own and (domain in HOUSE_DOMAINS or domain in _search_domains()))


def _search_domains() -> set[str]:
    try:
        lines = RESOLVER.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return set()
    words = [line.split() for line in lines]
    return {
        word.lower().rstrip(".")
        for line in words
        if line[:1] in (["search"], ["domain"])
        for word in line[1:]
    }


def _is_known_host(host: str, names: set[str]) -> bool:
    found = _split_address(f"//{host}")
    name = "" if found is None else (found.hostname or "").rstrip(".")
    if name in names or (name and is_own_name(name)):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def check_origin() -> None:
    """Abort with 403 if a change comes from another site's page. Plain http pages send no Sec-Fetch-Site, hence both checks."""
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    origin = request.headers.get("Origin")
    found = None if origin is None else _split_address(origin)
    foreign = origin is not None and (found is None or found.netloc.lower() != request.host.lower())
    if site not in ("same-origin", "none") or foreign:
        abort(403, "Changes are accepted only from this page itself.")


def _split_address(address: str) -> SplitResult | None:
    """Split a URL; None if it is invalid, such as `http://[::1`."""
    try:
        return urlsplit(address)
    except ValueError:
        return None


def is_plain_http() -> bool:
    """Whether the current request came over the network by plain HTTP."""
    return not request.is_secure and request.remote_addr not in CONSOLE


def install_https(app: Flask, https: SecureConnection, access: AccessControl | None) -> None:
    """Register the page of the setup steps; while `https` is on, refuse changes and ignore tokens over plain http."""

    def way() -> str:
        return f"https://{request.host}"

    @app.get(STEPS)
    @Doc("Whether changes go over https, and the steps to trust the certificate", kind=HTML)
    def steps() -> str:
        return render_template(
            "secure.html",
            on=https.is_on,
            turns=https.can_be_turned,
            own=https.root is not None,
            way=way(),
            is_secure=request.is_secure,
        )

    @app.get(ROOT)
    @Doc("The certificate to trust, where the table has made its own", kind="application/x-x509-ca-cert")
    def certificate() -> Response:
        if https.root is None:
            abort(404, "This table has no certificate of its own.")
        return attachment(https.root.read_bytes(), "knobeltisch.crt", "application/x-x509-ca-cert")

    @app.before_request
    def check() -> AnyResponse | None:
        if not https.is_on or not is_plain_http():
            return None
        changes = request.method not in LOOKS and request.path not in OPEN
        if changes or request.path.startswith(f"/api{LANDLORDS}/"):
            raise Denied("https", f"This needs https; open {way()}{STEPS} and follow the steps.")
        plays = False
        if (
            request.path == "/" and access is not None and not access.everyone
        ):  # who could play, or comes first
            plays = not access.pin.is_confirmed or access.visitor(cookie_of(request)).role >= Role.TABLE
        if request.path == LANDLORDS or request.path.startswith(f"{LANDLORDS}/") or plays:
            return redirect(STEPS)
        g.in_clear = True  # a token sent now can be overheard
        return None

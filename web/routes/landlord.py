"""The landlord's part of the page: the first PIN, the login, devices, copies of the journal, the switch."""

from __future__ import annotations

import re
import threading
import time
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, abort, render_template, request

from scorer.json_forms.text import Denied
from web.json_http import as_json, register_order, sent_json, sent_switch
from web.routes.spectators import qr_code
from web.security.authorization import cookie_of, keep_cookie
from web.services import NO_SERVICES, PageServices

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from web.services import AccessControl, JournalBackup, OwnWifi, SecureConnection

CLAIM: Final = "knobeltisch-first"
CLAIM_S: Final = 3600
PIN: Final = re.compile(r"[0-9]{6}")
MOST_RESTORED: Final = 64 * 1024 * 1024
PIECE: Final = 1024 * 1024
SQLITE: Final = "application/vnd.sqlite3"
_CARDS: Final = ("backup", "power", "wifi", "calibration", "door")
_SYSTEMS: Final = ("Android", "iPad", "iPhone", "Windows", "Macintosh", "CrOS", "Linux")
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)


def landlord(
    access: AccessControl,
    https: SecureConnection | None,
    more: PageServices = NO_SERVICES,
    *,
    template: str = "landlord.html",
) -> Blueprint:
    """Register the landlord's routes. Without some of the services (`more`) theirs are missing, and his page, `template`, does not offer them."""
    routes = Blueprint("landlord", __name__)
    _register_first_start(routes, access)
    _register_devices(routes, access)
    if more.backup is not None:
        _register_copies(routes, more.backup)
    if more.power is not None:
        register_order(routes, "POST", "/api/landlord/off", more.power.switch_off)
        register_order(routes, "POST", "/api/landlord/restart", more.power.restart)
    if more.wifi is not None:
        _register_wifi(routes, more.wifi)
    if https is not None and https.can_be_turned:
        _register_https(routes, https, access)

    if (updated := more.updated) is not None:

        @routes.get("/api/landlord/update")
        def last_update() -> Response:
            return as_json({"update": updated()})

    @routes.get("/landlord")
    def page() -> str:
        if not access.pin.is_confirmed:
            return render_template("first.html", then="/landlord")
        return render_template(
            template,
            offers=[name for name in _CARDS if getattr(more, name) is not None],
            https=https,
            heard=access.pin.was_heard,
        )

    return routes


def _register_first_start(routes: Blueprint, access: AccessControl) -> None:
    """Register the first start, which shows the PIN to one browser until that confirms it was written down, and the login."""

    @routes.post("/api/first")
    def claim() -> Response:
        pin, holder = access.pin.claim(request.cookies.get(CLAIM))
        answer = as_json({"ok": True, "pin": pin})
        answer.set_cookie(CLAIM, holder, max_age=CLAIM_S, httponly=True, samesite="Strict", path="/api/first")
        return answer

    @routes.post("/api/first/noted")
    def noted() -> Response:
        token = access.note(request.cookies.get(CLAIM), device_name(), secure=request.is_secure)
        answer = as_json({"ok": True})
        answer.delete_cookie(CLAIM, path="/api/first")
        keep_cookie(answer, token)
        return answer

    @routes.post("/api/login")
    def login() -> Response:
        pin = sent_json().get("pin")
        if not isinstance(pin, str) or not PIN.fullmatch(pin):
            abort(400, 'A PIN is six digits; send {"pin": "123456"}.')
        token = access.enter(
            pin,
            token=cookie_of(request),
            address=request.remote_addr or "",
            secure=request.is_secure,
        )
        answer = as_json({"ok": True})
        keep_cookie(answer, token)
        return answer

    register_order(routes, "POST", "/api/logout", lambda: access.leave(cookie_of(request)))


def _register_devices(routes: Blueprint, access: AccessControl) -> None:
    """Register the routes of the devices, and of a new PIN."""

    @routes.get("/api/landlord/devices")
    def devices() -> Response:
        return as_json({"devices": list(access.sessions.devices())})

    register_order(
        routes, "POST", "/api/landlord/devices", lambda: access.pair(cookie_of(request), device_name())
    )

    @routes.put("/api/landlord/devices/<device>")
    def rename(device: str) -> Response:
        name = sent_json().get("name")
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            abort(400, 'A name is a line of text; send {"name": "Tablet am Stammtisch"}.')
        if not access.sessions.rename(device, " ".join(name.split())):
            abort(404, "That device is no longer on the list.")
        return as_json({"ok": True})

    @routes.delete("/api/landlord/devices/<device>")
    def revoke(device: str) -> Response:
        if not access.sessions.revoke(device):
            abort(404, "That device is no longer on the list.")
        return as_json({"ok": True})

    @routes.post("/api/landlord/pin")
    def propose() -> Response:
        return as_json({"ok": True, "pin": access.pin.propose()})

    register_order(routes, "POST", "/api/landlord/pin/noted", lambda: access.adopt(cookie_of(request)))


def _register_copies(routes: Blueprint, backup: JournalBackup) -> None:
    @routes.get("/api/landlord/backup")
    def copy() -> Response:
        file = backup.copy()
        name = time.strftime("knobeltisch-%Y-%m-%d.sqlite")
        answer = Response(_pieces(file), mimetype=SQLITE)
        answer.content_length = file.stat().st_size
        answer.call_on_close(lambda: file.unlink(missing_ok=True))
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return answer

    upload = Upload(backup)

    @routes.post("/api/landlord/restore")
    def restore() -> Response:
        if request.mimetype not in (SQLITE, "application/octet-stream", "application/x-sqlite3"):
            abort(415, f"Send the copy of the journal unchanged, with Content-Type: {SQLITE}.")
        request.max_content_length = PIECE
        if (request.content_length or 0) > PIECE:
            raise Denied("too_long", f"Send at most {PIECE // 2**20} MB at once, then the rest.")
        upload.take(request.args.get("offset", 0, type=int), request.get_data(cache=False))
        if request.args.get("more", 0, type=int):
            return as_json({"ok": True, "kept": None})
        return as_json({"ok": True, "kept": upload.finish()})


def _pieces(file: Path) -> Iterator[bytes]:
    with file.open("rb") as opened:
        while piece := opened.read(64 * 1024):
            yield piece


class Upload:
    """A copy being uploaded, piece by piece into a file beside the journal.

    In pieces, because a server reads a body before it asks who sends it: one phone could fill the device with long
    ones.
    """

    def __init__(self, backup: JournalBackup) -> None:
        self._backup = backup
        self._lock = threading.Lock()
        self._file: Path | None = None
        self._taken = 0

    def take(self, offset: int, piece: bytes) -> None:
        """Add a piece; one at 0 starts again. Raise Denied for one that does not follow, or exceeds the limit."""
        with self._lock:
            if offset == 0:
                self._drop()
                self._file = self._backup.room()
            if self._file is None or offset != self._taken:
                raise Denied("out_of_step", "That piece does not follow the last one; begin at 0.")
            if offset + len(piece) > MOST_RESTORED:
                self._drop()
                raise Denied("too_long", f"A copy is at most {MOST_RESTORED // 2**20} MB long.")
            try:
                with self._file.open("ab") as out:
                    out.write(piece)
            except OSError as error:
                self._drop()
                raise Denied("journal", f"The copy cannot be stored ({error.strerror}).") from error
            self._taken += len(piece)

    def finish(self) -> str:
        """Replace the journal with the upload; return the name under which the old one is kept. Raise Denied."""
        with self._lock:
            assert self._file is not None
            try:
                return self._backup.restore(self._file)
            finally:
                self._drop()

    def _drop(self) -> None:
        if self._file is not None:
            self._file.unlink(missing_ok=True)
        self._file, self._taken = None, 0


def _register_wifi(routes: Blueprint, wifi: OwnWifi) -> None:
    @routes.get("/api/landlord/wifi")
    def own_wifi() -> Response:
        return as_json({"name": wifi.name, "password": wifi.password()})

    register_order(
        routes, "PUT", "/api/landlord/wifi", lambda: wifi.turn(on=sent_switch("the table makes a Wi-Fi"))
    )

    @routes.get("/api/landlord/wifi.svg")
    def wifi_code() -> Response:
        joined = f"WIFI:T:WPA;S:{wifi.name};P:{wifi.password() or abort(404)};;"
        return Response(qr_code(joined, wifi.name), mimetype="image/svg+xml")


def _register_https(routes: Blueprint, https: SecureConnection, access: AccessControl) -> None:
    @routes.put("/api/landlord/https")
    def turn() -> Response:
        on = sent_switch("changes need https")
        https.turn(on=on)
        if on and not request.is_secure:
            access.pin.doubt()  # it was typed here over plain http
        return as_json({"ok": True})


def device_name() -> str:
    """Return a readable name of the requesting device: "Android, Chrome". Nothing else of its User-Agent is kept."""
    agent = request.headers.get("User-Agent", "")
    system = next((system for system in _SYSTEMS if system in agent), "")
    browser = next((name for sign, name in _BROWSERS if sign in agent), "")
    return ", ".join(part for part in (system, browser) if part) or "?"

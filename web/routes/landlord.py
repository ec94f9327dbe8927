"""The landlord's part of the page: first PIN, login, devices, copies of the journal, power switch."""

from __future__ import annotations

import re
import threading
import time
from typing import TYPE_CHECKING, Annotated, Final

from flask import Response, abort, render_template, request

from scorer.json_forms.codec import Json
from scorer.json_forms.text import Denied
from web.answers import attachment, qr_code
from web.described import BYTES, HTML, NAME, OK, SVG, SWITCH, Doc
from web.json_http import as_json, register_order, register_reply, request_json, request_switch
from web.security.authorization import cookie_of, keep_cookie
from web.visitors import Role

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from flask import Flask

    from web.services import AccessControl, JournalBackup, OwnWifi, PageServices, SecureConnection

CLAIM: Final = "knobeltisch-first"
CLAIM_S: Final = 3600
SIX: Final = Annotated[str, {"pattern": "^[0-9]{6}$"}]
PIN: Final = re.compile(r"[0-9]{6}")
MOST_RESTORED: Final = 64 * 1024 * 1024
PIECE: Final = 1024 * 1024
SQLITE: Final = "application/vnd.sqlite3"
ZIP: Final = "application/zip"
GONE: Final = "That device is no longer on the list."
_CARDS: Final = ("backup", "power", "wifi", "calibration", "door", "report")
_SYSTEMS: Final = ("Android", "iPad", "iPhone", "Windows", "Macintosh", "CrOS", "Linux")
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)


def landlord_routes(
    app: Flask, access: AccessControl, https: SecureConnection, template: str, offers: Sequence[str] = ()
) -> None:
    """Register the landlord's routes shared by table and hub. `offers`: the optional cards on the page."""
    _register_first_start(app, access)
    _register_devices(app, access)

    @app.get("/landlord")
    @Doc("The landlord's page, behind his PIN", kind=HTML, role=Role.VIEWER)
    def page() -> str:
        return behind_pin(access, template, offers=offers, https=https, heard=access.pin.was_heard)


def table_landlord_routes(app: Flask, access: AccessControl, more: PageServices) -> None:
    """Register the routes of a table's landlord, for those services that the table has."""
    landlord_routes(
        app, access, more.https, "landlord.html", [name for name in _CARDS if getattr(more, name) is not None]
    )
    if more.backup is not None:
        _register_copies(app, more.backup)
    if (make := more.report) is not None:

        @app.get("/api/landlord/report")
        @Doc("What somebody who helps needs: no pictures, names or secrets", kind=ZIP)
        def report() -> Response:
            return attachment(make(), time.strftime("knobeltisch-report-%Y-%m-%d.zip"), ZIP)

    if more.power is not None:
        register_order(app, "POST /api/landlord/off", more.power.switch_off, Doc("Switch the device off", OK))
        register_order(app, "POST /api/landlord/restart", more.power.restart, Doc("Restart the device", OK))
    if more.wifi is not None:
        _register_wifi(app, more.wifi)
    if more.https.can_be_turned:

        @app.put("/api/landlord/https")
        @Doc("Turn https on or off", OK, body=SWITCH)
        def turn() -> Response:
            on = request_switch("changes need https")
            more.https.turn(on=on)
            if on and not request.is_secure:
                access.pin.doubt()  # it was typed here over plain http
            return as_json({"ok": True})

    doc = Doc("How the last update of the device ended", {"update": Json | None})
    register_reply(app, "GET /api/landlord/update", lambda: {"update": more.updated()}, doc)


def behind_pin(access: AccessControl | None, template: str, **values: object) -> str:
    """Return a page; until the PIN is confirmed, return one that shows the PIN and then leads to that page."""
    if access is not None and not access.pin.is_confirmed:
        return render_template("first.html", then=request.path)
    return render_template(template, **values)


def _register_first_start(app: Flask, access: AccessControl) -> None:
    """Register the login and the first start, which shows the PIN to one browser until it confirms."""

    # Before the PIN was written down there is nobody else.
    @app.post("/api/first")
    @Doc("Show the first PIN, to one browser", {**OK, "pin": SIX}, role=Role.VIEWER)
    def claim() -> Response:
        pin, holder = access.pin.claim(request.cookies.get(CLAIM))
        answer = as_json({"ok": True, "pin": pin})
        answer.set_cookie(CLAIM, holder, max_age=CLAIM_S, httponly=True, samesite="Strict", path="/api/first")
        return answer

    @app.post("/api/first/noted")
    @Doc("Confirm the first PIN; this browser is the table's", OK, role=Role.VIEWER)
    def noted() -> Response:
        token = access.confirm_pin(request.cookies.get(CLAIM), device_name(), secure=request.is_secure)
        answer = as_json({"ok": True})
        answer.delete_cookie(CLAIM, path="/api/first")
        keep_cookie(answer, token)
        return answer

    @app.post("/api/login")
    @Doc("Log the landlord in by PIN", OK, body={"pin": SIX}, role=Role.VIEWER)
    def login() -> Response:
        pin = request_json().get("pin")
        if not isinstance(pin, str) or not PIN.fullmatch(pin):
            abort(400, 'A PIN is six digits; send {"pin": "123456"}.')
        token = access.enter(
            pin, token=cookie_of(request), address=request.remote_addr or "", secure=request.is_secure
        )
        answer = as_json({"ok": True})
        keep_cookie(answer, token)
        return answer

    doc = Doc("End the landlord's part", OK, role=Role.VIEWER)
    register_order(app, "POST /api/logout", lambda: access.leave(cookie_of(request)), doc)


def _register_devices(app: Flask, access: AccessControl) -> None:
    doc = Doc("The paired devices", "PairedDevices")
    register_reply(app, "GET /api/landlord/devices", lambda: {"devices": access.devices()}, doc)
    doc = Doc("Pair this device with the table", OK)
    register_order(app, "POST /api/landlord/devices", lambda: access.pair(cookie_of(request), device_name()), doc)  # fmt: skip

    @app.put("/api/landlord/devices/<device>")
    @Doc("Call a device otherwise", OK, body=NAME)
    def rename(device: str) -> Response:
        name = request_json().get("name")
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            abort(400, 'A name is a line of text; send {"name": "Tablet am Stammtisch"}.')
        if not access.rename(device, " ".join(name.split())):
            abort(404, GONE)
        return as_json({"ok": True})

    doc = Doc("Forget a device", OK)
    register_order(app, "DELETE /api/landlord/devices/<device>", lambda device: access.revoke(device) or abort(404, GONE), doc)  # fmt: skip

    doc = Doc("Propose a new PIN", {**OK, "pin": SIX})
    register_reply(app, "POST /api/landlord/pin", lambda: {"ok": True, "pin": access.pin.propose()}, doc)
    doc = Doc("Activate the proposed PIN", OK)
    register_order(app, "POST /api/landlord/pin/noted", lambda: access.adopt(cookie_of(request)), doc)


def _register_copies(app: Flask, backup: JournalBackup) -> None:
    @app.get("/api/landlord/backup")
    @Doc("A copy of the journal", kind=SQLITE)
    def copy() -> Response:
        file = backup.copy()
        try:
            return attachment(file.read_bytes(), time.strftime("knobeltisch-%Y-%m-%d.sqlite"), SQLITE)
        finally:
            file.unlink(missing_ok=True)

    upload = Upload(backup)

    @app.post("/api/landlord/restore")
    @Doc(
        "Replace the journal with a copy",
        {**OK, "kept": str | None},
        body=BYTES,
        takes="application/octet-stream",
        asked={"offset": int, "more": int},
    )
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


class Upload:
    """A backup being uploaded in pieces to a file beside the journal.

    The server reads a body before it knows the sender, so if long bodies were allowed, one phone could fill the device.
    """

    def __init__(self, backup: JournalBackup) -> None:
        self._backup = backup
        self._lock = threading.Lock()
        self._file: Path | None = None
        self._taken = 0

    def take(self, offset: int, piece: bytes) -> None:
        """Add a piece; offset 0 starts again. Raise Denied if it is out of order, too long or cannot be stored."""
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
        """Replace the journal with the upload; return the name under which the old one is kept. Raise Denied if it is refused."""
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


def _register_wifi(app: Flask, wifi: OwnWifi) -> None:
    doc = Doc("The Wi-Fi that the device makes itself", {"name": str, "password": str | None})
    register_reply(app, "GET /api/landlord/wifi", lambda: {"name": wifi.name, "password": wifi.password()}, doc)  # fmt: skip
    doc = Doc("Make that Wi-Fi, or end it", OK, body=SWITCH)
    register_order(app, "PUT /api/landlord/wifi", lambda: wifi.turn(on=request_switch("the table makes a Wi-Fi")), doc)  # fmt: skip

    @app.get("/api/landlord/wifi.svg")
    @Doc("How a phone joins it, as a QR code", kind=SVG)
    def wifi_code() -> Response:
        return qr_code(f"WIFI:T:WPA;S:{wifi.name};P:{wifi.password() or abort(404)};;", wifi.name)


def device_name() -> str:
    """Return the requesting device's name, such as "Android, Chrome", or "?". The rest of its User-Agent is not kept."""
    agent = request.headers.get("User-Agent", "")
    system = next((system for system in _SYSTEMS if system in agent), "")
    browser = next((name for sign, name in _BROWSERS if sign in agent), "")
    return ", ".join(part for part in (system, browser) if part) or "?"

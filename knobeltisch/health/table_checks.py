"""The doctor's checks of the table itself: page, journal, lists, camera, buttons."""

import contextlib
import pwd
import socket
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from calibration.checks import EXPOSURE_MS, FIELD
from hardware.cameras.find import open_camera
from hardware.cameras.mjpeg import is_network_camera, name_of, stream
from hardware.errors import CameraMissing, HardwareError, PinsMissing, PinsUnusable
from hardware.panel.panel import Panel
from hardware.panel.pin_factory import pin_factory
from knobeltisch.access.certificates import FOLDER
from knobeltisch.config import PHONE, Config
from knobeltisch.device.local_client import LocalTable
from knobeltisch.device.retry import describe_failure
from knobeltisch.errors import JournalError, StoreError, WrongService
from knobeltisch.health.findings import Checks, Finding, Verdict, bad, look, ok
from knobeltisch.outbox.outbox import KEPT_IN as OUTBOX
from knobeltisch.recovery.journal_backup import require_usable_copy
from knobeltisch.storage.claim import lock_of
from knobeltisch.storage.files import BESIDE_A_DATABASE, SERVICE_USER, STATE
from knobeltisch.storage.journal import copy_open_journal
from knobeltisch.storage.sqlite_file import is_in_use, user_name
from knobeltisch.storage.store import KEPT_IN, SECOND, read_lists

WATCH_S: Final = 3.0
ASIDE: Final = ("damaged", "foreign", "replaced")
"""File name patterns for files that were put aside."""
FEW_FRAMES: Final = 10.0
"""Pictures a second below which a lift is seen late."""


def table_checks(config: Config, found: LocalTable | WrongService | None) -> Checks:
    """Return the checks of the table, running or not; `found` is the service that answers on its port, or None."""
    path = config.journal.path
    running = None if isinstance(found, WrongService) else found
    health = found.health if isinstance(found, LocalTable) else found
    return [
        ("page", lambda: check_page(health, config.page.host, config.page.port, "table")),
        ("journal", lambda: _check_journal(path, running)),
        ("kept aside", lambda: check_set_aside_files(path)),
        ("rights", lambda: check_rights(path)),
        ("lists", lambda: _check_lists(path.with_name(KEPT_IN))),
        ("camera", lambda: _check_camera(config) if running is None else check_running_camera(running)),
        ("buttons", lambda: _check_buttons(config) if running is None else _running_buttons(running)),
    ]


def check_page(found: Mapping[str, Any] | WrongService | None, host: str, port: int, who: str) -> Finding:
    """Check that the page of a table or hub (`who`) answers, or could. `found`: what answers on its port, or None."""
    if isinstance(found, WrongService):
        return bad(str(found))
    if found is not None:
        return ok(f"answers at port {port}; {found['streams']} watch.")
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            message = f"does not answer at port {port}, and the port cannot be had ({describe_failure(error)}); free it."
            return bad(message)
    return look(f"no {who} runs; port {port} is free for one.")


def _check_journal(path: Path, running: LocalTable | None) -> Finding:
    if running is not None:
        if not running.health["ok"]:
            return bad(str(running.health["reason"]))
        return ok(f"in use by the running table, with {running.health['head']} entries.")
    if not path.exists():
        return look(f"none at {path} yet; the first start creates it.")
    if is_in_use(path):
        return bad(f"{path} is in use, but no page answers: the table hangs, or it has another port.")
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
        copy = Path(folder) / path.name  # opening the file itself would write to it
        try:
            copy_open_journal(path, copy)
            require_usable_copy(copy)
        except (JournalError, OSError) as error:
            return bad(str(error).replace(str(copy), str(path)))
    return ok(f"{path} is whole and can be played on.")


def check_set_aside_files(path: Path) -> Finding:
    """List the damaged files that were set aside in the folder of `path`."""
    names = sorted(
        file.name
        for word in ASIDE
        for file in path.parent.glob(f"*-{word}-*")
        if file.suffix in {".sqlite", ".txt", ".json"}
    )
    if not names:
        return ok("no damaged file was ever put aside.")
    return look(f"{', '.join(names)} in {path.parent}: damaged once; copy them away, look at the card.")


def check_rights(path: Path) -> Finding:
    """Check that the folder and each file are writable by the table's user, who is not root."""
    keys = [f"{FOLDER}/{key.name}" for key in path.with_name(FOLDER).glob("*.key")]
    return check_rights_in(
        path, [KEPT_IN, SECOND, lock_of(path.with_name(KEPT_IN)).name, OUTBOX, FOLDER, *keys], "table"
    )


def check_rights_in(database: Path, names: Sequence[str], who: str) -> Finding:
    """Check that the database and `names` beside it have the folder's owner, in STATE the service user.

    `who`: table or hub, for the message.
    """
    folder = database.parent
    if not folder.is_dir():
        return look(f"{folder} is not there yet; the first start creates it.")
    owner = folder.stat().st_uid
    with contextlib.suppress(KeyError):
        owner = pwd.getpwnam(SERVICE_USER).pw_uid if folder == STATE else owner
    user = user_name(owner)
    own = [f"{database.name}{end}" for end in BESIDE_A_DATABASE]
    files = [folder, lock_of(database), *(folder / name for name in (*own, *names))]
    barred = [str(file) for file in files if file.exists() and file.stat().st_uid != owner]
    if barred and owner != 0:
        message = f"{user} cannot write these files, which the {who} needs at each start: sudo chown {user}: {' '.join(barred)}"
        return bad(message)
    return ok(f"{user} can write in {folder}, and all of the {who}'s files.")


def _check_lists(path: Path) -> Finding:
    try:
        lists, first, _ = read_lists(path)
    except StoreError as error:
        return bad(str(error))
    if first.whole and first == lists:
        return ok(f"{path} is whole.")
    if not lists.texts and not path.exists():
        return look(f"none at {path} yet; the first start creates it.")
    return bad(f"{path} is damaged or gone; the next start keeps it aside and repairs what it can.")


def check_running_camera(running: LocalTable) -> Finding:
    """Return what the running table reports about its camera."""
    camera, metrics = running.board["camera"], running.metrics
    message = f"{camera['name'] or 'none'}: {camera['status']}. {camera['message']}".strip()
    if camera.get("without_board"):
        message += " It plays without a board: dice are read anywhere in the picture."
    if camera.get("ask") == "board":
        message += " Bring them into the picture, or tap on the page to play without a board."
    if camera["status"] in {"absent", "starting"}:
        return look(message)
    rate = metrics.get("frames_per_second")
    if rate is not None:
        message += f" {rate:.1f} pictures a second."
    measured = (metrics.get(name) for name in ("exposure_seconds", "camera_gain", "camera_field"))
    verdict, remarks = _judge_pictures(rate, *measured)
    return Finding(verdict if camera["status"] in {"ok", "ended"} else Verdict.BAD, message + remarks)


def _judge_pictures(
    rate: float | None, seconds: float | None, gain: float | None, field: float | None
) -> tuple[Verdict, str]:
    """Return the verdict on frame rate, exposure and field of view, as far as known, and a remedy."""
    verdict, remarks = Verdict.OK, ""
    if rate is not None and rate < FEW_FRAMES:
        verdict = Verdict.LOOK
    if seconds is not None:
        remarks += f" Exposed {1000 * seconds:.0f} ms"
        remarks += "" if gain is None else f", amplified {gain:.1f} times"
        if 1000 * seconds > EXPOSURE_MS[0]:
            verdict, remarks = Verdict.LOOK, f"{remarks}; give it more light"
        remarks += "."
    if field is not None and field < FIELD[0]:
        verdict = Verdict.LOOK
        remarks += f" The lens is cropped: {100 * field:.0f} % of its field; hang it higher, or take another camera module."
    return verdict, remarks


def _check_camera(config: Config) -> Finding:
    asked = config.camera
    if asked.device == "none":
        return ok("switched off in the configuration.")
    if asked.device == PHONE:
        if config.page.https == "off":
            message = "a phone, which gives its camera to secure pages only: remove page.https = off, or name another camera."
            return bad(message)
        message = "a phone; with the secure connection on it is invited on the landlord's page, and sends its pictures once the table runs."
        return look(message)
    if is_network_camera(asked.device):
        return check_network_camera(asked.device)
    try:
        camera = open_camera(asked.device, distance_mm=asked.distance_mm, mains_hz=asked.mains_hz)
        began, count, taken = time.monotonic(), 0, None
        try:
            while time.monotonic() - began < WATCH_S and (frame := camera.read()) is not None:
                count, taken = count + 1, frame.exposure
        finally:
            camera.close()
    except HardwareError as error:
        none_found = isinstance(error, CameraMissing) and asked.device == "auto"
        return Finding(Verdict.LOOK if none_found else Verdict.BAD, str(error))
    rate = count / (time.monotonic() - began)
    measured = (None,) * 3 if taken is None else (taken.seconds, taken.gain, taken.field)
    verdict, remarks = _judge_pictures(rate, *measured)
    message = f"{camera.name}: {rate:.1f} pictures a second, for {WATCH_S:g} s.{remarks}"
    return Finding(verdict if count else Verdict.BAD, message)


def check_network_camera(url: str) -> Finding:
    """Report how many pictures a second a network camera sends, over three seconds."""
    began, count = time.monotonic(), 0
    try:
        for _ in stream(url):
            count += 1
            if time.monotonic() - began >= WATCH_S:
                break
    except HardwareError as error:
        return bad(str(error))
    rate = count / (time.monotonic() - began)
    verdict = Verdict.LOOK if rate < FEW_FRAMES else Verdict.OK
    return Finding(verdict, f"{name_of(url)}: {rate:.1f} pictures a second, for {WATCH_S:g} s.")


def _running_buttons(running: LocalTable) -> Finding:
    panel = running.board["panel"]
    match panel["status"]:
        case "ok":
            return ok("the panel is in use and no button is stuck.")
        case "absent":
            return look(str(panel["message"]))
        case _:
            return bad(str(panel["message"]))


def _check_buttons(config: Config) -> Finding:
    from knobeltisch.device.panel_pins import pins_of  # noqa: PLC0415 - loads the whole program

    if config.panel.use == "off":
        return ok("switched off in the configuration.")
    try:
        panel = Panel(
            pins_of(config.panel), factory=pin_factory(), on_press=lambda _press: None, clock=time.time
        )
    except HardwareError as error:
        missing = isinstance(error, PinsMissing) and not isinstance(error, PinsUnusable)
        verdict = Verdict.LOOK if missing and config.panel.use == "auto" else Verdict.BAD
        return Finding(verdict, f"{error}")
    stuck = ", ".join(panel.stuck)
    panel.close()
    if stuck:
        return bad(f"{stuck} down while nobody presses; check whether it is jammed or shorted.")
    return ok("no button is stuck.")

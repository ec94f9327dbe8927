"""The doctor's checks of the table itself: page, journal, lists, camera, buttons."""

from __future__ import annotations

import socket
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from calibration.checks import EXPOSURE_MS, FIELD
from hardware.cameras.find import open_camera
from hardware.cameras.mjpeg import is_network_camera, name_of, stream
from hardware.errors import CameraMissing, HardwareError, PinsMissing, PinsUnusable
from hardware.panel.panel import Panel
from hardware.panel.pin_factory import pin_factory
from knobeltisch.access.certificates import FOLDER
from knobeltisch.config import PHONE
from knobeltisch.device.local_client import LocalTable
from knobeltisch.device.unreached import describe_failure
from knobeltisch.errors import JournalError, WrongService
from knobeltisch.health.findings import Finding, Verdict
from knobeltisch.outbox.outbox import KEPT_IN as OUTBOX
from knobeltisch.recovery.journal_backup import require_usable_copy
from knobeltisch.storage.claim import lock_of
from knobeltisch.storage.files import BESIDE_A_DATABASE, folder_owner, not_writable_for
from knobeltisch.storage.journal import hot_copy
from knobeltisch.storage.sqlite_file import in_use
from knobeltisch.storage.store import KEPT_IN, SECOND, look_at_store

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from knobeltisch.config import Config

Checks: TypeAlias = "list[tuple[str, Callable[[], Finding]]]"
WATCH_S: Final = 3.0
ASIDE: Final = ("damaged", "foreign", "replaced")
"""File name patterns for files that were put aside."""
FEW_FRAMES: Final = 10.0
"""Pictures a second below which a lift is seen late."""


def table_checks(config: Config, found: LocalTable | WrongService | None) -> Checks:
    """List the checks of the table, whether it runs or not. `found`: who answers at its port."""
    path = config.journal.path
    running = None if isinstance(found, WrongService) else found
    return [
        ("page", lambda: _check_page(config, found)),
        ("journal", lambda: _check_journal(path, running)),
        ("kept aside", lambda: kept_aside(path)),
        ("rights", lambda: rights(path)),
        ("lists", lambda: _check_lists(path.with_name(KEPT_IN))),
        ("camera", lambda: _check_camera(config) if running is None else running_camera(running)),
        ("buttons", lambda: _check_buttons(config) if running is None else _running_buttons(running)),
    ]


def _check_page(config: Config, found: LocalTable | WrongService | None) -> Finding:
    health = found.health if isinstance(found, LocalTable) else found
    return page_that_answers(health, config.page.host, config.page.port, "table")


def page_that_answers(
    found: Mapping[str, Any] | WrongService | None, host: str, port: int, who: str
) -> Finding:
    """Whether the page of a table or a hub (`who`) answers; else whether it could. `found`: what answers at its port."""
    if found is None:
        return free_port(host, port, who)
    if isinstance(found, WrongService):
        return Finding(about="page", verdict=Verdict.BAD, message=str(found))
    message = f"answers at port {port}; {found['streams']} watch."
    return Finding(about="page", verdict=Verdict.OK, message=message)


def free_port(host: str, port: int, who: str) -> Finding:
    """Return whether the port of a page that does not answer is free. `who` would serve it: a table, or the hub."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            message = f"does not answer at port {port}, and the port cannot be had ({describe_failure(error)}); free it."
            return Finding(about="page", verdict=Verdict.BAD, message=message)
    return Finding(about="page", verdict=Verdict.LOOK, message=f"no {who} runs; port {port} is free for one.")


def _check_journal(path: Path, running: LocalTable | None) -> Finding:
    if running is not None:
        message = f"in use by the running table, with {running.health['head']} entries."
        if not running.health["ok"]:
            return Finding(about="journal", verdict=Verdict.BAD, message=str(running.health["reason"]))
        return Finding(about="journal", verdict=Verdict.OK, message=message)
    if not path.exists():
        message = f"none at {path} yet; the first start creates it."
        return Finding(about="journal", verdict=Verdict.LOOK, message=message)
    if in_use(path):
        message = f"{path} is in use, but no page answers: the table hangs, or it has another port."
        return Finding(about="journal", verdict=Verdict.BAD, message=message)
    try:
        _check_copy(path)
    except (JournalError, OSError) as error:
        return Finding(about="journal", verdict=Verdict.BAD, message=str(error))
    return Finding(about="journal", verdict=Verdict.OK, message=f"{path} is whole and can be played on.")


def _check_copy(path: Path) -> None:
    """Check a copy: opening the file itself would write to it."""
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
        copy = Path(folder) / path.name
        hot_copy(path, copy, at_least=0)
        try:
            require_usable_copy(copy)
        except JournalError as error:
            raise type(error)(str(error).replace(str(copy), str(path))) from error


def kept_aside(path: Path) -> Finding:
    """Name the files beside `path` that were damaged once and kept aside."""
    names = sorted(
        file.name
        for word in ASIDE
        for file in path.parent.glob(f"*-{word}-*")
        if file.suffix in {".sqlite", ".json"}
    )
    if not names:
        return Finding(about="kept aside", verdict=Verdict.OK, message="no damaged file was ever put aside.")
    message = f"{', '.join(names)} in {path.parent}: damaged once; copy them away, look at the card."
    return Finding(about="kept aside", verdict=Verdict.LOOK, message=message)


def rights(path: Path) -> Finding:
    """Check as the table's user, who is not root: whether he can write to the folder and each file."""
    certificates = path.with_name(FOLDER)
    others = [path.with_name(SECOND), certificates, *certificates.glob("*.key")]
    return rights_in(path.parent, (path.name, KEPT_IN, OUTBOX), others, "table")


def rights_in(folder: Path, databases: Sequence[str], others: Sequence[Path], who: str) -> Finding:
    """Check as the folder's user whether he can write to it and each file. `who` needs them: a table, or the hub."""
    if not folder.is_dir():
        message = f"{folder} is not there yet; the first start creates it."
        return Finding(about="rights", verdict=Verdict.LOOK, message=message)
    user = folder_owner(folder)
    files = [*(folder / f"{name}{end}" for name in databases for end in BESIDE_A_DATABASE), *others]
    files += [lock_of(folder / name) for name in databases]
    barred = not_writable_for(user, [folder, *(file for file in files if file.exists())])
    if barred:
        names = " ".join(map(str, barred))
        message = f"{user} cannot write these files, which the {who} needs at each start: sudo chown {user}: {names}"
        return Finding(about="rights", verdict=Verdict.BAD, message=message)
    message = f"{user} can write in {folder}, and all of the {who}'s files."
    return Finding(about="rights", verdict=Verdict.OK, message=message)


def _check_lists(path: Path) -> Finding:
    if not path.exists():
        return Finding(
            about="lists", verdict=Verdict.LOOK, message=f"none at {path} yet; the first start creates it."
        )
    try:
        looked = look_at_store(path)
    except OSError as error:
        message = f"{path} cannot be read ({describe_failure(error)}); try it with sudo."
        return Finding(about="lists", verdict=Verdict.BAD, message=message)
    if looked.trouble:
        return Finding(about="lists", verdict=Verdict.BAD, message=looked.trouble)
    if looked.bad:
        names = ", ".join(sorted({damaged.key[:40] for damaged in looked.bad}))
        message = f"{path}: the values under {names} are damaged; the next start sets them aside and repairs what it can."
        return Finding(about="lists", verdict=Verdict.BAD, message=message)
    return Finding(
        about="lists", verdict=Verdict.OK, message=f"{path} is whole, and each of its values is usable."
    )


def running_camera(running: LocalTable) -> Finding:
    """Return the running table's report on its camera."""
    camera = running.board["camera"]
    rate = running.metrics.get("frames_per_second")
    message = f"{camera['name'] or 'none'}: {camera['status']}. {camera['message']}".strip()
    if camera.get("without_board"):
        message += " It plays without a board: dice are read anywhere in the picture."
    if camera.get("ask") == "board":
        message += " Bring them into the picture, or tap on the page to play without a board."
    if camera["status"] in {"absent", "starting"}:
        return Finding(about="camera", verdict=Verdict.LOOK, message=message)
    if rate is not None:
        message = f"{message} {rate:.1f} pictures a second."
    seconds, field = running.metrics.get("exposure_seconds"), running.metrics.get("camera_field")
    message += _exposure_remark(seconds, running.metrics.get("camera_gain")) + _cut(field)
    verdict = Verdict.OK if camera["status"] in {"ok", "ended"} else Verdict.BAD
    if verdict is Verdict.OK and (_is_slow(rate) or _is_long_exposure(seconds) or _is_cropped(field)):
        verdict = Verdict.LOOK
    return Finding(about="camera", verdict=verdict, message=message)


def _is_slow(rate: float | None) -> bool:
    return rate is not None and rate < FEW_FRAMES


def _is_long_exposure(seconds: float | None) -> bool:
    return seconds is not None and 1000 * seconds > EXPOSURE_MS[0]


def _is_cropped(field: float | None) -> bool:
    return field is not None and field < FIELD[0]


def _cut(field: float | None) -> str:
    """Return the share of the lens's field in the picture if it is cropped, and what to do."""
    if field is None or not _is_cropped(field):
        return ""
    return f" The lens is cropped: {100 * field:.0f} % of its field; hang it higher, or take another camera module."


def _exposure_remark(seconds: float | None, gain: float | None) -> str:
    """Return a remark on long exposures and the remedy; empty if they are short or unknown."""
    if seconds is None:
        return ""
    more = "" if gain is None else f", amplified {gain:.1f} times"
    do = "; give it more light" if _is_long_exposure(seconds) else ""
    return f" Exposed {1000 * seconds:.0f} ms{more}{do}."


def _check_camera(config: Config) -> Finding:
    """Open the camera and count its pictures for three seconds."""
    if config.camera.device == "none":
        return Finding(about="camera", verdict=Verdict.OK, message="switched off in the configuration.")
    if config.camera.device == PHONE:
        return phone_as_camera(config)
    if is_network_camera(config.camera.device):
        return network_camera(config.camera.device)
    try:
        asked = config.camera
        camera = open_camera(asked.device, distance_mm=asked.distance_mm, mains_hz=asked.mains_hz)
        began, count, taken = time.monotonic(), 0, None
        try:
            while time.monotonic() - began < WATCH_S and (frame := camera.read()) is not None:
                count, taken = count + 1, frame.exposure
        finally:
            camera.close()
    except CameraMissing as error:
        verdict = Verdict.LOOK if config.camera.device == "auto" else Verdict.BAD
        return Finding(about="camera", verdict=verdict, message=str(error))
    except HardwareError as error:
        return Finding(about="camera", verdict=Verdict.BAD, message=str(error))
    rate = count / (time.monotonic() - began)
    seconds, gain, field = (None,) * 3 if taken is None else (taken.seconds, taken.gain, taken.field)
    fine = rate >= FEW_FRAMES and not _is_long_exposure(seconds) and not _is_cropped(field)
    verdict = Verdict.OK if fine else Verdict.LOOK if count else Verdict.BAD
    message = f"{camera.name}: {rate:.1f} pictures a second, for {WATCH_S:g} s."
    message += _exposure_remark(seconds, gain) + _cut(field)
    return Finding(about="camera", verdict=verdict, message=message)


def phone_as_camera(config: Config) -> Finding:
    """Return what can be said of a phone's camera while no table runs that it could send to."""
    if config.page.https == "off":
        message = "a phone, which gives its camera to secure pages only: remove page.https = off, or name another camera."
        return Finding(about="camera", verdict=Verdict.BAD, message=message)
    message = "a phone; with the secure connection on it is invited on the landlord's page, and sends its pictures once the table runs."
    return Finding(about="camera", verdict=Verdict.LOOK, message=message)


def network_camera(url: str) -> Finding:
    """Ask a camera in the network for its pictures, and count them for three seconds."""
    began, count = time.monotonic(), 0
    try:
        for _ in stream(url):
            count += 1
            if time.monotonic() - began >= WATCH_S:
                break
    except HardwareError as error:
        return Finding(about="camera", verdict=Verdict.BAD, message=str(error))
    rate = count / (time.monotonic() - began)
    verdict = Verdict.LOOK if _is_slow(rate) else Verdict.OK
    return Finding(
        about="camera",
        verdict=verdict,
        message=f"{name_of(url)}: {rate:.1f} pictures a second, for {WATCH_S:g} s.",
    )


def _running_buttons(running: LocalTable) -> Finding:
    panel = running.board["panel"]
    match panel["status"]:
        case "ok":
            return Finding(
                about="buttons", verdict=Verdict.OK, message="the panel is in use and no button is stuck."
            )
        case "absent":
            return Finding(about="buttons", verdict=Verdict.LOOK, message=str(panel["message"]))
        case _:
            return Finding(about="buttons", verdict=Verdict.BAD, message=str(panel["message"]))


def _check_buttons(config: Config) -> Finding:
    from knobeltisch.device.panel_pins import pins_of  # noqa: PLC0415 - loads the whole program

    if config.panel.use == "off":
        return Finding(about="buttons", verdict=Verdict.OK, message="switched off in the configuration.")
    try:
        panel = Panel(
            pins_of(config.panel), factory=pin_factory(), on_press=lambda _press: None, clock=time.time
        )
    except HardwareError as error:
        missing = isinstance(error, PinsMissing) and not isinstance(error, PinsUnusable)
        verdict = Verdict.LOOK if missing and config.panel.use == "auto" else Verdict.BAD
        return Finding(about="buttons", verdict=verdict, message=f"{error}")
    stuck = ", ".join(panel.stuck)
    panel.close()
    if stuck:
        message = f"{stuck} down while nobody presses; check whether it is jammed or shorted."
        return Finding(about="buttons", verdict=Verdict.BAD, message=message)
    return Finding(about="buttons", verdict=Verdict.OK, message="no button is stuck.")

"""The doctor's checks of the device: temperature, power, disk, clock, and whether our own packages are loaded."""

import importlib.util
import time
from pathlib import Path
from typing import Final

import knobeltisch
from knobeltisch.device import vitals
from knobeltisch.device.boot import clock_is_set
from knobeltisch.health.findings import Checks, Finding, Verdict, bad, look, ok, unknown

PARTS: Final = ("knobeltisch", "scorer", "vision", "hardware", "calibration", "web")
HOT: Final = 80.0  # a Pi slows down from here
WARM: Final = 70.0
LITTLE: Final = 200 * 2**20  # an upgrade needs that much
NOTHING: Final = 10 * 2**20
BORN: Final = 1.7e9
"""November 2023: an earlier clock was never set."""


def device_checks(kept: Path, root: Path = vitals.ROOT) -> Checks:
    """Return the checks of the device; `kept` is a file written during play, whose disk and date are checked."""
    folder = kept.parent
    return [
        ("temperature", lambda: _check_temperature(root)),
        ("power", lambda: _check_power(root)),
        ("disk", lambda: _check_disk(folder, root)),
        ("disk health", lambda: _disk_health(folder, root)),
        ("clock", lambda: _check_clock(kept)),
        ("packages", _check_packages),
    ]


def _check_temperature(root: Path) -> Finding:
    warmth = vitals.read_temperature(root)
    if warmth is None:
        return unknown("this machine does not report its temperature.")
    if warmth >= HOT:
        return bad(f"{warmth:.0f} °C: it slows down; give it air or a heat sink.")
    verdict = Verdict.LOOK if warmth >= WARM else Verdict.OK
    return Finding(verdict, f"{warmth:.0f} °C.")


def _check_power(root: Path) -> Finding:
    bits = vitals.read_throttled(root)
    if bits is None:
        return unknown("this machine does not report it; a Raspberry Pi does.")
    for bit, what in (
        (vitals.UNDER_VOLTAGE, "the voltage is too low; use the Pi's own power supply and a short cable"),
        (vitals.THROTTLED, "it is slowed down"),
    ):
        if bits & bit:
            return bad(f"{what}.")
        if bits & bit << vitals.SINCE_START:
            return look(f"since the start, not now: {what}.")
    return ok("the voltage holds, and nothing is slowed down.")


def _check_disk(folder: Path, root: Path) -> Finding:
    found = vitals.disk_free(folder)
    if found is None:
        return bad(f"{folder} cannot be examined.")
    free, total = found
    if vitals.in_memory(folder, root):
        message = f"{folder} is in memory: every evening is gone with the power. Give it a partition (docs/overlay-root.md)."
        return bad(message)
    message = f"{free / 2**20:,.0f} of {total / 2**20:,.0f} MB are free at {folder}."
    if free < NOTHING:
        return bad(f"{message} Free some: soon nothing can be written.")
    return Finding(Verdict.LOOK if free < LITTLE else Verdict.OK, message)


def _disk_health(folder: Path, root: Path) -> Finding:
    errors = vitals.disk_errors(folder, root)
    if errors is None:
        return unknown("this file system keeps no count of its errors; ext4 does.")
    if errors:
        return bad(f"errors since the last check: {errors}; copy the journal away and put in another card.")
    return ok("the file system has noted no error.")


def _check_clock(kept: Path) -> Finding:
    now = time.time()
    shown = time.strftime("%Y-%m-%d %H:%M", time.localtime(now))
    written = kept.stat().st_mtime if kept.exists() else 0.0
    if now < BORN or now < written - 24 * 3600:
        message = f"it says {shown}, which is in the past; the evenings get wrong dates. Connect to a network, or add a clock."
        return look(message)
    if clock_is_set():
        return ok(f"{shown}, from the network or a clock with a battery.")
    return look(f"{shown}, not set since the start; it may be wrong.")


def _check_packages() -> Finding:
    home = Path(knobeltisch.__file__).resolve().parents[1]
    strange = []
    for part in PARTS:
        spec = importlib.util.find_spec(part)
        origin = None if spec is None or spec.origin is None else Path(spec.origin).resolve()
        if origin != home / part / "__init__.py":
            strange.append(f"{part} from {origin or 'nowhere'}")
    if strange:
        return bad(f"{'; '.join(strange)}: remove that from Python's path; ours is in {home}.")
    return ok(f"all parts come from {home}.")

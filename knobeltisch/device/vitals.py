"""The device's vital signs, read from Linux and the Pi's firmware.

`root` is the root of the machine's file system; tests use another folder.
"""

import contextlib
import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

ROOT: Final = Path("/")
UNDER_VOLTAGE: Final = 1 << 0
THROTTLED: Final = 1 << 2
SINCE_START: Final = 16
"""The firmware repeats each bit this many places higher for "at any time since the start"."""
COMMAND_TIMEOUT_S: Final = 3.0


def read_temperature(root: Path = ROOT) -> float | None:
    """Return the processor's temperature in degrees Celsius; None if unknown."""
    text = _read_text(root / "sys/class/thermal/thermal_zone0/temp")
    return None if text is None or not text.lstrip("-").isdecimal() else int(text) / 1000


def read_throttled(root: Path = ROOT) -> int | None:
    """Return the Pi's bits for under-voltage and throttling, from the file or `vcgencmd get_throttled`; None if unknown."""
    bits = throttled_file(root)
    if bits is None and root == ROOT:
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            done = subprocess.run(
                ("vcgencmd", "get_throttled"),  # noqa: S607 - its folder differs between systems
                capture_output=True,
                text=True,
                timeout=COMMAND_TIMEOUT_S,
                check=False,
            )
            bits = _parse_bits(done.stdout.strip())
    return bits


def throttled_file(root: Path = ROOT) -> int | None:
    """Return the bits for under-voltage and throttling from the file alone, without starting a program; None if unknown."""
    return _parse_bits(_read_text(root / "sys/devices/platform/soc/soc:firmware/get_throttled"))


def _parse_bits(text: str | None) -> int | None:
    try:
        return None if text is None else int(text.removeprefix("throttled="), 16)
    except ValueError:
        return None


def memory_bytes() -> int | None:
    """Return the memory that this process uses, in bytes; None if unknown."""
    for line in (_read_text(ROOT / "proc/self/status") or "").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return None


def disk_free(folder: Path) -> tuple[int, int] | None:
    """Return the free and total bytes of the disk that holds `folder`; None if unknown."""
    try:
        usage = shutil.disk_usage(_nearest_existing_folder(folder))
    except OSError:
        return None
    return usage.free, usage.total


def disk_errors(folder: Path, root: Path = ROOT) -> int | None:
    """Return the number of errors that ext4 has recorded since the file system's last check; None if unknown."""
    try:
        device = _nearest_existing_folder(folder).stat().st_dev
    except OSError:
        return None
    name = (root / "sys/dev/block" / f"{os.major(device)}:{os.minor(device)}").resolve().name
    text = _read_text(root / "sys/fs/ext4" / name / "errors_count")
    return None if text is None or not text.isdecimal() else int(text)


def in_memory(folder: Path, root: Path = ROOT) -> bool:
    """Whether a power cut loses what is written to `folder`, because it is on a disk or overlay held in memory."""
    mounts = []
    for line in (_read_text(root / "proc/self/mountinfo") or "").splitlines():
        place, _, rest = line.partition(" - ")
        kind, _, options = rest.split(" ", 2)
        mounts.append((Path(place.split(" ")[4].replace("\\040", " ")), kind, options))
    kind, options = _mount_of(_nearest_existing_folder(folder).resolve(), mounts)
    if kind != "overlay":
        return kind in {"tmpfs", "ramfs"}
    upper = next(
        (option.partition("=")[2] for option in options.split(",") if option.startswith("upperdir=")), ""
    )
    return _mount_of(Path(upper), mounts)[0] == "tmpfs" or overlay_in_memory(root)


def overlay_in_memory(root: Path = ROOT) -> bool:
    """Whether the device was started with a read-only root, by either method in docs/overlay-root.md."""
    command = (_read_text(root / "proc/cmdline") or "").split()
    return any(word == "boot=overlay" or word.startswith("overlayroot=tmpfs") for word in command)


def is_kept_in_memory(folder: Path, root: Path = ROOT) -> bool:
    """Whether a device with a read-only root keeps `folder` in memory, because its own partition is missing."""
    return overlay_in_memory(root) and in_memory(folder, root)


def _mount_of(file: Path, mounts: list[tuple[Path, str, str]]) -> tuple[str, str]:
    """Return type and options of the mount that holds `file`: the deepest one, and of several there the last."""
    holding = [mount for mount in mounts if file.is_relative_to(mount[0])]
    deepest = max((len(place.parts) for place, _, _ in holding), default=0)
    return next(
        ((kind, options) for place, kind, options in reversed(holding) if len(place.parts) == deepest),
        ("", ""),
    )


def _nearest_existing_folder(folder: Path) -> Path:
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder


def _read_text(file: Path) -> str | None:
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None

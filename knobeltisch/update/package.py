"""Our Debian package: check that it is intact and may be installed here, or rebuild it from the installed files."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from knobeltisch.errors import UpdateRefused
from knobeltisch.storage.files import part_of, put_in_place
from knobeltisch.update.host_tools import NAME

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from knobeltisch.update.host_tools import Dpkg

SCRIPTS: Final = (
    "preinst",
    "postinst",
    "prerm",
    "postrm",
    "config",
    "templates",
    "conffiles",
    "md5sums",
    "triggers",
)
_NOT_THE_PACKAGES: Final = ("Status", "Conffiles", "Config-Version")
_VERSION: Final = re.compile(r"[0-9][0-9A-Za-z.+~-]{0,99}")
"""By Debian's rules, without an epoch: it becomes part of file names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """A package file's metadata. `needs_kb`: the size of its files; `schema`: the newest journal it can read."""

    version: str
    architecture: str
    needs_kb: int
    schema: int | None


def read_package(file: Path) -> Package:
    """Read all of a package. Raise UpdateRefused for one that is damaged, or not ours."""
    if not file.is_file():
        raise UpdateRefused(f"{file} is not there; name the package's file.")
    fields = _read_control(file)
    lacks = [name for name in ("Package", "Version", "Architecture") if not fields.get(name)]
    if lacks:
        raise UpdateRefused(f"{file} does not say its {lacks[0]}; build it by script/build-deb.")
    if fields["Package"] != NAME:
        raise UpdateRefused(
            f"{file} is the package {fields['Package'][:60]!r}; only {NAME} is updated by this."
        )
    if not _VERSION.fullmatch(fields["Version"]):
        raise UpdateRefused(
            f"{file} says {fields['Version'][:60]!r}, which is not a version; build it by script/build-deb."
        )
    _verify_contents(file)
    size = fields.get("Installed-Size", "0")
    return Package(
        version=fields["Version"],
        architecture=fields["Architecture"],
        needs_kb=int(size) if re.fullmatch("[0-9]{1,15}", size) else 0,
        schema=_schema_of(file),
    )


def require_architecture(package: Package, architecture: str) -> None:
    """Raise UpdateRefused for a package of another architecture."""
    if package.architecture not in {architecture, "all"}:
        raise UpdateRefused(
            f"This package is for {package.architecture}, this device is {architecture}; take the one for {architecture}."
        )


def _read_control(file: Path) -> dict[str, str]:
    done = subprocess.run(["dpkg-deb", "--field", str(file)], capture_output=True, check=False)  # noqa: S603, S607 - dpkg is in Debian's place
    if done.returncode:
        raise UpdateRefused(_damaged_archive(file, done.stderr.decode(errors="replace")))
    return parse_stanza(done.stdout.decode(errors="replace"))


def parse_stanza(text: str) -> dict[str, str]:
    """Read a paragraph of control data; continuation lines belong to their field."""
    found: dict[str, str] = {}
    name = ""
    for line in text.splitlines():
        if line[:1].isspace():
            if name:
                found[name] += f"\n{line}"
        elif ":" in line:
            name, _, value = line.partition(":")
            found[name] = value.strip()
    return found


def _verify_contents(file: Path) -> None:
    """Unpack everything without writing it: the compression of each part ends with a checksum. Raise UpdateRefused."""
    for part in ("--ctrl-tarfile", "--fsys-tarfile"):
        words = ["dpkg-deb", part, str(file)]
        done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)  # noqa: S603 - our own arguments
        if done.returncode:
            raise UpdateRefused(_damaged_archive(file, done.stderr.decode(errors="replace")))


def _schema_of(file: Path) -> int | None:
    """Return the newest journal schema that the package's preinst names; None if it names none."""
    done = subprocess.run(["dpkg-deb", "--info", str(file), "preinst"], capture_output=True, check=False)  # noqa: S603, S607 - dpkg is in Debian's place
    found = re.search(rb"^SCHEMA=([0-9]{1,6})$", done.stdout, re.MULTILINE)
    return None if found is None else int(found[1])


def _damaged_archive(file: Path, said: str) -> str:
    return f"{file} is not a whole Debian package ({_first_line(said)}); copy it here again."


def missing_packages(file: Path, dpkg: Dpkg) -> str:
    """Ask apt what else would have to be installed or removed; return "" if nothing, else one sentence.

    Nothing is fetched or changed. `file` is absolute.
    """
    # First with the installed packages only: quick, and enough if nothing is missing.
    if not _apt_changes(
        file, dpkg, "--option=Dir::State::lists=/nonexistent", "--option=Dir::Cache::pkgcache="
    )[0]:
        return ""
    others, done = _apt_changes(file, dpkg)
    unmet = re.findall(
        rf"^ {NAME}[:\w]* : ((?:PreDepends|Depends|Conflicts): .*?)$", done.stdout, re.MULTILINE
    )
    if unmet:
        return f"it needs packages that are missing here ({'; '.join(unmet)}), and apt cannot get it."
    if done.returncode:
        return f"apt would not install it: {_first_line(done.stderr)}."
    return f"it needs more packages; first run: sudo apt-get install {' '.join(others)}" if others else ""


def _apt_changes(file: Path, dpkg: Dpkg, *options: str) -> tuple[list[str], subprocess.CompletedProcess[str]]:
    """Return what apt would install or remove beside our package; our own name if it would not install it at all."""
    done = subprocess.run(  # noqa: S603 - our own arguments
        [  # noqa: S607 - apt is in Debian's place
            "apt-get",
            "--simulate",
            "--quiet",
            "--no-install-recommends",
            "--allow-downgrades",
            "--option=APT::Sandbox::User=root",
            f"--option=Dir::State::status={dpkg.admin}/status",
            *options,
            "install",
            str(file),
        ],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    named = re.findall(r"^(?:Inst|Remv) (\S+)", done.stdout, re.MULTILINE)
    others = [name for name in named if name != NAME]
    return ([*others, NAME] if done.returncode else others), done


def repack_installed(dpkg: Dpkg, to: Path) -> None:
    """Make a package from the installed files, for the way back. Raise UpdateRefused, OSError.

    dpkg keeps no package files. The tree consists of hard links: it takes no space on the same disk.
    """
    tree = to.with_name("tree")
    shutil.rmtree(tree, ignore_errors=True)
    try:
        for name in (dpkg.admin / f"info/{NAME}.list").read_text(encoding="utf-8").splitlines():
            _second_name(dpkg.root / name.lstrip("/"), tree / name.lstrip("/"))
        _control(dpkg, tree / "DEBIAN")
        part = part_of(to)
        _build(tree, part)
        put_in_place(part, to)
    finally:
        shutil.rmtree(tree, ignore_errors=True)


def _second_name(file: Path, place: Path) -> None:
    if file.is_dir() and not file.is_symlink():
        place.mkdir(parents=True, exist_ok=True)
        place.chmod(file.stat().st_mode & 0o7777)
        return
    if not os.path.lexists(file):
        return  # excluded by dpkg's path-exclude, or deleted by hand
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(file, place, follow_symlinks=False)
    except OSError:
        shutil.copy2(file, place, follow_symlinks=False)


def _control(dpkg: Dpkg, folder: Path) -> None:
    folder.mkdir(mode=0o755)
    asked = ["dpkg-query", f"--admindir={dpkg.admin}", "--status", NAME]
    result = subprocess.run(asked, capture_output=True, check=False)  # noqa: S603 - our own arguments
    known = parse_stanza(result.stdout.decode(errors="replace"))
    fields = {name: value for name, value in known.items() if name not in _NOT_THE_PACKAGES}
    if "Version" not in fields:
        raise UpdateRefused("Knobeltisch is not installed as a Debian package here; see docs/install.md.")
    text = "".join(
        f"{name}: {value}\n" if value[:1] != "\n" else f"{name}:{value}\n" for name, value in fields.items()
    )
    (folder / "control").write_text(text, encoding="utf-8")
    for name in SCRIPTS:
        file = dpkg.admin / "info" / f"{NAME}.{name}"
        if file.exists():
            shutil.copy2(file, folder / name)


def _build(tree: Path, to: Path) -> None:
    # Quick rather than small: it is read once at most, and nothing waits for it.
    words: Sequence[str] = (
        "nice",
        "dpkg-deb",
        "--root-owner-group",
        "-Zzstd",
        "-z1",
        "--build",
        str(tree),
        str(to),
    )
    done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603 - our own arguments
    if done.returncode:
        raise UpdateRefused(
            f"The installed version cannot be kept for the way back: {_first_line(done.stderr)}."
        )


def _first_line(said: str) -> str:
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return lines[0].removeprefix("dpkg-deb: error: ").rstrip(".") if lines else "no reason is given"

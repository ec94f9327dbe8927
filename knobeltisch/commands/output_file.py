"""Output files of commands: an existing file is replaced only if it is of the same kind."""

import contextlib
import os
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

from knobeltisch.commands.safety_net import NamedPath
from knobeltisch.errors import KnobeltischError

_FORCE: Final = "knobeltisch.force"


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputKind:
    """A kind of output file: the suffix of its name, and a function that recognises such a file."""

    suffix: str
    fits: Callable[[Path], bool]


def why_taken(file: Path, kind: OutputKind, *, force: bool) -> str:
    """Return why `file` may not be written; "" if it may. With `force`, a file of the same kind is replaced.

    The table's files, keys, configurations and tournaments belong to no kind, so they are never replaced. Devices and pipes may
    always be written to.
    """
    if not os.path.lexists(file) or (file.exists() and not file.is_file() and not file.is_dir()):
        return ""
    with contextlib.suppress(OSError):
        if not file.is_symlink() and kind.fits(file):
            return "" if force else f"{file} is there already; name another file, or replace it with --force."
    return f"{file} is there already; name another file."


class OutputFile(NamedPath):
    """A parameter for a file that a command writes."""

    def __init__(self, kind: OutputKind, *, regular: bool = True) -> None:
        super().__init__(regular=regular, path_type=Path)
        self._kind, self._regular_only = kind, regular

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - as click has it
        """Return the path. Raise KnobeltischError if it may not be written."""
        file = super().convert(value, param, ctx)
        if not self._regular_only and file.is_relative_to("/dev"):
            return file  # the shell has already opened the target of /dev/stdout
        if file.suffix[1:].isalpha() and file.suffix.lower() != self._kind.suffix and not file.is_fifo():
            name = file.with_suffix(self._kind.suffix).name
            raise KnobeltischError(f"{file} becomes a {self._kind.suffix} file; name it {name}.")
        taken = why_taken(file, self._kind, force=ctx is not None and ctx.meta.get(_FORCE, False))
        if taken:
            raise KnobeltischError(taken)
        return file


FORCE: Final = click.option(
    "--force",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, _param, value: ctx.meta.update({_FORCE: value}),
    help="Replace a file that this command has made.",
)
"""Used with an `OutputFile` argument, which is checked later."""


def _begins(head: bytes) -> Callable[[Path], bool]:
    def fits(file: Path) -> bool:
        with file.open("rb") as opened:
            return opened.read(len(head)) == head

    return fits


def _zip_of(*names: str) -> Callable[[Path], bool]:
    def fits(file: Path) -> bool:
        try:
            with zipfile.ZipFile(file) as opened:
                return set(names) <= set(opened.namelist())
        except (zipfile.BadZipFile, NotImplementedError, ValueError):
            return False

    return fits


BACKUP: Final = OutputKind(suffix=".zip", fits=_zip_of("manifest.json", "journal.sqlite"))
BUNDLE: Final = OutputKind(suffix=".zip", fits=_zip_of("ABOUT.txt", "doctor.json"))
SHEET: Final = OutputKind(suffix=".pdf", fits=_begins(b"%PDF-"))
JPEG: Final = OutputKind(suffix=".jpg", fits=_begins(b"\xff\xd8\xff"))
HUB_COPY: Final = OutputKind(suffix=".sqlite", fits=lambda _file: False)
"""A hub's own file looks like its copies, so no copy is ever replaced."""

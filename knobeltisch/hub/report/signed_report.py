"""A match report's file, signed by a key of this machine, and read with the check of `openssl`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from knobeltisch.errors import TournamentFileError
from knobeltisch.hub.report.signature import is_signed, sign
from knobeltisch.storage.files import write_atomically
from tournament.report.chain import report_file
from tournament.report.signed import read_signed, signed_file

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tournament.report.lines import Line


def signed_text(lines: Sequence[Line], key: Path) -> tuple[str, str]:
    """Return a report's file with its signature, and the public key; a key that is missing is made. Raise TournamentFileError."""
    return signed_file(lines, partial(sign, key=key))


def write(lines: Sequence[Line], out: Path, key: Path | None) -> None:
    """Write a report, signed if there is a key. Raise TournamentFileError."""
    text = report_file(lines) if key is None else signed_text(lines, key)[0]
    try:
        write_atomically(out, text.encode(), mode=0o644)
    except OSError as error:
        raise TournamentFileError(
            f"{out} cannot be written ({error.strerror}); name another place."
        ) from error


def read(text: str) -> tuple[tuple[Line, ...], str | None]:
    """Return a report's lines and its signing key, None if unsigned. Raise Broken with the changed line."""
    found = read_signed(text, is_signed)
    return found.lines, found.key

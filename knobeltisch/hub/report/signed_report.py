"""A match report's file with a signature as its last line, over the hash that stands for all before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from knobeltisch.errors import TournamentFileError
from knobeltisch.hub.report.signature import fingerprint, is_signed, sign
from knobeltisch.storage.files import write_atomically
from tournament import Broken
from tournament.codec import canonical, parse
from tournament.report.chain import last_hash, read_report, read_whole, report_file

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tournament.report.lines import Line

__all__ = ["fingerprint", "read", "signed_text", "write"]

WHAT: Final = "knobeltisch match report signature 1\n"
"""Stands before the hash, so that a signature of a report can be taken for nothing else."""


def signed_text(lines: Sequence[Line], key: Path) -> tuple[str, str]:
    """Return a report's file with its signature, and the public key; a key that is missing is made. Raise TournamentFileError."""
    text = report_file(lines)
    public, signature = sign(WHAT + last_hash(text), key)
    return text + canonical({"key": public, "signature": signature}) + "\n", public


def write(lines: Sequence[Line], out: Path, key: Path | None) -> None:
    """Write a report, signed where there is a key. Raise TournamentFileError."""
    text = report_file(lines) if key is None else signed_text(lines, key)[0]
    try:
        write_atomically(out, text.encode(), mode=0o644)
    except OSError as error:
        raise TournamentFileError(
            f"{out} cannot be written ({error.strerror}); name another place."
        ) from error


def read(text: str) -> tuple[tuple[Line, ...], str | None]:
    """Return a report's lines and the key that signed it, None for none. Raise Broken with the line that was changed."""
    rows = text.split("\n")
    number = len(rows) - 1
    if len(rows) < 3 or not rows[-2].startswith('{"key":'):
        return read_report(text), None
    before = "\n".join(rows[:-2]) + "\n"
    lines, stands_for_all = read_whole(before)
    changed = Broken(f"Line {number}: the signature does not fit what is above it.", number)
    try:
        said = parse(rows[-2])
    except ValueError as error:
        raise changed from error
    if (
        not isinstance(said, dict)
        or said.keys() != {"key", "signature"}
        or canonical(said) != rows[-2]
        or rows[-1]
    ):
        raise changed
    public, signature = said["key"], said["signature"]
    if not isinstance(public, str) or not isinstance(signature, str):
        raise changed
    if not is_signed(WHAT + stands_for_all, public, signature):
        raise changed
    return lines, public

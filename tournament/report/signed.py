"""A match report's file with a signature as its last line, over the hash of all lines before it.

The signature is Ed25519, which needs a library or a program: the caller passes the check.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tournament.codec import canonical, parse
from tournament.errors import Broken
from tournament.report.chain import last_hash, read_whole, report_file
from tournament.report.weak_keys import is_weak

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tournament.report.lines import Line

WHAT: Final = "knobeltisch match report signature 1\n"
"""Stands before the hash, so that a signature of a report can be taken for nothing else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadReport:
    """An unchanged file: its lines, its hash, and the key that signed it, if any."""

    lines: tuple[Line, ...]
    hash: str
    key: str | None


def signed_file(lines: Sequence[Line], sign: Callable[[str], tuple[str, str]]) -> tuple[str, str]:
    """Return a report's file with its signature, and the public key. `sign` gives key and signature of a message."""
    text = report_file(lines)
    public, signature = sign(WHAT + last_hash(text))
    return text + canonical({"key": public, "signature": signature}) + "\n", public


def read_signed(text: str, is_signed: Callable[[str, str, str], bool]) -> ReadReport:
    """Return the content of a file. `is_signed` checks a key's signature of a message. Raise Broken with the changed line."""
    rows = text.split("\n")
    number = len(rows) - 1
    if len(rows) < 3 or not rows[-2].startswith('{"key":'):
        lines, stands_for_all = read_whole(text)
        return ReadReport(lines=lines, hash=stands_for_all, key=None)
    lines, stands_for_all = read_whole("\n".join(rows[:-2]) + "\n")
    changed = Broken(f"Line {number}: the signature does not fit what is above it.", number)
    try:
        said = parse(rows[-2])
    except ValueError as error:
        raise changed from error
    whole = isinstance(said, dict) and said.keys() == {"key", "signature"} and canonical(said) == rows[-2]
    if not isinstance(said, dict) or not whole or rows[-1]:
        raise changed
    public, signature = said["key"], said["signature"]
    if not isinstance(public, str) or not isinstance(signature, str):
        raise changed
    if not re.fullmatch("[0-9a-f]{64}", public) or is_weak(public):
        raise changed
    if not is_signed(WHAT + stands_for_all, public, signature):
        raise changed
    return ReadReport(lines=lines, hash=stands_for_all, key=public)


def fingerprint(public: str) -> str:
    """Return the name of a public key that people can compare: sixteen digits in fours."""
    digits = hashlib.sha256(bytes.fromhex(public)).hexdigest()[:16]
    return " ".join(digits[place : place + 4] for place in range(0, 16, 4))

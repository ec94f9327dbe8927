"""Values as text, each with a checksum over its key and itself."""

from __future__ import annotations

import hashlib
import json
from typing import Final

NONSENSE: Final = object()
"""Stands for what a text says that is no JSON."""


def parsed(text: str | None) -> object | None:
    """Return what a text says as JSON; NONSENSE for one that says nothing."""
    if text is None:
        return None
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return NONSENSE
    return value


def body_of(text: str) -> dict[str, object]:
    """Return what the text of a journal's entry says; nothing for what is no object, or holds letters that cannot be shown."""
    value = parsed(text)
    if not isinstance(value, dict) or ("\\u" in text and not _has_whole_letters(value)):
        return {}
    return value


def _has_whole_letters(value: object) -> bool:
    """Whether a value can be written as UTF-8; the program of an update has no scorer to ask."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def sum_of(key: str, text: str) -> str:
    """Return the checksum of a text under its key."""
    return hashlib.sha256(json.dumps([key, text]).encode()).hexdigest()[:24]


def fits(key: object, text: object, kept_sum: object) -> bool:
    """Whether a value is what was put; one that an earlier version put has no checksum, and is believed."""
    if not isinstance(key, str) or not isinstance(text, str):
        return False
    return parsed(text) is not NONSENSE and (kept_sum is None or kept_sum == sum_of(key, text))


def whole(text: object) -> int:
    """Return the number that a text is; 0 for what is none."""
    return (
        int(text) if isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) < 16 else 0
    )

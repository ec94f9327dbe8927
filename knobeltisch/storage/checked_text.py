"""Values as text, each with a checksum over its key and its text."""

import hashlib
import json
from typing import Final

from scorer.json_forms.text import has_whole_letters

NONSENSE: Final = object()
"""The result for a text that is not JSON."""


def parse_or_nonsense(text: str | None) -> object | None:
    """Parse a text as JSON; return NONSENSE if that fails, and None for None."""
    if text is None:
        return None
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return NONSENSE
    return value


def body_of(text: str) -> dict[str, object]:
    """Parse the body of a journal entry; return {} if it is not an object or has invalid characters."""
    value = parse_or_nonsense(text)
    if not isinstance(value, dict) or (
        "\\u" in text and not has_whole_letters(json.dumps(value, ensure_ascii=False))
    ):
        return {}
    return value


def sum_of(key: str, text: str) -> str:
    """Return the checksum of a key and its text."""
    return hashlib.sha256(json.dumps([key, text]).encode()).hexdigest()[:24]


def has_valid_checksum(key: object, text: object, kept_sum: object) -> bool:
    """Whether a text is JSON and matches its checksum; one without a checksum is of an earlier version and valid."""
    if not isinstance(key, str) or not isinstance(text, str):
        return False
    return parse_or_nonsense(text) is not NONSENSE and (kept_sum is None or kept_sum == sum_of(key, text))


def parse_count(text: object) -> int:
    """Parse a whole number; return 0 if the text is not one."""
    return (
        int(text) if isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) < 16 else 0
    )

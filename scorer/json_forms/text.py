"""JSON as text: written on one line, and read as a command from any channel."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, Final, Literal, NotRequired, TypedDict

from scorer.errors import short

MOST_BYTES: Final = 16 * 1024
"""Bytes of a command."""
TOO_LONG: Final = f"A command is at most {MOST_BYTES // 1024} KB long."
LONGEST_NUMBER: Final = 15
DEEPEST: Final = 8
"""Levels of a command."""


class Reason(TypedDict):
    """Why something was refused: a code, one sentence, and the rule of the game if it was one."""

    code: str
    message: str
    rule: str | None


class Refusal(TypedDict):
    """A refusal; `wait`: seconds until it may be tried again."""

    ok: Literal[False]
    error: Reason
    wait: NotRequired[int]


class DoubledKey(ValueError):
    """JSON with an object in which a key is written twice."""


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the pairs of a JSON object as a dictionary. Raise DoubledKey."""
    found = dict(pairs)
    if len(found) < len(pairs):
        ((key, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise DoubledKey(f"The key {short(key)} is written twice in one object; write it once.")
    return found


class Denied(PermissionError):
    """A request is refused for this visitor, or for now. `code` goes to the page; `wait` in seconds, 0 for none."""

    def __init__(self, code: str, message: str, *, wait: float = 0.0) -> None:
        super().__init__(message)
        self.code, self.wait = code, wait

    def __str__(self) -> str:
        """Return the sentence alone."""
        return str(self.args[0])


def refusal_to_json(code: str, message: str, rule: str | None = None) -> dict[str, object]:
    """Return a refusal, for the page and for programs."""
    refusal: Refusal = {"ok": False, "error": {"code": code, "message": message, "rule": rule}}
    return dict(refusal)


def to_text(value: object) -> str:
    """Write JSON in one line with unescaped letters; lone surrogates are escaped."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if has_whole_letters(text) else json.dumps(value, separators=(",", ":"))


def to_canonical(value: object) -> str:
    """Write JSON in the form that is hashed: sorted keys, no spaces, unescaped letters. Raise ValueError for NaN and infinity."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def has_whole_letters(text: str) -> bool:
    """Whether a text can be written as UTF-8: JSON may contain lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def read_command(body: bytes) -> dict[str, Any]:
    """Read one JSON object. Raise ValueError with one sentence for what is wrong with it."""
    try:
        command = json.loads(body, object_pairs_hook=unique_keys)
    except DoubledKey:
        raise
    except (ValueError, RecursionError):
        raise ValueError('The command is not JSON; send one object such as {"do": "undo"}.') from None
    if not isinstance(command, dict):
        raise ValueError('The command is JSON, but not an object; send one such as {"do": "undo"}.')  # noqa: TRY004 - a bad text
    if _is_deeper(command, DEEPEST):
        raise ValueError(f"The command is nested deeper than {DEEPEST} levels; no command needs that.")
    if not has_whole_letters(json.dumps(command, ensure_ascii=False)):
        raise ValueError(
            "The command contains half a character, which cannot be stored; write that text again."
        )
    return command


def read_foreign(body: bytes, *, deepest: int) -> dict[str, Any]:
    """Read one JSON object of another device. Raise ValueError unless a browser can show it: no deeper, no number beyond 15 digits."""
    try:
        value = json.loads(body, parse_constant=_read_number, parse_int=_read_number, parse_float=float)
    except RecursionError:
        raise ValueError("It is nested too deeply.") from None
    if not isinstance(value, dict) or _is_deeper(value, deepest):
        raise ValueError(f"It is no JSON object of at most {deepest} levels.")
    to_canonical(value)  # refuses infinite numbers
    return value


def _read_number(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise ValueError(f"It holds the number {text[:LONGEST_NUMBER]}...")
    return int(text)


def _is_deeper(value: object, levels: int) -> bool:
    """Whether JSON has more than this many levels, without following it further."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels < 0 or any(
        _is_deeper(inner, levels - 1) for inner in inside if isinstance(inner, (dict, list))
    )

"""JSON as text: written in one line, and parsed as a command from any channel."""

import json
from collections import Counter
from typing import Any, Final, Literal, NotRequired, TypedDict

from scorer.errors import shorten

MOST_BYTES: Final = 16 * 1024
"""Bytes of a command."""
TOO_LONG: Final = f"A command is at most {MOST_BYTES // 1024} KB long."
LONGEST_NUMBER: Final = 15
DEEPEST: Final = 8
"""Levels of a command."""


class Reason(TypedDict):
    """Why something was refused: a code, one sentence, and the name of the game's rule if a rule forbids it."""

    code: str
    message: str
    rule: str | None


class Refusal(TypedDict):
    """A refusal; `wait` is the number of seconds until a new attempt is allowed."""

    ok: Literal[False]
    error: Reason
    wait: NotRequired[int]


class DoubledKey(ValueError):
    """JSON with an object in which a key occurs twice."""


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the pairs of a JSON object as a dictionary. Raise DoubledKey if a key occurs twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        ((key, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise DoubledKey(f"The key {shorten(key)} is written twice in one object; write it once.")
    return found


class Denied(PermissionError):
    """A request that this visitor may not make, or not before `wait` seconds have passed. `code` selects the page's text."""

    def __init__(self, code: str, message: str, *, wait: float = 0.0) -> None:
        super().__init__(message)
        self.code, self.wait = code, wait

    def __str__(self) -> str:
        """Return only the sentence."""
        return str(self.args[0])


def refusal_to_json(code: str, message: str, rule: str | None = None) -> dict[str, object]:
    """Return a refusal as JSON, for the page and for programs; the arguments are as in `Reason`."""
    refusal: Refusal = {"ok": False, "error": {"code": code, "message": message, "rule": rule}}
    return dict(refusal)


def to_text(value: object) -> str:
    """Return JSON as text in one line, with letters unescaped except for lone surrogates."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if has_whole_letters(text) else json.dumps(value, separators=(",", ":"))


def to_canonical(value: object) -> str:
    """Return JSON in the canonical form that is hashed: sorted keys, no spaces, unescaped letters.

    Raise ValueError for NaN or infinity.
    """
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def has_whole_letters(text: str) -> bool:
    """Whether a text can be encoded as UTF-8; JSON may contain lone surrogates, which cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def read_command(body: bytes) -> dict[str, Any]:
    """Parse one JSON object. Raise ValueError, with a sentence for the sender, if it is invalid or nested too deeply."""
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
    """Parse a JSON object sent by another device.

    Raise ValueError if it is no object, is nested deeper than `deepest` levels, or has a number that is infinite or too long.
    """
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
    """Whether JSON is nested deeper than `levels`; stops looking there."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels < 0 or any(
        _is_deeper(inner, levels - 1) for inner in inside if isinstance(inner, (dict, list))
    )

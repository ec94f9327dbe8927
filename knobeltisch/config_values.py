"""Checks of configuration values. Each converts a raw value, or raises ValueError saying what would work."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import field
from datetime import date
from pathlib import Path
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

LONGEST: Final = 80
"""Characters of a value that a sentence quotes."""

Check: TypeAlias = Callable[[object], object]
"""Turns a raw value (from TOML, or text from a variable) into the final value; raises ValueError with what would work."""


Public: TypeAlias = Callable[[str], str]
"""Returns what may be shown of a value."""


def whole_number(low: int, high: int, *, or_none: bool = False) -> Check:
    """Return a check for an integer from `low` to `high`, or its text; with `or_none` also for "none", which means None."""

    def check(raw: object) -> int | None:
        if or_none and raw == "none":
            return None
        if isinstance(raw, str) and raw.strip().lstrip("-").isdecimal():
            raw = int(raw)
        if not isinstance(raw, int) or isinstance(raw, bool) or not low <= raw <= high:
            more = ", or 'none'" if or_none else ""
            raise ValueError(f"a whole number from {low} to {high}{more}")
        return raw

    return check


def real_number(low: float, high: float) -> Check:
    """Return a check for a number from `low` to `high`, or its text."""

    def check(raw: object) -> float:
        try:
            value = float(raw) if isinstance(raw, str | int | float) and not isinstance(raw, bool) else None
        except ValueError:
            value = None
        if value is None or not low <= value <= high:
            raise ValueError(f"a number from {low:g} to {high:g}")
        return value

    return check


def some_text(raw: object) -> str:
    """Return a text, stripped. Raise ValueError if it is blank or not a string."""
    if not isinstance(raw, str) or not raw.strip():
        raise ValueError("a text that is not empty")
    return raw.strip()


def camera_device(raw: object) -> str:
    """Return a camera's name or address. Raise ValueError if it is blank, or an address that is not http."""
    text = some_text(raw)
    if "://" not in text:
        return text
    try:
        place = urlsplit(text)
        fits = place.scheme == "http" and bool(place.hostname) and place.port != 0
    except ValueError:
        fits = False
    if not fits or not text.isprintable() or " " in text:
        raise ValueError(
            "an address of MJPEG pictures such as http://192.168.178.30:8080/video, or another camera"
        )
    return text


def yes_no(raw: object) -> bool:
    """Return a boolean, also from its text. Raise ValueError for anything else."""
    words = {"true": True, "false": False}
    if str(raw).lower() not in words:
        raise ValueError("true or false")
    return words[str(raw).lower()]


def one_of(*allowed: str | int) -> Check:
    """Return a check for one of a few words or integers; an integer may be given as text."""

    def check(raw: object) -> str | int:
        for value in allowed:
            if type(raw) in (str, type(value)) and str(raw).strip() == str(value):
                return value
        raise ValueError("one of " + ", ".join(map(str, allowed)))

    return check


def name_list(raw: object) -> tuple[str, ...]:
    """Return the names in a list, or in a text separated by commas. Raise ValueError for anything else."""
    if isinstance(raw, str):
        raw = [part.strip() for part in raw.split(",") if part.strip()]
    if not isinstance(raw, list) or not all(isinstance(element, str) and element for element in raw):
        raise ValueError("a list of names, like ['knobeltisch.local']")
    return tuple(raw)


def file_path(raw: object) -> Path:
    """Return a path, with ~ expanded. Raise ValueError as `some_text` does."""
    return Path(some_text(raw)).expanduser()


def without_password(value: str) -> str:
    """Return a URL without user, password, query or fragment; any other value unchanged."""
    return re.split(r"[?#;]", re.sub(r"://.*@", "://", value))[0] if "://" in value else value


def nothing_of(_value: str) -> str:
    """Return the public part of a value that is wholly secret: an empty text."""
    return ""


def setting(default: Any, check: Check, *, public: Public | None = None) -> Any:  # noqa: ANN401 - the field's own annotation says the type
    """Return the dataclass field of a key, with its check and its default (or a function that makes the default).

    `public` returns the public part of a value that is or contains a secret. A wholly secret value must not be in a file.
    """
    made: Any = {"default_factory": default} if callable(default) else {"default": default}
    return field(**made, repr=public is None, metadata={"check": check, "public": public})


def optional(check: Check, none: object = None) -> Check:
    """Return a check that also accepts an empty text, and converts it to `none`."""
    return lambda raw: none if raw == "" else check(raw)


file_or_none: Final = optional(file_path)
text_or_none: Final = optional(some_text, "")


def topic_name(raw: object) -> str:
    """Return a topic prefix. Raise ValueError if it is too long, or a level between slashes is empty or a wildcard."""
    if not isinstance(raw, str) or len(raw) > LONGEST or not re.fullmatch(r"[\w.:-]+(/[\w.:-]+)*", raw):
        raise ValueError(
            f"levels of letters, digits and . : - _ joined by /, {LONGEST} characters at most, like 'pub/table1'"
        )
    return raw


def day_or_none(raw: object) -> date | None:
    """Return a date, or None for "". Raise ValueError for anything else."""
    try:
        return None if raw == "" else raw if type(raw) is date else date.fromisoformat(str(raw))
    except ValueError:
        raise ValueError("a day like 2026-11-01") from None


def address_or_none(*plain: str) -> Check:
    """Return a check for the address of a server; "" means that there is none.

    Plain http is accepted for the hosts in `plain`, or for all hosts if `plain` is empty.
    """

    def check(raw: object) -> str:
        if raw == "":
            return ""
        with suppress(ValueError):  # an invalid port
            address = urlsplit(some_text(raw))
            safe = address.scheme == "https" or (
                address.scheme == "http" and (not plain or address.hostname in plain)
            )
            more = address.query or address.fragment or address.username
            if safe and address.hostname and address.port != 0 and not more:
                return address.geturl().rstrip("/")
        raise ValueError(f"an address like 'https://hub.local:8443'{', or http://' if not plain else ''}")

    return check

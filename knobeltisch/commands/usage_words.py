"""Messages for wrong arguments: they replace click's, which repeat values of any length."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST: Final = 60
"""The most letters of a value that a message quotes."""


DEMO: Final = "KNOBELTISCH_DEMO"
"""The environment variable in which `script/demo` passes on how it was called: it puts no `knobeltisch` on the path."""


def demo_command() -> str:
    """Return what the user types to run the demo."""
    return os.environ.get(DEMO, "knobeltisch demo")


def knobeltisch_command() -> str:
    """Return what the user of the demo types for any other command."""
    return str(Path(sys.executable).with_name("knobeltisch")) if DEMO in os.environ else "knobeltisch"


class DemoContext(click.Context):
    """The context of the demo's command: its help and its messages name what the user types."""

    @property
    def command_path(self) -> str:
        """Return the command as typed."""
        return demo_command()


def in_our_words(error: click.ClickException) -> str:
    """Return one sentence about the error, without its full stop."""
    match error:
        case click.NoSuchOption():
            return f"There is no option {short(error.option_name)}{_perhaps(error.possibilities)}"
        case click.MissingParameter():
            return f"{_named(error)} is missing"
        case click.BadParameter():
            return f"{_named(error)}: {_of_value(error)}"
        case _:
            return _translated(error.message, USAGE)


def short(value: str) -> str:
    """Return a value for a message, shortened if it is long."""
    value = " ".join(value.split())
    return value if len(value) <= LONGEST else f"{value[:LONGEST]}..."


def _perhaps(possibilities: object) -> str:
    near = [str(name) for name in possibilities] if isinstance(possibilities, (list, tuple)) else []
    return f"; perhaps {' or '.join(near)}" if near else ""


def _named(error: click.BadParameter) -> str:
    """Return the name of an option or an argument."""
    hint = error.param_hint
    if hint is None:
        assert error.param is not None
        hint = error.param.get_error_hint(error.ctx)
    return " or ".join(hint) if not isinstance(hint, str) else hint.replace("'", "")


def _of_value(error: click.BadParameter) -> str:
    kind = None if error.param is None else error.param.type
    number = re.fullmatch(r"(.*) is not (?:a valid|in the range) .*", error.message, re.DOTALL)
    if number and isinstance(kind, (click.types.IntParamType, click.types.FloatParamType)):
        return f"{short(number[1])} is no {_number(kind)}"
    return _translated(error.message, VALUE)


def _number(kind: click.types.IntParamType | click.types.FloatParamType) -> str:
    """Return which numbers are valid."""
    whole = "whole number" if isinstance(kind, click.types.IntParamType) else "number"
    low, high = getattr(kind, "min", None), getattr(kind, "max", None)
    if low is not None and high is not None:
        return f"{whole} from {low:g} to {high:g}" if whole == "number" else f"{whole} from {low} to {high}"
    return f"{whole} of {low} or more" if low is not None else whole


def _translated(sentence: str, sentences: dict[str, Callable[[re.Match[str]], str]]) -> str:
    """Return our sentence for one of click's; keep our own sentences."""
    for pattern, ours in sentences.items():
        if found := re.fullmatch(pattern, sentence, re.DOTALL):
            return ours(found)
    return " ".join(sentence.split()).rstrip(".")


USAGE: Final[dict[str, Callable[[re.Match[str]], str]]] = {
    r"No such command '(.*)'\.": lambda found: f"There is no command {short(found[1])!r}",
    r"Missing command\.": lambda _: "The name of a command is missing",
    r"Got unexpected extra arguments? \((.*)\)": lambda found: f"{short(found[1])!r} is more than it takes",
    r"Option '(.*)' requires an? .*": lambda found: f"{short(found[1])} needs a value behind it",
    r"Option '(.*)' does not take a value\.": lambda found: f"{short(found[1])} takes no value",
}
VALUE: Final[dict[str, Callable[[re.Match[str]], str]]] = {
    r"(.*) is not one of (.*)\.": lambda found: (
        f"{short(found[1])} is none of {found[2].replace(chr(39), '')}"
    ),
    r"(.*) does not match the formats? .*": lambda found: (
        f"{short(found[1])} is no day; write it as 2026-11-29"
    ),
    r"File '(.*)' is a directory\.": lambda found: f"{short(found[1])} is a folder; name a file",
}

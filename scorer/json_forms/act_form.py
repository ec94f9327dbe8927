"""How an act is written as JSON, whatever the game: which fields it has, and how they are read and written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from scorer.errors import Refused, short

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

A = TypeVar("A")


def _no_fields(_act: object) -> dict[str, object]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Form(Generic[A]):
    """How one sort of acts is written: an object with `act`, its name, and these fields.

    `optional` may be missing. `from_json` makes the act of an object that has the right fields, `to_json` returns an
    act's fields.
    """

    of: type[A]
    fields: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    from_json: Callable[[Mapping[str, Any]], A]
    to_json: Callable[[A], dict[str, object]] = _no_fields

    def fits(self, raw: Mapping[str, object]) -> bool:
        """Whether an object has `act` and the fields of this form."""
        more = 1 + sum(field in raw for field in self.optional) if self.optional else 1
        return len(raw) == len(self.fields) + more and all(field in raw for field in self.fields)


def unfit(form: Form[Any], raw: Mapping[str, object]) -> Refused:
    """Return the refusal of an object that lacks a field of the form, or has one too many."""
    name, given, needed = raw["act"], set(raw) - {"act"}, set(form.fields)
    missing = needed - given
    if missing:
        return bad(f"The act '{name}' lacks {', '.join(sorted(map(repr, missing)))}.")
    unknown = given - needed - set(form.optional)
    return bad(f"The act '{name}' has no field {short(min(map(str, unknown)))}.")


def yes_or_no(key: str, raw: object) -> bool:
    """Return what was said with true or false. Raises Refused `bad_act`."""
    if not isinstance(raw, bool):
        raise bad(f"'{key}' is true or false, not {short(raw)}.")
    return raw


def whole_number(key: str, raw: object, least: int, most: int) -> int:
    """Return a whole number within bounds. Raises Refused `bad_act`."""
    # `type is int`, because true is an int to Python and no count to anybody.
    if type(raw) is not int or not least <= raw <= most:
        raise bad(f"'{key}' is a whole number from {least} to {most}, not {short(raw)}.")
    return raw


def player_name(key: str, raw: object) -> str:
    """Return a player's name; whether there is one of that name is the game's to say. Raises Refused `bad_act`."""
    if not isinstance(raw, str):
        raise bad(f"'{key}' is a player's name, not {short(raw)}.")
    return raw


def word_of(key: str, raw: object, allowed: tuple[str, ...]) -> str:
    """Return a word that is one of those allowed. Raises Refused `bad_act`."""
    if not isinstance(raw, str) or raw not in allowed:
        raise bad(f"'{key}' is one of {', '.join(allowed)}, not {short(raw)}.")
    return raw


def bad(sentence: str) -> Refused:
    """Return the refusal of an act that is malformed."""
    return Refused("bad_act", sentence)

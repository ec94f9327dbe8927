"""One codec for all declared values: it parses a frozen dataclass from JSON, checks it, writes it and describes it.

Each field is declared as `Annotated[its type, a Kind]`, or by a plain type, whose Kind `kind_of` returns. A field with a default
may be missing, and is not written when it has the default. A class may also have

- `EITHER`: keys of which exactly one must be present, with the error message,
- `ONLY_WITH`: maps a key to the key that it requires, with the error message,
- `contradiction()`: returns why its fields do not fit together, or None.
"""

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, is_dataclass
from dataclasses import fields as dataclass_fields
from functools import cache
from types import NoneType
from typing import (
    Any,
    Final,
    Generic,
    Literal,
    TypeAlias,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from scorer.errors import ScorerError, shorten
from scorer.json_forms.text import has_whole_letters
from scorer.naming import first_hidden_character

A = TypeVar("A")
Json: TypeAlias = dict[str, Any]
LONGEST_LABEL: Final = 200
TAG: Final = "kind"
"""The field that tells the classes of a union apart; it is always written."""


class Malformed(ScorerError, ValueError):
    """JSON that does not match the declaration; the message is one sentence."""


class Kind(Generic[A]):
    """The JSON form of a field's value."""

    __slots__ = ()

    def read(self, key: str, raw: object) -> A:
        """Parse the JSON value of a key. Raise Malformed if it is not of this kind."""
        raise NotImplementedError

    def write(self, value: A) -> object:
        """Return the value as JSON."""
        return value

    def schema(self) -> Json:
        """Return the JSON Schema of valid input."""
        raise NotImplementedError

    def within(self, owner: str) -> "Kind[A]":  # noqa: ARG002 - most messages do not name the owner
        """Return this kind for a field of `owner`, whose name messages may use."""
        return self


@dataclass(frozen=True, slots=True)
class YesNo(Kind[bool]):
    """True or false."""

    def read(self, key: str, raw: object) -> bool:
        """Parse the value. Raise Malformed if it is not of this kind."""
        if not isinstance(raw, bool):
            raise Malformed(f"'{key}' is true or false, not {shorten(raw)}.")
        return raw

    def schema(self) -> Json:
        """Return the JSON Schema of valid input."""
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Whole(Kind[int]):
    """A whole number from `least` to `most`, or without an upper limit if `most` is None."""

    least: int = 0
    most: int | None = None

    def read(self, key: str, raw: object) -> int:
        """Parse the value. Raise Malformed if it is not of this kind."""
        # `type is int`, because True is an int in Python but not a count.
        if type(raw) is not int or raw < self.least or (self.most is not None and raw > self.most):
            bounds = f"of at least {self.least}" if self.most is None else f"from {self.least} to {self.most}"
            raise Malformed(f"'{key}' is a whole number {bounds}, not {shorten(raw)}.")
        return raw

    def schema(self) -> Json:
        """Return the JSON Schema of valid input."""
        most = {} if self.most is None else {"maximum": self.most}
        return {"type": "integer", "minimum": self.least, **most}


@dataclass(frozen=True, slots=True)
class Text(Kind[str]):
    """A text; `called` is its name in messages."""

    called: str = "a text"

    def read(self, key: str, raw: object) -> str:
        """Parse the value. Raise Malformed if it is not of this kind."""
        if not isinstance(raw, str):
            raise Malformed(f"'{key}' is {self.called}, not {shorten(raw)}.")
        return raw

    def schema(self) -> Json:
        """Return the JSON Schema of valid input."""
        return {"type": "string", "description": self.called}


@dataclass(frozen=True, slots=True)
class PlayerName(Text):
    """The name of a player; the game checks whether it exists."""

    called: str = "a player's name"


@dataclass(frozen=True, slots=True)
class Word(Kind[str]):
    """One of `words`."""

    words: tuple[str, ...]

    def read(self, key: str, raw: object) -> str:
        """Parse the value. Raise Malformed if it is not of this kind."""
        if not isinstance(raw, str) or raw not in self.words:
            raise Malformed(f"'{key}' is one of {', '.join(self.words)}, not {shorten(raw)}.")
        return raw

    def schema(self) -> Json:
        """Return the JSON Schema of valid input."""
        return {"enum": list(self.words)}


@dataclass(frozen=True, slots=True)
class Nullable(Kind[object]):
    """A value of another kind, or null, which is read as `means`; with `written`, null is written even if it is the default."""

    kind: Kind[Any]
    means: object = None
    written: bool = True

    def read(self, key: str, raw: object) -> object:
        """Parse the value. Raise Malformed if it is not of this kind."""
        return self.means if raw is None else self.kind.read(key, raw)

    def write(self, value: object) -> object:
        """Return the value as JSON."""
        return None if value is None else self.kind.write(value)

    def schema(self) -> Json:
        """Return the JSON Schema of valid input."""
        return {"anyOf": [self.kind.schema(), {"type": "null"}]}


@dataclass(frozen=True, slots=True)
class ListOf(Kind[tuple[Any, ...]]):
    """A list of values of one kind; `called` is what messages call these values."""

    kind: Kind[Any]
    called: str
    distinct: bool = False
    """Whether no name may occur twice."""
    length: int | None = None
    """How many there must be; None for any number."""

    def read(self, key: str, raw: object) -> tuple[Any, ...]:
        """Parse the value. Raise Malformed if it is not of this kind."""
        if not isinstance(raw, list) or len(raw) != (len(raw) if self.length is None else self.length):
            count = "" if self.length is None else f"{self.length} "
            raise Malformed(f"'{key}' is a list of {count}{self.called}.")
        values = tuple(self.kind.read(f"{key}[{place}]", element) for place, element in enumerate(raw, 1))
        if self.distinct and len(set(values)) < len(values):
            raise Malformed(f"'{key}' names somebody twice.")
        return values

    def write(self, value: tuple[Any, ...]) -> list[object]:
        """Return the value as JSON."""
        return [self.kind.write(element) for element in value]

    def schema(self) -> Json:
        """Return the JSON Schema of valid input."""
        distinct = {"uniqueItems": True} if self.distinct else {}
        called = f"a list of {self.called}"
        return {"type": "array", "description": called, "items": self.kind.schema(), **distinct}


@dataclass(frozen=True, slots=True)
class Label(Text):
    """A text of at most 200 visible characters, in composed Unicode form."""

    def read(self, key: str, raw: object) -> str:
        """Parse the value. Raise Malformed if it is not of this kind."""
        composed = unicodedata.normalize("NFC", Text.read(self, key, raw))
        if (
            len(composed) > LONGEST_LABEL
            or first_hidden_character(composed)
            or not has_whole_letters(composed)
        ):
            raise Malformed(f"'{key}' is {shorten(raw)}; write at most {LONGEST_LABEL} visible characters.")
        return composed


@dataclass(frozen=True, slots=True)
class Scalar(Kind[str | int | bool]):
    """A label, a whole number, or true or false."""

    def read(self, key: str, raw: object) -> str | int | bool:
        """Parse the value. Raise Malformed if it is not of this kind."""
        if isinstance(raw, bool):
            return raw
        value: str | int = (COUNT if isinstance(raw, int) else Label()).read(key, raw)
        return value


@dataclass(frozen=True, slots=True)
class Record(Kind[Any]):
    """An object of one of these classes, distinguished by the field `kind`; other keys are not allowed."""

    classes: Mapping[str, type]

    def read(self, key: str, raw: object) -> Any:  # noqa: ANN401 - a value of one of the classes
        """Parse the value. Raise Malformed if it is not of this kind."""
        if not isinstance(raw, dict):
            raise Malformed(f"'{key or 'this'}' is an object, not {shorten(raw)}.")
        path = f"{key}." if key else ""
        tag = str(raw.get(TAG)) if len(self.classes) > 1 else next(iter(self.classes))
        if tag not in self.classes:
            raise Malformed(f"'{path}{TAG}' is one of {', '.join(self.classes)}, not {shorten(tag)}.")
        form: Form[Any] = form_of(self.classes[tag])
        known = (*form.required, *form.optional)
        if unknown := next((name for name in raw if name not in known), None):
            raise Malformed(f"{shorten(path + unknown)} is not known; there are {', '.join(sorted(known))}.")
        if missing := sorted(form.required - raw.keys()):
            raise Malformed(f"'{path}{missing[0]}' is missing.")
        return form.of(**{name: read(path + name, raw[name]) for name, read in form.reads if name in raw})

    def write(self, value: object) -> Json:
        """Return the value as JSON."""
        return form_of(type(value)).write(value)


@dataclass(frozen=True, slots=True)
class Pairs(Kind[tuple[tuple[str, Any], ...]]):
    """An object whose values are of one kind, kept as pairs; `called` is what messages call the pairs."""

    kind: Kind[Any]
    called: str

    def read(self, key: str, raw: object) -> tuple[tuple[str, Any], ...]:
        """Parse the value. Raise Malformed if it is not of this kind."""
        if not isinstance(raw, dict):
            raise Malformed(f"'{key}' is an object of {self.called}, not {shorten(raw)}.")
        return tuple((name, self.kind.read(key, value)) for name, value in raw.items())

    def write(self, value: tuple[tuple[str, Any], ...]) -> Json:
        """Return the value as JSON."""
        return {name: self.kind.write(element) for name, element in value}

    def schema(self) -> Json:
        """Return the JSON Schema of valid input."""
        called = f"an object of {self.called}"
        return {"type": "object", "description": called, "additionalProperties": self.kind.schema()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field of a declared class; `default` is MISSING if the field is required."""

    key: str
    kind: Kind[Any]
    default: object
    usual: object
    """The value that is not written; MISSING if all are."""

    def is_said(self, raw: Json) -> bool:
        """Whether an object has a value for this field."""
        return self.key in raw and not (raw[self.key] is None and isinstance(self.kind, Nullable))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Form(Generic[A]):
    """The JSON form of one declared class; `either`, `only_with` and `contradiction` are as in the module's docstring."""

    of: type[A]
    fields: tuple[Field, ...]
    reads: tuple[tuple[str, Callable[[str, Any], Any]], ...]
    """The fields again, as keys and their parsers, for fast reading of journals."""
    required: frozenset[str]
    optional: frozenset[str]
    either: tuple[Field, ...]
    only_with: Mapping[str, tuple[str, str]]
    contradiction: Callable[[A], str | None] | None

    def fits(self, raw: Json) -> bool:
        """Whether an object has all required keys and, besides optional ones and its name, no others."""
        more = 1 + sum(key in raw for key in self.optional) if self.optional else 1
        return len(raw) == len(self.required) + more and all(key in raw for key in self.required)

    def read(self, raw: Json) -> A:
        """Parse an object, ignoring undeclared keys. Raise Malformed if it does not fit."""
        missing = self.required - raw.keys()
        if missing:
            raise Malformed(f"{', '.join(sorted(map(repr, missing)))} is missing.")
        return self.read_fitting(raw)

    def read_fitting(self, raw: Json) -> A:
        """Parse an object that has all required keys. Raise Malformed if a value is invalid."""
        if self.either and sum(field.is_said(raw) for field in self.either) != 1:
            raise Malformed(self.of.EITHER[1])  # type: ignore[attr-defined] # the class has alternatives
        for key, (needed, why) in self.only_with.items():
            if key in raw and needed not in raw:
                raise Malformed(why)
        value = self.of(**{key: read(key, raw[key]) for key, read in self.reads if key in raw})
        wrong = None if self.contradiction is None else self.contradiction(value)
        if wrong is not None:
            raise Malformed(wrong)
        return value

    def write(self, value: A) -> Json:
        """Return the fields of a value as JSON."""
        written = {}
        for field in self.fields:
            said = getattr(value, field.key)
            if said != field.usual:
                written[field.key] = field.kind.write(said)
        return written

    def schema(self, tag: str, *, closed: bool = False) -> Json:
        """Return the JSON Schema of the object, with its name under the key `tag`; with `closed`, other keys are not allowed."""
        keys = {field.key: field.kind.schema() for field in self.fields}
        described: Json = {
            "type": "object",
            "description": " ".join((self.of.__doc__ or "").split("\n\n")[0].split()),
            "required": [tag, *(key for key in keys if key in self.required)],
            "properties": {tag: {"const": name_of(self.of)}, **keys},
        }
        if closed:
            described["additionalProperties"] = False
        if self.either:
            described["oneOf"] = [{"required": [field.key]} for field in self.either]
        if self.only_with:
            described["dependentRequired"] = {key: [needed] for key, (needed, _) in self.only_with.items()}
        return described


def name_of(declared: type) -> str:
    """Return the JSON name of a declared class."""
    name: str = declared.NAME  # type: ignore[attr-defined] # each declared class has one
    return name


_FORMS: Final[dict[type, Form[Any]]] = {}
"""The forms made so far."""


def form_of(declared: type[A]) -> Form[A]:
    """Return the JSON form of a class, derived from its fields."""
    form = _FORMS.get(declared)
    if form is not None:
        return form
    hints = get_type_hints(declared, include_extras=True)
    found = []
    for field in dataclass_fields(cast("Any", declared)):
        hint = hints[field.name]
        kind: Kind[Any] = hint.__metadata__[0] if hasattr(hint, "__metadata__") else kind_of(hint)
        is_null_written = field.default is None and isinstance(kind, Nullable) and kind.written
        usual = MISSING if is_null_written or field.name == TAG else field.default
        kind = kind.within(getattr(declared, "NAME", declared.__name__))
        found.append(Field(key=field.name, kind=kind, default=field.default, usual=usual))
    either, _ = getattr(declared, "EITHER", ((), ""))
    form = _FORMS[declared] = Form(
        of=declared,
        fields=tuple(found),
        reads=tuple((field.key, field.kind.read) for field in found),
        required=frozenset(field.key for field in found if field.default is MISSING),
        optional=frozenset(field.key for field in found if field.default is not MISSING),
        either=tuple(field for field in found if field.key in either),
        only_with=getattr(declared, "ONLY_WITH", {}),
        contradiction=getattr(declared, "contradiction", None),
    )
    return form


def forms_of(*classes: type) -> dict[str, Form[Any]]:
    """Return the JSON form of each class by name."""
    return {name_of(declared): form_of(declared) for declared in classes}


COUNT: Final = Whole(-(10**9), 10**9)
PLAIN: Final[Mapping[object, Kind[Any]]] = {bool: YesNo(), int: COUNT, str: Label()}


def _record(*classes: type) -> Record:
    return Record(
        {
            str(next((field.default for field in dataclass_fields(each) if field.name == TAG), "")): each
            for each in classes
        }
    )


@cache
def kind_of(hint: Any) -> Kind[Any]:  # noqa: ANN401 - a type
    """Return the Kind of a plain type: bool, int, str, a Literal, a tuple of one type, a declared class, or a union."""
    if hint in PLAIN:
        return PLAIN[hint]
    if is_dataclass(hint):
        return _record(cast("type", hint))
    inside = get_args(hint)
    if get_origin(hint) is Literal:
        return Word(inside)
    if get_origin(hint) is tuple:
        return ListOf(kind_of(inside[0]), "values", length=None if inside[-1] is Ellipsis else len(inside))
    others = tuple(each for each in inside if each is not NoneType)
    if all(map(is_dataclass, others)):
        kind: Kind[Any] = _record(*others)
    else:
        kind = kind_of(others[0]) if len(others) == 1 else Scalar()
    return kind if others == inside else Nullable(kind, written=False)


def to_json(value: Any) -> Any:  # noqa: ANN401 - a declared value, any JSON
    """Return a value of a declared class as JSON."""
    return form_of(type(value)).write(value)


def from_json(wanted: type[A], raw: object) -> A:
    """Parse a value of a declared class, or of a union of such classes. Raise Malformed, naming the field, if it is invalid."""
    value: A = kind_of(cast("Any", wanted)).read("", raw)
    return value

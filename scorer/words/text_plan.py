"""The structure of a variant's text, the same for every language: a file `text.toml` in each game's folder.

Its chapters have lines `[key, rules, when, filled in]`: the sentence's key, in which `{option}` stands for that option's value;
the rules that it describes; the conditions, which must all hold; and the option to fill in for each placeholder. Conditions are
`option`, `!option`, `option=value`, `option!=value`, `option~part`; `@option` as a value stands for the value of another option.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from scorer.naming import LONGEST_NAME


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedLine:
    """One sentence: its key in the language files, the rules it describes, and the values to fill in."""

    key: str
    names: tuple[str, ...]
    values: Mapping[str, object]


Chapter: TypeAlias = tuple[str, list[PlannedLine]]
"""A heading's key and its sentences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPlan:
    """The text plan of a game's rules.

    `own_names` maps a preset to the prefix of its own rules in RULES.md. `planned` maps the heading of each chapter to its lines,
    `decided` each value that the preset fixes to the condition for it. `lesson` has one entry for each sentence of the lesson: it
    maps the keys, or prefixes of keys, of the sentences that may stand there to the dice shown beside them, [] for the cup.
    `examples` maps the key of a sentence to dice that illustrate it.
    """

    own_names: Mapping[str, str]
    planned: Mapping[str, list[list[Any]]]
    decided: Mapping[str, str]
    lesson: list[Mapping[str, list[int]]]
    examples: Mapping[str, list[int]]

    def chapters(self, rules: Any) -> Iterator[Chapter]:  # noqa: ANN401 - the rules of any game
        """Yield the chapters of a variant's text in order."""
        values = _Options(rules)
        for heading, planned in self.planned.items():
            yield heading, [line for each in planned if (line := _line(values, *each)) is not None]

    def fixed(self, rules: Any) -> Mapping[str, object]:  # noqa: ANN401 - the rules of any game
        """Return the values that the preset fixes and that are not options."""
        return {name: _holds(_Options(rules), when) for name, when in self.decided.items()}


@cache
def read_plan(game: str) -> TextPlan:
    """Return the text plan of a game, empty if it has none."""
    file = files("scorer").joinpath("games", game, "text.toml")
    said = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return TextPlan(
        own_names=said.get("own_names", {}),
        planned=said.get("chapters", {}),
        decided=said.get("fixed", {}),
        lesson=said.get("lesson", []),
        examples=said.get("examples", {}),
    )


class _Options(dict[str, Any]):
    """The options of a variant by name, and the maximum length of a player's name."""

    def __init__(self, rules: Any) -> None:  # noqa: ANN401 - the rules of any game
        super().__init__(longest_name=LONGEST_NAME)
        self._rules = rules

    def __missing__(self, name: str) -> object:
        return getattr(self._rules, name)


def _line(
    values: _Options, key: str, names: str, when: str = "", fills: Mapping[str, str] | None = None
) -> PlannedLine | None:
    if not _holds(values, when):
        return None
    filled = {name: values[option] for name, option in (fills or {}).items()}
    return PlannedLine(key=key.format_map(values), names=tuple(names.split()), values=filled)


def _holds(values: _Options, when: str) -> bool:
    return all(_is_so(values, condition) for condition in when.split())


def _is_so(values: _Options, condition: str) -> bool:
    for sign in ("!=", "=", "~"):
        option, found, value = condition.partition(sign)
        if found:
            other = str(values[value[1:]]) if value.startswith("@") else value
            if sign == "~":
                return other in values[option]
            return (str(values[option]) == other) is (sign == "=")
    return not values[condition[1:]] if condition.startswith("!") else bool(values[condition])


def rule_names(own: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rules to name: those shared by games and those beginning with `own`, or all `names` if none begins with it."""
    if not any(name.startswith(own) for name in names):
        return names
    return tuple(name for name in names if name.startswith(("CHI-", "TBL-", "HCP-", "TEAM-", "PUB-", own)))

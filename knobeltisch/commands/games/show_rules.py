"""`knobeltisch rules`: print rules, check a house variant, compare two variants.

A variant is a preset's name or a house variant's file; for a file named like a preset write `./bavarian`. Exit codes: 0 for
success, 1 for a bad house variant (`check`) or a difference (`diff`), 2 for an unusable argument.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

import scorer
from knobeltisch.commands.games.preset_names import presets
from knobeltisch.errors import HouseFileError
from knobeltisch.game.house_rules import house_rules
from scorer import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FINE: Final = 0
NO: Final = 1
FAILED: Final = 2


def list_variants(language: str, *, out: TextIO) -> int:
    """Print the presets, one per line: name, players, description."""
    width = max(map(len, scorer.VARIANTS))
    lines = (
        f"{name:{width}}  {words.brief(scorer.load_variant(name), language)}" for name in scorer.VARIANTS
    )
    return _print(lines, out)


def show(variant: str, language: str, *, names: bool, out: TextIO, err: TextIO) -> int:
    """Print all rules of a variant, optionally with their names; return 2 if it cannot be read."""
    try:
        rules = rules_of(variant)
    except (scorer.ScorerError, HouseFileError) as error:
        return _fail(str(error), err, FAILED)
    return _print(_rules_lines(rules, variant, language, names=names), out)


def check(file: Path, *, out: TextIO, err: TextIO) -> int:
    """Print whether a house variant can be played, or why not; return 1 for bad rules, 2 for an unusable file."""
    try:
        rules = house_rules(file)
    except HouseFileError as error:
        return _fail(str(error), err, FAILED)
    except scorer.BadVariant as error:
        return _fail(f"{file}: {error}", err, NO)
    return _print([_one_line(_verdict(file, rules))], out)


def diff(one: str, other: str, language: str, *, out: TextIO, err: TextIO) -> int:
    """Print the rules in which two variants differ, one per line; return 0 for none, 1 for some, 2 if one cannot be read."""
    try:
        first, second = rules_of(one), rules_of(other)
    except (scorer.ScorerError, HouseFileError) as error:
        return _fail(str(error), err, FAILED)
    lines = words.differences_text(first, second, language, (one, other))
    _print(lines or [words.phrase("no_difference", language)], out)
    return NO if lines else FINE


def rules_of(variant: str) -> scorer.GameRules:
    """Return a preset by its name, or a house variant by its file. Raise ScorerError or HouseFileError."""
    preset = scorer.preset_named(variant)
    if preset in scorer.VARIANTS:
        return scorer.load_variant(preset)
    file = Path(variant)
    if file.name == variant and not file.suffix and not os.path.exists(file):  # noqa: PTH110 - no error for an overlong name
        raise HouseFileError(f"{variant[:40]!r} is neither a file nor one of {presets()}; name one of these.")
    return house_rules(file)


def _rules_lines(rules: scorer.GameRules, variant: str, language: str, *, names: bool) -> Iterator[str]:
    yield words.title(rules, language)
    news = words.differences_text(rules, scorer.load_variant(rules.name), language, (variant, rules.name))
    if news:
        yield from ("", words.phrase("changed", language))
        yield from (f"  {line}" for line in news)
    for section in words.rules_text(rules, language):
        yield from ("", section.heading)
        for sentence in section.sentences:
            behind = f" [{', '.join(sentence.rules)}]" if names and sentence.rules else ""
            yield f"  {sentence.text}{behind}"


def _verdict(file: Path, rules: scorer.GameRules) -> str:
    changed = scorer.differences(scorer.load_variant(rules.name), rules)
    if not changed:
        return f"{file} is {rules.name} as it is, with no option changed."
    said = ", ".join(f"{option} = {_toml(now)}" for option, (_, now) in changed.items())
    count = "1 option" if len(changed) == 1 else f"{len(changed)} options"
    verdict = f"{file} is a house variant of {rules.name} with {count} changed: {said}"
    idle = scorer.idle_options(rules)
    if not idle:
        return f"{verdict}."
    return f"{verdict}; {' and '.join(idle)} {'changes' if len(idle) == 1 else 'change'} nothing there."


def _toml(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return json.dumps(value, ensure_ascii=False)  # in one line, JSON's texts are TOML's
        case _:
            return str(value)


def _fail(sentence: str, err: TextIO, code: int) -> int:
    err.write(f"knobeltisch rules: {_one_line(sentence)}\n")
    return code


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _print(lines: Iterable[str], out: TextIO) -> int:
    """Print lines. Escape letters that the terminal cannot show; ignore a closed pipe."""
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(errors="backslashreplace")
    try:
        out.write("".join(f"{line}\n" for line in lines))
        out.flush()
    except BrokenPipeError:
        with contextlib.suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, out.fileno())
            os.close(nowhere)
    return FINE

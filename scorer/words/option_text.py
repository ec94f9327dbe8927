"""What each value of an option means: the sentences of the rules that it changes, and dice that illustrate it.

Options have no text of their own: a value's sentences are those of the rules that appear only with this value.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from scorer.errors import BadVariant
from scorer.presets import GameRules, differences, load_variant, options_of, with_options
from scorer.rules import AnyText
from scorer.state import Dice
from scorer.words.text_plan import PlannedLine, read_plan
from scorer.words.variant_text import chapters, label_text, sentence_text, value_text


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueText:
    """A value of an option: a short name, its sentences in the rules, example dice, and whether the other options allow it."""

    value: object
    text: str
    says: tuple[str, ...]
    dice: Dice
    fits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionText:
    """An option that makes a difference in a game; `free` if the house may also write its own text."""

    option: str
    label: str
    free: bool
    values: tuple[ValueText, ...]


def option_texts(rules: GameRules, language: str) -> Iterator[OptionText]:
    """Yield the options that make a difference here, with each value's meaning. Raise BadLanguage if the language is unknown."""
    for option, allowed in options_of(rules.name).items():
        values = [value for value in allowed if not isinstance(value, AnyText)]
        lines = {value: _lines_with(rules, option, value) for value in values}
        spoken = Counter(key for found in lines.values() for key in set(found or {}))
        fitting = [found for found in lines.values() if found is not None]
        free = len(values) < len(allowed)
        if not free and all(set(found) == set(fitting[0]) for found in fitting):
            continue  # it does nothing here
        label, dice, texts = label_text(option, language), read_plan(rules.family).examples, []
        for value in values:
            own = [line for key, line in (lines[value] or {}).items() if spoken[key] < len(fitting)]
            text = value_text(option, value, language)
            named = [line for line in own if line.key.partition(".")[0] == option]
            says = tuple(sentence_text(line, rules, language) for line in named[:1] or own[:3])
            texts.append(
                ValueText(
                    value=value,
                    text=text,
                    says=says or (f"{label}: {text}.",),
                    dice=next((tuple(dice[line.key]) for line in own if line.key in dice), ()),
                    fits=lines[value] is not None,
                )
            )
        yield OptionText(option=option, label=label, free=free, values=tuple(texts))


def _lines_with(rules: GameRules, option: str, value: object) -> dict[tuple[object, ...], PlannedLine] | None:
    """Return the sentences of the rules with another value; None if it contradicts the other options."""
    own = {name: now for name, (_, now) in differences(load_variant(rules.name), rules).items()}
    try:
        changed = with_options(rules.name, own | {option: value})
    except BadVariant:
        return None
    return {
        (line.key, *line.values.items()): line
        for heading, lines in chapters(changed)
        if heading != "idle"
        for line in lines
    }
